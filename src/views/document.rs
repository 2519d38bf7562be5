//! Documents and their fields.

use crate::extract::{CheckOutcome, Checked, check_values};
use crate::library::DocumentType;
use crate::model::{
    BoundingBox, Confidence, Document, DocumentId, DocumentTypeId, FailureRecord, Field, FieldTypeId, Finding, LoanId,
    PageId, PageRecord, ProcessingStatus, Source, SourceFile, SourceFileId, Stage, TaskId, Timestamp, ValidationStatus,
};
use crate::review;
use crate::views::FieldNames;
use serde::Serialize;
use std::ops::Deref;
use utoipa::ToSchema;

/// What a document's view is made of.
pub struct DocumentParts<'d> {
    /// The record.
    pub document: &'d Document,
    /// The file it is a part of.
    pub file: &'d SourceFile,
    /// Its pages, in order.
    pub pages: &'d [PageRecord],
    /// Its type, once known.
    pub definition: Option<&'d DocumentType>,
    /// Its values.
    pub fields: &'d [Field],
    /// What the tenant calls them.
    pub names: &'d FieldNames,
    /// What its checks found.
    pub findings: Vec<Finding>,
    /// Its open review tasks.
    pub open_tasks: Vec<TaskId>,
    /// Below this confidence a value needs a look.
    pub review_threshold: Confidence,
}

/// A document with its file's name and its fields.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DocumentRecordView {
    pub document_id: DocumentId,
    pub loan_id: LoanId,
    pub source_file_id: SourceFileId,
    pub file_name: String,
    pub source_pages: PageSpan,
    pub page_count: u32,
    pub page_ids: Vec<PageId>,
    pub processing_status: ProcessingStatus,
    pub document_type_id: Option<DocumentTypeId>,
    /// Its type's name, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_type: Option<DocumentTypeName>,
    pub document_type_confidence: Option<Confidence>,
    pub classification_manually_corrected: bool,
    pub version_identifier: Option<String>,
    pub version_custom_name: Option<String>,
    pub current_version: bool,
    pub duplicate_of: Option<DocumentId>,
    pub trashed: bool,
    pub merged_into: Option<DocumentId>,
    pub signature: SignatureView,
    pub validation: ValidationView,
    pub failure: Option<FailureDetail>,
    pub open_task_ids: Vec<TaskId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A document with its values.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DocumentView {
    #[serde(flatten)]
    pub record: DocumentRecordView,
    pub fields: Vec<FieldView>,
}

/// A document with its values has all that its record has.
impl Deref for DocumentView {
    type Target = DocumentRecordView;

    fn deref(&self) -> &DocumentRecordView {
        &self.record
    }
}

/// Pages of a source file, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct PageSpan {
    pub first: u32,
    pub last: u32,
}

/// A document type's id, name and group.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DocumentTypeName {
    pub document_type_id: DocumentTypeId,
    pub name: String,
    pub group: String,
}

/// Whether a document is signed.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct SignatureView {
    pub expected: Option<bool>,
    pub found: Option<bool>,
}

/// How a document's checks ended.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct ValidationView {
    pub status: ValidationStatus,
    pub findings: Vec<Finding>,
}

/// Why a document or a file failed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct FailureDetail {
    pub stage: Stage,
    pub code: String,
    pub message: String,
    pub occurred_at: Timestamp,
    pub attempts: u32,
}

/// A value of a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct FieldView {
    pub field_type_id: FieldTypeId,
    pub display_name: String,
    pub row_index: Option<u32>,
    pub field_value: String,
    pub raw_value: String,
    pub field_confidence: Confidence,
    pub manually_corrected: bool,
    pub needs_review: bool,
    pub page_id: Option<PageId>,
    /// The page's number in the document, from 1.
    pub page_number: Option<u32>,
    pub bounding_box: Option<BoundingBox>,
    pub source: Source,
    /// The checks of the type that hold with this value: arithmetic such as a sum or a rate.
    pub proved_by: Vec<String>,
    /// The checks of the type that do not hold with this value.
    pub breaks: Vec<String>,
    pub updated_at: Timestamp,
}

