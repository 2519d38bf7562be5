//! `loanfile field`.

use crate::context::{Context, Format, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand};
use loanfile::ops::{self, FieldTypeChange, FieldTypeQuery};
use loanfile::views::PageView;
use serde_json::json;
use std::process::ExitCode;

/// List and name the fields of document types
///
/// A field can be given another name, which then shows everywhere, and can be taken out of use: then "loanfile data"
/// leaves it out.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile field list --type w2
  loanfile field list --unused
  loanfile field set w2.employer_name --name 'Company'
  loanfile field set w2.control_number --in-use false

The standard name, given as --name, puts that one back.")]
pub struct Field {
    #[command(subcommand)]
    action: FieldAction,
}

#[derive(Subcommand)]
enum FieldAction {
    /// List fields with their names
    #[command(after_help = "Examples:
  loanfile field list --type w2
  loanfile field list --unused")]
    List(List),
    /// Name a field, or take it out of use
    #[command(after_help = "Examples:
  loanfile field set w2.employer_name --name 'Company'
  loanfile field set w2.control_number --in-use false")]
    Set(Set),
}

#[derive(Args)]
struct List {
    /// Only fields of this document type, such as w2
    #[arg(long = "type", value_name = "TYPE")]
    document_type: Option<String>,
    /// Only fields that are not in use
    #[arg(long)]
    unused: bool,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Set {
    /// The field, such as w2.employer_name or paystub.earnings.hours
    field_type_id: String,
    /// What to call it
    #[arg(long, value_name = "NAME", required_unless_present = "in_use")]
    name: Option<String>,
    /// Whether "loanfile data" tells it
    #[arg(long, value_name = "true|false")]
    in_use: Option<bool>,
}

impl Field {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            FieldAction::List(list) => list.run(&context)?,
            FieldAction::Set(set) => set.run(&context)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl List {
    fn run(self, context: &Context) -> Result<()> {
        let query =
            FieldTypeQuery { document_type: self.document_type, in_use: if self.unused { Some(false) } else { None } };
        let fields = ops::field_types(&context.workspace, &context.caller, &query)?;
        if self.format == Format::Json {
            return context.output.json(&PageView::whole(fields));
        }
        let mut rows = context.output.table(&["Field", "Name", "Kind", "In use"]);
        for field in &fields {
            rows.add([
                field.field_type_id.to_string(),
                field.display_name.clone(),
                json!(field.kind).as_str().unwrap_or_default().to_string(),
                if field.in_use { "yes" } else { "no" }.to_string(),
            ]);
        }
        rows.print(&context.output)?;
        if fields.is_empty() {
            tell("No such fields.");
        }
        Ok(())
    }
}

impl Set {
    fn run(self, context: &Context) -> Result<()> {
        let change = FieldTypeChange { display_name: self.name, in_use: self.in_use };
        let field = ops::set_field_type(&context.workspace, &context.caller, &self.field_type_id, &change)?;
        let in_use = if field.in_use { "in use" } else { "not in use" };
        tell(&format!("{} is called \"{}\" and is {in_use}.", field.field_type_id, field.display_name));
        Ok(())
    }
}
