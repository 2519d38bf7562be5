//! The parts of a combined statement, one for each account: what a row of the summary lacks stands there under the
//! labels of the single fields.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::region;
use crate::extract::sheet::Sheet;
use crate::extract::value::{clean_text, is_short_date};
use crate::library::{ColumnDefinition, DocumentType, TableDefinition};
use crate::model::ValueKind;
use crate::page::LabelMatch;

/// A place on the paper: its sheet and how far down.
type Height = (usize, f32);

/// Adds to each row the columns that it lacks and that its part of the paper prints.
pub fn complete(sheets: &[Sheet<'_>], definition: &DocumentType, table: &TableDefinition, rows: Vec<Row>) -> Vec<Row> {
    let Some(number) = table.columns.iter().find(|column| column.kind == ValueKind::AccountNumber) else { return rows };
    let beginnings: Vec<(Height, String)> = beginnings(sheets, &rows, number);
    let mut completed = rows;
    for row in &mut completed {
        let Some(account) = row.cell(&number.id).map(|cell| cell.value.clone()) else { continue };
        let Some(at) = beginnings.iter().position(|(_, known)| *known == account) else { continue };
        let end = beginnings[at + 1..].iter().find(|(_, known)| *known != account).map(|(height, _)| *height);
        let part = (beginnings[at].0, end.unwrap_or((sheets.len(), 0.0)));
        let lacking: Vec<&ColumnDefinition> =
            table.columns.iter().filter(|column| row.cell(&column.id).is_none()).collect();
        row.cells.extend(lacking.into_iter().filter_map(|column| value(sheets, definition, column, part)));
    }
    completed
}

/// Where the number of each row is printed again, from top to bottom.
fn beginnings(sheets: &[Sheet<'_>], rows: &[Row], number: &ColumnDefinition) -> Vec<(Height, String)> {
    let numbers: Vec<&Cell> = rows.iter().filter_map(|row| row.cell(&number.id)).collect();
    let mut found: Vec<(Height, String)> = Vec::new();
    for (index, sheet) in sheets.iter().enumerate() {
        for placed in &sheet.layout.words {
            let text = clean_text(&placed.word.text);
            let own = |cell: &&&Cell| cell.value == text;
            let in_row = |cell: &&Cell| {
                cell.sheet == index && cell.rect.overlap_y(&placed.word.rect) > 0.0 && cell.value == text
            };
            if numbers.iter().any(|cell| own(&cell)) && !numbers.iter().any(in_row) {
                found.push(((index, placed.word.rect.top), text));
            }
        }
    }
    found.sort_by(|a, b| a.0.0.cmp(&b.0.0).then(a.0.1.total_cmp(&b.0.1)));
    found
}

/// The value beside or under the first label of the column's single field in a part.
fn value(
    sheets: &[Sheet<'_>],
    definition: &DocumentType,
    column: &ColumnDefinition,
    (from, to): (Height, Height),
) -> Option<Cell> {
    let field = definition.field(&column.id)?;
    let inside = |height: Height| {
        let after = height.0 > from.0 || (height.0 == from.0 && height.1 > from.1 - 2.0);
        after && (height.0 < to.0 || (height.0 == to.0 && height.1 < to.1 - 2.0))
    };
    sheets.iter().enumerate().find_map(|(index, sheet)| {
        let labels = sheet.any_places(&field.labels).map(|(_, label)| label);
        let mut labels: Vec<&LabelMatch> =
            labels.filter(|label| label.score > 0.6 && inside((index, label.rect.top))).collect();
        labels.sort_by(|a, b| a.rect.top.total_cmp(&b.rect.top));
        labels.into_iter().find_map(|label| {
            let under = || region::below(sheet, label).into_iter().find(|line| !line.is_empty());
            let reading = read(sheet, column, &region::right_of(sheet, label))
                .or_else(|| read(sheet, column, &under().filter(|line| !begins_with_date(sheet, line))?))?;
            (reading.quality > 0.6).then(|| cell(sheet, index, column, reading))
        })
    })
}

/// A line that begins with a date is a row of another table.
fn begins_with_date(sheet: &Sheet<'_>, line: &[usize]) -> bool {
    let first = line.first().and_then(|&word| sheet.layout.lines[sheet.layout.words[word].line].words.first());
    first.is_some_and(|&word| is_short_date(&sheet.layout.words[word].word.text))
}
