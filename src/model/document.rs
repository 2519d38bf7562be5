//! Documents and their values.

use super::{
    Confidence, DocumentId, DocumentTypeId, FailureRecord, FieldTypeId, LoanId, PageId, ProcessingStatus, Source,
    SourceFileId, Stage, Timestamp, ValidationStatus,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A document: one segment of a source file.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// Its id.
    pub id: DocumentId,
    /// The loan it belongs to.
    pub loan: LoanId,
    /// The file it is a part of.
    pub source_file: SourceFileId,
    /// That file's place in its loan, from 1.
    pub source_position: u32,
    /// Its first page's number in the file.
    pub first_page: u32,
    /// Its last page's number in the file.
    pub last_page: u32,
    /// Where it stands, in the specification's words.
    pub processing_status: ProcessingStatus,
    /// The stage it waits for; `None` when it has left the pipeline.
    pub next_stage: Option<Stage>,
    /// How often it went through the pipeline, from 1.
    pub revision: u32,
    /// Its type, once known.
    pub document_type: Option<DocumentTypeId>,
    /// How sure that type is.
    pub document_type_confidence: Option<Confidence>,
    /// Whether a person set the type.
    pub classification_manually_corrected: bool,
    /// Its number among the versions of the same paper.
    pub version_identifier: Option<String>,
    /// A name for that version.
    pub version_custom_name: Option<String>,
    /// Whether no newer version and no original of it exists.
    pub current_version: bool,
    /// The document that it repeats.
    pub duplicate_of: Option<DocumentId>,
    /// Whether it was put aside.
    pub trashed: bool,
    /// The document that its pages went to when a person merged the two; it is trashed then.
    pub merged_into: Option<DocumentId>,
    /// Whether its type should bear a signature; unknown before it has one.
    pub signature_expected: Option<bool>,
    /// Whether a signature was found; `None` when no place for one was found.
    pub signature_found: Option<bool>,
    /// How its checks ended.
    pub validation: ValidationStatus,
    /// The blob of its own PDF.
    pub content_sha256: Option<String>,
    /// A digest of what its pages show: equal for exact copies.
    pub content_digest: Option<String>,
    /// A digest of all its values: equal for copies that differ in print only.
    pub values_digest: Option<String>,
    /// A digest of its type's identity fields: equal for versions of one paper.
    pub identity_digest: Option<String>,
    /// A sketch of its words: nearly equal for papers that show nearly the same.
    pub word_sketch: Option<Vec<u8>>,
    /// The content digest of the paper that it shows again, scanned or printed anew.
    pub copied_content: Option<String>,
    /// Why it failed.
    pub failure: Option<FailureRecord>,
    /// When it came into being.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// Where a new document lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentPlace {
    /// The loan it belongs to.
    pub loan: LoanId,
    /// The file it is a part of.
    pub source_file: SourceFileId,
    /// That file's place in its loan, from 1.
    pub source_position: u32,
    /// Its first page's number in the file.
    pub first_page: u32,
    /// Its last page's number in the file.
    pub last_page: u32,
}

impl Document {
    /// Makes a document of which nothing is known yet, in the state of one that was just received.
    pub fn new(id: DocumentId, place: DocumentPlace, now: Timestamp) -> Self {
        let DocumentPlace { loan, source_file, source_position, first_page, last_page } = place;
        Self {
            id,
            loan,
            source_file,
            source_position,
            first_page,
            last_page,
            processing_status: ProcessingStatus::Uploading,
            next_stage: Some(Stage::Splitter),
            revision: 1,
            document_type: None,
            document_type_confidence: None,
            classification_manually_corrected: false,
            version_identifier: None,
            version_custom_name: None,
            current_version: true,
            duplicate_of: None,
            trashed: false,
            merged_into: None,
            signature_expected: None,
            signature_found: None,
            validation: ValidationStatus::NotRun,
            content_sha256: None,
            content_digest: None,
            values_digest: None,
            identity_digest: None,
            word_sketch: None,
            copied_content: None,
            failure: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// Tells whether a stage of the pipeline is still to run on it; a document that waits for its export has left it.
    pub fn in_pipeline(&self) -> bool {
        self.next_stage.is_some_and(|stage| stage != Stage::Export)
    }

    /// Tells whether it is the newest version of its paper and repeats no other.
    pub fn is_current(&self) -> bool {
        self.current_version && self.duplicate_of.is_none()
    }

    /// Tells whether it speaks for its loan: it was read, is current and was not put aside.
    pub fn counts(&self) -> bool {
        let read = matches!(self.processing_status, ProcessingStatus::Extracted | ProcessingStatus::Exported);
        read && self.is_current() && !self.trashed
    }

    /// Returns how many pages it has.
    pub fn page_count(&self) -> u32 {
        self.last_page + 1 - self.first_page
    }
}

/// A value of a document as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Which field.
    pub field_type: FieldTypeId,
    /// The row of its table, from 0; `None` for a single value.
    pub row_index: Option<u32>,
    /// The value in its canonical form.
    pub value: String,
    /// What is printed on the page.
    pub raw_value: String,
    /// How sure the value is.
    pub confidence: Confidence,
    /// How it was read.
    pub source: Source,
    /// Whether a person set the value.
    pub manually_corrected: bool,
    /// Whether a person confirmed the value.
    pub confirmed: bool,
    /// What the program had read before a person set the value; `None` when it read nothing, or nobody did.
    pub extracted_value: Option<String>,
    /// Where it was read; `None` for a value that a person added.
    pub place: Option<FieldPlace>,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// Where a value was read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FieldPlace {
    /// The page.
    pub page: PageId,
    /// That page's number in the source file.
    pub page_number: u32,
    /// Where it stands on that page.
    pub bounding_box: BoundingBox,
}

/// A place on a page as it is shown, in fractions of the page's width and height.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BoundingBox {
    /// Distance of the left side from the left edge.
    pub left: f32,
    /// Distance of the top side from the top edge.
    pub top: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}
