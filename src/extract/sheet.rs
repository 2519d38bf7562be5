//! A page made ready for extraction: its layout, the places of all labels of the type, its address blocks.

use super::block::{self, AddressBlock};
use crate::library::{DocumentType, FieldDefinition};
use crate::model::ValueKind;
use crate::page::{LabelKey, LabelMatch, Layout, Page, find_label, key};
use std::collections::{HashMap, HashSet};

/// A page with everything on it that the type's definition names.
pub struct Sheet<'p> {
    /// Words in reading order.
    pub layout: Layout<'p>,
    labels: HashMap<String, Vec<LabelMatch>>,
    /// For each word whether it belongs to a label and is no value.
    pub is_label: Vec<bool>,
    /// Name and address blocks.
    pub blocks: Vec<AddressBlock>,
    /// Whether amounts on this page are printed with cents, so that a bare number is none.
    pub prints_cents: bool,
}

impl<'p> Sheet<'p> {
    /// Finds the labels and blocks of a page.
    pub fn new(page: &'p Page, definition: &DocumentType) -> Self {
        let layout = Layout::new(page);
        let mut labels: HashMap<String, Vec<LabelMatch>> = HashMap::new();
        for label in labels_of(definition) {
            labels.entry(key(label)).or_insert_with(|| {
                let label = LabelKey::new(label);
                let mut found = find_label(&layout, &label);
                found.retain(|place| label.len() > LONGEST_NUMBER || place.ends_label || begins_phrase(&layout, place));
                found
            });
        }
        keep_longest(&mut labels);
        let mut is_label = vec![false; layout.words.len()];
        let signers = signer_words(definition);
        let headings = definition.ignored.iter().filter(|label| label.to_uppercase() == **label && label.contains(' '));
        let ignored: HashSet<String> = headings.map(|label| key(label)).collect();
        for (label, found) in labels.iter().filter(|(label, _)| !signers.contains(*label)) {
            // A heading in capitals is no part of a value either where it runs on with other headings.
            let clear = if ignored.contains(label) { 0.5 } else { 0.8 };
            for word in found.iter().filter(|found| found.score >= clear).flat_map(|found| &found.words) {
                is_label[*word] = true;
            }
        }
        let blocks = block::find(&layout, &is_label);
        let prints_cents = layout.words.iter().filter(|placed| has_cents(&placed.word.text)).count() >= PRINTS_CENTS;
        Self { layout, labels, is_label, blocks, prints_cents }
    }

    /// Returns the places where a label is printed.
    pub fn places(&self, label: &str) -> &[LabelMatch] {
        self.labels.get(&key(label)).map_or(&[], Vec::as_slice)
    }

    /// Returns the places of any of several labels, with the rank of the label in the list.
    pub fn any_places<'s>(&'s self, labels: &'s [String]) -> impl Iterator<Item = (usize, &'s LabelMatch)> {
        labels.iter().enumerate().flat_map(|(rank, label)| self.places(label).iter().map(move |found| (rank, found)))
    }
}

/// Labels so short are the numbers of a form's boxes.
const LONGEST_NUMBER: usize = 2;

/// The number of a box begins what stands there; within a text, as in `Apt 8`, it is none.
fn begins_phrase(layout: &Layout<'_>, place: &LabelMatch) -> bool {
    let Some(&first) = place.words.first() else { return false };
    let line = &layout.lines[layout.words[first].line];
    layout.phrases(&line.words).iter().any(|phrase| phrase.words.first() == Some(&first))
}

/// So many amounts with cents on a page say that all its amounts have them.
const PRINTS_CENTS: usize = 5;

fn has_cents(text: &str) -> bool {
    let digits = text.trim_matches(|c: char| !c.is_ascii_digit());
    digits.len() >= 4
        && digits.as_bytes()[digits.len() - 3] == b'.'
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'.')
}

/// Single words that only signature lines are labelled with, such as `Borrower`: anywhere else they are text.
fn signer_words(definition: &DocumentType) -> HashSet<String> {
    let (signatures, others): (Vec<_>, Vec<_>) =
        definition.fields.iter().partition(|field| field.kind == ValueKind::Signature);
    let keys = |fields: Vec<&FieldDefinition>| {
        fields.into_iter().flat_map(|field| field.labels.iter().map(|label| key(label))).collect::<HashSet<_>>()
    };
    let elsewhere = keys(others);
    let words = signatures.iter().flat_map(|field| &field.labels).filter(|label| !label.contains(' '));
    words.map(|label| key(label)).filter(|label| !elsewhere.contains(label)).collect()
}

fn labels_of(definition: &DocumentType) -> impl Iterator<Item = &String> {
    let fields = definition.fields.iter().flat_map(|field| {
        field.labels.iter().chain(&field.section).chain(&field.columns).chain(field.rest.iter().flatten())
    });
    let tables = definition.tables.iter().flat_map(|table| {
        let columns = table.columns.iter().flat_map(|column| {
            column.headings.iter().chain(&column.negative_headings).chain(column.rest.iter().flatten())
        });
        let sections = table.sections.iter().flat_map(|section| &section.titles);
        table.titles.iter().chain(&table.ends).chain(columns).chain(sections)
    });
    definition.ignored.iter().chain(fields).chain(tables)
}

/// Drops every match that is only a part of a longer label's match: `Wages` within `Social security wages`.
fn keep_longest(labels: &mut HashMap<String, Vec<LabelMatch>>) {
    let mut longest: HashMap<usize, usize> = HashMap::new();
    for found in labels.values().flatten().filter(|found| found.score >= 0.7) {
        for &word in &found.words {
            let length = longest.entry(word).or_default();
            *length = (*length).max(found.words.len());
        }
    }
    for matches in labels.values_mut() {
        matches.retain(|found| {
            let own = found.words.len();
            found.words.iter().any(|word| longest.get(word).is_none_or(|&length| length <= own))
        });
    }
}
