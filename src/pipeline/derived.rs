//! What a document's record says of its values: kept in step with them, whoever sets them.

use crate::library::DocumentType;
use crate::model::{Document, Field};
use crate::{validate, versions};

/// Brings what the record derives from its values up to date.
pub fn derive(document: &mut Document, definition: Option<&DocumentType>, fields: &[Field]) {
    document.signature_found = definition.and_then(|definition| validate::signature_found(definition, fields));
    document.identity_digest = definition.and_then(|definition| versions::identity_digest(definition, fields));
    document.version_custom_name = definition.and_then(|definition| versions::custom_name(definition, fields));
    document.values_digest = versions::values_digest(fields);
}
