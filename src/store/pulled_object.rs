//! Objects of buckets that were looked at.

use super::row::parsed_option;
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{SourceFileId, TenantId, Timestamp};
use rusqlite::params;

/// An object of a bucket and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PulledObject {
    /// Bucket and key.
    pub location: String,
    /// Which bytes.
    pub etag: String,
    /// What it became; `None` when it was refused.
    pub source_file: Option<SourceFileId>,
    /// Why it was refused.
    pub reason: Option<String>,
    /// When.
    pub pulled_at: Timestamp,
}

impl Reader<'_> {
    /// Returns what became of an object, unless it is a new one.
    pub fn pulled_object(&self, tenant: TenantId, location: &str, etag: &str) -> Result<Option<PulledObject>> {
        self.one(
            "SELECT source_file_id, reason, pulled_at FROM pulled_object
             WHERE tenant_id = ?1 AND location = ?2 AND etag = ?3",
            params![tenant.to_string(), location, etag],
            |row| {
                Ok(PulledObject {
                    location: location.to_string(),
                    etag: etag.to_string(),
                    source_file: parsed_option(row, "source_file_id")?,
                    reason: row.get("reason")?,
                    pulled_at: Timestamp::from_micros(row.get("pulled_at")?),
                })
            },
        )
    }
}

impl Writer<'_> {
    /// Notes what became of an object; false when that was known.
    pub fn add_pulled_object(&self, tenant: TenantId, object: &PulledObject) -> Result<bool> {
        let added = self.execute(
            "INSERT INTO pulled_object (tenant_id, location, etag, source_file_id, reason, pulled_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
            params![
                tenant.to_string(),
                object.location,
                object.etag,
                object.source_file.map(|id| id.to_string()),
                object.reason,
                object.pulled_at.micros()
            ],
        )?;
        Ok(added == 1)
    }
}
