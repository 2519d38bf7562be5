//! `loanfile doctype`.

mod learn;
mod printing;

use crate::context::{Context, Format, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand};
use loanfile::error::{Error, ErrorKind};
use loanfile::model::DocumentTypeId;
use loanfile::ops::{self, NewType, TriedType, TypeFilter};
use loanfile::views::PageView;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// List, show, add, learn, test and deactivate document types
///
/// A type of your own takes part at once: it counts for the next document that is split or classified, also in a
/// "process" that is running.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile doctype list --group tax
  loanfile doctype learn --name \"Solar Lease\" one.pdf two.pdf three.pdf
  loanfile doctype show solar_lease --definition > solar_lease.toml
  loanfile doctype test solar_lease.toml
  loanfile doctype add solar_lease.toml --replace
  loanfile doctype deactivate solar_lease")]
pub struct Doctype {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    #[command(after_help = "Example:
  loanfile doctype list --group tax")]
    List(List),
    #[command(after_help = "Examples:
  loanfile doctype show w2
  loanfile doctype show solar_lease --definition > solar_lease.toml")]
    Show(Show),
    #[command(after_help = "Examples:
  loanfile doctype add solar_lease.toml
  loanfile doctype add solar_lease.toml --replace")]
    Add(Add),
    Learn(learn::Learn),
    #[command(after_help = "Example:
  loanfile doctype test solar_lease.toml")]
    Test(Test),
    /// Take a document type out of use
    ///
    /// Documents that have the type keep it and stay readable.
    #[command(after_help = "Example:
  loanfile doctype deactivate solar_lease")]
    Deactivate(Named),
    /// Take a document type into use again
    #[command(after_help = "Example:
  loanfile doctype activate solar_lease")]
    Activate(Named),
}

/// List the document types
#[derive(Args)]
struct List {
    /// Only those of a group
    #[arg(long, value_name = "GROUP")]
    group: Option<String>,
    /// Deactivated ones too
    #[arg(long)]
    all: bool,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// Show a document type with its fields and tables
#[derive(Args)]
struct Show {
    /// The type's id
    id: String,
    /// Print its definition as it is written, to be copied and changed
    #[arg(long, conflicts_with = "format")]
    definition: bool,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// Add a document type from a definition file
///
/// The definition is checked; each fault is named with file, field and rule, and nothing is added then.
#[derive(Args)]
struct Add {
    /// The definition
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Put it in the place of your own type of the same id
    #[arg(long)]
    replace: bool,
}

/// Say which documents a type would change, before it goes live
///
/// Judges the documents of the workspace again as if the type were active; nothing is changed. Documents stay cut as
/// they are, and types that a person set are left alone.
#[derive(Args)]
struct Test {
    /// A definition file, or the id of a type that you have, active or not
    #[arg(value_name = "ID|FILE.toml")]
    subject: String,
    /// Only this loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Named {
    /// The type's id
    id: String,
}

impl Doctype {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.verb {
            Verb::List(list) => list.run(&context)?,
            Verb::Show(show) => show.run(&context)?,
            Verb::Add(add) => add.run(&context)?,
            Verb::Learn(learn) => return learn.run(&context),
            Verb::Test(test) => test.run(&context)?,
            Verb::Deactivate(named) => named.set_active(&context, false)?,
            Verb::Activate(named) => named.set_active(&context, true)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl List {
    fn run(&self, context: &Context) -> Result<()> {
        let filter = TypeFilter { group: self.group.as_deref(), inactive_too: self.all };
        let types = ops::document_types(&context.workspace, &context.caller, filter)?;
        match self.format {
            Format::Json => context.output.json(&PageView::whole(types)),
            Format::Table => printing::types(&context.output, &types),
        }
    }
}

impl Show {
    fn run(&self, context: &Context) -> Result<()> {
        let id = DocumentTypeId::new(&self.id);
        if self.definition {
            let text = ops::document_type_definition(&context.workspace, &context.caller, &id)?;
            return context.output.raw(&text);
        }
        let shown = ops::document_type(&context.workspace, &context.caller, &id)?;
        match self.format {
            Format::Json => context.output.json(&shown),
            Format::Table => printing::document_type(&context.output, &shown),
        }
    }
}

impl Add {
    fn run(&self, context: &Context) -> Result<()> {
        let (origin, text) = definition_in(&self.file)?;
        let new = NewType { origin: &origin, text: &text, sample_count: 0, replace: self.replace };
        let added = ops::add_document_type(&context.workspace, &context.caller, new)?;
        let (id, count) = (&added.document_type_id, added.fields.len());
        tell(&format!("{} ({id}) is in use: {count} fields, {} tables.", added.name, added.tables.len()));
        Ok(())
    }
}

impl Test {
    fn run(&self, context: &Context) -> Result<()> {
        let (workspace, caller, loan) = (&context.workspace, &context.caller, self.loan.as_deref());
        let file = Path::new(&self.subject);
        let view = if file.extension().is_some_and(|extension| extension == "toml") || file.is_file() {
            let (origin, text) = definition_in(file)?;
            let written = TriedType::Written { origin: &origin, text: &text };
            ops::try_document_type(workspace, caller, written, loan)?
        } else {
            let id = DocumentTypeId::new(&self.subject);
            ops::try_document_type(workspace, caller, TriedType::Known(&id), loan)?
        };
        match self.format {
            Format::Json => context.output.json(&view),
            Format::Table => printing::trial(&context.output, &view),
        }
    }
}

impl Named {
    fn set_active(&self, context: &Context, active: bool) -> Result<()> {
        let id = DocumentTypeId::new(&self.id);
        let shown = ops::set_document_type_active(&context.workspace, &context.caller, &id, active)?;
        let state = if active { "in use" } else { "out of use; documents that have it keep it" };
        tell(&format!("{} ({id}) is {state}.", shown.name));
        Ok(())
    }
}

/// Reads a definition file; it is named in messages as the user did.
fn definition_in(file: &Path) -> Result<(String, String)> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| {
        let kind =
            if error.kind() == std::io::ErrorKind::NotFound { ErrorKind::NotFound } else { ErrorKind::InvalidInput };
        Error::new(kind, format!("{name} cannot be read: {error}"))
    })?;
    Ok((name, text))
}
