//! The parts of a form under titles: which of them a place on a page belongs to.

use super::sheet::Sheet;
use crate::library::{DocumentType, TableLayout};
use crate::page::{LabelMatch, key};

/// A title less clear than this begins no part.
const CLEAR: f32 = 0.5;

/// Every title of a part that is printed in a document, in reading order.
pub struct Sections {
    titles: Vec<Title>,
}

/// A title where it is printed; it begins a part that ends where the next one begins.
struct Title {
    sheet: usize,
    top: f32,
    key: String,
}

impl Sections {
    /// Finds the titles that the fields and tables of a type name.
    pub fn find(sheets: &[Sheet<'_>], definition: &DocumentType) -> Self {
        let mut titles: Vec<Title> = Vec::new();
        for (index, sheet) in sheets.iter().enumerate() {
            for name in names(definition) {
                let clear = sheet.places(name).iter().filter(|place| place.score >= CLEAR);
                titles.extend(clear.map(|place| Title { sheet: index, top: place.rect.top, key: key(name) }));
            }
        }
        titles.sort_by(|a, b| a.sheet.cmp(&b.sheet).then(a.top.total_cmp(&b.top)));
        Self { titles }
    }

    /// Tells whether a height on a sheet lies in one of the parts. Where none of their titles can be read every place
    /// does: a value is not given up for a smudged title.
    pub fn hold(&self, parts: &[String], sheet: usize, y: f32) -> bool {
        if parts.is_empty() || self.titles.is_empty() {
            return true;
        }
        let parts: Vec<String> = parts.iter().map(|part| key(part)).collect();
        if !self.titles.iter().any(|title| parts.contains(&title.key)) {
            return true;
        }
        let above = |title: &&Title| title.sheet < sheet || (title.sheet == sheet && title.top <= y);
        self.titles.iter().rev().find(above).is_some_and(|title| {
            // Synonyms of one title stand at one height.
            let beside = |other: &&Title| other.sheet == title.sheet && (other.top - title.top).abs() < 1.0;
            self.titles.iter().filter(beside).any(|other| parts.contains(&other.key))
        })
    }

    /// Tells whether a label stands in one of the parts.
    pub fn hold_label(&self, parts: &[String], sheet: usize, label: &LabelMatch) -> bool {
        parts.is_empty() || self.hold(parts, sheet, label.rect.bottom)
    }
}

fn names(definition: &DocumentType) -> impl Iterator<Item = &String> {
    let tables = definition.tables.iter().filter(|table| table.layout == TableLayout::Sections);
    let tables = tables.flat_map(|table| table.titles.iter().chain(&table.ends));
    definition.fields.iter().flat_map(|field| &field.section).chain(tables)
}
