//! What the checks look at: a document with its type, its values and its page counters.

use super::PrintedCounter;
use crate::library::{DocumentType, Library};
use crate::model::{Document, DocumentTypeId, Field, FieldTypeId, Finding, ValueKind};
use chrono::NaiveDate;

/// From this confidence on a value is sure enough to blame a paper for what it says.
pub const SURE: f32 = 0.85;

/// A document as the checks see it.
#[derive(Debug, Clone, Copy)]
pub struct DocumentFacts<'d> {
    /// Its record.
    pub document: &'d Document,
    /// Its type; `None` while that is unknown.
    pub definition: Option<&'d DocumentType>,
    /// Its values.
    pub fields: &'d [Field],
    /// What its pages say of their numbers.
    pub counters: &'d [PrintedCounter],
}

impl<'d> DocumentFacts<'d> {
    /// A document with its values, where what its pages say of their numbers does not matter.
    pub fn of_values(document: &'d Document, fields: &'d [Field], library: &'d Library) -> Self {
        let definition = document.document_type.as_ref().and_then(|id| library.get(id));
        Self { document, definition, fields, counters: &[] }
    }

    /// Tells whether it speaks for its loan: it is the newest of its paper, not put aside, and it was read.
    pub fn counts(&self) -> bool {
        self.document.counts()
    }

    /// Tells whether it is of a type.
    pub fn is_of(&self, document_type: &DocumentTypeId) -> bool {
        self.document.document_type.as_ref() == Some(document_type)
    }

    /// Tells whether a field or column is one of its type's.
    pub fn id_is_own(&self, id: &FieldTypeId) -> bool {
        self.document.document_type.as_ref().is_some_and(|own| id.as_str().split('.').next() == Some(own.as_str()))
    }

    /// Returns the name of its type for people.
    pub fn type_name(&self) -> &'d str {
        self.definition.map_or("document", |definition| definition.name.as_str())
    }

    /// Returns the full id of one of its type's fields.
    pub fn id(&self, name: &str) -> Option<FieldTypeId> {
        self.definition.map(|definition| definition.field_id(name))
    }

    /// Returns a single value by the field's name within the type, however sure it is.
    pub fn read(&self, name: &str) -> Option<&'d Field> {
        let id = self.id(name)?;
        self.fields.iter().find(|field| field.field_type == id && field.row_index.is_none())
    }

    /// Returns a single value by the field's name within the type, if it is sure.
    pub fn sure(&self, name: &str) -> Option<&'d Field> {
        self.read(name).filter(|field| is_sure(field))
    }

    /// Returns a day by the field's name within the type, if it is sure.
    pub fn day(&self, name: &str) -> Option<NaiveDate> {
        self.sure(name)?.value.parse().ok()
    }

    /// Returns all values of a field or a table's column by its full id, however sure they are.
    pub fn values(&self, id: &FieldTypeId) -> impl Iterator<Item = &'d Field> + use<'d> {
        let id = id.clone();
        self.fields.iter().filter(move |field| field.field_type == id)
    }

    /// Returns the name for people and the kind of one of its values.
    pub fn describe(&self, id: &FieldTypeId) -> (&'d str, ValueKind) {
        self.definition.and_then(|definition| definition.describe(id)).unwrap_or(("value", ValueKind::Text))
    }

    /// Adds to a finding which value it is about, and where that stands.
    pub fn at(&self, finding: Finding, field: &Field) -> Finding {
        let mut finding = finding.about(field.field_type.clone());
        if let Some(place) = field.place {
            finding.page = (place.page_number + 1).checked_sub(self.document.first_page);
            finding.bounding_box = Some(place.bounding_box);
        }
        finding
    }
}

/// Tells whether a value is sure enough to blame a paper for it: read well, or a person's.
pub fn is_sure(field: &Field) -> bool {
    field.manually_corrected || field.confirmed || field.confidence.value() >= SURE
}

/// Writes a value for a person; numbers of persons and accounts are masked but for their end.
pub fn shown(kind: ValueKind, value: &str) -> String {
    if !matches!(kind, ValueKind::Ssn | ValueKind::Ein | ValueKind::AccountNumber) {
        return value.to_string();
    }
    let digits: Vec<char> = value.chars().filter(char::is_ascii_alphanumeric).collect();
    let end: String = digits.iter().skip(digits.len().saturating_sub(4)).collect();
    format!("***{end}")
}

/// Joins words as a sentence does: `a, b and c`.
pub fn listed<S: AsRef<str>>(words: &[S], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_string(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", first.join(", "), end.as_ref())
        }
    }
}

/// Writes the name of a field as it stands inside a sentence: without its capital, unless that is a word of capitals.
pub fn inside_sentence(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if first.is_uppercase() && second.is_lowercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => name.to_string(),
    }
}
