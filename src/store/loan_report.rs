//! Reports that are kept with a loan.
//!
//! Invariant: a report is added once and never changed.

use super::row::{Mapped, json, moment, parsed, parsed_option, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{ConfigurationId, LoanId, LoanReport, LoanReportKind, ReportId, TenantId};
use rusqlite::{Row, params};

const COLUMNS: &str = "report_id, loan_id, kind, configuration_id, created_by, created_at, items";

/// Which reports of a loan are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LoanReportFilter {
    /// Of this kind.
    pub kind: Option<LoanReportKind>,
    /// Against this configuration.
    pub configuration: Option<ConfigurationId>,
}

impl Reader<'_> {
    /// Returns a report.
    pub fn loan_report(&self, tenant: TenantId, report: ReportId) -> Result<Option<LoanReport>> {
        self.one(
            &format!("SELECT {COLUMNS} FROM loan_report WHERE tenant_id = ?1 AND report_id = ?2"),
            params![tenant.to_string(), report.to_string()],
            report_of_row,
        )
    }

    /// Returns a loan's reports, oldest first.
    pub fn loan_reports(&self, tenant: TenantId, loan: LoanId, filter: LoanReportFilter) -> Result<Vec<LoanReport>> {
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM loan_report
                 WHERE tenant_id = ?1 AND loan_id = ?2 AND (?3 IS NULL OR kind = ?3)
                   AND (?4 IS NULL OR configuration_id = ?4)
                 ORDER BY report_id"
            ),
            params![
                tenant.to_string(),
                loan.to_string(),
                filter.kind.map(LoanReportKind::as_str),
                filter.configuration.map(|id| id.to_string())
            ],
            report_of_row,
        )
    }

    /// Returns the newest report of a loan of a kind that was made against a configuration, or against none.
    pub fn latest_loan_report(
        &self,
        tenant: TenantId,
        loan: LoanId,
        kind: LoanReportKind,
        configuration: Option<ConfigurationId>,
    ) -> Result<Option<LoanReport>> {
        self.one(
            &format!(
                "SELECT {COLUMNS} FROM loan_report
                 WHERE tenant_id = ?1 AND loan_id = ?2 AND kind = ?3 AND COALESCE(configuration_id, '') = ?4
                 ORDER BY report_id DESC LIMIT 1"
            ),
            params![
                tenant.to_string(),
                loan.to_string(),
                kind.as_str(),
                configuration.map(|id| id.to_string()).unwrap_or_default()
            ],
            report_of_row,
        )
    }
}

impl Writer<'_> {
    /// Adds a report.
    pub fn add_loan_report(&self, tenant: TenantId, report: &LoanReport) -> Result<()> {
        self.execute(
            &format!("INSERT INTO loan_report (tenant_id, {COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"),
            params![
                tenant.to_string(),
                report.id.to_string(),
                report.loan.to_string(),
                report.kind.as_str(),
                report.configuration.map(|id| id.to_string()),
                report.created_by,
                report.created_at.micros(),
                to_json(&report.items)?,
            ],
        )?;
        Ok(())
    }
}

fn report_of_row(row: &Row<'_>) -> Mapped<LoanReport> {
    Ok(LoanReport {
        id: parsed(row, "report_id")?,
        loan: parsed(row, "loan_id")?,
        kind: parsed(row, "kind")?,
        configuration: parsed_option(row, "configuration_id")?,
        created_by: row.get("created_by")?,
        created_at: moment(row, "created_at")?,
        items: json(row, "items")?,
    })
}
