//! `loanfile income`.

mod ask;
mod diff;
mod explain;
mod history;
mod result;
mod show;
mod what_if;
mod worksheet;

use crate::context::{Context, Format, Globals};
use crate::output::tell;
use anyhow::{Result, bail};
use ask::Asked;
use clap::{Args, Subcommand};
use loanfile::error::{Error, ErrorKind};
use loanfile::model::IncomeRunStatus;
use loanfile::ops::{self, Force};
use loanfile::views::{IncomeFailureView, IncomeResultView};
use std::path::PathBuf;
use std::process::ExitCode;

/// Compute the qualifying income of a loan, and show where every figure comes from
///
/// A run is made when there is none, when papers, decisions or settings have changed since the last one, or with
/// --force. Every run is kept with what it looked at and can be computed again.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  loanfile income --loan L-17
  loanfile income --loan L-17 --explain
  loanfile income --loan L-17 --worksheet out/
  loanfile income --loan L-17 --guideline freddie
  loanfile income --loan L-17 --exclude 'bonus:Acme Inc'
  loanfile income --loan L-17 --state 'rental:12 Oak St:monthlyPitia=1985.40'
  loanfile income history --loan L-17
  loanfile income diff 1f3a9c02 77e0b1d4
  loanfile income what-if --loan L-17 --set L-17/5:current_gross_pay=3200

Decisions about streams (--include, --exclude, --state) hold for later runs of
the loan too, until others are given or --no-overrides drops them. The key of a
stream stands below the table, with --keys."
)]
pub struct Income {
    #[command(subcommand)]
    action: Option<IncomeAction>,
    #[command(flatten)]
    run: Run,
}

#[derive(Subcommand)]
enum IncomeAction {
    /// List the runs of a loan, oldest first
    #[command(after_help = "Example:
  loanfile income history --loan L-17")]
    History(history::History),
    /// Show a run as it ended
    #[command(after_help = "Example:
  loanfile income show 1f3a9c02")]
    Show(show::Show),
    /// Show what differs between two runs, down to the value that moved
    #[command(after_help = "Example:
  loanfile income diff 1f3a9c02 77e0b1d4")]
    Diff(diff::Diff),
    /// Show what income would be if something were otherwise; nothing is recorded
    #[command(after_help = "Examples:
  loanfile income what-if --loan L-17 --without L-17/3
  loanfile income what-if --loan L-17 --set L-17/5:current_gross_pay=3200")]
    WhatIf(what_if::WhatIf),
    /// List the documents that can support an income analysis
    #[command(after_help = "Example:
  loanfile income eligible --loan L-17")]
    Eligible(history::Eligible),
    /// Compute a run again from what it looked at, and compare to the cent
    #[command(after_help = "Example:
  loanfile income replay 1f3a9c02")]
    Replay(diff::Replay),
}

#[derive(Args)]
struct Run {
    /// The loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: Option<String>,
    #[command(flatten)]
    asked: Asked,
    /// Compute again although nothing has changed
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    shown: Shown,
}

/// How a result is shown.
#[derive(Args)]
pub struct Shown {
    /// Show each figure with what it is made of, down to the page
    #[arg(long)]
    explain: bool,
    /// Show the key of each stream, as --include, --exclude and --state take it
    #[arg(long)]
    keys: bool,
    /// Write a worksheet into this folder: CSV, HTML to print, PDF
    #[arg(long, value_name = "DIR")]
    worksheet: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Income {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            None => self.run.run(&context)?,
            Some(IncomeAction::History(history)) => history.run(&context)?,
            Some(IncomeAction::Show(show)) => show.run(&context)?,
            Some(IncomeAction::Diff(diff)) => diff.run(&context)?,
            Some(IncomeAction::WhatIf(what_if)) => what_if.run(&context)?,
            Some(IncomeAction::Eligible(eligible)) => eligible.run(&context)?,
            Some(IncomeAction::Replay(replay)) => replay.run(&context)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Run {
    fn run(self, context: &Context) -> Result<()> {
        let Some(loan) = self.loan else {
            bail!(Error::invalid_input("no loan is named").hint("write \"loanfile income --loan ID\""));
        };
        let ask = self.asked.ask()?;
        let force = if self.force { Force::Yes } else { needed(context, &loan, &ask)? };
        let triggered = ops::trigger_income(&context.workspace, &context.caller, &loan, &ask, force)?;
        if let Some(failure) = triggered.failure {
            bail!(failed(&failure));
        }
        let result = match (triggered.status, triggered.result) {
            (_, Some(result)) => result,
            (IncomeRunStatus::Active, None) => {
                tell("Another process computes it now; this is the result before that.");
                ops::income_result(&context.workspace, &context.caller, &loan)?
            }
            (status, None) => {
                tell(&format!("The run was {status} while it was computed; this is the result that counts."));
                ops::income_result(&context.workspace, &context.caller, &loan)?
            }
        };
        self.shown.print(context, &loan, &result)
    }
}

/// Tells whether a run must be forced, and says why.
fn needed(context: &Context, loan: &str, ask: &ops::IncomeAsk) -> Result<Force> {
    let freshness = ops::income_freshness(&context.workspace, &context.caller, loan, ask)?;
    if freshness.reasons.is_empty() {
        return Ok(Force::No);
    }
    let mut reasons = freshness.reasons;
    let more = reasons.len().saturating_sub(MOST_REASONS);
    reasons.truncate(MOST_REASONS);
    if more > 0 {
        reasons.push(format!("{more} more"));
    }
    tell(&format!("Computing again: {}.", reasons.join("; ")));
    Ok(Force::Yes)
}

const MOST_REASONS: usize = 4;

fn failed(failure: &IncomeFailureView) -> Error {
    let hint = match failure.code.as_str() {
        "ENGINE_SETTINGS" => "change [income_engine] in loanfile.toml; the run is kept as failed",
        "ENGINE_CIRCUIT_OPEN" => "it is asked again after that; \"loanfile income history\" shows what failed before",
        _ => "the run is kept as failed; the result before it can still be read with \"loanfile income show\"",
    };
    let kind = if failure.code == "ENGINE_SETTINGS" { ErrorKind::InvalidInput } else { ErrorKind::Unavailable };
    Error::new(kind, format!("no income was computed: {} ({})", failure.message, failure.code)).hint(hint)
}

impl Shown {
    /// Prints a result as it was asked for.
    fn print(&self, context: &Context, loan: &str, result: &IncomeResultView) -> Result<()> {
        if let (Some(folder), Some(data)) = (&self.worksheet, &result.income_data) {
            worksheet::write(context, loan, folder, result, data)?;
        }
        if self.format == Format::Json {
            return context.output.json(result);
        }
        let Some(data) = &result.income_data else {
            tell("There is no result yet.");
            return Ok(());
        };
        if self.explain {
            return explain::print(&context.output, data);
        }
        result::print(context, loan, data, self.keys)
    }
}
