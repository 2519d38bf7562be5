//! Document types as a program describes them: phrases, labels and a few facts, made into a definition.

use super::Caller;
use super::document_types::{NewType, add_document_type, own_type, recorded, unknown};
use crate::error::{Error, Result};
use crate::learn::slug;
use crate::library::{Anchor, AnchorPage, AnchorPlace, DocumentType, FieldDefinition, Relation, written};
use crate::model::{DocumentTypeId, ValueKind};
use crate::store::Change;
use crate::views::DocumentTypeView;
use crate::workspace::Workspace;
use serde_json::Value;

/// How much a phrase of a title says: nearly all.
const TITLE_WEIGHT: f32 = 4.0;

/// How much another phrase says: two of them settle it.
const PHRASE_WEIGHT: f32 = 2.0;

/// The group of types of which nothing else is said.
const OWN_GROUP: &str = "custom";

/// A type as a program describes it.
#[derive(Debug, Clone)]
pub struct TypeDraft {
    /// Its name for people.
    pub name: String,
    /// Its id; made of the name when nothing is said.
    pub id: Option<String>,
    /// The group it is listed under.
    pub group: Option<String>,
    /// Phrases in its title.
    pub title_phrases: Vec<String>,
    /// Phrases that are printed on it and on nothing else.
    pub key_phrases: Vec<String>,
    /// Phrases that speak against it.
    pub exclusions: Vec<String>,
    /// Its fields: name for people, kind, labels.
    pub fields: Vec<(String, Option<ValueKind>, Vec<String>)>,
    /// Whether a signature is expected.
    pub signature_expected: bool,
    /// Whether it can support an income analysis.
    pub income_eligible: bool,
}

/// Adds a type of the tenant's own, or puts it in the place of the one of an id; it counts for the next document.
///
/// # Errors
/// `InvalidInput` when it cannot be used, `Conflict` when there is one of its id already, `NotFound` when the one to be
/// replaced is none of the tenant's own.
pub fn draft_document_type(
    workspace: &Workspace,
    caller: &Caller,
    draft: TypeDraft,
    replacing: Option<&DocumentTypeId>,
) -> Result<DocumentTypeView> {
    let mut sample_count = 0;
    if let Some(id) = replacing {
        let own = workspace.store.read(|reader| own_type(reader, caller, id))?;
        sample_count = own.ok_or_else(|| unknown(id))?.sample_count;
        if draft.id.as_deref().is_some_and(|named| named != id.as_str()) {
            return Err(Error::invalid_input("documentTypeId cannot change"));
        }
    }
    let definition = definition(draft, replacing)?;
    let text = written(&definition);
    let new = NewType { origin: "the type", text: &text, sample_count, replace: replacing.is_some() };
    add_document_type(workspace, caller, new)
}

/// Removes a type of the tenant's own.
///
/// # Errors
/// `NotFound` for an unknown one, `Conflict` for a standard one and for one that a document has.
pub fn remove_document_type(workspace: &Workspace, caller: &Caller, id: &DocumentTypeId) -> Result<()> {
    let library = workspace.library(caller.tenant.id)?;
    let (tenant, now) = (caller.tenant.id, workspace.now());
    workspace.store.write(|writer| {
        let Some(own) = own_type(writer, caller, id)? else {
            return Err(match library.get(id) {
                Some(_) => Error::conflict(format!("{id} is a standard type: it can be deactivated, not removed")),
                None => unknown(id),
            });
        };
        if writer.is_type_in_use(tenant, id)? {
            return Err(Error::conflict(format!("documents are of type {id}: it can be deactivated, not removed")));
        }
        writer.remove_document_type(tenant, id)?;
        let change = Change {
            actor: &caller.actor,
            action: "document_type.remove",
            subject: "document_type",
            subject_id: id.to_string(),
            before: recorded(Some(&own)),
            after: Value::Null,
        };
        writer.log(tenant, change, now)
    })
}

fn definition(draft: TypeDraft, replacing: Option<&DocumentTypeId>) -> Result<DocumentType> {
    let name = draft.name.trim();
    if name.is_empty() {
        return Err(Error::invalid_input("name is empty: a document type has a name"));
    }
    let id = replacing.cloned().unwrap_or_else(|| DocumentTypeId::new(draft.id.unwrap_or_else(|| slug(name))));
    let mut definition = DocumentType::bare(id, name, draft.group.as_deref().unwrap_or(OWN_GROUP));
    definition.signature_expected = draft.signature_expected;
    definition.income_eligible = draft.income_eligible;
    definition.exclusions = draft.exclusions;
    let anchor = |text: String, weight, place| Anchor { text, weight, place, page: AnchorPage::Any };
    let titles = draft.title_phrases.into_iter().map(|text| anchor(text, TITLE_WEIGHT, AnchorPlace::Title));
    let phrases = draft.key_phrases.into_iter().map(|text| anchor(text, PHRASE_WEIGHT, AnchorPlace::Anywhere));
    definition.anchors = titles.chain(phrases).collect();
    if definition.anchors.is_empty() {
        // Nothing else is known of it: its name is likely its title.
        definition.anchors.push(anchor(name.to_string(), TITLE_WEIGHT, AnchorPlace::Title));
    }
    definition.fields = draft.fields.into_iter().map(field).collect();
    Ok(definition)
}

fn field((name, kind, labels): (String, Option<ValueKind>, Vec<String>)) -> FieldDefinition {
    let labels = if labels.is_empty() { vec![name.clone()] } else { labels };
    let find = vec![Relation::Cell, Relation::Right, Relation::Below];
    FieldDefinition { labels, find, ..FieldDefinition::bare(slug(&name), &name, kind.unwrap_or(ValueKind::Text)) }
}
