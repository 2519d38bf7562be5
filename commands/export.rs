//! `loanfile export`.

use crate::context::{Format, Globals};
use crate::failure;
use crate::interrupt;
use crate::output::{Output, tell};
use anyhow::Result;
use clap::{Args, ValueEnum};
use loanfile::ops::{self, ExportMode, ExportReport};
use loanfile::views::ExportView;
use std::collections::BTreeSet;
use std::process::ExitCode;

/// Push documents that have passed to a loan origination system
///
/// A document goes when all its stages are done, no check holds it back, and no newer version or original of it
/// exists. The others are listed with the reason. Pushing again changes nothing; a document that was corrected is
/// pushed again as a new version. Without settings the target is the folder "los" of the workspace, with a folder a
/// loan; others are set in loanfile.toml (see docs/los.md).
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile export
  loanfile export --loan L-17 --dry-run
  loanfile export --target archive --fail-on blocked --format json")]
pub struct Export {
    /// Only this loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: Option<String>,
    /// Where to, by its name in loanfile.toml [default: default]
    #[arg(long, value_name = "NAME")]
    target: Option<String>,
    /// Say what would be pushed and do nothing
    #[arg(long)]
    dry_run: bool,
    /// When to end with exit code 4 although everything that could go went
    #[arg(long, value_name = "WHAT")]
    fail_on: Option<FailOn>,
    /// How to print what became of each document
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// When an export that did all it could still counts as failed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Documents stay back that someone has to do something about
    Blocked,
}

impl Export {
    /// Pushes and prints what became of each document.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let stop = interrupt::listen()?;
        let report = ops::export(
            &context.workspace,
            &context.caller,
            &ops::Export {
                loan: self.loan.as_deref(),
                target: self.target.as_deref(),
                mode: if self.dry_run { ExportMode::DryRun } else { ExportMode::Push },
                stop: &stop,
            },
        )?;
        match self.format {
            Format::Json => context.output.json(&report.view)?,
            Format::Table => print(&context.output, &report.view)?,
        }
        tell(&summary(&report.view));
        if let Some(error) = report.broken_off {
            return Ok(failure::report(&error.into(), globals.verbose));
        }
        let open = report.view.held_back.iter().any(|held| held.reason.is_open());
        if open && self.fail_on == Some(FailOn::Blocked) {
            return Ok(ExitCode::from(failure::STAYS_OPEN));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn print(output: &Output, view: &ExportView) -> Result<()> {
    let mut rows = output.table(&["Document", "Name", "Version", "Outcome"]);
    let outcome = if view.dry_run { "would be exported" } else { "exported" };
    for exported in &view.exported {
        rows.add([exported.short_name.as_str(), exported.name.as_str(), exported.version_identifier.as_str(), outcome]);
    }
    for held in &view.held_back {
        let why = format!("{}: {}", held.reason.as_str(), held.detail);
        rows.add([held.short_name.as_str(), held.name.as_str(), "", why.as_str()]);
    }
    rows.print(output)
}

/// Says what came of documents that were to be exported as soon as possible; nothing when there were none.
///
/// The change that they followed from counts: a target that is down is no failure of it.
pub fn tell_awaiting(report: &ExportReport) {
    if !report.view.exported.is_empty() {
        tell(&summary(&report.view));
    }
    if let Some(error) = &report.broken_off {
        tell(&format!("Documents wait for their export: {error}; \"loanfile export\" tries again."));
    }
}

/// Says in a line what an export came to.
pub fn summary(view: &ExportView) -> String {
    let loans: BTreeSet<_> = view.exported.iter().map(|exported| exported.loan_id).collect();
    let done = if view.dry_run { "would be exported" } else { "exported" };
    let mut summary = match view.exported.len() {
        0 => format!("Nothing to export to {}", view.target),
        count => {
            format!("{} of {} {done} to {}", counted(count, "document"), counted(loans.len(), "loan"), view.target)
        }
    };
    let stay = view.held_back.iter().filter(|held| held.reason.is_open()).count();
    let others = [(view.unchanged, "there already"), (view.withdrawn, "taken out"), (stay as u64, "held back")];
    for (count, what) in others.into_iter().filter(|(count, _)| *count > 0) {
        summary.push_str(&format!(", {count} {what}"));
    }
    summary.push('.');
    summary
}

fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
