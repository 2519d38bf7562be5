//! `loanfile report run`.

use crate::context::Context;
use crate::output::{Rows, tell};
use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use loanfile::error::Error;
use loanfile::ops;
use loanfile::reports::write::{CsvRows, JsonRows, RowWriter};
#[cfg(feature = "spreadsheets")]
use loanfile::reports::write::{ParquetRows, WorkbookRows};
use loanfile::reports::{Cell, Column, ColumnKind, Report, ReportFilter};
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Write a report
///
/// Rows come in the same order whenever the data is the same. A report without rows is no error. With --output the file
/// is written beside its place and put there when it is whole.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile report run \"Loan Processing\"
  loanfile report run \"Loan Processing\" --from 2026-03-01 --to 2026-03-31 \\
    --format csv --output march.csv
  loanfile report run \"AI Performance\" --loans L-17 --format jsonl |
    jq .extractionConfidence
  loanfile report run \"Bank Statement Analysis\" --output deposits.xlsx

A table on the screen leaves out ids and links; files have all columns.
A date stands for a whole day in UTC; --to includes it. Documents are chosen by
when their file was received.")]
pub struct Run {
    /// The report's name, as "report list" shows it; letter case counts
    name: String,
    /// Only documents that were received on this day or later
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Only documents that were received on this day or earlier
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Only these loans, by your ids for them, with commas between
    #[arg(long, value_name = "IDS")]
    loans: Option<String>,
    /// How to write it; as the file's name ends when nothing is said, else as a table
    #[arg(long, value_name = "FORMAT")]
    format: Option<ReportFormat>,
    /// Write it to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// A table for people
    Table,
    /// JSON as the API answers it
    Json,
    /// JSON, a row a line
    Jsonl,
    /// Comma-separated values for spreadsheets
    Csv,
    /// An Excel workbook
    #[cfg(feature = "spreadsheets")]
    Xlsx,
    /// A Parquet file for programs that analyse
    #[cfg(feature = "spreadsheets")]
    Parquet,
}

impl ReportFormat {
    /// Returns the format that a file's name ends with.
    fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        Self::from_str(ending, true).ok().filter(|format| *format != Self::Table)
    }

    /// Tells whether it is for programs only.
    fn is_binary(self) -> bool {
        match self {
            Self::Table | Self::Json | Self::Jsonl | Self::Csv => false,
            #[cfg(feature = "spreadsheets")]
            Self::Xlsx | Self::Parquet => true,
        }
    }
}

impl Run {
    /// Writes the report.
    pub fn run(self, context: &Context) -> Result<()> {
        let filter = ReportFilter::read(self.from.as_deref(), self.to.as_deref(), self.loans.as_deref())?;
        let report = ops::report_named(&context.workspace, &context.caller, &self.name)?;
        let by_name = self.output.as_deref().and_then(ReportFormat::of_file);
        let format = self.format.or(by_name).unwrap_or(ReportFormat::Table);
        match &self.output {
            Some(path) => {
                let count = to_file(context, report, &filter, format, path)?;
                tell(&format!("{count} rows in {}", path.display()));
            }
            None if format == ReportFormat::Table => print_table(context, report, &filter)?,
            None if format.is_binary() && std::io::stdout().is_terminal() => {
                return Err(Error::invalid_input("this format is not for the screen")
                    .hint("give --output FILE")
                    .into());
            }
            None => {
                write(context, report, &filter, format, BufWriter::new(std::io::stdout()))?;
            }
        }
        Ok(())
    }
}

/// A file that is there is whole: it takes its name last.
fn to_file(
    context: &Context,
    report: &dyn Report,
    filter: &ReportFilter,
    format: ReportFormat,
    path: &Path,
) -> Result<u64> {
    whole_file(path, |place| write(context, report, filter, format, BufWriter::new(place)))
}

/// Writes a file that has its name only when all of it is written.
pub(super) fn whole_file<T>(path: &Path, write: impl FnOnce(&File) -> Result<T>) -> Result<T> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let told = || format!("{} cannot be written", path.display());
    let file = tempfile::NamedTempFile::new_in(folder).with_context(told)?;
    let written = write(file.as_file())?;
    file.as_file().sync_all().with_context(told)?;
    file.persist(path).with_context(told)?;
    Ok(written)
}

fn write(
    context: &Context,
    report: &dyn Report,
    filter: &ReportFilter,
    format: ReportFormat,
    place: impl Write + Send,
) -> Result<u64> {
    let columns = report.columns();
    let writer: Box<dyn RowWriter + '_> = match format {
        ReportFormat::Csv => Box::new(CsvRows::new(&columns, place)?),
        ReportFormat::Json => Box::new(JsonRows::new(&columns, place)?),
        ReportFormat::Jsonl => Box::new(JsonRows::lines(&columns, place)),
        #[cfg(feature = "spreadsheets")]
        ReportFormat::Xlsx => Box::new(WorkbookRows::new(&columns, place)?),
        #[cfg(feature = "spreadsheets")]
        ReportFormat::Parquet => Box::new(ParquetRows::new(&columns, place)?),
        ReportFormat::Table => {
            return Err(Error::invalid_input("a table is for the screen").hint("give --format csv or json").into());
        }
    };
    Ok(ops::write_report(&context.workspace, &context.caller, report, filter, writer)?)
}

/// Prints a report as a table; all of it is in memory, to find the widths of the columns.
fn print_table(context: &Context, report: &dyn Report, filter: &ReportFilter) -> Result<()> {
    let columns = report.columns();
    let shown: Vec<bool> = columns.iter().map(|column| !OF_PROGRAMS.contains(&column.key)).collect();
    let headings: Vec<String> = of_people(&columns, &shown).map(heading).collect();
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut rows = context.output.table(&headings);
    let writer = TableRows { rows: &mut rows, shown };
    let count = ops::write_report(&context.workspace, &context.caller, report, filter, Box::new(writer))?;
    rows.print(&context.output)?;
    if count == 0 {
        tell("There are no rows.");
    }
    Ok(())
}

/// Ids and links that a table for people leaves out: files have all columns.
const OF_PROGRAMS: [&str; 10] = [
    "loanId",
    "documentId",
    "documentTypeId",
    "fieldTypeId",
    "sourceFileId",
    "taskId",
    "runId",
    "loanLink",
    "docLink",
    "loanNumber",
];

fn of_people<'c, T>(cells: &'c [T], shown: &'c [bool]) -> impl Iterator<Item = &'c T> {
    cells.iter().zip(shown).filter(|(_, shown)| **shown).map(|(cell, _)| cell)
}

fn heading(column: &Column) -> String {
    let mark = if column.kind == ColumnKind::Number { ">" } else { "" };
    format!("{mark}{}", column.label)
}

struct TableRows<'r> {
    rows: &'r mut Rows,
    shown: Vec<bool>,
}

impl RowWriter for TableRows<'_> {
    fn row(&mut self, cells: &[Cell]) -> loanfile::error::Result<()> {
        self.rows.add(of_people(cells, &self.shown).map(Cell::text));
        Ok(())
    }

    fn finish(self: Box<Self>) -> loanfile::error::Result<()> {
        Ok(())
    }
}
