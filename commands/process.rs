//! `loanfile process`.

use crate::context::Globals;
use crate::export;
use crate::failure::{self, SOME_FAILED};
use crate::interrupt;
use crate::output::tell;
use crate::progress::{self, ProgressStyleChoice};
use anyhow::Result;
use clap::Args;
use loanfile::ops;
use loanfile::pipeline::{Outcome, Snapshot};
use std::process::ExitCode;
use std::time::Instant;

/// Split, classify and extract what waits
///
/// Works until nothing is left to do. Stop it with Ctrl-C and run it again: it goes on where it stopped. Several may
/// run in one workspace at once; they share the work. A document that cannot be read becomes FAILED and everything
/// else goes on; the exit code is then 3 and "loanfile status" says why.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile process
  loanfile process --loan L-17 --jobs 4
  loanfile process --quiet")]
pub struct Process {
    /// Only this loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: Option<String>,
    /// How many pages or documents to work on at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Say nothing unless something goes wrong
    #[arg(short, long)]
    quiet: bool,
    /// How to show progress
    #[arg(long, value_name = "HOW", default_value = "auto")]
    progress: ProgressStyleChoice,
}

impl Process {
    /// Works until nothing is left or a signal comes.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let stop = interrupt::listen()?;
        let jobs = self.jobs.map_or_else(|| context.workspace.jobs(), usize::from);
        let workers = ops::workers(&context.workspace, jobs)?;
        let progress = progress::shown(if self.quiet { ProgressStyleChoice::None } else { self.progress });
        let started = Instant::now();
        let report = ops::process(
            &context.workspace,
            &context.caller,
            &ops::Process {
                loan: self.loan.as_deref(),
                jobs,
                workers: &workers,
                stop: &stop,
                progress: progress.as_ref(),
            },
        )?;
        drop(progress);
        let (snapshot, stopped) = match report.outcome {
            Outcome::Finished(snapshot) => (snapshot, false),
            Outcome::Stopped(snapshot) => (snapshot, true),
        };
        if !self.quiet {
            tell(&summary(snapshot, started.elapsed().as_secs_f64()));
        }
        if !report.export.view.exported.is_empty() && !self.quiet {
            tell(&export::summary(&report.export.view));
        }
        if stopped {
            tell("Stopped; run it again to go on.");
            return Ok(interrupt::exit_code());
        }
        if report.failed_documents > 0 {
            let documents = if report.failed_documents == 1 { "document is" } else { "documents are" };
            tell(&format!("{} {documents} FAILED; \"loanfile status\" says why.", report.failed_documents));
            return Ok(ExitCode::from(SOME_FAILED));
        }
        if let Some(error) = report.export.broken_off {
            return Ok(failure::report(&error.into(), globals.verbose));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn summary(snapshot: Snapshot, seconds: f64) -> String {
    let Snapshot { pages_done, documents_done, .. } = snapshot;
    if pages_done == 0 && documents_done == 0 {
        return "Nothing to do.".to_string();
    }
    let rate = pages_done as f64 / seconds.max(0.001);
    format!("Read {pages_done} pages and finished {documents_done} documents in {seconds:.1} s ({rate:.1} pages/s).")
}
