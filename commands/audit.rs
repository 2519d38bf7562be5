//! `loanfile audit`.

use crate::context::{Context, Format, Globals};
use crate::failure::DAMAGED;
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand};
use loanfile::ops::{self, Paged};
use serde_json::json;
use std::process::ExitCode;

/// Show the log of changes, or check that it is whole
///
/// Every change that a person makes is logged with who, when, before and after. Each entry covers the one before it, so
/// that an entry that is edited, removed or moved shows.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile audit list
  loanfile audit list --of 0193a1b2-0000-7000-8000-000000000017
  loanfile audit verify
  loanfile audit verify --head 5f2c...")]
pub struct Audit {
    #[command(subcommand)]
    action: AuditAction,
}

#[derive(Subcommand)]
enum AuditAction {
    /// List entries, oldest first
    #[command(after_help = "Examples:
  loanfile audit list
  loanfile audit list --of 0193a1b2-0000-7000-8000-000000000017
  loanfile audit list --after 500 --format json")]
    List(List),
    /// Check the chain from the first entry to the last; exit code 9 when it is broken
    #[command(after_help = "Examples:
  loanfile audit verify
  loanfile audit verify --head 5f2c...")]
    Verify(Verify),
}

#[derive(Args)]
struct List {
    /// Only changes of this record, by its id
    #[arg(long, value_name = "ID")]
    of: Option<String>,
    /// Only entries after this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    after: u64,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u16).range(1..=500))]
    limit: u16,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Verify {
    /// A head that was noted before: shows whether entries were cut off since
    #[arg(long, value_name = "HASH")]
    head: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Audit {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            AuditAction::List(list) => list.run(&context),
            AuditAction::Verify(verify) => verify.run(&context),
        }
    }
}

impl List {
    fn run(self, context: &Context) -> Result<ExitCode> {
        let paged = Paged { limit: Some(usize::from(self.limit)), cursor: None };
        let page = ops::audit_page(&context.workspace, &context.caller, self.of.as_deref(), self.after, &paged)?;
        if self.format == Format::Json {
            context.output.json(&page)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut rows = context.output.table(&[">No.", "When", "Who", "What", "Before", "After"]);
        for entry in &page.data {
            rows.add([
                entry.sequence.to_string(),
                entry.occurred_at.to_string(),
                entry.actor.clone(),
                entry.action.clone(),
                entry.before.to_string(),
                entry.after.to_string(),
            ]);
        }
        rows.print(&context.output)?;
        if page.data.is_empty() {
            tell("Nothing is logged.");
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Verify {
    fn run(self, context: &Context) -> Result<ExitCode> {
        let report = ops::verify_audit(&context.workspace, &context.caller, self.head.as_deref())?;
        let damage = report.damage.as_ref();
        if self.format == Format::Json {
            context.output.json(&json!({
                "entries": report.entries,
                "head": report.head,
                "whole": damage.is_none(),
                "sequence": damage.map(|damage| damage.sequence),
                "message": damage.map(|damage| damage.message.clone()),
            }))?;
        } else {
            match damage {
                None => {
                    context.output.line(&format!("{} entries, all whole. Head: {}", report.entries, report.head))?
                }
                Some(damage) => context.output.line(&format!("Entry {}: {}.", damage.sequence, damage.message))?,
            }
        }
        Ok(if damage.is_some() { ExitCode::from(DAMAGED) } else { ExitCode::SUCCESS })
    }
}
