//! The versions of a paper, and what differs between two documents.

use super::field_names::field_names;
use super::{Caller, find_document};
use crate::error::{Error, Result};
use crate::library::DocumentType;
use crate::model::Field;
use crate::versions;
use crate::views::{DiffSide, DiffView, VersionView};
use crate::workspace::Workspace;
use std::collections::HashSet;

/// Returns the versions and copies of a document's paper in its loan, the newest version first, each with its copies
/// behind it.
///
/// # Errors
/// `NotFound` for an unknown document.
pub fn versions_of(workspace: &Workspace, caller: &Caller, document: &str) -> Result<Vec<VersionView>> {
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| {
        let document = find_document(reader, caller, document)?;
        let loan =
            reader.loan(tenant, &document.loan.to_string())?.ok_or_else(|| Error::not_found("loan", document.loan))?;
        let documents = reader.documents_of_loan(tenant, document.loan)?;
        let name = |id| match documents.iter().position(|known| known.id == id) {
            Some(place) => format!("{}/{}", loan.external_loan_id, place + 1),
            None => "in the trash".to_string(),
        };
        let chain = versions::chain(&document, &documents);
        Ok(chain.into_iter().map(|document| VersionView::new(document, name(document.id))).collect())
    })
}

/// Returns what differs between the values of two documents; of two types in what both types have.
///
/// # Errors
/// `NotFound` for an unknown document, `Conflict` for one whose values have not been read.
pub fn diff_documents(workspace: &Workspace, caller: &Caller, before: &str, after: &str) -> Result<DiffView> {
    let tenant = caller.tenant.id;
    let library = workspace.library(tenant)?;
    workspace.store.read(|reader| {
        let read = |name: &str| {
            let document = find_document(reader, caller, name)?;
            let definition = document.document_type.as_ref().and_then(|id| library.get(id)).ok_or_else(|| {
                Error::conflict(format!("document {} has no type yet", document.id))
                    .hint("\"loanfile process\" reads it")
            })?;
            let fields = reader.fields(tenant, document.id)?;
            Ok((document, definition, fields))
        };
        let (first, first_type, mut first_fields) = read(before)?;
        let (second, second_type, mut second_fields) = read(after)?;
        let first_left = keep_known(&mut first_fields, second_type);
        let second_left = keep_known(&mut second_fields, first_type);
        let difference = versions::diff(&first_fields, &second_fields);
        let first = DiffSide { document: &first, definition: Some(first_type), not_compared: first_left };
        let second = DiffSide { document: &second, definition: Some(second_type), not_compared: second_left };
        Ok(DiffView::new(&first, &second, &field_names(reader, caller)?, &difference))
    })
}

/// Keeps the values that another type has too, by their names within the type, and returns how many went.
fn keep_known(fields: &mut Vec<Field>, other: &DocumentType) -> usize {
    let in_type = |id: &str| id.split_once('.').map(|(_, name)| name.to_string());
    let known: HashSet<String> = other.field_types().filter_map(|(id, ..)| in_type(id.as_str())).collect();
    let before = fields.len();
    fields.retain(|field| in_type(field.field_type.as_str()).is_some_and(|name| known.contains(&name)));
    before - fields.len()
}
