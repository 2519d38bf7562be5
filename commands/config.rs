//! `loanfile config`.

use crate::context::{Format, Globals};
use anyhow::Result;
use clap::{Args, Subcommand};
use loanfile::ops;
use serde_json::json;
use std::process::ExitCode;

/// Show the settings of the workspace and where each comes from
///
/// What a tenant sets for itself is shown by "loanfile tenant show".
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile config show
  loanfile config show --origin")]
pub struct Config {
    #[command(subcommand)]
    action: ConfigAction,
}

#[derive(Subcommand)]
enum ConfigAction {
    /// Show the settings as they are in force
    #[command(after_help = "Examples:
  loanfile config show
  loanfile config show --origin
  LOANFILE_PROCESS_JOBS=2 loanfile config show --origin --format json

The first that says something about a setting wins: the environment, the file
loanfile.toml of the workspace, the default.")]
    Show(Show),
}

#[derive(Args)]
struct Show {
    /// Say where each comes from: default, the file, or a variable of the environment
    #[arg(long)]
    origin: bool,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Config {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let ConfigAction::Show(show) = self.action;
        let context = globals.open()?;
        let settings = ops::settings(&context.workspace)?;
        if show.format == Format::Json {
            context.output.json(&json!({ "data": settings }))?;
            return Ok(ExitCode::SUCCESS);
        }
        let headings: &[&str] = if show.origin { &["Setting", "Value", "From"] } else { &["Setting", "Value"] };
        let mut rows = context.output.table(headings);
        for setting in settings {
            let value = setting.value.as_str().map_or_else(|| setting.value.to_string(), str::to_string);
            let origin = show.origin.then(|| setting.origin.to_string());
            rows.add([Some(setting.name), Some(value), origin].into_iter().flatten());
        }
        rows.print(&context.output)?;
        Ok(ExitCode::SUCCESS)
    }
}
