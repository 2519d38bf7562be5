//! Why a document is of its type.

use crate::model::{Confidence, DocumentId, DocumentTypeId};
use serde::Serialize;
use utoipa::ToSchema;

/// What the program decided about a document's type, and why; a person may have decided otherwise since.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct ClassificationView {
    pub document_id: DocumentId,
    /// Null before the document is classified.
    pub document_type_id: Option<DocumentTypeId>,
    pub document_type_confidence: Option<Confidence>,
    pub classification_manually_corrected: bool,
    /// Other types that it could be, best first.
    pub runners_up: Vec<CandidateTypeView>,
    /// What spoke for the decision.
    pub evidence: Vec<String>,
}

/// A type that a document could be.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct CandidateTypeView {
    pub document_type_id: DocumentTypeId,
    pub name: String,
    pub confidence: Confidence,
}
