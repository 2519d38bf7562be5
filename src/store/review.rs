//! Findings and review tasks.

use super::row::{Mapped, json, json_option, moment, moment_option, parsed, parsed_option, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{DocumentId, FieldTypeId, Finding, LoanId, ReviewTask, Stage, TaskId, TenantId};
use rusqlite::{Row, params};

const TASK_COLUMNS: &str =
    "task_id, loan_id, document_id, kind, status, reason, fields, findings, assignee, created_at,
    resolved_at, resolved_by, resolution, note";

impl Reader<'_> {
    /// Returns what checks found about a document, errors and warnings of all stages.
    pub fn findings(&self, tenant: TenantId, document: DocumentId) -> Result<Vec<Finding>> {
        self.all(
            "SELECT code, severity, message, page, field_type_id, bounding_box, expected, found, waived
             FROM finding WHERE tenant_id = ?1 AND document_id = ?2 ORDER BY severity, stage, position",
            params![tenant.to_string(), document.to_string()],
            finding_of_row,
        )
    }

    /// Returns a loan's review tasks, oldest first.
    pub fn tasks_of_loan(&self, tenant: TenantId, loan: LoanId) -> Result<Vec<ReviewTask>> {
        self.all(
            &format!("SELECT {TASK_COLUMNS} FROM review_task WHERE tenant_id = ?1 AND loan_id = ?2 ORDER BY task_id"),
            params![tenant.to_string(), loan.to_string()],
            task_of_row,
        )
    }

    /// Counts a loan's open tasks.
    pub fn open_task_count(&self, tenant: TenantId, loan: LoanId) -> Result<u64> {
        self.count(
            "SELECT COUNT(*) FROM review_task WHERE tenant_id = ?1 AND loan_id = ?2 AND status = 'OPEN'",
            params![tenant.to_string(), loan.to_string()],
        )
    }

    /// Returns the ids of a document's open tasks.
    pub fn open_tasks(&self, tenant: TenantId, document: DocumentId) -> Result<Vec<TaskId>> {
        self.all(
            "SELECT task_id FROM review_task WHERE tenant_id = ?1 AND document_id = ?2 AND status = 'OPEN'
             ORDER BY kind",
            params![tenant.to_string(), document.to_string()],
            |row| parsed(row, "task_id"),
        )
    }
}

impl Writer<'_> {
    /// Puts findings in the place of all that a stage found about a document.
    pub fn replace_findings(
        &self,
        tenant: TenantId,
        document: DocumentId,
        stage: Stage,
        findings: &[Finding],
    ) -> Result<()> {
        self.execute(
            "DELETE FROM finding WHERE tenant_id = ?1 AND document_id = ?2 AND stage = ?3",
            params![tenant.to_string(), document.to_string(), stage.as_str()],
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
                    stage.as_str(),
                    finding.code,
                    finding.severity.as_str(),
                    finding.message,
                    finding.page,
                    finding.field_type_id.as_ref().map(FieldTypeId::as_str),
                    finding.bounding_box.as_ref().map(to_json).transpose()?,
                    finding.expected,
                    finding.found,
                    i64::from(finding.waived),
                ],
            )?;
        }
        Ok(())
    }

    /// Opens a review task; false when the document has an open one of this kind.
    pub fn open_task(&self, tenant: TenantId, task: &ReviewTask) -> Result<bool> {
        let opened = self.execute(
            "INSERT INTO review_task (tenant_id, task_id, loan_id, document_id, kind, status, reason, fields, findings,
                 created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING",
            params![
                tenant.to_string(),
                task.id.to_string(),
                task.loan.to_string(),
                task.document.to_string(),
                task.kind.as_str(),
                task.status.as_str(),
                task.reason,
                to_json(&task.fields)?,
                to_json(&task.findings)?,
                task.created_at.micros()
            ],
        )?;
        Ok(opened == 1)
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

fn task_of_row(row: &Row<'_>) -> Mapped<ReviewTask> {
    Ok(ReviewTask {
        id: parsed(row, "task_id")?,
        loan: parsed(row, "loan_id")?,
        document: parsed(row, "document_id")?,
        kind: parsed(row, "kind")?,
        status: parsed(row, "status")?,
        reason: row.get("reason")?,
        fields: json(row, "fields")?,
        findings: json(row, "findings")?,
        assignee: row.get("assignee")?,
        created_at: moment(row, "created_at")?,
        resolved_at: moment_option(row, "resolved_at")?,
        resolved_by: row.get("resolved_by")?,
        resolution: parsed_option(row, "resolution")?,
        note: row.get("note")?,
    })
}
