//! `loanfile init`.

use crate::context::Globals;
use crate::output::tell;
use anyhow::Result;
use clap::Args;
use loanfile::workspace::{Creation, Workspace};
use std::process::ExitCode;

/// Make a workspace
///
/// A workspace is a folder that holds the store (loanfile.db), the files (blobs/) and the settings (loanfile.toml). It
/// is readable by its owner only. In a folder that is a workspace already nothing is changed, except that the tenant
/// is added when it is new.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile init
  loanfile --workspace /data/loans init
  loanfile init --tenant acme")]
pub struct Init {}

impl Init {
    /// Makes the workspace.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let (workspace, creation) = Workspace::create(&globals.workspace, &globals.tenant)?;
        let folder = workspace.root().display();
        tell(&match creation {
            Creation::Made => format!("Made a workspace in {folder}"),
            Creation::Existed => {
                format!("There is a workspace in {folder} already; its documents were left as they are.")
            }
        });
        Ok(ExitCode::SUCCESS)
    }
}
