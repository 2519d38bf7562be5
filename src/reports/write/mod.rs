//! Reports as files: one writer a format, each fed row by row.

mod csv;
mod json;
#[cfg(feature = "spreadsheets")]
mod parquet;
#[cfg(feature = "spreadsheets")]
mod workbook;

pub use csv::CsvRows;
pub use json::{JsonRow, JsonRows};
#[cfg(feature = "spreadsheets")]
pub use parquet::ParquetRows;
#[cfg(feature = "spreadsheets")]
pub use workbook::WorkbookRows;

use super::{Cell, Column};
use crate::error::{Error, ErrorKind, Result};

/// Takes the rows of a report one after the other.
pub trait RowWriter {
    /// Writes a row; it has a cell for each column.
    ///
    /// # Errors
    /// `Unavailable` when the place that is written to refuses.
    fn row(&mut self, cells: &[Cell]) -> Result<()>;

    /// Writes what comes behind the last row.
    ///
    /// # Errors
    /// As [`RowWriter::row`].
    fn finish(self: Box<Self>) -> Result<()>;
}

/// A failure of the place that is written to; a closed pipe is told apart by its cause.
fn lost(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorKind::Unavailable, "the report cannot be written").hint("check the disk").caused_by(error)
}

fn keys(columns: &[Column]) -> impl Iterator<Item = &'static str> {
    columns.iter().map(|column| column.key)
}
