//! Splitting and merging documents by hand.

use super::change::{Changing, change, not_now};
use super::corrections::recorded;
use super::{Caller, find_document};
use crate::error::{Error, Result};
use crate::model::{
    CorrectionKind, Document, DocumentId, DocumentPlace, EventType, ProcessingStatus, Stage, ValidationStatus,
};
use crate::workspace::Workspace;
use serde_json::json;

/// Cuts a document before the given pages, by their numbers within it; returns the parts in order, itself first.
///
/// All parts go through the pipeline again from CONVERTER on.
///
/// # Errors
/// `NotFound` for an unknown document, `InvalidInput` for a page that is none of its later ones, `Conflict` for one
/// that is trashed or not cut out of its file yet.
pub fn split(workspace: &Workspace, caller: &Caller, document: &str, first_pages: &[u32]) -> Result<Vec<DocumentId>> {
    change(workspace, caller, |changing| {
        let mut first = find_document(changing.writer(), caller, document)?;
        check_state(&first, "split")?;
        let pages = first.page_count();
        let mut cuts = first_pages.to_vec();
        cuts.sort_unstable();
        cuts.dedup();
        if let Some(wrong) = cuts.iter().find(|page| **page < 2 || **page > pages) {
            return Err(Error::invalid_input(format!("no document can begin at page {wrong} of {pages}"))
                .hint("name pages from 2 to the last, each of which begins a document"));
        }
        if cuts.is_empty() {
            return Err(Error::invalid_input("no page is named at which a document begins"));
        }
        let starts: Vec<u32> = cuts.iter().map(|page| first.first_page + page - 1).collect();
        let ends: Vec<u32> = starts.iter().skip(1).map(|start| start - 1).chain([first.last_page]).collect();
        let before = span(&first);
        first.last_page = starts.first().map_or(first.last_page, |start| start - 1);
        begin_again(changing, &mut first, CorrectionKind::Split, &before)?;
        let mut parts = vec![first.id];
        for (first_page, last_page) in starts.into_iter().zip(ends) {
            let place = DocumentPlace {
                loan: first.loan,
                source_file: first.source_file,
                source_position: first.source_position,
                first_page,
                last_page,
            };
            let mut part = Document::new(DocumentId::new(changing.record.new_id()), place, changing.record.now);
            begin_again(changing, &mut part, CorrectionKind::Split, &before)?;
            parts.push(part.id);
        }
        changing.log("document.split", &first, json!({ "pages": before }), json!({ "documents": parts }))?;
        changing.settle(&first)?;
        Ok(parts)
    })
}

/// Joins documents that lie next to each other in one file to one, the first of them; the others are put aside.
///
/// # Errors
/// `NotFound` for an unknown document, `InvalidInput` for documents that are not neighbours, `Conflict` for one that is
/// trashed or not cut out of its file yet.
pub fn merge(workspace: &Workspace, caller: &Caller, documents: &[String]) -> Result<DocumentId> {
    change(workspace, caller, |changing| {
        let mut found = Vec::new();
        for name in documents {
            let document = find_document(changing.writer(), caller, name)?;
            check_state(&document, "merged")?;
            if found.iter().any(|other: &Document| other.id == document.id) {
                return Err(Error::invalid_input(format!("document {name} is named twice")));
            }
            found.push(document);
        }
        found.sort_by_key(|document| document.first_page);
        check_neighbours(&found)?;
        let mut rest = found.into_iter();
        let Some(mut first) = rest.next() else { return Err(Error::invalid_input("no document is named")) };
        let before = span(&first);
        let mut joined = vec![first.id];
        for mut other in rest {
            first.last_page = other.last_page;
            joined.push(other.id);
            other.trashed = true;
            other.merged_into = Some(first.id);
            other.revision += 1;
            other.next_stage = None;
            changing.save(&mut other)?;
            changing.record.dismiss_tasks(&other)?;
            changing.record.event(&other, (EventType::DocumentTrashed, json!({ "trashed": true })))?;
        }
        begin_again(changing, &mut first, CorrectionKind::Merge, &before)?;
        changing.log("document.merge", &first, json!({ "documents": joined }), json!({ "pages": span(&first) }))?;
        changing.settle(&first)?;
        Ok(first.id)
    })
}

fn check_state(document: &Document, what: &str) -> Result<()> {
    let is_cut_out = !matches!(document.next_stage, Some(Stage::Import | Stage::Splitter))
        && document.processing_status != ProcessingStatus::Uploading
        && document.failure.as_ref().is_none_or(|record| record.failure.stage > Stage::Splitter);
    if document.trashed || !is_cut_out { Err(not_now(document, what)) } else { Ok(()) }
}

fn check_neighbours(documents: &[Document]) -> Result<()> {
    if documents.len() < 2 {
        return Err(Error::invalid_input("it takes two documents to merge"));
    }
    for pair in documents.windows(2) {
        let [one, two] = pair else { continue };
        if one.source_file != two.source_file || one.last_page + 1 != two.first_page {
            return Err(Error::invalid_input(format!(
                "documents {} and {} do not lie next to each other in one file",
                one.id, two.id
            ))
            .hint("\"loanfile show --loan ID\" shows the pages of each"));
        }
    }
    Ok(())
}

fn span(document: &Document) -> String {
    format!("{}-{}", document.first_page, document.last_page)
}

/// Forgets what was made of other pages, and sends the document through the pipeline from CONVERTER on.
fn begin_again(changing: &Changing<'_, '_>, document: &mut Document, kind: CorrectionKind, before: &str) -> Result<()> {
    let (writer, tenant) = (changing.writer(), changing.tenant);
    let fresh = Document::new(
        document.id,
        DocumentPlace {
            loan: document.loan,
            source_file: document.source_file,
            source_position: document.source_position,
            first_page: document.first_page,
            last_page: document.last_page,
        },
        document.created_at,
    );
    *document = Document {
        revision: document.revision,
        version_identifier: document.version_identifier.clone(),
        validation: ValidationStatus::NotRun,
        processing_status: ProcessingStatus::Processing,
        ..fresh
    };
    changing.send_back(document, Stage::Converter);
    changing.save(document)?;
    changing.record.dismiss_tasks(document)?;
    writer.forget_reading(tenant, document.id)?;
    let after = span(document);
    let correction = recorded(changing, document.id, kind, Some(before.to_string()), Some(after.clone()));
    writer.add_corrections(tenant, document.id, &[correction])?;
    let payload = json!({ "fieldTypeId": null, "pages": after, "previousPages": before, "kind": kind });
    changing.record.event(document, (EventType::ManualCorrection, payload))
}
