//! `loanfile ingest --watch`.

use crate::context::{Context, Format, Globals};
use crate::export;
use crate::failure::{self, SOME_FAILED};
use crate::interrupt;
use crate::output::tell;
use crate::progress::{self, ProgressStyleChoice};
use anyhow::Result;
use clap::Args;
use loanfile::error::Error;
use loanfile::model::Secret;
use loanfile::ops::{self, Arrival, ArrivalOutcome, ExportMode, Intake, IntakeSettings, Round};
use loanfile::worker::WorkerPool;
use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often a folder is looked at by itself.
const POLL: u64 = 30;

/// The same when it is looked at only until everything that is there was taken.
const POLL_ONCE: u64 = 2;

/// Taking files as they arrive.
#[derive(Args)]
pub struct Watch {
    /// Take files as they arrive in this folder or bucket, until stopped
    #[arg(long, value_name = "DIR|s3://BUCKET/PREFIX", conflicts_with_all = ["again"])]
    watch: Option<String>,
    /// With --watch: take what is there and end; the exit code is 3 when a file was rejected
    #[arg(long, requires = "watch")]
    once: bool,
    /// With --watch: process and export what was taken
    #[arg(long, requires = "watch")]
    process: bool,
    /// With --watch: look this often, and take a file that has not changed for so long [default: 30; 2 with --once]
    #[arg(long, requires = "watch", value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    poll: Option<u64>,
}

impl Watch {
    /// Tells whether files are to be taken as they arrive.
    ///
    /// # Errors
    /// When only options are given that go with it: beside files the parser lets them pass.
    pub fn is_asked_for(&self) -> Result<bool> {
        if self.watch.is_none() && (self.once || self.process || self.poll.is_some()) {
            return Err(Error::invalid_input("--once, --process and --poll go with --watch")
                .hint("name a folder with --watch, or leave them out")
                .into());
        }
        Ok(self.watch.is_some())
    }

    /// Takes files as they arrive.
    pub fn run(
        &self,
        globals: &Globals,
        context: &Context,
        loan: Option<&str>,
        password: Option<&Secret>,
        format: Format,
    ) -> Result<ExitCode> {
        let stop = interrupt::listen()?;
        let jobs = if self.process { context.workspace.jobs() } else { 1 };
        let workers = ops::workers(&context.workspace, jobs)?;
        context.workspace.blobs.sweep(context.caller.tenant.id);
        let source = self.watch.as_deref().unwrap_or_default();
        let poll = Duration::from_secs(self.poll.unwrap_or(if self.once { POLL_ONCE } else { POLL }));
        let mut intake = Intake::open(IntakeSettings { source, loan, poll, password })?;
        if !self.once {
            tell(&format!("Watching {source}; stop with Ctrl-C."));
        }
        let mut seen = Seen::default();
        loop {
            let mut loans = BTreeSet::new();
            let round = intake.round(&context.workspace, &context.caller, &workers, &stop, &mut |arrival| {
                loans.extend(arrival.loan.clone());
                show(context, format, arrival).map_err(|error| Error::internal("the output is gone").caused_by(error))
            });
            let (round, code) = match round {
                Ok(round) => (round, None),
                Err(error) if self.once => return Err(error.into()),
                // A full disk or a bucket that is down may come back: what was begun is taken up again.
                Err(error) => (Round::default(), Some(failure::report(&error.into(), globals.verbose))),
            };
            seen.note(&round);
            if self.process && round.taken > 0 {
                self.process(globals, context, &workers, jobs, &stop, &loans)?;
            }
            if stop.load(Ordering::Relaxed) {
                tell("Stopped; run it again to go on.");
                return Ok(interrupt::exit_code());
            }
            if self.once && round.growing == 0 && code.is_none() {
                return Ok(seen.exit_code());
            }
            intake.wait(&stop);
        }
    }

    /// Processes what was taken and exports the loans it belongs to.
    fn process(
        &self,
        globals: &Globals,
        context: &Context,
        workers: &WorkerPool,
        jobs: usize,
        stop: &AtomicBool,
        loans: &BTreeSet<String>,
    ) -> Result<()> {
        let progress = progress::shown(ProgressStyleChoice::Auto);
        let input = ops::Process { loan: None, jobs, workers, stop, progress: progress.as_ref() };
        let report = ops::process(&context.workspace, &context.caller, &input)?;
        drop(progress);
        if report.failed_documents > 0 {
            tell(&format!("{} documents are FAILED; \"loanfile status\" says why.", report.failed_documents));
        }
        for loan in loans.iter().filter(|_| !stop.load(Ordering::Relaxed)) {
            let input = ops::Export { loan: Some(loan), target: None, mode: ExportMode::Push, stop };
            let report = ops::export(&context.workspace, &context.caller, &input)?;
            tell(&format!("Loan {loan}: {}", export::summary(&report.view)));
            if let Some(error) = report.broken_off {
                failure::report(&error.into(), globals.verbose);
            }
        }
        Ok(())
    }
}

/// What was seen until now.
#[derive(Default)]
struct Seen {
    rejected: usize,
    problems: Vec<String>,
}

impl Seen {
    /// Adds a round, and says what is new of what is wrong.
    fn note(&mut self, round: &Round) {
        self.rejected += round.rejected;
        if self.problems != round.problems {
            self.problems.clone_from(&round.problems);
            for problem in &self.problems {
                tell(&format!("waits    {problem}"));
            }
        }
    }

    fn exit_code(&self) -> ExitCode {
        if self.rejected == 0 && self.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(SOME_FAILED) }
    }
}

fn show(context: &Context, format: Format, arrival: &Arrival) -> Result<()> {
    if format == Format::Json {
        return context.output.raw(&format!("{}\n", serde_json::to_string(arrival)?));
    }
    let loan = arrival.loan.as_deref().unwrap_or("-");
    match &arrival.outcome {
        ArrivalOutcome::Taken { source_file } => {
            let pages = if source_file.page_count == 1 { "page" } else { "pages" };
            context.output.line(&format!("taken    {} ({} {pages}) into {loan}", arrival.path, source_file.page_count))
        }
        ArrivalOutcome::Known { source_file } => context
            .output
            .line(&format!("known    {}: in loan {loan} already as {}", arrival.path, source_file.file_name)),
        ArrivalOutcome::Rejected { reason } => {
            tell(&format!("rejected {}: {reason}", arrival.path));
            Ok(())
        }
    }
}
