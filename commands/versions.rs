//! `loanfile versions`.

use crate::context::{Context, Format, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand};
use loanfile::ops;
use loanfile::views::{ChangeView, DiffSideView, DiffView, FieldDiffView, PageView, RowDiffView, ValueView};
use std::process::ExitCode;

/// List the versions of a paper, and show what differs between two documents
///
/// Documents are versions of one paper when they have the same type and the same identity, such as a W-2's employee,
/// employer and year. A copy repeats another document and counts nowhere.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile versions list L-17/3
  loanfile versions diff L-17/3 L-17/9
  loanfile versions diff L-17/3 L-17/9 --format json

Documents of two types, such as a Loan Estimate and a Closing Disclosure, are
compared in what both types have.")]
pub struct Versions {
    #[command(subcommand)]
    action: VersionsAction,
}

#[derive(Subcommand)]
enum VersionsAction {
    /// List the versions and copies of a document's paper, newest first
    #[command(after_help = "Example:
  loanfile versions list L-17/3")]
    List(List),
    /// Show what differs between two documents, side by side
    #[command(after_help = "Examples:
  loanfile versions diff L-17/3 L-17/9
  loanfile versions diff L-17/3 L-17/9 --format json")]
    Diff(Diff),
}

#[derive(Args)]
struct List {
    /// The document: its id, or LOAN/N
    document: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Diff {
    /// The first document, as a rule the older one: its id, or LOAN/N
    before: String,
    /// The second document
    after: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Versions {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            VersionsAction::List(list) => list.run(&context)?,
            VersionsAction::Diff(diff) => diff.run(&context)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl List {
    fn run(self, context: &Context) -> Result<()> {
        let chain = ops::versions_of(&context.workspace, &context.caller, &self.document)?;
        if self.format == Format::Json {
            return context.output.json(&PageView::whole(chain));
        }
        let mut rows = context.output.table(&[">Version", "Document", "Name", "", "Since"]);
        for version in &chain {
            let original = version.duplicate_of.and_then(|id| chain.iter().find(|other| other.document_id == id));
            let standing = match (version.duplicate_of, original, version.current_version) {
                (Some(_), Some(original), _) => format!("copy of {}", original.name),
                (Some(id), None, _) => format!("copy of {id}"),
                (None, _, true) => "current".to_string(),
                (None, _, false) => "old".to_string(),
            };
            rows.add([
                version.version_identifier.clone().unwrap_or_default(),
                version.name.clone(),
                version.version_custom_name.clone().unwrap_or_default(),
                standing,
                version.created_at.to_string().chars().take(10).collect(),
            ]);
        }
        rows.print(&context.output)
    }
}

impl Diff {
    fn run(self, context: &Context) -> Result<()> {
        let diff = ops::diff_documents(&context.workspace, &context.caller, &self.before, &self.after)?;
        if self.format == Format::Json {
            return context.output.json(&diff);
        }
        context.output.line(&format!("A  {}: {}", self.before, side(&diff.before)))?;
        context.output.line(&format!("B  {}: {}", self.after, side(&diff.after)))?;
        context.output.line("")?;
        let mut rows = context.output.table(&["", "Field", "A", "B"]);
        for field in &diff.fields {
            rows.add(cells(&field.display_name, field));
        }
        rows.print(&context.output)?;
        for table in &diff.tables {
            context.output.line("")?;
            context.output.line(&format!("{}:", table.table))?;
            let mut rows = context.output.table(&["", "Row", "A", "B"]);
            for row in &table.rows {
                add_row(&mut rows, row);
            }
            rows.print(&context.output)?;
        }
        tell(&summary(&diff));
        Ok(())
    }
}

fn side(side: &DiffSideView) -> String {
    let name = side.version_custom_name.clone().unwrap_or_else(|| side.doc_type_name.clone());
    side.version_identifier.as_ref().map(|version| format!("{name}, version {version}")).unwrap_or(name)
}

fn cells(name: &str, field: &FieldDiffView) -> [String; 4] {
    let shown = |value: &Option<ValueView>| value.as_ref().map(value_with_place).unwrap_or_default();
    [mark(field.change).to_string(), name.to_string(), shown(&field.before), shown(&field.after)]
}

/// A row that came or went is told as a whole, of others the cells that changed.
fn add_row(rows: &mut crate::output::Rows, row: &RowDiffView) {
    let number = |row: Option<u32>| row.map(|row| row.to_string()).unwrap_or_default();
    if row.change != ChangeView::Changed {
        let pick = |field: &FieldDiffView| {
            field.before.as_ref().or(field.after.as_ref()).map(|value| value.field_value.clone())
        };
        let whole = row.cells.iter().filter_map(pick).collect::<Vec<_>>().join(" | ");
        let (before, after) = if row.before_row.is_some() { (whole, String::new()) } else { (String::new(), whole) };
        rows.add([mark(row.change).to_string(), number(row.before_row.or(row.after_row)), before, after]);
        return;
    }
    let named = match (row.before_row, row.after_row) {
        (before, after) if before == after => number(before),
        (before, after) => format!("{} > {}", number(before), number(after)),
    };
    for cell in row.cells.iter().filter(|cell| cell.change != ChangeView::Unchanged) {
        rows.add(cells(&format!("{named} {}", cell.display_name), cell));
    }
}

fn value_with_place(value: &ValueView) -> String {
    let page = value.page_number.map(|page| format!("p. {page}, ")).unwrap_or_default();
    let certainty = if value.manually_corrected { "corrected".to_string() } else { value.field_confidence.to_string() };
    format!("{} ({page}{certainty})", value.field_value)
}

fn mark(change: ChangeView) -> &'static str {
    match change {
        ChangeView::Changed => "~",
        ChangeView::Added => "+",
        ChangeView::Removed => "-",
        ChangeView::Unchanged => "",
    }
}

fn summary(diff: &DiffView) -> String {
    let rows: usize = diff.tables.iter().map(|table| table.rows.len()).sum();
    let left = diff.before.not_compared + diff.after.not_compared;
    let left =
        if left > 0 { format!("; {left} values that only one of the types has are left out") } else { String::new() };
    format!("{} values and {rows} rows differ, {} are the same{left}.", diff.fields.len(), diff.unchanged)
}
