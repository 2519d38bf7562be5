//! What every command needs: the workspace, the caller, the way to print.

use crate::export;
use crate::interrupt;
use crate::output::Output;
use anyhow::Result;
use clap::{Args, ValueEnum};
use loanfile::ops::{self, Caller};
use loanfile::workspace::{DEFAULT_TENANT, Workspace};
use std::path::PathBuf;

/// Options that every command takes.
#[derive(Args)]
pub struct Globals {
    /// The folder of the workspace
    #[arg(long, global = true, value_name = "DIR", env = "LOANFILE_WORKSPACE", default_value = ".loanfile")]
    pub workspace: PathBuf,
    /// The tenant to work for, by name or UUID
    #[arg(long, global = true, value_name = "TENANT", env = "LOANFILE_TENANT", default_value = DEFAULT_TENANT)]
    pub tenant: String,
    /// Who does this, as the audit log names them; the system's user when nothing is said
    #[arg(long = "as", global = true, value_name = "NAME", env = "LOANFILE_USER", hide_env_values = true)]
    pub actor: Option<String>,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Say what led to an error
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How to print what was asked for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people
    Table,
    /// JSON as the API answers it
    Json,
}

/// An open workspace and who asks.
pub struct Context {
    pub workspace: Workspace,
    pub caller: Caller,
    pub output: Output,
}

impl Context {
    /// Runs what follows from a change that a person made: reading as another type, checks, versions, export.
    pub fn settle(&self) -> Result<()> {
        let workers = ops::workers(&self.workspace, self.workspace.jobs())?;
        let exported = ops::settle(&self.workspace, &self.caller, &workers, interrupt::listen()?.as_ref())?;
        export::tell_awaiting(&exported);
        Ok(())
    }
}

impl Globals {
    /// Opens the workspace for the tenant.
    pub fn open(&self) -> Result<Context> {
        let workspace = Workspace::open(&self.workspace)?;
        let caller = ops::caller(&workspace, &self.tenant, &self.actor())?;
        Ok(Context { workspace, caller, output: self.output() })
    }

    /// Returns who does this.
    pub fn actor(&self) -> String {
        let system = || std::env::var("USER").or_else(|_| std::env::var("USERNAME")).ok();
        self.actor
            .clone()
            .or_else(system)
            .filter(|name| !name.trim().is_empty())
            .unwrap_or_else(|| "unknown".to_string())
    }

    /// Returns the way to print.
    pub fn output(&self) -> Output {
        Output::new(self.color)
    }
}
