//! Looking at an extraction by the short names of its definition.

use loanfile::extract::Extraction;
use std::collections::BTreeMap;

/// The cells of a row by their columns.
pub type Cells = BTreeMap<String, String>;

/// Returns the value of a single field by its name within the type.
pub fn value<'e>(extraction: &'e Extraction, field: &str) -> Option<&'e str> {
    let named = |id: &str| id.split_once('.').is_some_and(|(_, rest)| rest == field);
    extraction
        .fields
        .iter()
        .find(|found| found.row.is_none() && named(found.field.as_str()))
        .map(|found| found.value.as_str())
}

/// Returns every single field with its value, by its name within the type.
pub fn all_fields(extraction: &Extraction) -> BTreeMap<String, String> {
    let single = extraction.fields.iter().filter(|found| found.row.is_none());
    single.filter_map(|found| Some((found.field.as_str().split_once('.')?.1.to_owned(), found.value.clone()))).collect()
}

/// Returns the rows of a table, in order.
pub fn rows(extraction: &Extraction, table: &str) -> Vec<Cells> {
    let mut rows: BTreeMap<u32, Cells> = BTreeMap::new();
    for found in &extraction.fields {
        let mut parts = found.field.as_str().splitn(3, '.').skip(1);
        if let (Some(row), Some(name), Some(column)) = (found.row, parts.next(), parts.next())
            && name == table
        {
            rows.entry(row).or_default().insert(column.to_owned(), found.value.clone());
        }
    }
    rows.into_values().collect()
}
