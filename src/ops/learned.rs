//! Learning from corrections: labels and titles that a tenant's people showed, listed and removable.

use super::change::change;
use super::{Caller, find_document};
use crate::error::{Error, Result};
use crate::learn;
use crate::library::Library;
use crate::model::{CorrectionKind, Document, DocumentId, DocumentTypeId, LearnedKind};
use crate::page::Page;
use crate::store::Reader;
use crate::views::LearnedView;
use crate::workspace::Workspace;
use serde_json::json;
use std::collections::BTreeSet;

/// The most pages of a document that are looked at.
const MOST_PAGES: u32 = 20;

/// A phrase that a correction teaches.
type Lesson = (LearnedKind, DocumentTypeId, String, String);

/// Learns what the corrections of documents teach that were made last; returns how many phrases that were.
///
/// # Errors
/// `NotFound` for an unknown document, and any failure of the store.
pub fn learn_from(workspace: &Workspace, caller: &Caller, documents: &[DocumentId]) -> Result<usize> {
    let library = workspace.library(caller.tenant.id)?;
    let mut lessons: BTreeSet<Lesson> = BTreeSet::new();
    for id in documents {
        let found = workspace.store.read(|reader| {
            let document = find_document(reader, caller, &id.to_string())?;
            lessons_of(reader, caller, &document, &library)
        })?;
        lessons.extend(found);
    }
    if lessons.is_empty() {
        return Ok(0);
    }
    change(workspace, caller, |changing| {
        for (kind, document_type, field, phrase) in &lessons {
            let taught = (*kind, document_type, field.as_str(), phrase.as_str());
            changing.writer().learn_phrase(changing.tenant, changing.record.new_id(), taught, changing.record.now)?;
            let after = json!({ "kind": kind, "field": field, "phrase": phrase });
            changing.log_of("type.learn", "document_type", document_type.to_string(), json!(null), after)?;
        }
        Ok(lessons.len())
    })
}

/// Returns what the tenant's corrections taught.
///
/// # Errors
/// Any failure of the store.
pub fn learned(workspace: &Workspace, caller: &Caller) -> Result<Vec<LearnedView>> {
    let phrases = workspace.store.read(|reader| reader.learned_phrases(caller.tenant.id))?;
    Ok(phrases.into_iter().map(LearnedView::from).collect())
}

/// Forgets a phrase that corrections taught, by its id or the last digits of it.
///
/// # Errors
/// `NotFound` for an unknown phrase.
pub fn forget(workspace: &Workspace, caller: &Caller, id: &str) -> Result<LearnedView> {
    change(workspace, caller, |changing| {
        let phrases = changing.writer().learned_phrases(changing.tenant)?;
        let phrase = phrases.into_iter().find(|phrase| id.len() >= 4 && phrase.id.to_string().ends_with(id));
        let phrase = phrase
            .ok_or_else(|| Error::not_found("learned phrase", id).hint("\"loanfile learned list\" shows them"))?;
        changing.writer().forget_phrase(changing.tenant, phrase.id)?;
        let before = json!({ "kind": phrase.kind, "field": phrase.field, "phrase": phrase.phrase });
        let subject = phrase.document_type.to_string();
        changing.log_of("type.forget", "document_type", subject, before, json!(null))?;
        Ok(LearnedView::from(phrase))
    })
}

/// What the last batch of a document's corrections teaches.
fn lessons_of(reader: &Reader<'_>, caller: &Caller, document: &Document, library: &Library) -> Result<Vec<Lesson>> {
    let tenant = caller.tenant.id;
    let corrections = reader.corrections(tenant, document.id)?;
    let Some(last) = corrections.last().map(|correction| correction.corrected_at) else { return Ok(Vec::new()) };
    let Some(id) = &document.document_type else { return Ok(Vec::new()) };
    let Some(definition) = library.get(id) else { return Ok(Vec::new()) };
    let mut pages: Option<Vec<Page>> = None;
    let mut lessons = Vec::new();
    for correction in corrections.iter().filter(|correction| correction.corrected_at == last) {
        if pages.is_none() {
            let end = document.last_page.min(document.first_page.saturating_add(MOST_PAGES - 1));
            let readings = reader.readings(tenant, document.source_file, document.first_page, end)?;
            pages = Some(readings.into_iter().map(|reading| reading.page).collect());
        }
        let pages = pages.as_deref().unwrap_or_default();
        match (correction.kind, &correction.field_type, &correction.new_value) {
            (CorrectionKind::Type, ..) if *id != DocumentTypeId::new(crate::library::OTHER) => {
                let title = learn::title(id, pages, library);
                lessons.extend(title.map(|title| (LearnedKind::Anchor, id.clone(), String::new(), title)));
            }
            (CorrectionKind::Value, Some(field), Some(value)) if correction.row_index.is_none() => {
                let Some((_, field)) = field.as_str().split_once('.') else { continue };
                let label = learn::label(definition, field, value, pages);
                lessons.extend(label.map(|label| (LearnedKind::Label, id.clone(), field.to_string(), label)));
            }
            _ => {}
        }
    }
    Ok(lessons)
}
