//! Reads the rows of a type's tables: under heading lines, from numbered boxes, from boxes that stack values,
//! from columns headed by letters or titles, from lists without headings or told by their shape, from parts of a form,
//! from numbered paragraphs, from charges in lettered parts, from clauses of running text.

mod across;
mod bands;
mod boxes;
mod ledger;
mod listed;
mod numbered;
mod parts;
mod row;
mod running;
mod sections;
mod sentences;
mod shaped;
mod sideways;
mod stacked;

use super::ExtractedField;
use super::sheet::Sheet;
use crate::library::{DocumentType, TableDefinition, TableLayout};
use crate::model::Source;
use crate::page::Rect;

/// A cell of a row before it becomes a field.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    column: String,
    value: String,
    raw: String,
    rect: Rect,
    sheet: usize,
    reading: f32,
    quality: f32,
    source: Source,
}

/// A row of a table.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    cells: Vec<Cell>,
}

impl Row {
    fn cell(&self, column: &str) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.column == column)
    }
}

/// Reads the rows of every table of the type. `fields` are the single values, which complete dates and signs.
pub fn rows(sheets: &[Sheet<'_>], definition: &DocumentType, fields: &[ExtractedField]) -> Vec<ExtractedField> {
    let mut found = Vec::new();
    let in_columns = bands::rows(sheets, definition, fields);
    for (index, table) in definition.tables.iter().enumerate() {
        let rows = match table.layout {
            TableLayout::Columns => in_columns.get(index).cloned().unwrap_or_default(),
            TableLayout::Boxes => boxes::rows(sheets, table),
            TableLayout::Stacked => stacked::rows(sheets, table),
            TableLayout::Sideways => sideways::rows(sheets, table),
            TableLayout::Across => across::rows(sheets, table),
            TableLayout::Ledger => ledger::rows(sheets, table),
            TableLayout::Listed => listed::rows(sheets, table),
            TableLayout::Sections => sections::rows(sheets, table),
            TableLayout::Numbered => numbered::rows(sheets, table),
            TableLayout::Shaped => {
                let under_headings = in_columns.get(index).cloned().unwrap_or_default();
                fuller(table, under_headings, shaped::rows(sheets, table))
            }
        };
        let mut rows = rows;
        running::settle(table, fields, &mut rows);
        if !table.sentences.is_empty() && !rows.iter().any(|row| is_complete(table, row)) {
            rows = sentences::rows(sheets, table);
        }
        let rows = if table.parts { parts::complete(sheets, definition, table, rows) } else { rows };
        if rows.is_empty() && table.from_fields {
            found.extend(row_of_fields(definition, table, fields));
        } else {
            push_rows(sheets, definition, table, rows, &mut found);
        }
    }
    found
}

/// The rows of which more are complete: those under headings, or those told by their shape.
fn fuller(table: &TableDefinition, headed: Vec<Row>, shaped: Vec<Row>) -> Vec<Row> {
    let complete = |rows: &[Row]| rows.iter().filter(|row| is_complete(table, row)).count();
    if complete(&headed) >= complete(&shaped) { headed } else { shaped }
}

/// Tells whether a row has all the columns without which it is none.
fn is_complete(table: &TableDefinition, row: &Row) -> bool {
    table.columns.iter().filter(|column| column.required).all(|column| row.cell(&column.id).is_some())
}

/// Makes the one row of a table out of the single fields that carry its columns' names.
fn row_of_fields(definition: &DocumentType, table: &TableDefinition, fields: &[ExtractedField]) -> Vec<ExtractedField> {
    let cells: Vec<ExtractedField> = table
        .columns
        .iter()
        .filter_map(|column| {
            let field = fields.iter().find(|field| field.field == definition.field_id(&column.id))?;
            Some(ExtractedField { field: definition.column_id(&table.id, &column.id), row: Some(0), ..field.clone() })
        })
        .collect();
    if cells.len() >= 2 { cells } else { Vec::new() }
}

fn push_rows(
    sheets: &[Sheet<'_>],
    definition: &DocumentType,
    table: &TableDefinition,
    rows: Vec<Row>,
    found: &mut Vec<ExtractedField>,
) {
    for (number, row) in rows.into_iter().filter(|row| is_complete(table, row)).enumerate() {
        for cell in row.cells {
            found.push(ExtractedField {
                field: definition.column_id(&table.id, &cell.column),
                row: u32::try_from(number).ok(),
                confidence: super::choose::confidence(cell.quality, 1.0, cell.reading, cell.source),
                value: cell.value,
                raw: cell.raw,
                page: sheets[cell.sheet].layout.page.number,
                rect: cell.rect,
                source: cell.source,
            });
        }
    }
}
