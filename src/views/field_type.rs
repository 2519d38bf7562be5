//! What fields are called, and which fields of other systems they fill.
//!
//! Invariant: [`FieldNames`] is the one place that says what a field is called, so that it has one name in every answer.

use crate::library::DocumentType;
use crate::model::{
    DocumentTypeId, ExternalField, ExternalFieldId, FieldMapping, FieldSetting, FieldTypeId, MappingId, Timestamp,
    ValueKind,
};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// What a tenant calls its fields, and which of them it uses.
#[derive(Debug, Clone, Default)]
pub struct FieldNames {
    settings: HashMap<FieldTypeId, FieldSetting>,
}

impl FieldNames {
    /// Makes the names of what a tenant set.
    pub fn new(settings: Vec<FieldSetting>) -> Self {
        Self { settings: settings.into_iter().map(|setting| (setting.field_type.clone(), setting)).collect() }
    }

    /// Returns the name for people of a field: the tenant's, else that of its type, else its id.
    pub fn name<'n>(&'n self, definition: Option<&'n DocumentType>, field: &'n FieldTypeId) -> &'n str {
        let set = self.settings.get(field).and_then(|setting| setting.display_name.as_deref());
        set.or_else(|| Some(definition?.describe(field)?.0)).unwrap_or(field.as_str())
    }

    /// Tells whether a field appears in the flattened data of loans.
    pub fn is_in_use(&self, field: &FieldTypeId) -> bool {
        self.settings.get(field).is_none_or(|setting| setting.in_use)
    }
}

/// A field of a document type, as a tenant has it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct FieldTypeView {
    pub field_type_id: FieldTypeId,
    pub display_name: String,
    pub in_use: bool,
    /// The name in the library of types.
    pub standard_name: String,
    pub document_type_id: DocumentTypeId,
    pub kind: ValueKind,
}

impl FieldTypeView {
    /// Shows a field of a type by its id, its standard name and its kind.
    pub fn new(
        definition: &DocumentType,
        (id, name, kind): (FieldTypeId, &str, ValueKind),
        names: &FieldNames,
    ) -> Self {
        Self {
            display_name: names.name(Some(definition), &id).to_string(),
            in_use: names.is_in_use(&id),
            standard_name: name.to_string(),
            document_type_id: definition.id.clone(),
            field_type_id: id,
            kind,
        }
    }
}

/// A field of another system.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct ExternalFieldView {
    pub external_field_id: ExternalFieldId,
    pub name: String,
    pub table_index: String,
    pub source: String,
    pub created_at: Timestamp,
}

impl From<ExternalField> for ExternalFieldView {
    fn from(field: ExternalField) -> Self {
        Self {
            external_field_id: field.id,
            name: field.name,
            table_index: field.table_index,
            source: field.source,
            created_at: field.created_at,
        }
    }
}

/// A link between a field and a field of another system.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct MappingView {
    pub mapping_id: MappingId,
    pub field_id: FieldTypeId,
    pub external_field_id: ExternalFieldId,
    pub external_field: ExternalFieldView,
    pub created_at: Timestamp,
}

impl MappingView {
    /// Shows a mapping with the external field that it names.
    pub fn new(mapping: FieldMapping, external_field: ExternalField) -> Self {
        Self {
            mapping_id: mapping.id,
            field_id: mapping.field_type,
            external_field_id: external_field.id,
            external_field: external_field.into(),
            created_at: mapping.created_at,
        }
    }
}
