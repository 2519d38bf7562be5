//! Documents that were pushed to a LOS, and loans of which something is to be pushed.

use super::row::{Mapped, moment, parsed};
use super::{Lease, Reader, Scope, Term, Writer};
use crate::error::Result;
use crate::model::{DocumentId, LoanId, TenantId, Timestamp};
use rusqlite::{Row, params};

/// The key of the row that says that a document was taken away from a target again.
const WITHDRAWN: &str = "withdrawn";

/// A push of one state of a document to a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Push {
    /// The document.
    pub document: DocumentId,
    /// The name of the target.
    pub target: String,
    /// What tells this state of the document from another.
    pub key: String,
    /// Where it is there.
    pub location: String,
    /// When.
    pub pushed_at: Timestamp,
}

impl Reader<'_> {
    /// Returns the pushes of a loan's documents to a target, oldest first.
    pub fn pushes_of_loan(&self, tenant: TenantId, loan: LoanId, target: &str) -> Result<Vec<Push>> {
        self.all(
            "SELECT p.document_id, p.target, p.push_key, p.location, p.pushed_at
             FROM document d JOIN push p ON p.document_id = d.document_id
             WHERE d.tenant_id = ?1 AND d.loan_id = ?2 AND p.target = ?3 AND p.push_key <> ?4 ORDER BY p.pushed_at",
            params![tenant.to_string(), loan.to_string(), target, WITHDRAWN],
            push_of_row,
        )
    }

    /// Returns a document's pushes to all targets, oldest first.
    pub fn pushes_of_document(&self, tenant: TenantId, document: DocumentId) -> Result<Vec<Push>> {
        self.all(
            "SELECT document_id, target, push_key, location, pushed_at FROM push
             WHERE tenant_id = ?1 AND document_id = ?2 AND push_key <> ?3 ORDER BY pushed_at",
            params![tenant.to_string(), document.to_string(), WITHDRAWN],
            push_of_row,
        )
    }

    /// Returns when a document was last pushed to any target: `docPushDateTime`.
    pub fn pushed_at(&self, tenant: TenantId, document: DocumentId) -> Result<Option<Timestamp>> {
        let found = self.one(
            "SELECT MAX(pushed_at) FROM push WHERE tenant_id = ?1 AND document_id = ?2 AND push_key <> ?3",
            params![tenant.to_string(), document.to_string(), WITHDRAWN],
            |row| row.get::<_, Option<i64>>(0),
        )?;
        Ok(found.flatten().map(Timestamp::from_micros))
    }

    /// Returns the documents of a loan that a target has and should not have any more.
    pub fn withdrawn_documents(&self, tenant: TenantId, loan: LoanId, target: &str) -> Result<Vec<DocumentId>> {
        self.all(
            "SELECT DISTINCT d.document_id FROM document d JOIN push p ON p.document_id = d.document_id
             WHERE d.tenant_id = ?1 AND d.loan_id = ?2 AND p.target = ?3
               AND (d.trashed <> 0 OR d.current_version = 0 OR d.duplicate_of IS NOT NULL)
               AND NOT EXISTS (SELECT 1 FROM push w WHERE w.document_id = d.document_id AND w.target = ?3
                               AND w.push_key = ?4)
             ORDER BY d.document_id",
            params![tenant.to_string(), loan.to_string(), target, WITHDRAWN],
            |row| parsed(row, "document_id"),
        )
    }

    /// Returns the loans of which something is to be said or done at a target: documents that were never exported or
    /// are not there, documents that are there and should not be, and pushes that were broken off.
    pub fn loans_to_export(&self, tenant: TenantId, target: &str) -> Result<Vec<LoanId>> {
        self.all(
            "SELECT loan_id FROM loan l WHERE tenant_id = ?1 AND (
                 EXISTS (SELECT 1 FROM document d
                         WHERE d.loan_id = l.loan_id AND d.trashed = 0 AND d.processing_status <> 'EXPORTED')
                 OR EXISTS (SELECT 1 FROM document d
                            WHERE d.loan_id = l.loan_id AND d.trashed = 0 AND d.processing_status = 'EXPORTED'
                              AND d.current_version = 1 AND d.duplicate_of IS NULL
                              AND (NOT EXISTS (SELECT 1 FROM push p
                                               WHERE p.document_id = d.document_id AND p.target = ?2)
                                   OR EXISTS (SELECT 1 FROM push p WHERE p.document_id = d.document_id
                                              AND p.target = ?2 AND p.push_key = ?3)))
                 OR EXISTS (SELECT 1 FROM document d JOIN push p ON p.document_id = d.document_id
                            WHERE d.loan_id = l.loan_id AND p.target = ?2
                              AND (d.trashed <> 0 OR d.current_version = 0 OR d.duplicate_of IS NOT NULL)
                              AND NOT EXISTS (SELECT 1 FROM push w WHERE w.document_id = d.document_id
                                              AND w.target = ?2 AND w.push_key = ?3))
                 OR EXISTS (SELECT 1 FROM lease s WHERE s.unit_id = l.loan_id))
             ORDER BY external_loan_id",
            params![tenant.to_string(), target, WITHDRAWN],
            |row| parsed(row, "loan_id"),
        )
    }

    /// Returns the loans with documents that are to be exported as soon as possible.
    pub fn loans_awaiting_export(&self, scope: Scope) -> Result<Vec<LoanId>> {
        let whose = if scope.loan.is_some() { "loan_id = ?2" } else { "?2 IS NULL" };
        self.all(
            &format!(
                "SELECT DISTINCT loan_id FROM document
                 WHERE tenant_id = ?1 AND next_stage IS NOT NULL AND next_stage = 'EXPORT'
                   AND {whose} AND trashed = 0 ORDER BY loan_id"
            ),
            params![scope.tenant.to_string(), scope.loan.map(|id| id.to_string())],
            |row| parsed(row, "loan_id"),
        )
    }
}

