//! VERSIONER: finds the document's place among versions and copies of its paper in the loan.
//!
//! A document comes here only when every older paper of the loan has left the pipeline (see `store::claim`), so the
//! place does not depend on which was processed first.

use crate::error::Result;
use crate::model::{EventType, Stage};
use crate::pipeline::{Commit, Engines, Step, StepError, Subject};
use crate::store::Reader;
use crate::versions::{self, Placement};
use serde_json::json;

/// Finds the document's place among versions and copies of its paper in the loan.
pub struct Versioner;

impl Step for Versioner {
    const STAGE: Stage = Stage::Versioner;
    type Input = Placement;
    type Output = Placement;

    fn load(reader: &Reader<'_>, _engines: &Engines<'_>, subject: &Subject) -> Result<Placement> {
        let related = reader.related_documents(subject.tenant, &subject.document)?;
        Ok(versions::place(&subject.document, &related))
    }

    fn run(_engines: &Engines<'_>, _subject: &Subject, placement: Placement) -> Result<Placement, StepError> {
        Ok(placement)
    }

    fn save(commit: &mut Commit<'_, '_>, placement: Placement) -> Result<()> {
        commit.document.version_identifier = Some(placement.version.to_string());
        commit.document.current_version = placement.duplicate_of.is_none();
        commit.document.duplicate_of = placement.duplicate_of;
        let previous = placement.previous.map(|id| commit.writer.document(commit.tenant, id)).transpose()?.flatten();
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
