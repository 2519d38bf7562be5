//! Fields of other systems, and which fields of ours fill them.

use super::Caller;
use super::change::{Changing, change};
use super::field_names::{described_field, usable_name};
use crate::error::{Error, Result};
use crate::model::{ExternalField, ExternalFieldId, FieldMapping, MappingId};
use crate::store::Reader;
use crate::views::{ExternalFieldView, MappingView};
use crate::workspace::Workspace;
use serde_json::{Value, json};

/// A field of another system that is to be added.
#[derive(Debug, Clone)]
pub struct NewExternalField {
    /// Its name.
    pub name: String,
    /// Its identifier in the other system.
    pub table_index: String,
    /// The other system.
    pub source: String,
}

/// Returns the tenant's external fields, by system and identifier.
///
/// # Errors
/// Any failure of the store.
pub fn external_fields(workspace: &Workspace, caller: &Caller) -> Result<Vec<ExternalFieldView>> {
    let fields = workspace.store.read(|reader| reader.external_fields(caller.tenant.id))?;
    Ok(fields.into_iter().map(ExternalFieldView::from).collect())
}

/// Adds an external field.
///
/// # Errors
/// `InvalidInput` for an empty member, `Conflict` when the system has a field of that identifier.
pub fn add_external_field(workspace: &Workspace, caller: &Caller, new: &NewExternalField) -> Result<ExternalFieldView> {
    let (name, table_index) = (usable_name(&new.name)?, usable_name(&new.table_index)?);
    let source = usable_name(&new.source)?;
    change(workspace, caller, |changing| {
        let field = ExternalField {
            id: ExternalFieldId::new(changing.record.new_id()),
            name: name.to_string(),
            table_index: table_index.to_string(),
            source: source.to_string(),
            created_at: changing.record.now,
        };
        if !changing.writer().add_external_field(changing.tenant, &field)? {
            return Err(Error::conflict(format!("{source} has a field {table_index} already"))
                .hint("\"loanfile external-field list\" shows it; remove it first to add it anew"));
        }
        let action = "external_field.add";
        changing.log_of(action, "external_field", field.id.to_string(), Value::Null, logged_field(&field))?;
        Ok(field.into())
    })
}

/// Removes an external field and the mappings to it; returns how many those were.
///
/// # Errors
/// `NotFound` for an unknown one, `InvalidInput` for a name that several have.
pub fn remove_external_field(workspace: &Workspace, caller: &Caller, named: &str) -> Result<usize> {
    change(workspace, caller, |changing| {
        let (writer, tenant) = (changing.writer(), changing.tenant);
        let field = find_external_field(writer, caller, named)?.ok_or_else(|| unknown(Error::not_found, named))?;
        let mut mappings = writer.field_mappings(tenant)?;
        mappings.retain(|mapping| mapping.external_field == field.id);
        for mapping in &mappings {
            remove_one_mapping(changing, mapping)?;
        }
        writer.remove_external_field(tenant, field.id)?;
        let action = "external_field.remove";
        changing.log_of(action, "external_field", field.id.to_string(), logged_field(&field), Value::Null)?;
        Ok(mappings.len())
    })
}

/// Returns the tenant's mappings, by field.
///
/// # Errors
/// Any failure of the store.
pub fn mappings(workspace: &Workspace, caller: &Caller) -> Result<Vec<MappingView>> {
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| {
        let fields = reader.external_fields(tenant)?;
        let external = |id| fields.iter().find(|field| field.id == id).cloned();
        let mappings = reader.field_mappings(tenant)?.into_iter();
        Ok(mappings
            .filter_map(|mapping| Some(MappingView::new(mapping.clone(), external(mapping.external_field)?)))
            .collect())
    })
}