impl Writer<'_> {
    /// Takes a loan for its export; `None` when another process holds it.
    pub fn claim_loan(&self, tenant: TenantId, loan: LoanId, term: &Term<'_>) -> Result<Option<Lease>> {
        self.take_lease(tenant, &loan.to_string(), term)
    }

    /// Notes that a state of a document is in a target; false when that was known.
    pub fn add_push(&self, tenant: TenantId, push: &Push) -> Result<bool> {
        self.execute(
            "DELETE FROM push WHERE tenant_id = ?1 AND document_id = ?2 AND target = ?3 AND push_key = ?4",
            params![tenant.to_string(), push.document.to_string(), push.target, WITHDRAWN],
        )?;
        let added = self.execute(
            "INSERT INTO push (tenant_id, document_id, target, push_key, location, pushed_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
            params![
                tenant.to_string(),
                push.document.to_string(),
                push.target,
                push.key,
                push.location,
                push.pushed_at.micros()
            ],
        )?;
        self.execute(
            "UPDATE document SET pushed_at = ?3
             WHERE tenant_id = ?1 AND document_id = ?2 AND (pushed_at IS NULL OR pushed_at < ?3)",
            params![tenant.to_string(), push.document.to_string(), push.pushed_at.micros()],
        )?;
        Ok(added == 1)
    }

    /// Notes that a target has no state of a document any more; false when that was known.
    pub fn add_withdrawal(&self, tenant: TenantId, document: DocumentId, target: &str, now: Timestamp) -> Result<bool> {
        let added = self.execute(
            "INSERT INTO push (tenant_id, document_id, target, push_key, location, pushed_at)
             VALUES (?1, ?2, ?3, ?4, '', ?5) ON CONFLICT DO NOTHING",
            params![tenant.to_string(), document.to_string(), target, WITHDRAWN, now.micros()],
        )?;
        Ok(added == 1)
    }
}

fn push_of_row(row: &Row<'_>) -> Mapped<Push> {
    Ok(Push {
        document: parsed(row, "document_id")?,
        target: row.get("target")?,
        key: row.get("push_key")?,
        location: row.get("location")?,
        pushed_at: moment(row, "pushed_at")?,
    })
}
