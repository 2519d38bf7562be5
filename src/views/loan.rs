//! Loans and source files.

use super::{DocumentView, FailureDetail, TaskView};
use crate::model::{
    ConfigurationId, Finding, Loan, LoanId, LoanStatus, Origin, SourceFile, SourceFileId, Timestamp, UploadStatus,
};
use crate::store::LoanTally;
use serde::Serialize;
use utoipa::ToSchema;

/// A loan.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct LoanView {
    pub loan_id: LoanId,
    pub external_loan_id: String,
    pub status: LoanStatus,
    pub configuration_id: Option<ConfigurationId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub fields_count: u64,
    pub fields_to_review: u64,
}

impl LoanView {
    /// Shows a loan with its counters.
    pub fn new(loan: &Loan, tally: LoanTally) -> Self {
        Self {
            loan_id: loan.id,
            external_loan_id: loan.external_loan_id.clone(),
            status: loan.status,
            configuration_id: loan.configuration,
            created_at: loan.created_at,
            updated_at: loan.updated_at,
            fields_count: tally.fields,
            fields_to_review: tally.fields_to_review,
        }
    }
}

/// A loan with all that belongs to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct PackageView {
    pub loan: LoanView,
    /// What is wrong with the loan as a whole, such as a document that it lacks.
    pub findings: Vec<Finding>,
    pub documents: Vec<DocumentView>,
    pub tasks: Vec<TaskView>,
}

/// A source file.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct SourceFileView {
    pub source_file_id: SourceFileId,
    pub loan_id: LoanId,
    pub file_name: String,
    pub size_bytes: u64,
    pub sha256: String,
    pub page_count: u32,
    pub document_count: u64,
    pub upload_status: UploadStatus,
    pub failure: Option<FailureDetail>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub origin: Origin,
}

impl SourceFileView {
    /// Shows a source file that was cut into so many documents.
    pub fn new(file: &SourceFile, document_count: u64) -> Self {
        Self {
            source_file_id: file.id,
            loan_id: file.loan,
            file_name: file.file_name.clone(),
            size_bytes: file.size_bytes,
            sha256: file.sha256.clone(),
            page_count: file.page_count,
            document_count,
            upload_status: file.upload_status,
            failure: file.failure.as_ref().map(FailureDetail::from),
            created_at: file.created_at,
            updated_at: file.updated_at,
            origin: file.origin,
        }
    }
}

/// A file that was taken in, as the answer to its upload tells it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct UploadView {
    pub source_file_id: SourceFileId,
    pub file_name: String,
    pub size_bytes: u64,
    pub sha256: String,
    pub upload_status: UploadStatus,
}

impl From<SourceFileView> for UploadView {
    fn from(file: SourceFileView) -> Self {
        Self {
            source_file_id: file.source_file_id,
            file_name: file.file_name,
            size_bytes: file.size_bytes,
            sha256: file.sha256,
            upload_status: file.upload_status,
        }
    }
}
