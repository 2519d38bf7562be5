//! Tables whose rows stand in labelled boxes of a form: each line of a box is a row.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::region;
use crate::extract::sheet::Sheet;
use crate::extract::value::{Run, read_amounts};
use crate::library::{ColumnDefinition, TableDefinition};
use crate::model::ValueKind;
use crate::page::LabelMatch;

/// Returns the rows of the copy of the form that shows the most of them.
pub fn rows(sheets: &[Sheet<'_>], table: &TableDefinition) -> Vec<Row> {
    let labels: Vec<&String> = table.columns.iter().flat_map(|column| &column.headings).collect();
    let mut best: Vec<Row> = Vec::new();
    for (index, sheet) in sheets.iter().enumerate() {
        let copies = labels.iter().map(|label| sheet.places(label).len()).max().unwrap_or(0);
        for copy in 0..copies {
            let rows: Vec<Row> = labels
                .iter()
                .filter_map(|label| place_of_copy(sheet, label, copy))
                .flat_map(|place| rows_of_box(sheet, index, table, place))
                .collect();
            if rows.len() > best.len() {
                best = rows;
            }
        }
    }
    best
}

/// Copies of a form repeat their labels in the same order.
fn place_of_copy<'s>(sheet: &'s Sheet<'_>, label: &str, copy: usize) -> Option<&'s LabelMatch> {
    sheet.places(label).get(copy).filter(|place| place.score >= 0.6)
}

fn rows_of_box(sheet: &Sheet<'_>, index: usize, table: &TableDefinition, place: &LabelMatch) -> Vec<Row> {
    region::in_box(sheet, place).iter().filter_map(|line| row_of_line(sheet, index, table, line)).collect()
}

fn row_of_line(sheet: &Sheet<'_>, index: usize, table: &TableDefinition, line: &[usize]) -> Option<Row> {
    let amount_column = table.columns.iter().find(|column| column.kind == ValueKind::Money)?;
    let text_column = table.columns.iter().find(|column| column.kind == ValueKind::Text);
    let amount = read_amounts(&Run::new(&sheet.layout, line)).into_iter().next_back()?;
    let before: Vec<usize> = line.iter().copied().filter(|word| !amount.words.contains(word)).collect();
    let mut cells: Vec<Cell> = Vec::new();
    if let Some(cell) = text_column.and_then(|column| text_cell(sheet, index, column, &before)) {
        cells.push(cell);
    }
    cells.push(cell(sheet, index, amount_column, amount));
    Some(Row { cells })
}

fn text_cell(sheet: &Sheet<'_>, index: usize, column: &ColumnDefinition, words: &[usize]) -> Option<Cell> {
    let reading = read(sheet, column, words)?;
    Some(cell(sheet, index, column, reading))
}
