//! Versions and copies of a paper, and what a person is asked to look at.

mod diff;
mod naming;
mod near;

use crate::support::standard;
use loanfile::library::DocumentType;
use loanfile::model::{
    BoundingBox, Confidence, Document, DocumentId, DocumentPlace, DocumentTypeId, Field, FieldPlace, FieldTypeId,
    Finding, LoanId, PageId, Severity, Source, SourceFileId, TaskKind, Timestamp, ValidationStatus,
};
use loanfile::review;
use loanfile::validate::{self, Signature};
use loanfile::versions::{self, Reason};
use uuid::Uuid;

#[test]
fn a_paper_with_the_same_identity_is_a_new_version() {
    let first = w2(1, &identity("61000.00"), "pages-1");
    let second = w2(2, &identity("62500.00"), "pages-2");
    let placement = versions::place(&second, &[placed(&first, "1", None)]);
    assert_eq!((placement.version, placement.reason), (2, Reason::NewVersion));
    assert_eq!((placement.previous, placement.duplicate_of), (Some(first.id), None));
}

#[test]
fn the_same_pages_are_a_copy() {
    let first = w2(1, &[], "pages");
    let second = w2(2, &[], "pages");
    let placement = versions::place(&second, &[placed(&first, "1", None)]);
    assert_eq!((placement.version, placement.reason), (1, Reason::Duplicate));
    assert_eq!(placement.duplicate_of, Some(first.id));
}

#[test]
fn the_same_values_on_other_pages_are_a_copy() {
    let first = w2(1, &identity("61000.00"), "copy B");
    let second = w2(2, &identity("61,000.00"), "copy C");
    assert_eq!(versions::place(&second, &[placed(&first, "1", None)]).reason, Reason::Duplicate);
}

#[test]
fn a_copy_of_a_copy_names_the_original() {
    let first = w2(1, &identity("61000.00"), "pages");
    let second = placed(&w2(2, &identity("61000.00"), "pages"), "1", Some(first.id));
    let third = w2(3, &identity("61000.00"), "pages");
    let placement = versions::place(&third, &[second, placed(&first, "1", None)]);
    assert_eq!(placement.duplicate_of, Some(first.id));
}

#[test]
fn a_copy_of_an_old_version_does_not_follow_the_newest() {
    let first = w2(1, &identity("61000.00"), "old");
    let second = w2(2, &identity("62500.00"), "new");
    let again = w2(3, &identity("61000.00"), "old");
    let placement = versions::place(&again, &[placed(&first, "1", None), placed(&second, "2", None)]);
    assert_eq!((placement.version, placement.duplicate_of), (1, Some(first.id)));
}

#[test]
fn an_unknown_identity_equals_no_other() {
    let partial = [("tax_year", "2024"), ("employer_ein", "12-3456789")];
    assert_eq!(versions::identity_digest(w2_type(), &fields(&partial)), None);
    let first = w2(1, &partial, "pages-1");
    let second = w2(2, &partial, "pages-2");
    assert_eq!(versions::place(&second, &[placed(&first, "1", None)]).reason, Reason::First);
}

#[test]
fn tasks_are_opened_below_the_threshold() {
    let document_type = DocumentTypeId::new("w2");
    let cases = [
        // confidence, threshold, whether a person is asked
        (0.64, 0.0, true),
        (0.65, 0.0, false),
        (0.79, 0.80, true),
        (0.80, 0.80, false),
        (0.95, 1.0, true),
    ];
    for (confidence, threshold, asked) in cases {
        let proposal =
            review::of_classification(&document_type, Confidence::new(confidence), Confidence::new(threshold));
        assert_eq!(proposal.is_some(), asked, "{confidence} at {threshold}");
    }
}

#[test]
fn a_task_names_the_fields_in_doubt_only() {
    let mut read = fields(&identity("61000.00"));
    read[0].confidence = Confidence::new(0.7);
    read[1].confidence = Confidence::new(0.3);
    read[1].manually_corrected = true;
    let task = review::of_fields(&read, Confidence::new(0.8)).unwrap();
    assert_eq!(task.kind, TaskKind::Extraction);
    assert_eq!(task.fields.len(), 1, "what a person has set is not in doubt");
    assert_eq!(task.fields[0].field_type_id, read[0].field_type);
}

#[test]
fn only_an_empty_signature_line_fails_a_document() {
    let cases = [
        (Signature { expected: true, found: Some(false) }, ValidationStatus::Failed, 1),
        (Signature { expected: true, found: None }, ValidationStatus::Passed, 1),
        (Signature { expected: true, found: Some(true) }, ValidationStatus::Passed, 0),
        (Signature { expected: false, found: Some(false) }, ValidationStatus::Passed, 0),
    ];
    for (signature, status, findings) in cases {
        let found = validate::check_signature(signature);
        assert_eq!((validate::status(&found), found.len()), (status, findings), "{signature:?}");
        assert_eq!(review::of_findings(&found).is_some(), status == ValidationStatus::Failed, "{signature:?}");
    }
}

#[test]
fn warnings_open_no_task() {
    let warning: Vec<Finding> = validate::unreadable_pages(&[(2, "it took too long".to_string())]);
    assert_eq!(warning[0].severity, Severity::Warning);
    assert_eq!(warning[0].page, Some(2));
    assert!(review::of_findings(&warning).is_none());
}

fn w2_type() -> &'static DocumentType {
    standard("w2")
}

fn identity(wages: &str) -> [(&'static str, &str); 4] {
    [
        ("employee_ssn", "123-45-6789"),
        ("employer_ein", "12-3456789"),
        ("tax_year", "2024"),
        ("wages_tips_other_compensation", wages),
    ]
}

fn fields(values: &[(&str, &str)]) -> Vec<Field> {
    let field = |(name, value): &(&str, &str)| Field {
        field_type: FieldTypeId::new(format!("w2.{name}")),
        row_index: None,
        value: (*value).to_string(),
        raw_value: (*value).to_string(),
        confidence: Confidence::CERTAIN,
        source: Source::TextLayer,
        manually_corrected: false,
        confirmed: false,
        extracted_value: None,
        place: Some(FieldPlace {
            page: PageId::new(Uuid::nil()),
            page_number: 1,
            bounding_box: BoundingBox { left: 0.0, top: 0.0, width: 0.1, height: 0.1 },
        }),
        updated_at: Timestamp::from_micros(0),
    };
    values.iter().map(field).collect()
}

fn w2(number: u32, values: &[(&str, &str)], pages: &str) -> Document {
    let id = |kind: u64| Uuid::from_u64_pair(kind, u64::from(number));
    let place = DocumentPlace {
        loan: LoanId::new(Uuid::from_u64_pair(1, 1)),
        source_file: SourceFileId::new(id(2)),
        source_position: number,
        first_page: 1,
        last_page: 1,
    };
    let mut document = Document::new(DocumentId::new(id(3)), place, Timestamp::from_micros(0));
    let fields = fields(values);
    document.document_type = Some(DocumentTypeId::new("w2"));
    document.identity_digest = versions::identity_digest(w2_type(), &fields);
    document.values_digest = versions::values_digest(&fields);
    document.content_digest = Some(pages.to_string());
    document
}

fn placed(document: &Document, version: &str, duplicate_of: Option<DocumentId>) -> Document {
    let mut document = document.clone();
    document.version_identifier = Some(version.to_string());
    document.duplicate_of = duplicate_of;
    document
}
