//! What checks found about documents.

use super::row::{Mapped, json_option, parsed, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{DocumentId, FieldTypeId, Finding, LoanId, Stage, TenantId};
use rusqlite::{Row, params};
use std::collections::HashMap;

/// Where a finding comes from; each origin's findings are replaced as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingOrigin {
    /// A stage that looked at the document.
    Stage(Stage),
    /// The comparison with the loan's other documents.
    Loan,
}

impl FindingOrigin {
    fn as_str(self) -> &'static str {
        match self {
            Self::Stage(stage) => stage.as_str(),
            Self::Loan => "LOAN",
        }
    }
}

/// What is wrong with a loan as a whole is kept apart from its documents.
const LOAN_COLUMNS: &str = "code, severity, message, expected, found";

impl Reader<'_> {
    /// Returns what is wrong with a loan as a whole, such as a document that it lacks.
    pub fn loan_findings(&self, tenant: TenantId, loan: LoanId) -> Result<Vec<Finding>> {
        self.all(
            &format!("SELECT {LOAN_COLUMNS} FROM loan_finding WHERE tenant_id = ?1 AND loan_id = ?2 ORDER BY position"),
            params![tenant.to_string(), loan.to_string()],
            |row| {
                let mut finding = Finding::new(
                    &row.get::<_, String>("code")?,
                    parsed(row, "severity")?,
                    row.get::<_, String>("message")?,
                );
                finding.expected = row.get("expected")?;
                finding.found = row.get("found")?;
                Ok(finding)
            },
        )
    }

    /// Returns what checks found about a loan's documents, errors and warnings of all stages, by document.
    pub fn findings_of_loan(&self, tenant: TenantId, loan: LoanId) -> Result<HashMap<DocumentId, Vec<Finding>>> {
        let mut found: HashMap<DocumentId, Vec<Finding>> = HashMap::new();
        self.each(
            "SELECT f.document_id, f.code, f.severity, f.message, f.page, f.field_type_id, f.bounding_box, f.expected,
                 f.found, f.waived
             FROM document d JOIN finding f ON f.document_id = d.document_id
             WHERE d.tenant_id = ?1 AND d.loan_id = ?2 ORDER BY f.severity, f.stage, f.position",
            params![tenant.to_string(), loan.to_string()],
            |row| {
                found.entry(parsed(row, "document_id")?).or_default().push(finding_of_row(row)?);
                Ok(())
            },
        )?;
        Ok(found)
    }

    /// Returns what checks found about a document, errors and warnings of all stages.
    pub fn findings(&self, tenant: TenantId, document: DocumentId) -> Result<Vec<Finding>> {
        self.all(
            "SELECT code, severity, message, page, field_type_id, bounding_box, expected, found, waived
             FROM finding WHERE tenant_id = ?1 AND document_id = ?2 ORDER BY severity, stage, position",
            params![tenant.to_string(), document.to_string()],
            finding_of_row,
        )
    }
}

impl Writer<'_> {
    /// Puts findings in the place of all about a loan as a whole.
    pub fn replace_loan_findings(&self, tenant: TenantId, loan: LoanId, findings: &[Finding]) -> Result<()> {
        self.execute(
            "DELETE FROM loan_finding WHERE tenant_id = ?1 AND loan_id = ?2",
            params![tenant.to_string(), loan.to_string()],
        )?;
        for (position, finding) in (0_i64..).zip(findings) {
            self.execute(
                &format!(
                    "INSERT INTO loan_finding (tenant_id, loan_id, position, {LOAN_COLUMNS})
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
                ),
                params![
                    tenant.to_string(),
                    loan.to_string(),
                    position,
                    finding.code,
                    finding.severity.as_str(),
                    finding.message,
                    finding.expected,
                    finding.found,
                ],
            )?;
        }
        Ok(())
    }

    /// Puts findings in the place of all that a check of this origin found about a document. What a reviewer released
    /// the document from stays waived.
    pub fn replace_findings(
        &self,
        tenant: TenantId,
        document: DocumentId,
        origin: FindingOrigin,
        findings: &[Finding],
    ) -> Result<()> {
        let waivers = self.waivers(tenant, document)?;
        let is_waived = |finding: &Finding| {
            waivers.iter().any(|waiver| waiver.code == finding.code && waiver.message == finding.message)
        };
        self.execute(
            "DELETE FROM finding WHERE tenant_id = ?1 AND document_id = ?2 AND stage = ?3",
            params![tenant.to_string(), document.to_string(), origin.as_str()],
        )?;
        for (position, finding) in (0_i64..).zip(findings) {
            self.execute(
                "INSERT INTO finding (tenant_id, document_id, position, stage, code, severity, message, page,
                     field_type_id, bounding_box, expected, found, waived)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                params![
                    tenant.to_string(),
                    document.to_string(),
                    position,
                    origin.as_str(),
                    finding.code,
                    finding.severity.as_str(),
                    finding.message,
                    finding.page,
                    finding.field_type_id.as_ref().map(FieldTypeId::as_str),
                    finding.bounding_box.as_ref().map(to_json).transpose()?,
                    finding.expected,
                    finding.found,
                    i64::from(finding.waived || is_waived(finding)),
                ],
            )?;
        }
        Ok(())
    }
}

fn finding_of_row(row: &Row<'_>) -> Mapped<Finding> {
    Ok(Finding {
        code: row.get("code")?,
        severity: parsed(row, "severity")?,
        message: row.get("message")?,
        page: row.get("page")?,
        field_type_id: row.get::<_, Option<String>>("field_type_id")?.map(FieldTypeId::new),
        bounding_box: json_option(row, "bounding_box")?,
        expected: row.get("expected")?,
        found: row.get("found")?,
        waived: row.get::<_, i64>("waived")? != 0,
    })
}
