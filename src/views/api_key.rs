//! API keys.

use crate::model::{ApiKey, ApiKeyId, KeyCredential, KeyStatus, Role, TenantId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

/// A key that was just made: the only shape that shows its text, once.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct NewKeyView {
    pub key_id: ApiKeyId,
    pub role: Role,
    pub api_key: String,
    pub client_secret: String,
    pub tenant_id: TenantId,
    /// From when on the pair before it is refused; only after a rotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_ends_at: Option<Timestamp>,
}

/// A key without its text.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct KeyView {
    pub key_id: ApiKeyId,
    pub name: Option<String>,
    pub role: Role,
    pub status: KeyStatus,
    /// The first letters of the newest API key behind its prefix.
    pub handle: String,
    pub created_at: Timestamp,
    pub created_by: String,
    pub expires_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
    /// To the minute.
    pub last_used_at: Option<Timestamp>,
    /// The pair before the newest one while it is still good.
    pub previous: Option<PreviousKeyView>,
}

/// A pair of key and secret that a newer one takes the place of.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct PreviousKeyView {
    pub handle: String,
    pub ends_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
}

impl KeyView {
    /// Shows a key with its pairs, newest first, as it is at a moment.
    pub fn new(key: &ApiKey, credentials: &[KeyCredential], now: Timestamp) -> Self {
        let newest = credentials.first();
        let previous = credentials.iter().skip(1).find(|credential| credential.is_live(now));
        Self {
            key_id: key.id,
            name: key.name.clone(),
            role: key.role,
            status: key.status(now),
            handle: newest.map(|credential| credential.handle.clone()).unwrap_or_default(),
            created_at: key.created_at,
            created_by: key.created_by.clone(),
            expires_at: key.expires_at,
            revoked_at: key.revoked_at,
            last_used_at: credentials.iter().filter_map(|credential| credential.last_used_at).max(),
            previous: previous.map(|credential| PreviousKeyView {
                handle: credential.handle.clone(),
                ends_at: credential.ends_at,
                last_used_at: credential.last_used_at,
            }),
        }
    }
}
