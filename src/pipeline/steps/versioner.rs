//! VERSIONER: finds the document's place among versions and copies of its paper in the loan.
//!
//! A document comes here only when every older paper of the loan has left the pipeline (see `store::claim`), so the
//! place does not depend on which was processed first.

use crate::error::Result;
use crate::model::{EventType, Stage};
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
        let placement = versions::place(&commit.document, &related);
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
