//! `loanfile completions`.

use crate::Arguments;
use crate::context::Globals;
use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::process::ExitCode;

/// Print the completions of a shell, made from this program's own arguments
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile completions bash > /etc/bash_completion.d/loanfile
  loanfile completions zsh > \"${fpath[1]}/_loanfile\"
  loanfile completions fish > ~/.config/fish/completions/loanfile.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the completions.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "loanfile", &mut script);
        globals.output().raw(&String::from_utf8_lossy(&script))?;
        Ok(ExitCode::SUCCESS)
    }
}
