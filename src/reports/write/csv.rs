//! Comma-separated values that are safe to open in a spreadsheet.

use super::{RowWriter, keys, lost};
use crate::error::{Error, Result};
use crate::model::text_cell;
use crate::reports::{Cell, Column};
use std::io::Write;

/// Writes rows as comma-separated values under a line of column keys.
pub struct CsvRows<W: Write> {
    writer: csv::Writer<W>,
}

impl<W: Write> CsvRows<W> {
    /// Writes the headings.
    ///
    /// # Errors
    /// `Unavailable` when the place refuses.
    pub fn new(columns: &[Column], place: W) -> Result<Self> {
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(place);
        writer.write_record(keys(columns)).map_err(refused)?;
        Ok(Self { writer })
    }
}

impl<W: Write> RowWriter for CsvRows<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<()> {
        let texts = cells.iter().map(|cell| match cell {
            Cell::Text(text) => text_cell(text),
            other => other.text(),
        });
        self.writer.write_record(texts).map_err(refused)
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        self.writer.flush().map_err(lost)
    }
}

/// The failure of the place itself is kept, so that a closed pipe is known as one.
fn refused(error: csv::Error) -> Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => lost(error),
        other => lost(format!("{other:?}")),
    }
}
