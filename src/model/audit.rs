//! The log of every change that a person made or caused.
//!
//! Invariant: each entry's hash covers its own columns and the hash of the entry before it, so that an entry that is
//! edited, removed or moved shows.

use super::{Timestamp, digest_of_parts};
use serde_json::Value;

/// An entry of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEntry {
    /// Its place in the tenant's log, from 1.
    pub sequence: u64,
    /// Who made the change.
    pub actor: String,
    /// What was done, such as `document.correct`.
    pub action: String,
    /// On what kind of record, such as `document`.
    pub subject: String,
    /// On which record.
    pub subject_id: String,
    /// What it was; null when it was made.
    pub before: Value,
    /// What it became; null when it was removed.
    pub after: Value,
    /// When.
    pub occurred_at: Timestamp,
    /// The hash of the entry before it; empty for the first.
    pub previous_hash: String,
    /// The hash of this entry.
    pub hash: String,
}

impl AuditEntry {
    /// Returns the hash that the entry must have.
    pub fn expected_hash(&self) -> String {
        digest_of_parts([
            self.previous_hash.clone(),
            self.sequence.to_string(),
            self.actor.clone(),
            self.action.clone(),
            self.subject.clone(),
            self.subject_id.clone(),
            self.before.to_string(),
            self.after.to_string(),
            self.occurred_at.micros().to_string(),
        ])
    }
}
