//! Lists without column headings whose cells are told by their shape: between a title and an end each line has a date,
//! a number, a listed word, and texts in the order of their columns.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::sheet::Sheet;
use crate::library::{ColumnDefinition, TableDefinition};
use crate::model::ValueKind;
use crate::page::{LabelMatch, Phrase};

/// A title or an end less clear than this is none.
const CLEAR: f32 = 0.6;

/// Returns the rows of every part of the list; it may go on over pages.
pub fn rows(sheets: &[Sheet<'_>], table: &TableDefinition) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut open = false;
    for (index, sheet) in sheets.iter().enumerate() {
        for line in &sheet.layout.lines {
            if leads(sheet, &table.titles, &line.words) {
                open = true;
            } else if leads(sheet, &table.ends, &line.words) {
                open = false;
            }
            // The first row may stand beside the title.
            if open {
                rows.extend(row(sheet, index, table, &line.words));
            }
        }
    }
    rows
}

/// Tells whether a line begins with one of the phrases.
fn leads(sheet: &Sheet<'_>, phrases: &[String], line: &[usize]) -> bool {
    let begins = |place: &LabelMatch| place.score >= CLEAR && place.words.first() == line.first();
    phrases.iter().flat_map(|phrase| sheet.places(phrase)).any(begins)
}

fn row(sheet: &Sheet<'_>, index: usize, table: &TableDefinition, line: &[usize]) -> Option<Row> {
    let words: Vec<usize> = line.iter().copied().filter(|&word| !sheet.is_label[word]).collect();
    let mut phrases = sheet.layout.phrases(&words);
    let mut cells: Vec<Cell> = Vec::new();
    for column in table.columns.iter().filter(|column| !is_text(column)) {
        let shaped = phrases.iter().position(|phrase| has_shape(sheet, column, phrase));
        if let Some(position) = shaped {
            let phrase = phrases.remove(position);
            cells.push(cell(sheet, index, column, read(sheet, column, &phrase.words)?));
        }
    }
    let told = cells.len();
    let texts = table.columns.iter().filter(|column| is_text(column));
    for (column, phrase) in texts.zip(&phrases) {
        if let Some(reading) = read(sheet, column, &phrase.words) {
            cells.push(cell(sheet, index, column, reading));
        }
    }
    (told > 0).then_some(Row { cells })
}

/// Texts have no shape, but for those of a few words.
fn is_text(column: &ColumnDefinition) -> bool {
    matches!(column.kind, ValueKind::Text | ValueKind::Name) && column.choices.is_empty()
}

/// A phrase has a column's shape when the whole of it can be read as its kind.
fn has_shape(sheet: &Sheet<'_>, column: &ColumnDefinition, phrase: &Phrase) -> bool {
    if column.kind == ValueKind::Text {
        return read(sheet, column, &phrase.words).is_some();
    }
    read(sheet, column, &phrase.words).is_some_and(|reading| reading.words.len() == phrase.words.len())
}
