//! API keys: who may call on a tenant's behalf, and what they may do.

use super::{ApiKeyId, Role, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

/// A key, apart from its secrets.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiKey {
    /// Its id; rotation leaves it as it is.
    pub id: ApiKeyId,
    /// What it is for, in its owner's words.
    pub name: Option<String>,
    /// What it may do.
    pub role: Role,
    /// Who made it.
    pub created_by: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// From when on it is refused.
    pub expires_at: Option<Timestamp>,
    /// Since when it is refused because someone said so.
    pub revoked_at: Option<Timestamp>,
}

/// What is kept of a pair of API key and client secret.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyCredential {
    /// The public part of the API key.
    pub handle: String,
    /// Digest of the API key.
    pub key_digest: String,
    /// Digest of the client secret.
    pub secret_digest: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// From when on it is refused because a newer pair took its place.
    pub ends_at: Option<Timestamp>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Timestamp>,
}

/// Whether a key is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum KeyStatus {
    /// It is accepted.
    Active,
    /// Its time is over.
    Expired,
    /// Someone withdrew it.
    Revoked,
}

impl ApiKey {
    /// Returns whether the key is good at a moment.
    pub fn status(&self, now: Timestamp) -> KeyStatus {
        if self.revoked_at.is_some() {
            KeyStatus::Revoked
        } else if self.expires_at.is_some_and(|end| end <= now) {
            KeyStatus::Expired
        } else {
            KeyStatus::Active
        }
    }
}

impl KeyCredential {
    /// Tells whether the pair is accepted at a moment, if its key is.
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.ends_at.is_none_or(|end| now < end)
    }
}
