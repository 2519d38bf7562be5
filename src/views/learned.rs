//! What corrections taught.

use crate::model::{DocumentTypeId, LearnedKind, LearnedPhrase, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A phrase that corrections taught.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct LearnedView {
    pub learned_id: Uuid,
    pub kind: LearnedKind,
    pub document_type_id: DocumentTypeId,
    /// The field that it labels; null for a title.
    pub field: Option<String>,
    pub phrase: String,
    pub seen: u32,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl From<LearnedPhrase> for LearnedView {
    fn from(phrase: LearnedPhrase) -> Self {
        Self {
            learned_id: phrase.id,
            kind: phrase.kind,
            document_type_id: phrase.document_type,
            field: Some(phrase.field).filter(|field| !field.is_empty()),
            phrase: phrase.phrase,
            seen: phrase.seen,
            created_at: phrase.created_at,
            updated_at: phrase.updated_at,
        }
    }
}
