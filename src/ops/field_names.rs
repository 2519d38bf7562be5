//! What a tenant calls its fields and which of them it uses.

use super::Caller;
use super::change::change;
use crate::error::{Error, Result};
use crate::library::{DocumentType, Library};
use crate::model::{DocumentTypeId, FieldSetting, FieldTypeId, ValueKind};
use crate::store::Reader;
use crate::views::{FieldNames, FieldTypeView};
use crate::workspace::Workspace;
use serde_json::{Value, json};

/// The longest name of a field or of an external field, in characters.
const LONGEST_NAME: usize = 200;

/// Which fields to list.
#[derive(Debug, Clone, Default)]
pub struct FieldTypeQuery {
    /// Only those of this document type.
    pub document_type: Option<String>,
    /// Only those in use, or only those that are not.
    pub in_use: Option<bool>,
}

/// What is to be set for a field; what is `None` stays.
#[derive(Debug, Clone, Default)]
pub struct FieldTypeChange {
    /// Its name; the standard name puts that one back, whatever it will be.
    pub display_name: Option<String>,
    /// Whether it appears in the flattened data of loans.
    pub in_use: Option<bool>,
}

/// Returns the fields of all types, or of one, with what the tenant set.
///
/// # Errors
/// `InvalidInput` for an unknown document type.
pub fn field_types(workspace: &Workspace, caller: &Caller, query: &FieldTypeQuery) -> Result<Vec<FieldTypeView>> {
    let library = workspace.library(caller.tenant.id)?;
    let only = query.document_type.as_deref().map(|id| known_type(&library, id)).transpose()?;
    let names = workspace.store.read(|reader| field_names(reader, caller))?;
    let definitions = library.types().iter().filter(|found| only.is_none_or(|only| only.id == found.id));
    let views = definitions.flat_map(|definition| {
        definition.field_types().map(|described| FieldTypeView::new(definition, described, &names)).collect::<Vec<_>>()
    });
    Ok(views.filter(|view| query.in_use.is_none_or(|in_use| in_use == view.in_use)).collect())
}

/// Sets the name of a field or whether it is used.
///
/// # Errors
/// `NotFound` for an unknown field, `InvalidInput` for a name that cannot be used.
pub fn set_field_type(
    workspace: &Workspace,
    caller: &Caller,
    field_type: &str,
    wanted: &FieldTypeChange,
) -> Result<FieldTypeView> {
    let library = workspace.library(caller.tenant.id)?;
    let (definition, described) = described_field(&library, field_type).ok_or_else(|| {
        Error::not_found("field", field_type).hint("\"loanfile field list --type TYPE\" lists a type's fields")
    })?;
    let display_name = wanted.display_name.as_deref().map(usable_name).transpose()?;
    change(workspace, caller, |changing| {
        let (writer, tenant) = (changing.writer(), changing.tenant);
        let (id, standard_name, _) = &described;
        let before = writer.field_setting(tenant, id)?.unwrap_or_else(|| FieldSetting::standard(id.clone()));
        let mut after = FieldSetting { updated_at: changing.record.now, ..before.clone() };
        if let Some(name) = display_name {
            after.display_name = (name != *standard_name).then(|| name.to_string());
        }
        after.in_use = wanted.in_use.unwrap_or(before.in_use);
        if (&after.display_name, after.in_use) != (&before.display_name, before.in_use) {
            writer.save_field_setting(tenant, &after)?;
            changing.log_of("field_type.set", "field_type", id.to_string(), logged(&before), logged(&after))?;
        }
        Ok(FieldTypeView::new(definition, described, &FieldNames::new(vec![after])))
    })
}

/// Returns what the tenant calls its fields.
pub(super) fn field_names(reader: &Reader<'_>, caller: &Caller) -> Result<FieldNames> {
    Ok(FieldNames::new(reader.field_settings(caller.tenant.id)?))
}

/// Returns a type of the library.
pub(super) fn known_type<'l>(library: &'l Library, id: &str) -> Result<&'l DocumentType> {
    library.get(&DocumentTypeId::new(id)).ok_or_else(|| {
        Error::invalid_input(format!("there is no document type {id}"))
            .hint("\"loanfile doctype list\" shows the types")
    })
}

/// Returns a field or column by its full id, with its type.
pub(super) fn described_field<'l>(
    library: &'l Library,
    id: &str,
) -> Option<(&'l DocumentType, (FieldTypeId, &'l str, ValueKind))> {
    let definition = library.get(&DocumentTypeId::new(id.split('.').next()?))?;
    let id = FieldTypeId::new(id);
    let (name, kind) = definition.describe(&id)?;
    Some((definition, (id, name, kind)))
}

/// Returns a name without the spaces around it.
pub(super) fn usable_name(name: &str) -> Result<&str> {
    let name = name.trim();
    if name.is_empty() || name.chars().any(char::is_control) || name.chars().count() > LONGEST_NAME {
        return Err(Error::invalid_input("this name cannot be used")
            .hint(format!("give a name of 1 to {LONGEST_NAME} characters on one line")));
    }
    Ok(name)
}

fn logged(setting: &FieldSetting) -> Value {
    json!({ "displayName": setting.display_name, "inUse": setting.in_use })
}
