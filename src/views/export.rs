//! What an export came to.

use crate::model::{DocumentId, DocumentTypeId, LoanId, ProcessingStatus};
use serde::Serialize;
use utoipa::ToSchema;

/// What an export came to: the documents that went, and those that stay with the reason.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct ExportView {
    pub target: String,
    /// Whether it was only shown what would be done.
    pub dry_run: bool,
    pub exported: Vec<ExportedView>,
    pub held_back: Vec<HeldBackView>,
    /// Documents that are in the target as they are now and were not pushed again.
    pub unchanged: u64,
    /// Documents that were taken out of the target because they were replaced or put aside.
    pub withdrawn: u64,
}

/// A document that was pushed.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct ExportedView {
    pub loan_id: LoanId,
    pub external_loan_id: String,
    pub document_id: DocumentId,
    /// How people name it, `LOAN/N`.
    pub short_name: String,
    pub document_type_id: DocumentTypeId,
    pub name: String,
    pub version_identifier: String,
    /// Where it is; none when it was only shown what would be done.
    pub location: Option<String>,
}

/// A document that stays, and why.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct HeldBackView {
    pub loan_id: LoanId,
    pub external_loan_id: String,
    pub document_id: DocumentId,
    /// How people name it, `LOAN/N`.
    pub short_name: String,
    pub document_type_id: Option<DocumentTypeId>,
    pub name: String,
    pub processing_status: ProcessingStatus,
    pub reason: HoldReason,
    /// The reason for a person.
    pub detail: String,
}

/// Why a document stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HoldReason {
    /// A check failed.
    Blocked,
    /// A stage failed for good.
    Failed,
    /// It has not been through all stages.
    Processing,
    /// A newer version took its place.
    Superseded,
    /// It repeats another document.
    Duplicate,
}

impl HoldReason {
    /// Returns the public name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Blocked => "blocked",
            Self::Failed => "failed",
            Self::Processing => "processing",
            Self::Superseded => "superseded",
            Self::Duplicate => "duplicate",
        }
    }

    /// Tells whether someone has to do something before the document can go; another took the place of the others.
    pub fn is_open(self) -> bool {
        !matches!(self, Self::Superseded | Self::Duplicate)
    }
}
