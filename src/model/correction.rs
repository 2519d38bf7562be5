//! What people changed in documents.

use super::{CorrectionKind, DocumentId, FieldTypeId, Timestamp};
use uuid::Uuid;

/// One change that a person made in a document.
///
/// The corrections of a document are kept in order and made again on what is read whenever the document is read again.
#[derive(Debug, Clone, PartialEq)]
pub struct Correction {
    /// Its id.
    pub id: Uuid,
    /// The document.
    pub document: DocumentId,
    /// What kind of change.
    pub kind: CorrectionKind,
    /// The field; `None` for a change of the type or of the pages.
    pub field_type: Option<FieldTypeId>,
    /// The row of the field's table at that time.
    pub row_index: Option<u32>,
    /// The value, type or pages before; `None` when there was none.
    pub previous_value: Option<String>,
    /// The value, type or pages after; `None` when there is none.
    pub new_value: Option<String>,
    /// Who changed it.
    pub corrected_by: String,
    /// When it was changed.
    pub corrected_at: Timestamp,
}
