//! `loanfile worker`.

use crate::context::Globals;
use crate::interrupt;
use crate::output::tell;
use crate::serve::{LogFormat, log};
use anyhow::Result;
use clap::Args;
use loanfile::server;
use std::process::ExitCode;

/// Process what comes, for as long as it runs
///
/// Takes what waits of all tenants through the pipeline and tells webhooks, as "serve" does, and answers no requests. Any
/// number may run on one workspace, beside a server or without one; they share the work. Ctrl-C or a termination
/// signal gives back what is not done, and ends.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile worker
  loanfile worker --jobs 8 --log-format json")]
pub struct Worker {
    /// How many pages or documents to work on at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// How to write the log, on standard error; RUST_LOG says how much
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log_format: LogFormat,
}

impl Worker {
    /// Works until a signal comes.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        log(self.log_format);
        let stop = interrupt::listen()?;
        let jobs = self.jobs.map_or_else(|| context.workspace.jobs(), usize::from);
        tell(&format!(
            "Working on {} at once; Ctrl-C ends it.",
            if jobs == 1 { "one unit".to_string() } else { format!("{jobs} units") }
        ));
        server::work(context.workspace, jobs, &stop)?;
        Ok(ExitCode::SUCCESS)
    }
}
