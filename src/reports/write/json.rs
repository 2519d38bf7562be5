//! JSON as the API answers it: `{"data": [...]}`, a row an object, or a row a line.

use super::{RowWriter, lost};
use crate::error::Result;
use crate::reports::{Cell, Column};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::Write;

/// Writes rows as the members of an array.
pub struct JsonRows<W: Write> {
    columns: Vec<Column>,
    place: W,
    count: u64,
    lines: bool,
}

/// A row as an object.
pub struct JsonRow<'r> {
    columns: &'r [Column],
    cells: &'r [Cell],
}

impl<W: Write> JsonRows<W> {
    /// Begins an object with the array `data`.
    ///
    /// # Errors
    /// `Unavailable` when the place refuses.
    pub fn new(columns: &[Column], mut place: W) -> Result<Self> {
        place.write_all(b"{\"data\":[").map_err(lost)?;
        Ok(Self { columns: columns.to_vec(), place, count: 0, lines: false })
    }

    /// Writes each row as a line of its own and nothing around them.
    pub fn lines(columns: &[Column], place: W) -> Self {
        Self { columns: columns.to_vec(), place, count: 0, lines: true }
    }
}

impl<W: Write> RowWriter for JsonRows<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<()> {
        let before: &[u8] = match (self.lines, self.count) {
            (true, _) => b"",
            (false, 0) => b"\n",
            (false, _) => b",\n",
        };
        self.place.write_all(before).map_err(lost)?;
        serde_json::to_writer(&mut self.place, &JsonRow { columns: &self.columns, cells })
            .map_err(|error| lost(std::io::Error::from(error)))?;
        if self.lines {
            self.place.write_all(b"\n").map_err(lost)?;
        }
        self.count += 1;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        if !self.lines {
            self.place.write_all(b"\n]}\n").map_err(lost)?;
        }
        self.place.flush().map_err(lost)
    }
}

impl<'r> JsonRow<'r> {
    /// Shows a row under its columns' keys.
    pub fn new(columns: &'r [Column], cells: &'r [Cell]) -> Self {
        Self { columns, cells }
    }
}

impl Serialize for JsonRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.columns.len()))?;
        for (column, cell) in self.columns.iter().zip(self.cells) {
            object.serialize_entry(column.key, cell)?;
        }
        object.end()
    }
}
