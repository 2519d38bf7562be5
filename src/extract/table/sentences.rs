//! Rows that running text names one after the other: `Ann Doe, born May 1, 2012, and Bo Doe, born June 2, 2014`.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::patterns::compiled;
use crate::extract::sheet::Sheet;
use crate::library::{ColumnDefinition, TableDefinition};
use crate::model::ValueKind;
use regex::{Regex, escape};
use std::sync::Arc;

/// The words of a name begin with capitals; it has at most six of them.
const NAME: &str = r"\p{Lu}[\w.'’-]*(?:\s\p{Lu}[\w.'’-]*){0,5}";
/// Anything else has at most four words, of which its kind takes what it needs.
const OTHER: &str = r"\S+(?:\s\S+){0,3}";

/// Returns a row for each place where one of the table's sentences fits.
pub fn rows(sheets: &[Sheet<'_>], table: &TableDefinition) -> Vec<Row> {
    let sentences: Vec<Sentence<'_>> =
        table.sentences.iter().filter_map(|sentence| Sentence::new(sentence, table)).collect();
    let on_sheet = |(index, sheet)| {
        let read = sentences.iter().map(|sentence| sentence.rows(sheet, index));
        read.max_by_key(Vec::len).unwrap_or_default()
    };
    sheets.iter().enumerate().flat_map(on_sheet).collect()
}

/// A clause with the columns that stand in it.
struct Sentence<'t> {
    pattern: Arc<Regex>,
    columns: Vec<&'t ColumnDefinition>,
}

impl<'t> Sentence<'t> {
    fn new(sentence: &str, table: &'t TableDefinition) -> Option<Self> {
        let mut columns = Vec::new();
        let mut parts = Vec::new();
        for word in sentence.split_whitespace() {
            let Some((id, after)) = word.strip_prefix('{').and_then(|rest| rest.split_once('}')) else {
                parts.push(format!("(?i:{})", escape(word)));
                continue;
            };
            let column = table.columns.iter().find(|column| column.id == id)?;
            let value = if column.kind == ValueKind::Name { NAME } else { OTHER };
            parts.push(format!("({value}){}", escape(after)));
            columns.push(column);
        }
        Some(Self { pattern: compiled(&parts.join(r"\s"))?, columns })
    }

    fn rows(&self, sheet: &Sheet<'_>, index: usize) -> Vec<Row> {
        let run = sheet.running_text().run();
        let mut rows = Vec::new();
        let mut from = 0;
        while let Some(captures) = self.pattern.captures_at(run.text(), from) {
            // The last value may need fewer words than it was given; the next row may begin in the rest.
            from = captures
                .get(self.columns.len())
                .map_or(run.text().len(), |last| last.start() + last.as_str().find(' ').unwrap_or(last.len()));
            let places = captures.iter().skip(1).flatten();
            let cells: Option<Vec<Cell>> = places
                .zip(&self.columns)
                .map(|(place, column)| {
                    let reading = read(sheet, column, &run.words(place.start(), place.end()))?;
                    Some(cell(sheet, index, column, reading))
                })
                .collect();
            rows.extend(cells.map(|cells| Row { cells }));
        }
        rows
    }
}
