//! `loanfile man`.

use crate::Arguments;
use crate::context::Globals;
use crate::output::tell;
use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;
use std::path::PathBuf;
use std::process::ExitCode;

/// Print the manual page, or write the pages of all commands into a folder
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile man | man -l -
  loanfile man --output ~/.local/share/man/man1")]
pub struct Man {
    /// Write a page a command into this folder, which is made when it is missing
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Man {
    /// Prints or writes the pages.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let Some(folder) = self.output else {
            let mut page = Vec::new();
            Page::new(Arguments::command()).render(&mut page)?;
            globals.output().raw(&String::from_utf8_lossy(&page))?;
            return Ok(ExitCode::SUCCESS);
        };
        let told = || format!("{} cannot be written", folder.display());
        std::fs::create_dir_all(&folder).with_context(told)?;
        clap_mangen::generate_to(Arguments::command(), &folder).with_context(told)?;
        tell(&format!("The manual pages are in {}", folder.display()));
        Ok(ExitCode::SUCCESS)
    }
}
