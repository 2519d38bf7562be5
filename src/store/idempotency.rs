//! What was answered to requests that came with a key.

use super::row::moment;
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{TenantId, Timestamp};
use rusqlite::params;

/// A request that came with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyedRequest {
    /// The digest of route and body.
    pub request_digest: String,
    /// The status that was answered; `None` while it runs.
    pub status: Option<u16>,
    /// The body that was answered; `None` when it held a secret, and while it runs.
    pub body: Option<String>,
    /// When it came.
    pub created_at: Timestamp,
}

impl Reader<'_> {
    /// Returns the request that came with a key.
    pub fn keyed_request(&self, tenant: TenantId, key_digest: &str) -> Result<Option<KeyedRequest>> {
        self.one(
            "SELECT request_digest, status, body, created_at FROM idempotency_key
             WHERE tenant_id = ?1 AND key_digest = ?2",
            params![tenant.to_string(), key_digest],
            |row| {
                Ok(KeyedRequest {
                    request_digest: row.get("request_digest")?,
                    status: row.get("status")?,
                    body: row.get("body")?,
                    created_at: moment(row, "created_at")?,
                })
            },
        )
    }
}

impl Writer<'_> {
    /// Notes a request that came with a key, in the place of one that has the key already.
    pub fn save_keyed_request(&self, tenant: TenantId, key_digest: &str, request: &KeyedRequest) -> Result<()> {
        self.forget_keyed_request(tenant, key_digest)?;
        self.execute(
            "INSERT INTO idempotency_key (tenant_id, key_digest, request_digest, status, body, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                tenant.to_string(),
                key_digest,
                request.request_digest,
                request.status,
                request.body,
                request.created_at.micros()
            ],
        )?;
        Ok(())
    }

    /// Forgets a request that came with a key.
    pub fn forget_keyed_request(&self, tenant: TenantId, key_digest: &str) -> Result<()> {
        self.execute(
            "DELETE FROM idempotency_key WHERE tenant_id = ?1 AND key_digest = ?2",
            params![tenant.to_string(), key_digest],
        )?;
        Ok(())
    }

    /// Forgets the requests that came with a key before a moment.
    pub fn forget_keyed_requests_before(&self, tenant: TenantId, moment: Timestamp) -> Result<()> {
        self.execute(
            "DELETE FROM idempotency_key WHERE tenant_id = ?1 AND created_at < ?2",
            params![tenant.to_string(), moment.micros()],
        )?;
        Ok(())
    }
}
