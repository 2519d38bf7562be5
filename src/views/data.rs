//! The flattened data of a loan: one row a value.

use crate::model::{Confidence, DocumentId, DocumentTypeId, FieldTypeId, is_number_cell, text_cell};
use serde::Serialize;
use utoipa::ToSchema;

/// A value of a loan with what it is called here and elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DataRowView {
    pub doc_type_name: String,
    pub document_id: DocumentId,
    pub document_type_id: DocumentTypeId,
    pub field_type_id: FieldTypeId,
    pub display_name: String,
    pub field_value: String,
    pub field_confidence: Confidence,
    pub manually_corrected: bool,
    pub row_index: Option<u32>,
    /// The fields of other systems that this value fills.
    pub external_fields: Vec<ExternalNameView>,
}

/// A field of another system that a value fills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct ExternalNameView {
    pub name: String,
    pub table_index: String,
    pub source: String,
}

impl DataRowView {
    /// The headings of the row in a spreadsheet.
    pub const HEADINGS: [&str; 10] = [
        "docTypeName",
        "documentId",
        "documentTypeId",
        "fieldTypeId",
        "displayName",
        "fieldValue",
        "fieldConfidence",
        "manuallyCorrected",
        "rowIndex",
        "externalFields",
    ];

    /// Returns the row's cells for a spreadsheet: text that it would take for a formula is marked as text.
    pub fn cells(&self) -> [String; 10] {
        [
            safe_cell(&self.doc_type_name),
            self.document_id.to_string(),
            self.document_type_id.to_string(),
            self.field_type_id.to_string(),
            safe_cell(&self.display_name),
            safe_cell(&self.field_value),
            self.field_confidence.to_string(),
            self.manually_corrected.to_string(),
            self.row_index.map(|row| row.to_string()).unwrap_or_default(),
            safe_cell(&self.external_names()),
        ]
    }

    /// Returns the external fields in one line, each as system and identifier.
    pub fn external_names(&self) -> String {
        let names = self.external_fields.iter().map(|field| format!("{}/{}", field.source, field.table_index));
        names.collect::<Vec<_>>().join("; ")
    }
}

/// Returns a cell that no spreadsheet takes for a formula; numbers stay numbers.
fn safe_cell(text: &str) -> String {
    let text = text.replace('\0', "");
    if is_number_cell(&text) { text } else { text_cell(&text) }
}
