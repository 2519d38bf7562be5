//! Excel workbooks: a sheet of typed cells under a bold heading that stays in view.
//!
//! Invariants: text is always written as text, never as a formula; a row is on disk before the next but one, so that
//! memory does not grow with rows. Moments stay text, as in every other format: a spreadsheet's dates know neither UTC
//! nor milliseconds.

use super::{RowWriter, lost};
use crate::error::Result;
use crate::reports::{Cell, Column};
use rust_xlsxwriter::{Format, Workbook, Worksheet};
use std::io::Write;

/// The rows that a sheet has room for, with its heading.
const ROWS_OF_SHEET: u32 = 1_048_576;

/// The letters that a cell has room for.
const LETTERS_OF_CELL: usize = 32_767;

/// Columns are as wide as what stands in them, within these bounds, in letters.
const WIDTHS: (usize, usize) = (8, 60);

/// Writes rows as the sheets of a workbook.
pub struct WorkbookRows<W: Write + Send> {
    workbook: Workbook,
    columns: Vec<Column>,
    heading: Format,
    widths: Vec<usize>,
    /// The sheet being filled, and its next row.
    sheet: usize,
    row: u32,
    rows_of_sheet: u32,
    place: W,
}

impl<W: Write + Send> WorkbookRows<W> {
    /// Begins the first sheet.
    ///
    /// # Errors
    /// `Unavailable` when the disk refuses.
    pub fn new(columns: &[Column], place: W) -> Result<Self> {
        Self::with_rows(columns, place, ROWS_OF_SHEET)
    }

    /// The same with sheets of so many rows, the heading among them.
    ///
    /// # Errors
    /// As [`WorkbookRows::new`].
    pub fn with_rows(columns: &[Column], place: W, rows_of_sheet: u32) -> Result<Self> {
        let mut rows = Self {
            workbook: Workbook::new(),
            columns: columns.to_vec(),
            heading: Format::new().set_bold(),
            widths: Vec::new(),
            sheet: 0,
            row: 0,
            rows_of_sheet: rows_of_sheet.clamp(2, ROWS_OF_SHEET),
            place,
        };
        rows.begin_sheet()?;
        Ok(rows)
    }

    fn begin_sheet(&mut self) -> Result<()> {
        let sheet = self.workbook.add_worksheet_with_constant_memory().map_err(lost)?;
        sheet.set_freeze_panes(1, 0).map_err(lost)?;
        for (number, column) in (0_u16..).zip(&self.columns) {
            sheet.write_string_with_format(0, number, column.key, &self.heading).map_err(lost)?;
        }
        // A heading has a button beside it.
        self.widths = self.columns.iter().map(|column| column.key.len() + 3).collect();
        self.row = 1;
        Ok(())
    }

    fn end_sheet(&mut self) -> Result<()> {
        let last_column = u16::try_from(self.columns.len().saturating_sub(1)).unwrap_or(u16::MAX);
        let last_row = self.row.saturating_sub(1);
        let sheet = self.workbook.worksheet_from_index(self.sheet).map_err(lost)?;
        for (number, width) in (0_u16..).zip(&self.widths) {
            let width = u32::try_from((*width).clamp(WIDTHS.0, WIDTHS.1)).unwrap_or_default();
            sheet.set_column_width(number, width).map_err(lost)?;
        }
        sheet.autofilter(0, 0, last_row, last_column).map_err(lost)?;
        Ok(())
    }
}

impl<W: Write + Send> RowWriter for WorkbookRows<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<()> {
        if self.row == self.rows_of_sheet {
            self.end_sheet()?;
            self.sheet += 1;
            self.begin_sheet()?;
        }
        let row = self.row;
        let sheet = self.workbook.worksheet_from_index(self.sheet).map_err(lost)?;
        for ((number, cell), width) in (0_u16..).zip(cells).zip(&mut self.widths) {
            *width = (*width).max(write(sheet, row, number, cell)?);
        }
        self.row += 1;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        self.end_sheet()?;
        let Self { workbook, place, .. } = self.as_mut();
        workbook.save_to_writer(&mut *place).map_err(lost)?;
        place.flush().map_err(lost)
    }
}

/// Writes a cell and returns how many letters it shows.
fn write(sheet: &mut Worksheet, row: u32, column: u16, cell: &Cell) -> Result<usize> {
    match cell {
        Cell::Empty => return Ok(0),
        Cell::Text(text) => {
            sheet.write_string(row, column, fitting(text)).map_err(lost)?;
            return Ok(text.chars().count());
        }
        Cell::Truth(truth) => sheet.write_boolean(row, column, *truth).map_err(lost)?,
        Cell::Number(_) => match cell.number() {
            Some(number) => sheet.write_number(row, column, number).map_err(lost)?,
            None => sheet.write_string(row, column, cell.text()).map_err(lost)?,
        },
    };
    Ok(cell.text().len())
}

/// Cuts what is too long for a cell.
fn fitting(text: &str) -> String {
    if text.encode_utf16().count() <= LETTERS_OF_CELL {
        return text.to_string();
    }
    let mut kept = String::new();
    let mut length = 1;
    for letter in text.chars() {
        length += letter.len_utf16();
        if length > LETTERS_OF_CELL {
            break;
        }
        kept.push(letter);
    }
    kept.push('…');
    kept
}
