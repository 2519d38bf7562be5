//! API keys and what is kept of their secrets.

use super::row::{Mapped, moment, moment_option, parsed};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{ApiKey, ApiKeyId, KeyCredential, TenantId, Timestamp};
use rusqlite::{Row, params};

const KEY: &str = "k.key_id, k.name, k.role, k.created_by, k.created_at, k.expires_at, k.revoked_at";

const CREDENTIAL: &str = "c.handle, c.key_digest, c.secret_digest, c.created_at AS credential_created_at, c.ends_at,
    c.last_used_at";

impl Reader<'_> {
    /// Returns a tenant's keys, oldest first.
    pub fn api_keys(&self, tenant: TenantId) -> Result<Vec<ApiKey>> {
        self.all(
            &format!("SELECT {KEY} FROM api_key k WHERE k.tenant_id = ?1 ORDER BY k.key_id"),
            [tenant.to_string()],
            key_of_row,
        )
    }

    /// Returns the secrets of a key, newest first.
    pub fn key_credentials(&self, tenant: TenantId, key: ApiKeyId) -> Result<Vec<KeyCredential>> {
        self.all(
            &format!(
                "SELECT {CREDENTIAL} FROM api_key_credential c WHERE c.key_id = ?2 AND c.tenant_id = ?1
                 ORDER BY c.created_at DESC, c.handle DESC"
            ),
            params![tenant.to_string(), key.to_string()],
            credential_of_row,
        )
    }

    /// Returns a tenant's key by the handle of one of its secrets, with that secret.
    pub fn key_of_handle(&self, tenant: TenantId, handle: &str) -> Result<Option<(ApiKey, KeyCredential)>> {
        self.one(
            &format!(
                "SELECT {KEY}, {CREDENTIAL} FROM api_key_credential c JOIN api_key k ON k.key_id = c.key_id
                 WHERE c.handle = ?2 AND c.tenant_id = ?1 AND k.tenant_id = ?1"
            ),
            params![tenant.to_string(), handle],
            |row| Ok((key_of_row(row)?, credential_of_row(row)?)),
        )
    }

    /// Tells whether any tenant has a key.
    pub fn has_api_keys(&self) -> Result<bool> {
        Ok(self.one("SELECT 1 FROM api_key LIMIT 1", [], |_| Ok(()))?.is_some())
    }
}

impl Writer<'_> {
    /// Adds a key without secrets.
    pub fn add_api_key(&self, tenant: TenantId, key: &ApiKey) -> Result<()> {
        self.execute(
            "INSERT INTO api_key (tenant_id, key_id, name, role, created_by, created_at, expires_at, revoked_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                tenant.to_string(),
                key.id.to_string(),
                key.name,
                key.role.as_str(),
                key.created_by,
                key.created_at.micros(),
                key.expires_at.map(Timestamp::micros),
                key.revoked_at.map(Timestamp::micros),
            ],
        )?;
        Ok(())
    }

    /// Adds a secret of a key; false when another key has its handle.
    pub fn add_key_credential(&self, tenant: TenantId, key: ApiKeyId, credential: &KeyCredential) -> Result<bool> {
        let added = self.execute(
            "INSERT INTO api_key_credential (tenant_id, handle, key_id, key_digest, secret_digest, created_at, ends_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (handle) DO NOTHING",
            params![
                tenant.to_string(),
                credential.handle,
                key.to_string(),
                credential.key_digest,
                credential.secret_digest,
                credential.created_at.micros(),
                credential.ends_at.map(Timestamp::micros),
            ],
        )?;
        Ok(added == 1)
    }

    /// Sets from when on a secret is refused.
    pub fn end_key_credential(&self, tenant: TenantId, handle: &str, ends_at: Timestamp) -> Result<()> {
        self.execute(
            "UPDATE api_key_credential SET ends_at = ?3 WHERE handle = ?2 AND tenant_id = ?1",
            params![tenant.to_string(), handle, ends_at.micros()],
        )?;
        Ok(())
    }

    /// Notes that a secret was used.
    pub fn use_key_credential(&self, tenant: TenantId, handle: &str, now: Timestamp) -> Result<()> {
        self.execute(
            "UPDATE api_key_credential SET last_used_at = ?3 WHERE handle = ?2 AND tenant_id = ?1",
            params![tenant.to_string(), handle, now.micros()],
        )?;
        Ok(())
    }

    /// Refuses a key from now on.
    pub fn revoke_api_key(&self, tenant: TenantId, key: ApiKeyId, now: Timestamp) -> Result<()> {
        self.execute(
            "UPDATE api_key SET revoked_at = ?3 WHERE key_id = ?2 AND tenant_id = ?1",
            params![tenant.to_string(), key.to_string(), now.micros()],
        )?;
        Ok(())
    }
}

fn key_of_row(row: &Row<'_>) -> Mapped<ApiKey> {
    Ok(ApiKey {
        id: parsed(row, "key_id")?,
        name: row.get("name")?,
        role: parsed(row, "role")?,
        created_by: row.get("created_by")?,
        created_at: moment(row, "created_at")?,
        expires_at: moment_option(row, "expires_at")?,
        revoked_at: moment_option(row, "revoked_at")?,
    })
}

fn credential_of_row(row: &Row<'_>) -> Mapped<KeyCredential> {
    Ok(KeyCredential {
        handle: row.get("handle")?,
        key_digest: row.get("key_digest")?,
        secret_digest: row.get("secret_digest")?,
        created_at: moment(row, "credential_created_at")?,
        ends_at: moment_option(row, "ends_at")?,
        last_used_at: moment_option(row, "last_used_at")?,
    })
}
