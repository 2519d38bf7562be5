//! `loanfile learned`.

use crate::context::{Format, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand};
use loanfile::los::short_id;
use loanfile::ops;
use loanfile::views::PageView;
use std::process::ExitCode;

/// List or forget what corrections taught
///
/// A corrected value teaches the label beside it, a corrected type the title of the paper, when that alone makes the
/// program read it rightly. What was learned works for this tenant's next documents and nobody else's.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile learned list
  loanfile learned remove 1f3a9c02")]
pub struct Learned {
    #[command(subcommand)]
    action: LearnedAction,
}

#[derive(Subcommand)]
enum LearnedAction {
    /// List labels and titles that corrections taught
    #[command(after_help = "Examples:
  loanfile learned list
  loanfile learned list --format json")]
    List(List),
    /// Forget one
    #[command(after_help = "Example:
  loanfile learned remove 1f3a9c02")]
    Remove(Remove),
}

#[derive(Args)]
struct List {
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Remove {
    /// Which: its id or the last digits of it
    id: String,
}

impl Learned {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            LearnedAction::List(list) => {
                let learned = ops::learned(&context.workspace, &context.caller)?;
                if list.format == Format::Json {
                    context.output.json(&PageView::whole(learned))?;
                    return Ok(ExitCode::SUCCESS);
                }
                let mut rows = context.output.table(&["Id", "Type", "Field", "Phrase", ">Seen"]);
                for phrase in &learned {
                    rows.add([
                        short_id(&phrase.learned_id.to_string()).to_string(),
                        phrase.document_type_id.to_string(),
                        phrase.field.clone().unwrap_or_else(|| "(title)".to_string()),
                        phrase.phrase.clone(),
                        phrase.seen.to_string(),
                    ]);
                }
                rows.print(&context.output)?;
                if learned.is_empty() {
                    tell("Corrections have taught nothing yet.");
                }
            }
            LearnedAction::Remove(remove) => {
                let forgotten = ops::forget(&context.workspace, &context.caller, &remove.id)?;
                tell(&format!("\"{}\" is forgotten.", forgotten.phrase));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
