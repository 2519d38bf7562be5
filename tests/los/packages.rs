//! Loans as they are pushed, made by hand.

use loanfile::los::{DocumentRecord, FieldRecord, LoanPackage, LoanRecord, PackedDocument, push_key};
use loanfile::model::{
    BoundingBox, Confidence, DocumentId, DocumentTypeId, FieldTypeId, LoanId, Source, Timestamp, ValueKind,
    digest_of_parts,
};
use std::collections::BTreeSet;
use std::path::Path;
use uuid::Uuid;

/// Returns a package of a loan of that id.
pub fn package(external_loan_id: &str, documents: Vec<PackedDocument>) -> LoanPackage {
    LoanPackage {
        loan: LoanRecord {
            loan_id: LoanId::new(Uuid::from_u64_pair(1, 0x0123_4567_89ab_cdef)),
            external_loan_id: external_loan_id.to_string(),
            status: "Active".to_string(),
        },
        documents,
        withdrawn: BTreeSet::new(),
        audit_head: None,
        now: Timestamp::from_micros(1_800_000_000_000_000),
    }
}

/// Returns a document of a type with values, whose PDF is written into the folder.
pub fn document(folder: &Path, number: u64, type_id: &str, version: &str, fields: Vec<FieldRecord>) -> PackedDocument {
    let bytes = format!("%PDF-1.5 document {number}");
    let pdf = folder.join(format!("{number}.pdf"));
    std::fs::write(&pdf, &bytes).unwrap();
    let content_sha256 = loanfile::model::hexadecimal(&<sha2::Sha256 as sha2::Digest>::digest(bytes.as_bytes()));
    let document_id = DocumentId::new(Uuid::from_u64_pair(2, number));
    let values = digest_of_parts(fields.iter().map(|field| field.field_value.as_str()));
    let record = DocumentRecord {
        document_id,
        document_type_id: DocumentTypeId::new(type_id),
        document_type_name: type_id.to_uppercase(),
        document_type_group: "income".to_string(),
        document_type_confidence: Some(Confidence::new(0.9)),
        classification_manually_corrected: false,
        version_identifier: version.to_string(),
        version_custom_name: Some("Granite 2025".to_string()),
        page_count: 1,
        source_file_name: "bundle.pdf".to_string(),
        source_sha256: "0".repeat(64),
        first_page: 1,
        last_page: 1,
        push_key: push_key(document_id, version, &content_sha256, &values),
        content_sha256,
        signature_expected: None,
        signature_found: None,
        waived_findings: Vec::new(),
        fields,
    };
    PackedDocument { record, pdf, pushed_before: false }
}

/// Returns a value of a document.
pub fn field(id: &str, kind: ValueKind, value: &str) -> FieldRecord {
    FieldRecord {
        field_type_id: FieldTypeId::new(id),
        display_name: id.rsplit('.').next().unwrap().to_string(),
        kind,
        row_index: None,
        field_value: value.to_string(),
        raw_value: value.to_string(),
        field_confidence: Confidence::new(0.97),
        manually_corrected: false,
        needs_review: false,
        page_number: Some(1),
        bounding_box: Some(BoundingBox { left: 0.1, top: 0.2, width: 0.3, height: 0.04 }),
        source: Source::TextLayer,
    }
}
