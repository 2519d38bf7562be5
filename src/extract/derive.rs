//! Values that are printed nowhere by themselves and that a row or another value settles.

use super::ExtractedField;
use crate::library::{DocumentType, FromRow};
use crate::model::{Confidence, Source};
use crate::page::key;
use std::collections::BTreeSet;

/// Returns the fields that were not read and that a row or another field settles.
pub fn from_rows(definition: &DocumentType, fields: &[ExtractedField], rows: &[ExtractedField]) -> Vec<ExtractedField> {
    definition
        .fields
        .iter()
        .filter(|field| !fields.iter().any(|known| known.field == definition.field_id(&field.id)))
        .filter_map(|field| {
            let settled = field.from_rows.iter().find_map(|rule| settle(definition, fields, rows, rule));
            let found = settled.or_else(|| joined(definition, fields, &field.joined))?;
            Some(ExtractedField { field: definition.field_id(&field.id), row: None, ..found })
        })
        .collect()
}

/// The values of several fields as one; at least two of them must have been read.
fn joined(definition: &DocumentType, fields: &[ExtractedField], parts: &[String]) -> Option<ExtractedField> {
    let read = parts.iter().filter_map(|part| fields.iter().find(|known| known.field == definition.field_id(part)));
    let read: Vec<&ExtractedField> = read.collect();
    let first = *read.first().filter(|_| read.len() >= 2)?;
    let text = |of: fn(&ExtractedField) -> &str| read.iter().map(|&part| of(part)).collect::<Vec<_>>().join(" ");
    Some(ExtractedField {
        value: text(|part| &part.value),
        raw: text(|part| &part.raw),
        source: Source::Derived,
        confidence: read.iter().fold(Confidence::new(1.0), |all, part| all.and(part.confidence)),
        ..first.clone()
    })
}

fn settle(
    definition: &DocumentType,
    fields: &[ExtractedField],
    rows: &[ExtractedField],
    rule: &FromRow,
) -> Option<ExtractedField> {
    let basis = match (&rule.table, &rule.field) {
        (Some(table), _) => row_basis(definition, rows, table, rule)?,
        (None, Some(field)) => {
            let basis = fields.iter().find(|known| known.field == definition.field_id(field))?;
            let has_word = |says: &String| {
                basis.value.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(says))
            };
            rule.says.as_ref().is_none_or(has_word).then(|| basis.clone())?
        }
        (None, None) => return None,
    };
    match &rule.value {
        Some(value) => Some(ExtractedField {
            value: value.clone(),
            source: Source::Derived,
            // One more step of reasoning may be wrong.
            confidence: basis.confidence.and(Confidence::new(0.97)),
            ..basis
        }),
        None => Some(basis),
    }
}

/// The cell that holds the value, or the one that the condition is on, in the first row that fulfils it.
fn row_basis(
    definition: &DocumentType,
    rows: &[ExtractedField],
    table: &str,
    rule: &FromRow,
) -> Option<ExtractedField> {
    let cell = |row: u32, column: &str| {
        let id = definition.column_id(table, column);
        rows.iter().find(|cell| cell.row == Some(row) && cell.field == id)
    };
    let prefix = definition.column_id(table, "");
    let numbers: BTreeSet<u32> = rows
        .iter()
        .filter(|cell| cell.field.as_str().starts_with(prefix.as_str()))
        .filter_map(|cell| cell.row)
        .collect();
    numbers.into_iter().find_map(|row| {
        let condition = rule.when.as_ref().and_then(|column| cell(row, column));
        let says = match (&rule.when, &rule.says) {
            (Some(_), Some(says)) => condition.is_some_and(|cell| key(&cell.value).contains(&key(says))),
            _ => true,
        };
        let has = rule.has.as_ref().is_none_or(|column| cell(row, column).is_some());
        let with =
            rule.with.iter().all(|(column, says)| cell(row, column).is_some_and(|cell| key(&cell.value) == key(says)));
        if !says || !has || !with {
            return None;
        }
        match &rule.column {
            Some(column) => cell(row, column).cloned(),
            None => condition.cloned(),
        }
    })
}
