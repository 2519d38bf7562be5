//! Review tasks.

use super::row::{Mapped, json, moment, moment_option, parsed, parsed_option, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{DocumentId, LoanId, ReviewTask, TaskId, TaskKind, TaskStatus, TenantId};
use rusqlite::{Row, params};

const COLUMNS: &str = "task_id, loan_id, document_id, kind, status, reason, fields, findings, assignee, created_at,
    resolved_at, resolved_by, resolution, note";

/// Which review tasks are asked for; what is `None` does not matter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TaskFilter {
    /// Where they stand.
    pub status: Option<TaskStatus>,
    /// What they are about.
    pub kind: Option<TaskKind>,
    /// The loan.
    pub loan: Option<LoanId>,
    /// The document.
    pub document: Option<DocumentId>,
    /// Who works on them.
    pub assignee: Option<String>,
    /// Only those that nobody works on.
    pub unassigned: bool,
}

impl TaskFilter {
    /// Only conditions that are asked for stand in the statement, so that each has its index.
    fn condition(&self, after: Option<TaskId>) -> String {
        // Where a loan or a document is asked for, its index is to be used, and none of a state or a person.
        let is_narrow = self.loan.is_some() || self.document.is_some();
        let given = [
            (self.status.is_some() && !is_narrow, "status = ?2"),
            (self.status.is_some() && is_narrow, "COALESCE(status, '') = ?2"),
            (self.kind.is_some(), "kind = ?3"),
            (self.loan.is_some(), "loan_id = ?4"),
            (self.document.is_some(), "document_id = ?5"),
            (self.assignee.is_some() && !is_narrow, "assignee = ?6"),
            (self.assignee.is_some() && is_narrow, "COALESCE(assignee, '') = ?6"),
            (after.is_some(), "task_id > ?7"),
            (self.unassigned, "assignee IS NULL"),
        ];
        let given = given.into_iter().filter(|(is_given, _)| *is_given).map(|(_, condition)| condition);
        std::iter::once("tenant_id = ?1").chain(given).collect::<Vec<_>>().join(" AND ")
    }
}

impl Reader<'_> {
    /// Returns a review task.
    pub fn task(&self, tenant: TenantId, task: TaskId) -> Result<Option<ReviewTask>> {
        self.one(
            &format!("SELECT {COLUMNS} FROM review_task WHERE tenant_id = ?1 AND task_id = ?2"),
            params![tenant.to_string(), task.to_string()],
            task_of_row,
        )
    }

    /// Returns review tasks, oldest first: those after one, at most so many.
    pub fn tasks(
        &self,
        tenant: TenantId,
        filter: &TaskFilter,
        after: Option<TaskId>,
        most: u64,
    ) -> Result<Vec<ReviewTask>> {
        let condition = filter.condition(after);
        self.all(
            &format!("SELECT {COLUMNS} FROM review_task WHERE {condition} ORDER BY task_id LIMIT ?8"),
            params![
                tenant.to_string(),
                filter.status.map(TaskStatus::as_str),
                filter.kind.map(TaskKind::as_str),
                filter.loan.map(|id| id.to_string()),
                filter.document.map(|id| id.to_string()),
                filter.assignee,
                after.map(|id| id.to_string()),
                most.min(i64::MAX as u64).cast_signed(),
            ],
            task_of_row,
        )
    }

    /// Returns the review tasks whose ids end with these digits.
    pub fn tasks_ending_with(&self, tenant: TenantId, digits: &str) -> Result<Vec<ReviewTask>> {
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM review_task
                 WHERE tenant_id = ?1 AND substr(task_id, -length(?2)) = ?2 ORDER BY task_id LIMIT 2"
            ),
            params![tenant.to_string(), digits],
            task_of_row,
        )
    }

    /// Returns a loan's review tasks, oldest first.
    pub fn tasks_of_loan(&self, tenant: TenantId, loan: LoanId) -> Result<Vec<ReviewTask>> {
        self.all(
            &format!("SELECT {COLUMNS} FROM review_task WHERE tenant_id = ?1 AND loan_id = ?2 ORDER BY task_id"),
            params![tenant.to_string(), loan.to_string()],
            task_of_row,
        )
    }

    /// Counts open tasks by loan, of one loan or of all; a loan without is not among them.
    pub fn open_task_counts(&self, tenant: TenantId, loan: Option<LoanId>) -> Result<Vec<(LoanId, u64)>> {
        let whose = if loan.is_some() { "loan_id = ?2" } else { "?2 IS NULL" };
        self.all(
            &format!(
                "SELECT loan_id, COUNT(*) AS tasks FROM review_task
                 WHERE tenant_id = ?1 AND status = 'OPEN' AND {whose} GROUP BY loan_id"
            ),
            params![tenant.to_string(), loan.map(|id| id.to_string())],
            |row| Ok((parsed(row, "loan_id")?, row.get::<_, i64>("tasks")?.unsigned_abs())),
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

    /// Returns a document's open task of a kind.
    pub fn open_task_of(&self, tenant: TenantId, document: DocumentId, kind: TaskKind) -> Result<Option<ReviewTask>> {
        self.one(
            &format!(
                "SELECT {COLUMNS} FROM review_task
                 WHERE tenant_id = ?1 AND document_id = ?2 AND kind = ?3 AND status = 'OPEN'"
            ),
            params![tenant.to_string(), document.to_string(), kind.as_str()],
            task_of_row,
        )
    }
}

impl Writer<'_> {
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

    /// Puts a changed review task in the place of the one with its id.
    pub fn save_task(&self, tenant: TenantId, task: &ReviewTask) -> Result<()> {
        self.execute(
            "UPDATE review_task SET status = ?3, reason = ?4, fields = ?5, findings = ?6, assignee = ?7, resolved_at = ?8,
                 resolved_by = ?9, resolution = ?10, note = ?11
             WHERE tenant_id = ?1 AND task_id = ?2",
            params![
                tenant.to_string(),
                task.id.to_string(),
                task.status.as_str(),
                task.reason,
                to_json(&task.fields)?,
                to_json(&task.findings)?,
                task.assignee,
                task.resolved_at.map(|at| at.micros()),
                task.resolved_by,
                task.resolution.map(|resolution| resolution.as_str()),
                task.note,
            ],
        )?;
        Ok(())
    }
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
