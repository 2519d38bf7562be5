//! What a type asks for, ready to be looked for: made once for a document, used on each of its pages and by each field.

use crate::library::{DocumentType, FieldDefinition};
use crate::model::ValueKind;
use crate::page::{LabelKey, key};
use std::collections::{HashMap, HashSet};

/// The labels and hints of a type.
///
/// Invariant: labels that differ only in case, spaces and punctuation are one label.
pub struct TypeKeys<'d> {
    labels: Vec<Label>,
    /// The labels as they are written down, which costs less to look up than their keys cost to make.
    written: HashMap<&'d str, usize>,
    keyed: HashMap<String, usize>,
    /// Words in the name of the sender in upper case, each with a space around it.
    pub hints: Vec<String>,
}

/// A label of a type.
pub struct Label {
    /// What is looked for.
    pub key: LabelKey,
    /// Whether only signature lines are labelled with it: anywhere else it is text.
    pub signer: bool,
    /// Whether it is a heading in capitals that belongs to no field.
    pub heading: bool,
}

impl<'d> TypeKeys<'d> {
    /// Makes the labels and hints of a type ready.
    pub fn new(definition: &'d DocumentType) -> Self {
        let signers = signer_words(definition);
        let headings = definition.ignored.iter().filter(|label| label.to_uppercase() == **label && label.contains(' '));
        let headings: HashSet<String> = headings.map(|label| key(label)).collect();
        let hints = definition.sender_hints.iter().map(|hint| format!(" {} ", hint.to_uppercase())).collect();
        let mut keys = Self { labels: Vec::new(), written: HashMap::new(), keyed: HashMap::new(), hints };
        for label in labels_of(definition) {
            if keys.written.contains_key(label.as_str()) {
                continue;
            }
            let text = key(label);
            let at = *keys.keyed.entry(text).or_insert_with_key(|text| {
                let (signer, heading) = (signers.contains(text), headings.contains(text));
                keys.labels.push(Label { key: LabelKey::new(label), signer, heading });
                keys.labels.len() - 1
            });
            keys.written.insert(label, at);
        }
        keys
    }

    /// Returns every label of the type once.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Returns the index of a label, however it is written.
    pub fn index(&self, label: &str) -> Option<usize> {
        self.written.get(label).or_else(|| self.keyed.get(&key(label))).copied()
    }
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
