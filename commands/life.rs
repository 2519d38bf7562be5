//! `loanfile trash`, `restore`, `retry`, `split` and `merge`.

use crate::context::{Context, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::Args;
use loanfile::ops;
use std::process::ExitCode;

/// Put documents aside
///
/// A document that is put aside leaves lists, reports, income and export; nothing of it is lost, and "restore" takes it
/// back. Its open tasks are dismissed.
#[derive(Args)]
#[command(after_help = "Example:
  loanfile trash L-17/3 L-17/9")]
pub struct Trash {
    /// The documents: ids, or LOAN/N
    #[arg(required = true)]
    documents: Vec<String>,
}

/// Take documents back that were put aside
#[derive(Args)]
#[command(after_help = "Example:
  loanfile restore 0193a1b2-0000-7000-8000-000000000017

A document that was put aside has no LOAN/N name:
\"loanfile show --loan ID --trashed\" shows ids.")]
pub struct Restore {
    /// The documents, by their ids
    #[arg(required = true)]
    documents: Vec<String>,
}

/// Try failed documents again, from the stage that failed
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile retry L-17/3
  loanfile retry --all && loanfile process")]
pub struct Retry {
    /// The documents: ids, or LOAN/N
    #[arg(required_unless_present = "all")]
    documents: Vec<String>,
    /// All failed documents
    #[arg(long, conflicts_with = "documents")]
    all: bool,
}

/// Cut a document in two or more
///
/// Each part goes through conversion, classification and extraction again.
#[derive(Args)]
#[command(after_help = "Example, for a document of which pages 3 and 5 begin other documents:
  loanfile split L-17/3 --at 3,5")]
pub struct Split {
    /// The document: its id, or LOAN/N
    document: String,
    /// The pages that begin a document, counted from 1 within it
    #[arg(long, value_name = "PAGE", required = true, value_delimiter = ',')]
    at: Vec<u32>,
}

/// Join neighbouring documents of one file to one
///
/// The joined document goes through conversion, classification and extraction again.
#[derive(Args)]
#[command(after_help = "Example:
  loanfile merge L-17/3 L-17/4")]
pub struct Merge {
    /// The documents: ids, or LOAN/N
    #[arg(required = true, num_args = 2..)]
    documents: Vec<String>,
}

impl Trash {
    /// Puts the documents aside.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        for document in &by_id(&context, &self.documents)? {
            let changed = ops::trash(&context.workspace, &context.caller, &document.id)?;
            tell(&format!("{} {}.", document.name, if changed { "is put aside" } else { "was put aside before" }));
        }
        follow_up(&context)
    }
}

impl Restore {
    /// Takes the documents back.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        for document in &self.documents {
            let changed = ops::restore(&context.workspace, &context.caller, document)?;
            tell(&format!("{document} {}.", if changed { "is back" } else { "was not put aside" }));
        }
        follow_up(&context)
    }
}

impl Retry {
    /// Sends the documents through the pipeline again.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let documents = if self.all {
            let failed = ops::status(&context.workspace, &context.caller, None)?.failures;
            failed.into_iter().map(|failure| Named::new(failure.document_id.to_string())).collect()
        } else {
            by_id(&context, &self.documents)?
        };
        for document in &documents {
            let stage = ops::retry(&context.workspace, &context.caller, &document.id)?;
            tell(&format!("{} goes on with {stage}.", document.name));
        }
        if documents.is_empty() {
            tell("No document has failed.");
        }
        follow_up(&context)
    }
}

impl Split {
    /// Cuts the document.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let parts = ops::split(&context.workspace, &context.caller, &self.document, &self.at)?;
        tell(&format!("Cut into {} documents.", parts.len()));
        follow_up(&context)
    }
}

impl Merge {
    /// Joins the documents.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        ops::merge(&context.workspace, &context.caller, &self.documents)?;
        tell(&format!("Joined {} documents.", self.documents.len()));
        follow_up(&context)
    }
}

/// A document with the name that the caller gave it.
struct Named {
    id: String,
    name: String,
}

impl Named {
    fn new(id: String) -> Self {
        Self { name: id.clone(), id }
    }
}

/// Finds all documents before any changes: a name such as `LOAN/N` means another document after one is put aside.
fn by_id(context: &Context, names: &[String]) -> Result<Vec<Named>> {
    let find = |name: &String| {
        let document = ops::document(&context.workspace, &context.caller, name)?;
        Ok(Named { id: document.document_id.to_string(), name: name.clone() })
    };
    names.iter().map(find).collect()
}

/// Runs the stages that follow.
fn follow_up(context: &Context) -> Result<ExitCode> {
    context.settle()?;
    Ok(ExitCode::SUCCESS)
}
