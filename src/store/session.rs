//! Sessions of people who have signed in, and tries that did not succeed.
//!
//! Invariant: a session is found by the digest of its token alone, which is as good as its owner; the tenant comes out
//! of the row.

use super::row::{Mapped, moment, moment_option, parsed, parsed_option};
use super::tenant::{Tenant, tenant_of_row};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{Role, TenantId, Timestamp, UserId};
use rusqlite::{Row, params};

/// A session as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredSession {
    /// Digest of its token.
    pub token_digest: String,
    /// The local user; `None` for one whom a trusted proxy named.
    pub user: Option<UserId>,
    /// The name.
    pub user_name: String,
    /// What they may do.
    pub role: Role,
    /// What changes must come with.
    pub csrf_token: String,
    /// When they signed in.
    pub created_at: Timestamp,
    /// When it was last used, to the minute.
    pub last_seen_at: Timestamp,
    /// When it ends, however much it is used.
    pub expires_at: Timestamp,
}

/// Tries to sign in under one name that did not succeed yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignInTry {
    /// How many since the first.
    pub tries: u32,
    /// When the first of them was.
    pub first_at: Timestamp,
    /// Before then every try is refused.
    pub refused_until: Option<Timestamp>,
}

impl Reader<'_> {
    /// Returns the session of a token's digest with its tenant, whether it is over or not.
    pub fn session(&self, token_digest: &str) -> Result<Option<(Tenant, StoredSession)>> {
        self.one(
            "SELECT s.token_digest, s.user_id, s.user_name, s.role, s.csrf_token, s.created_at AS signed_in_at,
                 s.last_seen_at, s.expires_at, t.tenant_id, t.name, t.settings, t.created_at
             FROM session s JOIN tenant t ON t.tenant_id = s.tenant_id
             WHERE s.token_digest = ?1",
            [token_digest],
            |row| Ok((tenant_of_row(row)?, session_of_row(row)?)),
        )
    }

    /// Returns the tries under a name.
    pub fn sign_in_try(&self, name_digest: &str) -> Result<Option<SignInTry>> {
        self.one(
            "SELECT tries, first_at, refused_until FROM sign_in_try WHERE name_digest = ?1",
            [name_digest],
            |row| {
                Ok(SignInTry {
                    tries: row.get("tries")?,
                    first_at: moment(row, "first_at")?,
                    refused_until: moment_option(row, "refused_until")?,
                })
            },
        )
    }
}

impl Writer<'_> {
    /// Adds a session.
    pub fn add_session(&self, tenant: TenantId, session: &StoredSession) -> Result<()> {
        self.execute(
            "INSERT INTO session (tenant_id, token_digest, user_id, user_name, role, csrf_token, created_at,
                 last_seen_at, expires_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![
                tenant.to_string(),
                session.token_digest,
                session.user.map(|id| id.to_string()),
                session.user_name,
                session.role.as_str(),
                session.csrf_token,
                session.created_at.micros(),
                session.last_seen_at.micros(),
                session.expires_at.micros(),
            ],
        )?;
        Ok(())
    }

    /// Notes that a session was used.
    pub fn use_session(&self, tenant: TenantId, token_digest: &str, now: Timestamp) -> Result<()> {
        self.execute(
            "UPDATE session SET last_seen_at = ?3 WHERE token_digest = ?2 AND tenant_id = ?1",
            params![tenant.to_string(), token_digest, now.micros()],
        )?;
        Ok(())
    }

    /// Ends the session of a token's digest, if there is one.
    pub fn end_session(&self, token_digest: &str) -> Result<()> {
        self.execute("DELETE FROM session WHERE token_digest = ?1", [token_digest])?;
        Ok(())
    }

    /// Ends all sessions of a user.
    pub fn end_sessions_of(&self, tenant: TenantId, user: UserId) -> Result<()> {
        self.execute(
            "DELETE FROM session WHERE user_id = ?2 AND tenant_id = ?1",
            params![tenant.to_string(), user.to_string()],
        )?;
        Ok(())
    }

    /// Forgets the sessions of all tenants that are over.
    pub fn forget_ended_sessions(&self, now: Timestamp) -> Result<()> {
        self.execute("DELETE FROM session WHERE expires_at <= ?1", [now.micros()])?;
        Ok(())
    }

    /// Keeps the tries under a name.
    pub fn save_sign_in_try(&self, tenant: TenantId, name_digest: &str, kept: &SignInTry) -> Result<()> {
        self.execute(
            "INSERT INTO sign_in_try (tenant_id, name_digest, tries, first_at, refused_until)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (name_digest) DO UPDATE SET tries = ?3, first_at = ?4, refused_until = ?5",
            params![
                tenant.to_string(),
                name_digest,
                kept.tries,
                kept.first_at.micros(),
                kept.refused_until.map(Timestamp::micros),
            ],
        )?;
        Ok(())
    }

    /// Forgets the tries under a name.
    pub fn forget_sign_in_try(&self, name_digest: &str) -> Result<()> {
        self.execute("DELETE FROM sign_in_try WHERE name_digest = ?1", [name_digest])?;
        Ok(())
    }

    /// Forgets tries, under all names of all tenants, that began before a moment.
    pub fn forget_old_sign_in_tries(&self, before: Timestamp) -> Result<()> {
        self.execute("DELETE FROM sign_in_try WHERE first_at < ?1", [before.micros()])?;
        Ok(())
    }
}

fn session_of_row(row: &Row<'_>) -> Mapped<StoredSession> {
    Ok(StoredSession {
        token_digest: row.get("token_digest")?,
        user: parsed_option(row, "user_id")?,
        user_name: row.get("user_name")?,
        role: parsed(row, "role")?,
        csrf_token: row.get("csrf_token")?,
        created_at: moment(row, "signed_in_at")?,
        last_seen_at: moment(row, "last_seen_at")?,
        expires_at: moment(row, "expires_at")?,
    })
}
