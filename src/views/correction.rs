//! Corrections that were made.

use crate::model::{Correction, CorrectionKind, FieldTypeId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A correction that a person made in a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct CorrectionView {
    pub correction_id: Uuid,
    pub kind: CorrectionKind,
    pub field_type_id: Option<FieldTypeId>,
    pub row_index: Option<u32>,
    pub previous_value: Option<String>,
    pub new_value: Option<String>,
    pub corrected_by: String,
    pub corrected_at: Timestamp,
}

impl From<Correction> for CorrectionView {
    fn from(correction: Correction) -> Self {
        Self {
            correction_id: correction.id,
            kind: correction.kind,
            field_type_id: correction.field_type,
            row_index: correction.row_index,
            previous_value: correction.previous_value,
            new_value: correction.new_value,
            corrected_by: correction.corrected_by,
            corrected_at: correction.corrected_at,
        }
    }
}
