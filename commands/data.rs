//! `loanfile data`.

use crate::context::{Context, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::{Args, ValueEnum};
use loanfile::ops;
use loanfile::views::{DataRowView, PageView};
use std::process::ExitCode;

/// Print the flattened data of a loan: one row a value
///
/// Only current documents and fields in use are told. Of the values that are mapped to one field of another system the
/// loan keeps one: a corrected one before others, then that of the newest paper, then the surest. Values are shown in
/// full, social security and account numbers too.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile data --loan L-17
  loanfile data --loan L-17 --type paystub
  loanfile data --loan L-17 --format csv > L-17.csv
  loanfile data --loan L-17 --format json

In CSV a text that a spreadsheet would take for a formula begins with an
apostrophe.")]
pub struct Data {
    /// The loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: String,
    /// Only documents of this type, such as w2
    #[arg(long = "type", value_name = "TYPE")]
    document_type: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: DataFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum DataFormat {
    /// A table for people
    Table,
    /// JSON as the API answers it
    Json,
    /// Comma-separated values for spreadsheets
    Csv,
}

impl Data {
    /// Prints the data.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let data = ops::loan_data(&context.workspace, &context.caller, &self.loan, self.document_type.as_deref())?;
        match self.format {
            DataFormat::Json => context.output.json(&PageView::whole(data))?,
            DataFormat::Csv => context.output.raw(&csv_of(&data)?)?,
            DataFormat::Table => table(&context, &data)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints the rows, each document's under its type.
fn table(context: &Context, data: &[DataRowView]) -> Result<()> {
    for (number, rows) in (0..).zip(data.chunk_by(|one, other| one.document_id == other.document_id)) {
        let Some(first) = rows.first() else { continue };
        if number > 0 {
            context.output.line("")?;
        }
        context.output.line(&format!("{} ({})", first.doc_type_name, first.document_id))?;
        let mut table = context.output.table(&["  Field", ">Row", "Value", ">Conf.", "Fills"]);
        for row in rows {
            let corrected = if row.manually_corrected { "*" } else { "" };
            table.add([
                format!("  {}", row.display_name),
                row.row_index.map(|row| row.to_string()).unwrap_or_default(),
                row.field_value.clone(),
                format!("{corrected}{}", row.field_confidence),
                row.external_names(),
            ]);
        }
        table.print(&context.output)?;
    }
    if data.is_empty() {
        tell("The loan has no data yet; \"loanfile process\" reads its documents.");
    } else if data.iter().any(|row| row.manually_corrected) {
        tell("* corrected by a person");
    }
    Ok(())
}

fn csv_of(data: &[DataRowView]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(DataRowView::HEADINGS)?;
    for row in data {
        writer.write_record(row.cells())?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