/// Says that a field of ours fills an external field.
///
/// # Errors
/// `InvalidInput` for an unknown field or external field, `Conflict` for a pair that is mapped.
pub fn add_mapping(workspace: &Workspace, caller: &Caller, field_type: &str, external: &str) -> Result<MappingView> {
    let library = workspace.library(caller.tenant.id)?;
    let (_, (field_type, ..)) = described_field(&library, field_type).ok_or_else(|| {
        Error::invalid_input(format!("there is no field {field_type}"))
            .hint("\"loanfile field list --type TYPE\" lists a type's fields")
    })?;
    change(workspace, caller, |changing| {
        let found = find_external_field(changing.writer(), caller, external)?;
        let external = found.ok_or_else(|| {
            unknown(|thing, named| Error::invalid_input(format!("there is no {thing} {named}")), external)
        })?;
        let mapping = FieldMapping {
            id: MappingId::new(changing.record.new_id()),
            field_type,
            external_field: external.id,
            created_at: changing.record.now,
        };
        if !changing.writer().add_field_mapping(changing.tenant, &mapping)? {
            return Err(Error::conflict(format!(
                "{} fills {}/{} already",
                mapping.field_type, external.source, external.table_index
            )));
        }
        let action = "external_field_mapping.add";
        changing.log_of(action, "external_field_mapping", mapping.id.to_string(), Value::Null, logged(&mapping))?;
        Ok(MappingView::new(mapping, external))
    })
}

/// Removes the mapping of an id, or that between a field and an external field.
///
/// # Errors
/// `NotFound` when there is none, `InvalidInput` for a name that several external fields have.
pub fn remove_mapping(workspace: &Workspace, caller: &Caller, named: &str, external: Option<&str>) -> Result<()> {
    change(workspace, caller, |changing| {
        let external_field = match external {
            Some(external) => find_external_field(changing.writer(), caller, external)?,
            None => None,
        };
        let is_meant = |mapping: &FieldMapping| match (external, &external_field) {
            (None, _) => mapping.id.to_string() == named,
            (Some(_), Some(field)) => mapping.field_type.as_str() == named && mapping.external_field == field.id,
            (Some(_), None) => false,
        };
        let mappings = changing.writer().field_mappings(changing.tenant)?;
        let mapping = mappings.into_iter().find(is_meant).ok_or_else(|| {
            let pair = external.map(|external| format!(" to {external}")).unwrap_or_default();
            Error::not_found("mapping", format!("{named}{pair}")).hint("\"loanfile mapping list\" shows the mappings")
        })?;
        remove_one_mapping(changing, &mapping)
    })
}

fn remove_one_mapping(changing: &Changing<'_, '_>, mapping: &FieldMapping) -> Result<()> {
    changing.writer().remove_field_mapping(changing.tenant, mapping.id)?;
    let action = "external_field_mapping.remove";
    changing.log_of(action, "external_field_mapping", mapping.id.to_string(), logged(mapping), Value::Null)
}

/// Finds an external field by its id, by `SOURCE/IDX`, or by an identifier or name that only one has.
fn find_external_field(reader: &Reader<'_>, caller: &Caller, named: &str) -> Result<Option<ExternalField>> {
    let fields = reader.external_fields(caller.tenant.id)?;
    let surely = |field: &&ExternalField| {
        field.id.to_string() == named || format!("{}/{}", field.source, field.table_index) == named
    };
    if let Some(found) = fields.iter().find(surely) {
        return Ok(Some(found.clone()));
    }
    let mut like = fields.into_iter().filter(|field| field.table_index == named || field.name == named);
    let (first, second) = (like.next(), like.next());
    if second.is_some() {
        return Err(Error::invalid_input(format!("several external fields are called {named}"))
            .hint("name it as SOURCE/IDX, as \"loanfile external-field list\" shows it"));
    }
    Ok(first)
}

fn unknown(error: impl Fn(&str, String) -> Error, named: &str) -> Error {
    error("external field", named.to_string()).hint("\"loanfile external-field list\" shows them")
}

fn logged_field(field: &ExternalField) -> Value {
    json!({ "name": field.name, "tableIndex": field.table_index, "source": field.source })
}

fn logged(mapping: &FieldMapping) -> Value {
    json!({ "fieldId": mapping.field_type, "externalFieldId": mapping.external_field })
}
