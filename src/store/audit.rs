//! The log of every change that a person made or caused.

use super::row::{Mapped, json, moment, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{AuditEntry, TenantId, Timestamp};
use rusqlite::{Row, params};
use serde_json::Value;

const COLUMNS: &str =
    "sequence, actor, action, subject, subject_id, COALESCE(before, 'null') AS before, COALESCE(after, 'null') AS after,
     occurred_at, previous_hash, hash";

/// A change to be logged.
#[derive(Debug, Clone, PartialEq)]
pub struct Change<'c> {
    /// Who made it.
    pub actor: &'c str,
    /// What was done, such as `document.correct`.
    pub action: &'c str,
    /// On what kind of record.
    pub subject: &'c str,
    /// On which record.
    pub subject_id: String,
    /// What it was; null when it was made.
    pub before: Value,
    /// What it became; null when it was removed.
    pub after: Value,
}

impl Reader<'_> {
    /// Returns entries of a tenant's log in order: those after a place, at most so many, about one record or about all.
    pub fn audit_entries(
        &self,
        tenant: TenantId,
        subject: Option<&str>,
        after: u64,
        most: u64,
    ) -> Result<Vec<AuditEntry>> {
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM audit_entry
                 WHERE tenant_id = ?1 AND (?2 IS NULL OR subject_id = ?2) AND sequence > ?3 ORDER BY sequence LIMIT ?4"
            ),
            params![tenant.to_string(), subject, after.cast_signed(), most.min(i64::MAX as u64).cast_signed()],
            entry_of_row,
        )
    }

    /// Returns the last entry of a tenant's log.
    pub fn last_audit_entry(&self, tenant: TenantId) -> Result<Option<AuditEntry>> {
        self.one(
            &format!("SELECT {COLUMNS} FROM audit_entry WHERE tenant_id = ?1 ORDER BY sequence DESC LIMIT 1"),
            [tenant.to_string()],
            entry_of_row,
        )
    }
}

impl Writer<'_> {
    /// Adds an entry at the end of a tenant's log.
    pub fn log(&self, tenant: TenantId, change: Change<'_>, now: Timestamp) -> Result<()> {
        let last = self.last_audit_entry(tenant)?;
        let mut entry = AuditEntry {
            sequence: last.as_ref().map_or(1, |last| last.sequence + 1),
            actor: change.actor.to_string(),
            action: change.action.to_string(),
            subject: change.subject.to_string(),
            subject_id: change.subject_id,
            before: change.before,
            after: change.after,
            occurred_at: now,
            previous_hash: last.map(|last| last.hash).unwrap_or_default(),
            hash: String::new(),
        };
        entry.hash = entry.expected_hash();
        self.execute(
            "INSERT INTO audit_entry (tenant_id, sequence, actor, action, subject, subject_id, before, after,
                 occurred_at, previous_hash, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                tenant.to_string(),
                entry.sequence.cast_signed(),
                entry.actor,
                entry.action,
                entry.subject,
                entry.subject_id,
                to_json(&entry.before)?,
                to_json(&entry.after)?,
                entry.occurred_at.micros(),
                entry.previous_hash,
                entry.hash,
            ],
        )?;
        Ok(())
    }
}

fn entry_of_row(row: &Row<'_>) -> Mapped<AuditEntry> {
    Ok(AuditEntry {
        sequence: row.get::<_, i64>("sequence")?.unsigned_abs(),
        actor: row.get("actor")?,
        action: row.get("action")?,
        subject: row.get("subject")?,
        subject_id: row.get("subject_id")?,
        before: json(row, "before")?,
        after: json(row, "after")?,
        occurred_at: moment(row, "occurred_at")?,
        previous_hash: row.get("previous_hash")?,
        hash: row.get("hash")?,
    })
}
