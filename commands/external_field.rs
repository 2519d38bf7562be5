//! `loanfile external-field` and `loanfile mapping`.

use crate::context::{Context, Format, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand};
use loanfile::ops::{self, NewExternalField};
use loanfile::views::PageView;
use std::process::ExitCode;

/// Name the fields of other systems
///
/// An external field is a field of another system, such as the loan origination system. "loanfile mapping" says which
/// field of ours fills it.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile external-field add 'Employer name' --index FE0102 --source LOS
  loanfile external-field list
  loanfile external-field remove LOS/FE0102")]
pub struct ExternalField {
    #[command(subcommand)]
    action: ExternalFieldAction,
}

#[derive(Subcommand)]
enum ExternalFieldAction {
    /// Add a field of another system
    #[command(after_help = "Example:
  loanfile external-field add 'Employer name' --index FE0102 --source LOS")]
    Add(AddExternalField),
    /// List them
    #[command(after_help = "Examples:
  loanfile external-field list
  loanfile external-field list --format json")]
    List(List),
    /// Remove one, and the mappings to it
    #[command(after_help = "Example:
  loanfile external-field remove LOS/FE0102")]
    Remove(RemoveExternalField),
}

#[derive(Args)]
struct AddExternalField {
    /// Its name
    name: String,
    /// Its identifier in the other system
    #[arg(long, value_name = "IDX")]
    index: String,
    /// The other system
    #[arg(long, value_name = "SYS")]
    source: String,
}

#[derive(Args)]
struct RemoveExternalField {
    /// The external field: SYS/IDX, its id, or an identifier or name that only one has
    external_field: String,
}

#[derive(Args)]
struct List {
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// Say which field fills a field of another system
///
/// A field may fill several external fields, and several fields may fill the same one: a loan then gives it one value, a
/// corrected one before others, then that of the newest paper, then the surest.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile mapping add w2.employer_name LOS/FE0102
  loanfile mapping list
  loanfile mapping remove w2.employer_name LOS/FE0102")]
pub struct Mapping {
    #[command(subcommand)]
    action: MappingAction,
}

#[derive(Subcommand)]
enum MappingAction {
    /// Let a field fill an external field
    #[command(after_help = "Example:
  loanfile mapping add w2.employer_name LOS/FE0102")]
    Add(AddMapping),
    /// List mappings
    #[command(after_help = "Examples:
  loanfile mapping list
  loanfile mapping list --format json")]
    List(List),
    /// Remove a mapping
    #[command(after_help = "Example:
  loanfile mapping remove w2.employer_name LOS/FE0102")]
    Remove(RemoveMapping),
}

#[derive(Args)]
struct AddMapping {
    /// The field, such as w2.employer_name
    field_type_id: String,
    /// The external field: SYS/IDX, its id, or an identifier or name that only one has
    external_field: String,
}

#[derive(Args)]
struct RemoveMapping {
    /// The field; or the mapping's id, without anything behind it
    field_type_id: String,
    /// The external field: SYS/IDX, its id, or an identifier or name that only one has
    external_field: Option<String>,
}

impl ExternalField {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            ExternalFieldAction::Add(add) => {
                let new = NewExternalField { name: add.name, table_index: add.index, source: add.source };
                let added = ops::add_external_field(&context.workspace, &context.caller, &new)?;
                tell(&format!("Added {}/{}, {}.", added.source, added.table_index, added.name));
            }
            ExternalFieldAction::List(list) => external_fields(&context, list.format)?,
            ExternalFieldAction::Remove(remove) => {
                let named = &remove.external_field;
                let mappings = ops::remove_external_field(&context.workspace, &context.caller, named)?;
                tell(&format!("Removed {named} and {mappings} mappings to it."));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Mapping {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            MappingAction::Add(add) => {
                let (field, external) = (&add.field_type_id, &add.external_field);
                let added = ops::add_mapping(&context.workspace, &context.caller, field, external)?;
                let external = &added.external_field;
                tell(&format!("{field} fills {}/{}, {}.", external.source, external.table_index, external.name));
            }
            MappingAction::List(list) => mappings(&context, list.format)?,
            MappingAction::Remove(remove) => {
                let (field, external) = (&remove.field_type_id, remove.external_field.as_deref());
                ops::remove_mapping(&context.workspace, &context.caller, field, external)?;
                tell("Removed.");
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn external_fields(context: &Context, format: Format) -> Result<()> {
    let fields = ops::external_fields(&context.workspace, &context.caller)?;
    if format == Format::Json {
        return context.output.json(&PageView::whole(fields));
    }
    let mut rows = context.output.table(&["External field", "Name"]);
    for field in &fields {
        rows.add([format!("{}/{}", field.source, field.table_index), field.name.clone()]);
    }
    rows.print(&context.output)?;
    if fields.is_empty() {
        tell("No external fields yet; \"loanfile external-field add\" adds one.");
    }
    Ok(())
}

fn mappings(context: &Context, format: Format) -> Result<()> {
    let mappings = ops::mappings(&context.workspace, &context.caller)?;
    if format == Format::Json {
        return context.output.json(&PageView::whole(mappings));
    }
    let mut rows = context.output.table(&["Field", "Fills", "Name"]);
    for mapping in &mappings {
        let external = &mapping.external_field;
        rows.add([
            mapping.field_id.to_string(),
            format!("{}/{}", external.source, external.table_index),
            external.name.clone(),
        ]);
    }
    rows.print(&context.output)?;
    if mappings.is_empty() {
        tell("No mappings yet; \"loanfile mapping add\" adds one.");
    }
    Ok(())
}
