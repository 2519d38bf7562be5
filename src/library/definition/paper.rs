//! What a paper says of its own validity and of the papers attached to it.

use crate::model::DocumentTypeId;
use serde::{Deserialize, Serialize};

/// The day until which something is good.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expiry {
    /// The last day.
    pub field: String,
    /// The day of the same paper on which it must be good, as that of the notary's act for a commission; without it the
    /// paper itself must be good on the day of closing.
    #[serde(default)]
    pub on: Option<String>,
    /// Fields that are the same in a later paper of the type which renews this one; with none named any later one does.
    #[serde(default)]
    pub renewed_by: Option<Vec<String>>,
}

/// A paper that another one says is attached to it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// The check box that says so.
    pub field: String,
    /// The type of the other paper.
    pub document_type: DocumentTypeId,
    /// The name of the other paper for people.
    pub name: String,
}
