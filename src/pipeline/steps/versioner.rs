//! VERSIONER: finds the document's place among versions and copies of its paper in the loan.
//!
//! A document comes here only when every older paper of the loan has left the pipeline (see `store::claim`), so the
//! place does not depend on which was processed first.

use crate::error::Result;
use crate::model::{Document, EventType, Stage};
use crate::page::Page;
use crate::pipeline::{Commit, Engines, Step, StepError, Subject};
use crate::store::Reader;
use crate::versions;
use serde_json::json;

/// Finds the document's place among versions and copies of its paper in the loan.
pub struct Versioner;

impl Step for Versioner {
    const STAGE: Stage = Stage::Versioner;
    type Input = ();
    type Output = ();

    fn load(_reader: &Reader<'_>, _engines: &Engines<'_>, _subject: &Subject) -> Result<()> {
        Ok(())
    }

    fn run(_engines: &Engines<'_>, _subject: &Subject, (): ()) -> Result<(), StepError> {
        Ok(())
    }

    /// Decides only now: the paper before this one may have got its place in the same transaction.
    fn save(commit: &mut Commit<'_, '_>, (): ()) -> Result<()> {
        let related = commit.writer.related_documents(commit.tenant, &commit.document)?;
        let mut placement = versions::place(&commit.document, &related);
        if placement.reason == versions::Reason::First
            && let Some(original) = near_original(commit)?
        {
            placement = versions::place_near_copy(&original);
            commit.document.copied_content = versions::shown_content(&original).cloned();
        }
        commit.document.version_identifier = Some(placement.version.to_string());
        let corrected = placement.reason == versions::Reason::Correction;
        commit.document.current_version =
            placement.duplicate_of.is_none() && (!corrected || commit.document.current_version);
        commit.document.duplicate_of = placement.duplicate_of;
        let previous = placement.previous.and_then(|id| related.into_iter().find(|document| document.id == id));
        if let Some(mut previous) = previous {
            previous.current_version = false;
            previous.updated_at = commit.now;
            commit.writer.save_document(commit.tenant, &previous)?;
        }
        commit.event(
            EventType::VersioningResult,
            json!({
                "versionIdentifier": commit.document.version_identifier,
                "versionCustomName": commit.document.version_custom_name,
                "previousDocumentId": placement.previous.or(placement.duplicate_of),
                "reason": placement.reason.as_str(),
            }),
        );
        Ok(())
    }
}

/// Returns the document that this one shows again, scanned or printed anew.
fn near_original(commit: &Commit<'_, '_>) -> Result<Option<Document>> {
    let comparable = commit.writer.comparable_documents(commit.tenant, &commit.document)?;
    let candidates = versions::near_candidates(&commit.document, &comparable);
    if candidates.is_empty() {
        return Ok(None);
    }
    let Some(pages) = pages_of(commit, &commit.document)? else { return Ok(None) };
    for candidate in candidates {
        if let Some(others) = pages_of(commit, candidate)?
            && versions::show_the_same(&pages, &others)
        {
            return Ok(Some(candidate.clone()));
        }
    }
    Ok(None)
}

/// Returns a document's pages; `None` when one of them could not be read.
fn pages_of(commit: &Commit<'_, '_>, document: &Document) -> Result<Option<Vec<Page>>> {
    let (first, last) = (document.first_page, document.last_page);
    let readings = commit.writer.readings(commit.tenant, document.source_file, first, last)?;
    let whole = readings.len() as u32 == document.page_count();
    Ok(whole.then(|| readings.into_iter().map(|reading| reading.page).collect()))
}
