//! The accounts of a combined statement, whose numbers stand over their rows.

use super::Context;
use crate::extract::region::right_of;
use crate::extract::sheet::Sheet;
use crate::extract::table::row::{cell, read};
use crate::extract::table::{Cell, Row};
use crate::extract::value::clean_text;
use crate::library::DocumentType;
use crate::model::ValueKind;

/// The account numbers that stand beside their labels anywhere on the paper, each once.
pub(super) fn printed_accounts(sheets: &[Sheet<'_>], definition: &DocumentType) -> Vec<Cell> {
    let carried = definition.tables.iter().flat_map(|table| &table.columns).find(|column| column.carried);
    let Some((column, field)) = carried.and_then(|column| Some((column, definition.field(&column.id)?))) else {
        return Vec::new();
    };
    let mut found: Vec<Cell> = Vec::new();
    for (index, sheet) in sheets.iter().enumerate() {
        for (_, place) in sheet.any_places(&field.labels) {
            let Some(reading) = read(sheet, column, &right_of(sheet, place)) else { continue };
            if !found.iter().any(|known| known.value == reading.value) {
                found.push(cell(sheet, index, column, reading));
            }
        }
    }
    found
}

/// The account whose number the line names, when the paper has several.
pub(super) fn known_account(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    words: &[usize],
    found: &[Vec<Row>],
) -> Option<Cell> {
    let tables = context.definition.tables.iter().zip(found);
    let listed = tables.flat_map(|(table, rows)| {
        let column = table.columns.iter().find(|column| column.kind == ValueKind::AccountNumber && column.required);
        rows.iter().filter_map(move |row| row.cell(&column?.id))
    });
    let accounts: Vec<&Cell> = context.accounts.iter().chain(listed).collect();
    let several = accounts.iter().any(|account| account.value != accounts[0].value);
    if !several {
        return None;
    }
    let here = words.iter().find_map(|&word| {
        let text = clean_text(&sheet.layout.words[word].word.text);
        accounts.iter().find(|account| account.value == text)
    })?;
    Some((*here).clone())
}
