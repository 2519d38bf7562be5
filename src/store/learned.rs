//! What a tenant's corrections taught.

use super::row::{Mapped, moment, parsed};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{DocumentTypeId, LearnedKind, LearnedPhrase, TenantId, Timestamp};
use rusqlite::{Row, params};
use uuid::Uuid;

const COLUMNS: &str = "learned_id, kind, document_type_id, field_id, phrase, seen, created_at, updated_at";

impl Reader<'_> {
    /// Returns what a tenant's corrections taught, by type and field.
    pub fn learned_phrases(&self, tenant: TenantId) -> Result<Vec<LearnedPhrase>> {
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM learned_phrase WHERE tenant_id = ?1
                 ORDER BY document_type_id, field_id, created_at, learned_id"
            ),
            [tenant.to_string()],
            phrase_of_row,
        )
    }
}

impl Writer<'_> {
    /// Notes that a correction taught a phrase: it is new, or one more correction speaks for it.
    pub fn learn_phrase(
        &self,
        tenant: TenantId,
        id: Uuid,
        (kind, document_type, field, phrase): (LearnedKind, &DocumentTypeId, &str, &str),
        now: Timestamp,
    ) -> Result<()> {
        let changed_at = self.next_type_change(tenant, now)?;
        self.execute(
            "INSERT INTO learned_phrase (tenant_id, learned_id, kind, document_type_id, field_id, phrase, seen,
                 created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?7)
             ON CONFLICT (tenant_id, kind, document_type_id, field_id, phrase) DO UPDATE SET
                 seen = learned_phrase.seen + 1, updated_at = ?7",
            params![
                tenant.to_string(),
                id.to_string(),
                kind.as_str(),
                document_type.as_str(),
                field,
                phrase,
                changed_at
            ],
        )?;
        Ok(())
    }

    /// Forgets a phrase; false when there is none of this id.
    pub fn forget_phrase(&self, tenant: TenantId, id: Uuid) -> Result<bool> {
        let forgotten = self.execute(
            "DELETE FROM learned_phrase WHERE tenant_id = ?1 AND learned_id = ?2",
            params![tenant.to_string(), id.to_string()],
        )?;
        Ok(forgotten == 1)
    }
}

fn phrase_of_row(row: &Row<'_>) -> Mapped<LearnedPhrase> {
    Ok(LearnedPhrase {
        id: parsed(row, "learned_id")?,
        kind: parsed(row, "kind")?,
        document_type: DocumentTypeId::new(row.get::<_, String>("document_type_id")?),
        field: row.get("field_id")?,
        phrase: row.get("phrase")?,
        seen: row.get("seen")?,
        created_at: moment(row, "created_at")?,
        updated_at: moment(row, "updated_at")?,
    })
}
