//! Entries of the log of changes.

use crate::model::{AuditEntry, Timestamp};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// An entry of the log of changes.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct AuditView {
    pub sequence: u64,
    pub occurred_at: Timestamp,
    pub actor: String,
    pub action: String,
    pub subject: String,
    pub subject_id: String,
    pub before: Value,
    pub after: Value,
    pub hash: String,
}

impl From<AuditEntry> for AuditView {
    fn from(entry: AuditEntry) -> Self {
        Self {
            sequence: entry.sequence,
            occurred_at: entry.occurred_at,
            actor: entry.actor,
            action: entry.action,
            subject: entry.subject,
            subject_id: entry.subject_id,
            before: entry.before,
            after: entry.after,
            hash: entry.hash,
        }
    }
}
