//! What a tenant sets for fields, and which fields of other systems they fill.

use super::{ExternalFieldId, FieldTypeId, MappingId, Timestamp};

/// What a tenant set for a field; a field without it has its standard name and is in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldSetting {
    /// The field.
    pub field_type: FieldTypeId,
    /// Its name; `None` for the standard one.
    pub display_name: Option<String>,
    /// Whether it appears in the flattened data of loans.
    pub in_use: bool,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

impl FieldSetting {
    /// Returns what holds for a field of which nothing was set.
    pub fn standard(field_type: FieldTypeId) -> Self {
        Self { field_type, display_name: None, in_use: true, updated_at: Timestamp::from_micros(0) }
    }
}

/// A field of another system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalField {
    /// Its id here.
    pub id: ExternalFieldId,
    /// Its name.
    pub name: String,
    /// Its identifier in the other system.
    pub table_index: String,
    /// The other system.
    pub source: String,
    /// When it was added.
    pub created_at: Timestamp,
}

/// Says that a field of ours fills a field of another system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldMapping {
    /// Its id.
    pub id: MappingId,
    /// Ours.
    pub field_type: FieldTypeId,
    /// Theirs.
    pub external_field: ExternalFieldId,
    /// When it was added.
    pub created_at: Timestamp,
}
