//! `loanfile openapi`.

use anyhow::Result;
use clap::Args;
use loanfile::server;
use std::io::Write;
use std::process::ExitCode;

/// Print the OpenAPI document of the REST API
#[derive(Args)]
#[command(after_help = "Example:
  loanfile openapi > openapi.json")]
pub struct Openapi {
    /// What the paths of the API begin with
    #[arg(long, value_name = "PATH", default_value = "/api/v1")]
    base_path: String,
}

impl Openapi {
    /// Prints it.
    pub fn run(self) -> Result<ExitCode> {
        let mut out = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &server::openapi(&self.base_path))?;
        writeln!(out)?;
        Ok(ExitCode::SUCCESS)
    }
}
