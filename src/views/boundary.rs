//! Why documents begin where they do.

use crate::model::{DocumentId, DocumentTypeId};
use crate::split::{Alternative, Segment};
use serde::Serialize;
use utoipa::ToSchema;

/// Where a document begins in its file, and what spoke for it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct BoundaryView {
    pub document_id: DocumentId,
    pub file_name: String,
    /// The first page of the document in its file, from 1.
    pub page: u32,
    /// The type that the decision over the whole file gave it; classification may decide otherwise.
    pub document_type_id: DocumentTypeId,
    pub evidence: Vec<String>,
    /// The next best decision about the page; `null` when there was none.
    pub runner_up: Option<RunnerUpView>,
    /// How much better the decision is than the runner-up, in weights of anchors.
    pub margin: f32,
}

/// What else a page could have been.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct RunnerUpView {
    /// Whether a document would begin there; otherwise the one before would go on.
    pub begins: bool,
    pub document_type_id: DocumentTypeId,
}

impl BoundaryView {
    /// Makes the view of a splitter's decision.
    pub fn new(document_id: DocumentId, file_name: String, segment: Segment) -> Self {
        Self {
            document_id,
            file_name,
            page: segment.first,
            document_type_id: segment.document_type,
            evidence: segment.evidence,
            runner_up: segment.runner_up.map(RunnerUpView::from),
            margin: (segment.margin * 100.0).round() / 100.0,
        }
    }
}

impl From<Alternative> for RunnerUpView {
    fn from(alternative: Alternative) -> Self {
        Self { begins: alternative.begins, document_type_id: alternative.document_type }
    }
}
