//! What a LOS is told about a loan and its documents.
//!
//! Invariant: a record says nothing that changes without the document changing, so that writing it twice writes the
//! same bytes. What stands in a target can be read back as a record.

use crate::model::{
    BoundingBox, Confidence, DocumentId, DocumentTypeId, FieldTypeId, LoanId, Source, ValueKind, digest_of_parts,
};
use serde::{Deserialize, Serialize};

/// A loan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoanRecord {
    /// Its id.
    pub loan_id: LoanId,
    /// The caller's id for it.
    pub external_loan_id: String,
    /// Where it stands.
    pub status: String,
}

/// A document with its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentRecord {
    /// Its id.
    pub document_id: DocumentId,
    /// Its type.
    pub document_type_id: DocumentTypeId,
    /// That type's name for people.
    pub document_type_name: String,
    /// The group that type is listed under.
    pub document_type_group: String,
    /// How sure the type is.
    pub document_type_confidence: Option<Confidence>,
    /// Whether a person set the type.
    pub classification_manually_corrected: bool,
    /// Its number among the versions of the same paper.
    pub version_identifier: String,
    /// A name for that version.
    pub version_custom_name: Option<String>,
    /// How many pages it has.
    pub page_count: u32,
    /// The name of the file it came in.
    pub source_file_name: String,
    /// The SHA-256 of that file.
    pub source_sha256: String,
    /// Its first page in that file.
    pub first_page: u32,
    /// Its last page in that file.
    pub last_page: u32,
    /// The SHA-256 of its own PDF.
    pub content_sha256: String,
    /// Whether its type should bear a signature.
    pub signature_expected: Option<bool>,
    /// Whether one was found.
    pub signature_found: Option<bool>,
    /// Codes of findings that a reviewer waived.
    pub waived_findings: Vec<String>,
    /// What tells this state of it from another: see [`push_key`].
    pub push_key: String,
    /// Its values, in the order of its type.
    pub fields: Vec<FieldRecord>,
}

/// A value of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldRecord {
    /// Which field.
    pub field_type_id: FieldTypeId,
    /// Its name for people.
    pub display_name: String,
    /// The kind of its value.
    pub kind: ValueKind,
    /// The row of its table, from 0; none for a single value.
    pub row_index: Option<u32>,
    /// The value in its canonical form.
    pub field_value: String,
    /// What is printed on the page.
    pub raw_value: String,
    /// How sure the value is.
    pub field_confidence: Confidence,
    /// Whether a person set the value.
    pub manually_corrected: bool,
    /// Whether a person should look at it.
    pub needs_review: bool,
    /// The page it was read on, by its number in the document, from 1.
    pub page_number: Option<u32>,
    /// Where it stands on that page, in fractions of the page.
    pub bounding_box: Option<BoundingBox>,
    /// How it was read.
    pub source: Source,
}

/// Returns what tells one state of a document from another: two pushes with the same key are the same push.
pub fn push_key(document: DocumentId, version: &str, content_sha256: &str, values_digest: &str) -> String {
    digest_of_parts([document.to_string().as_str(), version, content_sha256, values_digest])
}

impl DocumentRecord {
    /// Returns how people call the document.
    pub fn title(&self) -> String {
        title(&self.document_type_name, self.version_custom_name.as_deref())
    }
}

/// Returns how people call a document: its version's name, which mostly says the type, else the type with that name.
pub fn title(type_name: &str, version_name: Option<&str>) -> String {
    match version_name {
        Some(name) if name.starts_with(type_name) => name.to_string(),
        Some(name) => format!("{type_name} {name}"),
        None => type_name.to_string(),
    }
}
