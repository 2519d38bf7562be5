//! What people changed in documents, and what they released them from.

use super::row::{Mapped, moment, parsed};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{Correction, DocumentId, FieldTypeId, TaskId, TenantId, Timestamp};
use rusqlite::{Row, params};

/// A finding that a reviewer released a document from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiver {
    /// The finding's code.
    pub code: String,
    /// The finding's message.
    pub message: String,
    /// The review task in which it was waived.
    pub task: TaskId,
    /// Why.
    pub note: String,
    /// Who waived it.
    pub waived_by: String,
    /// When.
    pub waived_at: Timestamp,
}

impl Reader<'_> {
    /// Returns a document's corrections in order.
    pub fn corrections(&self, tenant: TenantId, document: DocumentId) -> Result<Vec<Correction>> {
        self.all(
            "SELECT correction_id, document_id, kind, field_type_id, row_index, previous_value, new_value, corrected_by,
                 corrected_at
             FROM correction WHERE tenant_id = ?1 AND document_id = ?2 ORDER BY sequence",
            params![tenant.to_string(), document.to_string()],
            correction_of_row,
        )
    }

    /// Tells whether a document was corrected at or after a moment.
    pub fn was_corrected_since(&self, tenant: TenantId, document: DocumentId, moment: Timestamp) -> Result<bool> {
        let found = self.count(
            "SELECT COUNT(*) FROM correction
             WHERE tenant_id = ?1 AND document_id = ?2 AND corrected_at >= ?3 AND kind <> 'confirmation'",
            params![tenant.to_string(), document.to_string(), moment.micros()],
        )?;
        Ok(found > 0)
    }

    /// Returns what reviewers released a document from.
    pub fn waivers(&self, tenant: TenantId, document: DocumentId) -> Result<Vec<Waiver>> {
        self.all(
            "SELECT code, message, task_id, note, waived_by, waived_at FROM waiver
             WHERE tenant_id = ?1 AND document_id = ?2 ORDER BY code, message",
            params![tenant.to_string(), document.to_string()],
            |row| {
                Ok(Waiver {
                    code: row.get("code")?,
                    message: row.get("message")?,
                    task: parsed(row, "task_id")?,
                    note: row.get("note")?,
                    waived_by: row.get("waived_by")?,
                    waived_at: moment(row, "waived_at")?,
                })
            },
        )
    }
}

impl Writer<'_> {
    /// Adds corrections at the end of a document's list.
    pub fn add_corrections(&self, tenant: TenantId, document: DocumentId, corrections: &[Correction]) -> Result<()> {
        let before = self.count(
            "SELECT COALESCE(MAX(sequence), 0) FROM correction WHERE tenant_id = ?1 AND document_id = ?2",
            params![tenant.to_string(), document.to_string()],
        )?;
        for (sequence, correction) in (before + 1..).zip(corrections) {
            self.execute(
                "INSERT INTO correction (tenant_id, correction_id, document_id, sequence, kind, field_type_id, row_index,
                     previous_value, new_value, corrected_by, corrected_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                params![
                    tenant.to_string(),
                    correction.id.to_string(),
                    document.to_string(),
                    sequence.cast_signed(),
                    correction.kind.as_str(),
                    correction.field_type.as_ref().map(FieldTypeId::as_str),
                    correction.row_index,
                    correction.previous_value,
                    correction.new_value,
                    correction.corrected_by,
                    correction.corrected_at.micros(),
                ],
            )?;
        }
        Ok(())
    }

    /// Notes that a reviewer released a document from a finding.
    pub fn add_waiver(&self, tenant: TenantId, document: DocumentId, waiver: &Waiver) -> Result<()> {
        self.execute(
            "INSERT INTO waiver (tenant_id, document_id, code, message, task_id, note, waived_by, waived_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (document_id, code, message) DO NOTHING",
            params![
                tenant.to_string(),
                document.to_string(),
                waiver.code,
                waiver.message,
                waiver.task.to_string(),
                waiver.note,
                waiver.waived_by,
                waiver.waived_at.micros(),
            ],
        )?;
        self.execute(
            "UPDATE finding SET waived = 1 WHERE tenant_id = ?1 AND document_id = ?2 AND code = ?3 AND message = ?4",
            params![tenant.to_string(), document.to_string(), waiver.code, waiver.message],
        )?;
        Ok(())
    }
}

fn correction_of_row(row: &Row<'_>) -> Mapped<Correction> {
    Ok(Correction {
        id: parsed(row, "correction_id")?,
        document: parsed(row, "document_id")?,
        kind: parsed(row, "kind")?,
        field_type: row.get::<_, Option<String>>("field_type_id")?.map(FieldTypeId::new),
        row_index: row.get("row_index")?,
        previous_value: row.get("previous_value")?,
        new_value: row.get("new_value")?,
        corrected_by: row.get("corrected_by")?,
        corrected_at: moment(row, "corrected_at")?,
    })
}
