//! What corrections taught.

use super::{DocumentTypeId, LearnedKind, Timestamp};
use uuid::Uuid;

/// A phrase that corrections taught, one tenant's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearnedPhrase {
    /// Its id.
    pub id: Uuid,
    /// What it is.
    pub kind: LearnedKind,
    /// The type that it belongs to.
    pub document_type: DocumentTypeId,
    /// The field that it labels; empty for a title.
    pub field: String,
    /// The words.
    pub phrase: String,
    /// How many corrections spoke for it.
    pub seen: u32,
    /// When it was first learned.
    pub created_at: Timestamp,
    /// When it was last confirmed.
    pub updated_at: Timestamp,
}
