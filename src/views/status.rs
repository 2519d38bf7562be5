//! How far a workspace's loans are.

use super::FailureDetail;
use super::document::PageSpan;
use crate::model::{Document, DocumentId, LoanId, ProcessingStatus};
use crate::store::Backlog;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The state of loans.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct StatusView {
    pub loans: Vec<LoanStatusView>,
    pub failures: Vec<FailureView>,
    pub backlog: BacklogView,
}

/// The state of one loan.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct LoanStatusView {
    pub loan_id: LoanId,
    pub external_loan_id: String,
    pub source_files: u64,
    /// How many documents are in each state; states without documents are absent.
    pub documents: BTreeMap<ProcessingStatus, u64>,
    pub open_tasks: u64,
}

/// What is left to process.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct BacklogView {
    pub pages: u64,
    pub documents: u64,
}

impl From<Backlog> for BacklogView {
    fn from(backlog: Backlog) -> Self {
        Self { pages: backlog.pages, documents: backlog.documents }
    }
}

/// A failed document with the reason.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct FailureView {
    pub document_id: DocumentId,
    pub loan_id: LoanId,
    pub file_name: String,
    pub source_pages: PageSpan,
    pub failure: Option<FailureDetail>,
}

impl FailureView {
    /// Shows a failed document of a file.
    pub fn new(document: &Document, file_name: String) -> Self {
        Self {
            document_id: document.id,
            loan_id: document.loan,
            file_name,
            source_pages: PageSpan { first: document.first_page, last: document.last_page },
            failure: document.failure.as_ref().map(FailureDetail::from),
        }
    }
}
