//! Document types of a tenant: the standard ones and its own.

use super::Caller;
use crate::error::{Error, Result};
use crate::library::{DocumentType, Library, OTHER, Problem, check};
use crate::model::DocumentTypeId;
use crate::store::{Change, Reader, StoredType};
use crate::views::DocumentTypeView;
use crate::workspace::Workspace;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The most bytes of a definition.
const LARGEST_DEFINITION: usize = 1024 * 1024;

/// Which types to list.
#[derive(Debug, Clone, Copy, Default)]
pub struct TypeFilter<'f> {
    /// Of one group only.
    pub group: Option<&'f str>,
    /// Deactivated ones too.
    pub inactive_too: bool,
}

/// A definition that somebody wrote, or that was learned.
#[derive(Debug, Clone, Copy)]
pub struct NewType<'n> {
    /// What the text is called in messages: its file.
    pub origin: &'n str,
    /// The definition (TOML).
    pub text: &'n str,
    /// From how many documents it was learned.
    pub sample_count: u32,
    /// Whether it may take the place of the tenant's own type of the same id.
    pub replace: bool,
}

/// Returns the tenant's types, by id.
///
/// # Errors
/// `InvalidInput` for a group that no type has.
pub fn document_types(workspace: &Workspace, caller: &Caller, filter: TypeFilter<'_>) -> Result<Vec<DocumentTypeView>> {
    let library = workspace.library(caller.tenant.id)?;
    let stored = workspace.store.read(|reader| reader.document_types(caller.tenant.id))?;
    if let Some(group) = filter.group {
        let groups: BTreeSet<&str> = library.types().iter().map(|known| known.group.as_str()).collect();
        if !groups.contains(group) {
            let groups = groups.into_iter().collect::<Vec<_>>().join(", ");
            return Err(Error::invalid_input(format!("no group {group}")).hint(format!("the groups are {groups}")));
        }
    }
    let wanted = |known: &&DocumentType| {
        filter.group.is_none_or(|group| known.group == group) && (filter.inactive_too || library.is_active(&known.id))
    };
    Ok(library.types().iter().filter(wanted).map(|known| view(&library, known, &stored)).collect())
}

/// Returns a type by its id.
///
/// # Errors
/// `NotFound` for an unknown one.
pub fn document_type(workspace: &Workspace, caller: &Caller, id: &DocumentTypeId) -> Result<DocumentTypeView> {
    let library = workspace.library(caller.tenant.id)?;
    let definition = library.get(id).ok_or_else(|| unknown(id))?;
    let stored = workspace.store.read(|reader| reader.document_types(caller.tenant.id))?;
    Ok(view(&library, definition, &stored))
}

/// Returns the definition of a type as it was written.
///
/// # Errors
/// `NotFound` for an unknown type.
pub fn document_type_definition(workspace: &Workspace, caller: &Caller, id: &DocumentTypeId) -> Result<String> {
    let own = workspace.store.read(|reader| reader.document_type(caller.tenant.id, id))?;
    let text = own.and_then(|own| own.definition).or_else(|| Library::standard_text(id).map(str::to_owned));
    text.ok_or_else(|| unknown(id))
}

/// Adds a type of the tenant's own, or replaces it; it counts for the next document.
///
/// # Errors
/// `InvalidInput` when the definition has faults, each named with field and rule, or takes a standard type's id;
/// `Conflict` when the tenant has a type of the id and it is not to be replaced.
pub fn add_document_type(workspace: &Workspace, caller: &Caller, new: NewType<'_>) -> Result<DocumentTypeView> {
    let definition = read_definition(new.origin, new.text)?;
    check_id(&definition.id)?;
    let (tenant, now, id) = (caller.tenant.id, workspace.now(), &definition.id);
    workspace.store.write(|writer| {
        let before = own_type(writer, caller, id)?;
        let written = (new.text, new.sample_count);
        let action = if before.is_some() { "document_type.replace" } else { "document_type.add" };
        let done = match &before {
            None => writer.add_document_type(tenant, id, written, now)?,
            Some(_) => new.replace && writer.replace_document_type(tenant, id, written, now)?,
        };
        if !done {
            return Err(Error::conflict(format!("there is a document type {id} already"))
                .hint("give --replace to put this one in its place, or give this one another id"));
        }
        let after = writer.document_type(tenant, id)?;
        writer.log(tenant, change(caller, action, id, before.as_ref(), after.as_ref()), now)
    })?;
    document_type(workspace, caller, id)
}

