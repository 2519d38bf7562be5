//! Reports that are kept with a loan.

use crate::model::{
    ConfigurationId, LoanId, LoanReport, LoanReportKind, ReportId, ReportItem, ReportSummary, Timestamp,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A report that is kept with a loan.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct LoanReportView {
    pub report_id: ReportId,
    pub loan_id: LoanId,
    pub kind: LoanReportKind,
    pub configuration_id: Option<ConfigurationId>,
    pub created_at: Timestamp,
    pub created_by: String,
    pub summary: ReportSummary,
    pub items: Vec<ReportItem>,
}

impl From<LoanReport> for LoanReportView {
    fn from(report: LoanReport) -> Self {
        Self {
            summary: report.summary(),
            report_id: report.id,
            loan_id: report.loan,
            kind: report.kind,
            configuration_id: report.configuration,
            created_at: report.created_at,
            created_by: report.created_by,
            items: report.items,
        }
    }
}
