//! Reports that are kept with a loan: what was checked, what is required, what people changed.

use super::{ConfigurationId, DocumentId, LoanId, LoanReportKind, ReportId, ReportItemStatus, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A report that is kept with a loan. It tells how the loan stood when it was made and is never changed.
#[derive(Debug, Clone, PartialEq)]
pub struct LoanReport {
    /// Its id.
    pub id: ReportId,
    /// The loan.
    pub loan: LoanId,
    /// What it is about.
    pub kind: LoanReportKind,
    /// What the loan was checked against.
    pub configuration: Option<ConfigurationId>,
    /// Who asked for it; the program itself for what the checks found.
    pub created_by: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// What it says.
    pub items: Vec<ReportItem>,
}

/// A line of a loan's report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportItem {
    /// A stable code such as `document_required`.
    pub code: String,
    /// What it is about, for a person.
    pub label: String,
    /// How it stands.
    pub status: ReportItemStatus,
    /// The document that it is about; null for the loan as a whole.
    pub document_id: Option<DocumentId>,
    /// More about it, for a person.
    pub detail: Option<String>,
}

/// How many lines of a report stand how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReportSummary {
    /// What is as it should be.
    pub passed: u64,
    /// What is not.
    pub failed: u64,
    /// What is not there, or could not be found.
    pub missing: u64,
}

impl LoanReport {
    /// Counts its lines; those that only tell something are not counted.
    pub fn summary(&self) -> ReportSummary {
        let count = |status| self.items.iter().filter(|item| item.status == status).count() as u64;
        ReportSummary {
            passed: count(ReportItemStatus::Passed),
            failed: count(ReportItemStatus::Failed),
            missing: count(ReportItemStatus::Missing),
        }
    }
}