/// Says whether documents may get a type; those that have it keep it and stay readable.
///
/// # Errors
/// `NotFound` for an unknown type, `InvalidInput` for the one that holds what no other claims.
pub fn set_document_type_active(
    workspace: &Workspace,
    caller: &Caller,
    id: &DocumentTypeId,
    active: bool,
) -> Result<DocumentTypeView> {
    let (tenant, now) = (caller.tenant.id, workspace.now());
    if id.as_str() == OTHER && !active {
        return Err(Error::invalid_input(format!("{OTHER} cannot be deactivated: it holds what no other type claims")));
    }
    workspace.store.write(|writer| {
        let before = writer.document_type(tenant, id)?;
        if before.is_none() && Library::standard().get(id).is_none() {
            return Err(unknown(id));
        }
        if before.as_ref().is_none_or(|before| before.active) == active {
            return Ok(());
        }
        writer.set_document_type_active(tenant, id, active, now)?;
        let after = writer.document_type(tenant, id)?;
        let action = if active { "document_type.activate" } else { "document_type.deactivate" };
        writer.log(tenant, change(caller, action, id, before.as_ref(), after.as_ref()), now)
    })?;
    document_type(workspace, caller, id)
}

/// Reads and checks a definition.
pub(super) fn read_definition(origin: &str, text: &str) -> Result<DocumentType> {
    if text.len() > LARGEST_DEFINITION {
        return Err(Error::invalid_input(format!("{origin}: a definition has at most 1 MiB")));
    }
    let definition: DocumentType = toml::from_str(text).map_err(|error| {
        Error::invalid_input(format!("{origin} is no definition: {}", error.to_string().trim_end()))
            .hint("\"loanfile doctype show ID --definition\" prints one to start from")
    })?;
    let mut problems = check(&definition);
    if definition.anchors.is_empty() {
        problems.push(Problem {
            document_type: definition.id.to_string(),
            place: "anchors".to_owned(),
            rule: "a type has an anchor: no page can be known by a type without".to_owned(),
        });
    }
    if problems.is_empty() {
        return Ok(definition);
    }
    let faults: Vec<String> =
        problems.iter().map(|fault| format!("{origin}: {}: {}", fault.place, fault.rule)).collect();
    Err(Error::invalid_input(faults.join("\n")))
}

/// Refuses the ids of standard types.
pub(super) fn check_id(id: &DocumentTypeId) -> Result<()> {
    match Library::standard().get(id) {
        None => Ok(()),
        Some(standard) => Err(Error::invalid_input(format!("{id} is a standard type ({})", standard.name)).hint(
            format!("give yours another id; \"loanfile doctype deactivate {id}\" takes the standard one out of use"),
        )),
    }
}

/// Returns the tenant's own type of an id.
pub(super) fn own_type(reader: &Reader<'_>, caller: &Caller, id: &DocumentTypeId) -> Result<Option<StoredType>> {
    Ok(reader.document_type(caller.tenant.id, id)?.filter(|stored| stored.definition.is_some()))
}

pub(super) fn unknown(id: &DocumentTypeId) -> Error {
    Error::not_found("document type", id).hint("\"loanfile doctype list --all\" lists them")
}

fn view(library: &Library, definition: &DocumentType, stored: &[StoredType]) -> DocumentTypeView {
    let stored = stored.iter().find(|stored| stored.id == definition.id);
    DocumentTypeView::new(definition, library.is_active(&definition.id), stored)
}

fn change<'c>(
    caller: &'c Caller,
    action: &'c str,
    id: &DocumentTypeId,
    before: Option<&StoredType>,
    after: Option<&StoredType>,
) -> Change<'c> {
    Change {
        actor: &caller.actor,
        action,
        subject: "document_type",
        subject_id: id.to_string(),
        before: recorded(before),
        after: recorded(after),
    }
}

pub(super) fn recorded(stored: Option<&StoredType>) -> Value {
    stored.map_or(Value::Null, |stored| {
        json!({ "active": stored.active, "definition": stored.definition, "sampleCount": stored.sample_count })
    })
}
