//! What a LOS is told about a document.

use crate::library::{DocumentType, Library};
use crate::los::{DocumentRecord, FieldRecord, push_key};
use crate::model::{Confidence, Document, Field, Finding, SourceFile, ValueKind, digest_of_parts};
use crate::ops::Caller;
use crate::ops::show::threshold;
use crate::review;

/// The file that a document is a part of, and where it begins there.
#[derive(Clone, Copy)]
pub struct Pages<'p> {
    /// The file.
    pub file: &'p SourceFile,
    /// The number of the document's first page there.
    pub first: u32,
}

/// Returns what a LOS is told about a document; `None` when it has no type, version or PDF of its own yet.
pub fn document_record(
    caller: &Caller,
    library: &Library,
    document: &Document,
    pages: Pages<'_>,
    fields: &[Field],
    findings: &[Finding],
) -> Option<DocumentRecord> {
    let type_id = document.document_type.clone()?;
    let definition = library.get(&type_id);
    let version = document.version_identifier.clone()?;
    let content_sha256 = document.content_sha256.clone()?;
    let fields: Vec<FieldRecord> =
        fields.iter().map(|field| field_record(field, definition, pages.first, threshold(caller))).collect();
    Some(DocumentRecord {
        document_id: document.id,
        document_type_name: definition.map_or_else(|| type_id.to_string(), |definition| definition.name.clone()),
        document_type_group: definition.map(|definition| definition.group.clone()).unwrap_or_default(),
        push_key: push_key(document.id, &version, &content_sha256, &values_digest(document, &fields)),
        document_type_id: type_id,
        document_type_confidence: document.document_type_confidence,
        classification_manually_corrected: document.classification_manually_corrected,
        version_identifier: version,
        version_custom_name: document.version_custom_name.clone(),
        page_count: document.page_count(),
        source_file_name: pages.file.file_name.clone(),
        source_sha256: pages.file.sha256.clone(),
        first_page: document.first_page,
        last_page: document.last_page,
        content_sha256,
        signature_expected: document.signature_expected,
        signature_found: document.signature_found,
        waived_findings: findings.iter().filter(|finding| finding.waived).map(|finding| finding.code.clone()).collect(),
        fields,
    })
}

fn field_record(
    field: &Field,
    definition: Option<&DocumentType>,
    first_page: u32,
    review_threshold: Confidence,
) -> FieldRecord {
    let described = definition.and_then(|definition| definition.describe(&field.field_type));
    let (name, kind) = described.unwrap_or((field.field_type.as_str(), ValueKind::Text));
    FieldRecord {
        field_type_id: field.field_type.clone(),
        display_name: name.to_string(),
        kind,
        row_index: field.row_index,
        field_value: field.value.clone(),
        raw_value: field.raw_value.clone(),
        field_confidence: field.confidence,
        manually_corrected: field.manually_corrected,
        needs_review: review::needs_review(field, review_threshold),
        page_number: field.place.map(|place| (place.page_number + 1).saturating_sub(first_page)),
        bounding_box: field.place.map(|place| place.bounding_box),
        source: field.source,
    }
}

/// Returns a digest of what a LOS would see change: the type and every value as it is, punctuation included.
fn values_digest(document: &Document, fields: &[FieldRecord]) -> String {
    let values = fields.iter().flat_map(|field| {
        let row = field.row_index.map(|row| row.to_string()).unwrap_or_default();
        [field.field_type_id.to_string(), row, field.field_value.clone(), field.manually_corrected.to_string()]
    });
    let document_type = document.document_type.iter().map(ToString::to_string);
    digest_of_parts(document_type.chain(document.version_custom_name.clone()).chain(values))
}