impl From<&FailureRecord> for FailureDetail {
    fn from(record: &FailureRecord) -> Self {
        Self {
            stage: record.failure.stage,
            code: record.failure.code.clone(),
            message: record.failure.message.clone(),
            occurred_at: record.occurred_at,
            attempts: record.attempts,
        }
    }
}

impl DocumentView {
    /// Shows a document.
    pub fn new(parts: DocumentParts<'_>) -> Self {
        let relations = Relations::of(&parts);
        let fields = parts.fields.iter().map(|field| field_view(field, &parts, &relations)).collect();
        Self { record: DocumentRecordView::new(parts), fields }
    }
}

impl DocumentRecordView {
    /// Shows a document without its values.
    pub fn new(parts: DocumentParts<'_>) -> Self {
        let document = parts.document;
        Self {
            document_id: document.id,
            loan_id: document.loan,
            source_file_id: document.source_file,
            file_name: parts.file.file_name.clone(),
            source_pages: PageSpan { first: document.first_page, last: document.last_page },
            page_count: document.page_count(),
            page_ids: parts.pages.iter().map(|page| page.id).collect(),
            processing_status: document.processing_status,
            document_type_id: document.document_type.clone(),
            document_type: parts.definition.map(|definition| DocumentTypeName {
                document_type_id: definition.id.clone(),
                name: definition.name.clone(),
                group: definition.group.clone(),
            }),
            document_type_confidence: document.document_type_confidence,
            classification_manually_corrected: document.classification_manually_corrected,
            version_identifier: document.version_identifier.clone(),
            version_custom_name: document.version_custom_name.clone(),
            current_version: document.current_version,
            duplicate_of: document.duplicate_of,
            trashed: document.trashed,
            merged_into: document.merged_into,
            signature: SignatureView { expected: document.signature_expected, found: document.signature_found },
            validation: ValidationView { status: document.validation, findings: parts.findings },
            failure: document.failure.as_ref().map(FailureDetail::from),
            open_task_ids: parts.open_tasks,
            created_at: document.created_at,
            updated_at: document.updated_at,
        }
    }
}

/// The checks of a document's type that hold between its values, and those that do not.
#[derive(Default)]
struct Relations {
    proofs: Vec<CheckOutcome>,
    breaks: Vec<CheckOutcome>,
}

impl Relations {
    fn of(parts: &DocumentParts<'_>) -> Self {
        let Some(definition) = parts.definition else { return Self::default() };
        let values: Vec<Checked<'_>> = parts
            .fields
            .iter()
            .map(|field| Checked { field: &field.field_type, row: field.row_index, value: &field.value })
            .collect();
        let (proofs, breaks) = check_values(definition, &values);
        Self { proofs, breaks }
    }
}

/// Returns the ids of the checks in which a field took part.
fn checks_of(outcomes: &[CheckOutcome], field: &FieldTypeId) -> Vec<String> {
    let taking_part = outcomes.iter().filter(|outcome| outcome.fields.contains(field));
    taking_part.map(|outcome| outcome.check.clone()).collect()
}

fn field_view(field: &Field, parts: &DocumentParts<'_>, relations: &Relations) -> FieldView {
    FieldView {
        field_type_id: field.field_type.clone(),
        display_name: parts.names.name(parts.definition, &field.field_type).to_string(),
        row_index: field.row_index,
        field_value: field.value.clone(),
        raw_value: field.raw_value.clone(),
        field_confidence: field.confidence,
        manually_corrected: field.manually_corrected,
        needs_review: review::needs_review(field, parts.review_threshold),
        page_id: field.place.map(|place| place.page),
        page_number: field.place.map(|place| (place.page_number + 1).saturating_sub(parts.document.first_page)),
        bounding_box: field.place.map(|place| place.bounding_box),
        source: field.source,
        proved_by: checks_of(&relations.proofs, &field.field_type),
        breaks: checks_of(&relations.breaks, &field.field_type),
        updated_at: field.updated_at,
    }
}
