//! A tenant's own document types, and the standard ones that it deactivated.

use super::row::{Mapped, moment};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{DocumentTypeId, TenantId, Timestamp};
use rusqlite::{Row, params};
use std::fmt;

const COLUMNS: &str = "document_type_id, definition, active, sample_count, created_at, updated_at";

/// What a tenant said of a document type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredType {
    /// The type.
    pub id: DocumentTypeId,
    /// Its definition (TOML); `None` for a standard type.
    pub definition: Option<String>,
    /// Whether documents may get it.
    pub active: bool,
    /// From how many documents it was learned.
    pub sample_count: u32,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// What changes whenever one of a tenant's types does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TypeStamp {
    count: u64,
    phrases: u64,
    changed_at: i64,
}

impl fmt::Display for TypeStamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.count, self.phrases, self.changed_at)
    }
}

impl Reader<'_> {
    /// Returns what a tenant said of document types, by id.
    pub fn document_types(&self, tenant: TenantId) -> Result<Vec<StoredType>> {
        self.all(
            &format!("SELECT {COLUMNS} FROM document_type WHERE tenant_id = ?1 ORDER BY document_type_id"),
            [tenant.to_string()],
            type_of_row,
        )
    }

    /// Returns what a tenant said of a document type.
    pub fn document_type(&self, tenant: TenantId, id: &DocumentTypeId) -> Result<Option<StoredType>> {
        self.one(
            &format!("SELECT {COLUMNS} FROM document_type WHERE tenant_id = ?1 AND document_type_id = ?2"),
            params![tenant.to_string(), id.as_str()],
            type_of_row,
        )
    }

    /// Returns what changes whenever one of a tenant's types does; the default when it said nothing of any.
    pub fn document_type_stamp(&self, tenant: TenantId) -> Result<TypeStamp> {
        let stamp = |table: &str| {
            let found = self.one(
                &format!("SELECT COUNT(*), COALESCE(MAX(updated_at), 0) FROM {table} WHERE tenant_id = ?1"),
                [tenant.to_string()],
                |row| Ok((row.get::<_, i64>(0)?.unsigned_abs(), row.get::<_, i64>(1)?)),
            )?;
            Ok(found.unwrap_or_default())
        };
        let ((count, types_changed), (phrases, phrases_changed)) = (stamp("document_type")?, stamp("learned_phrase")?);
        Ok(TypeStamp { count, phrases, changed_at: types_changed.max(phrases_changed) })
    }

    /// Returns the moment of a change: later than all before it, whatever the clock says, so that the stamp changes.
    pub(super) fn next_type_change(&self, tenant: TenantId, now: Timestamp) -> Result<i64> {
        Ok(now.micros().max(self.document_type_stamp(tenant)?.changed_at + 1))
    }
}

impl Writer<'_> {
    /// Adds a type of the tenant's own, active; false when it has one of this id.
    pub fn add_document_type(
        &self,
        tenant: TenantId,
        id: &DocumentTypeId,
        (definition, sample_count): (&str, u32),
        now: Timestamp,
    ) -> Result<bool> {
        let added = self.execute(
            "INSERT INTO document_type (tenant_id, document_type_id, definition, active, sample_count, created_at,
                 updated_at)
             VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6) ON CONFLICT (tenant_id, document_type_id) DO NOTHING",
            params![
                tenant.to_string(),
                id.as_str(),
                definition,
                sample_count,
                now.micros(),
                self.next_type_change(tenant, now)?
            ],
        )?;
        Ok(added == 1)
    }

    /// Gives a type of the tenant's own another definition; whether it is active stays. False when there is none.
    pub fn replace_document_type(
        &self,
        tenant: TenantId,
        id: &DocumentTypeId,
        (definition, sample_count): (&str, u32),
        now: Timestamp,
    ) -> Result<bool> {
        let changed = self.execute(
            "UPDATE document_type SET definition = ?3, sample_count = ?4, updated_at = ?5
             WHERE tenant_id = ?1 AND document_type_id = ?2 AND definition IS NOT NULL",
            params![tenant.to_string(), id.as_str(), definition, sample_count, self.next_type_change(tenant, now)?],
        )?;
        Ok(changed == 1)
    }

    /// Tells whether a document has a type.
    pub fn is_type_in_use(&self, tenant: TenantId, id: &DocumentTypeId) -> Result<bool> {
        let found = self.count(
            "SELECT COUNT(*) FROM (SELECT 1 FROM document WHERE tenant_id = ?1 AND document_type_id = ?2 LIMIT 1) AS first",
            params![tenant.to_string(), id.as_str()],
        )?;
        Ok(found > 0)
    }

    /// Removes a type of the tenant's own.
    pub fn remove_document_type(&self, tenant: TenantId, id: &DocumentTypeId) -> Result<()> {
        self.execute(
            "DELETE FROM document_type WHERE tenant_id = ?1 AND document_type_id = ?2",
            params![tenant.to_string(), id.as_str()],
        )?;
        Ok(())
    }

    /// Says whether documents may get a type, one of the tenant's own or a standard one.
    pub fn set_document_type_active(
        &self,
        tenant: TenantId,
        id: &DocumentTypeId,
        active: bool,
        now: Timestamp,
    ) -> Result<()> {
        self.execute(
            "INSERT INTO document_type (tenant_id, document_type_id, definition, active, sample_count, created_at,
                 updated_at)
             VALUES (?1, ?2, NULL, ?3, 0, ?4, ?5)
             ON CONFLICT (tenant_id, document_type_id) DO UPDATE SET active = excluded.active,
                 updated_at = excluded.updated_at",
            params![
                tenant.to_string(),
                id.as_str(),
                i64::from(active),
                now.micros(),
                self.next_type_change(tenant, now)?
            ],
        )?;
        Ok(())
    }
}

fn type_of_row(row: &Row<'_>) -> Mapped<StoredType> {
    Ok(StoredType {
        id: DocumentTypeId::new(row.get::<_, String>("document_type_id")?),
        definition: row.get("definition")?,
        active: row.get::<_, i64>("active")? != 0,
        sample_count: row.get("sample_count")?,
        created_at: moment(row, "created_at")?,
        updated_at: moment(row, "updated_at")?,
    })
}
