//! Putting documents aside, taking them back, and trying again what failed.

use super::change::{change, not_now};
use super::{Caller, find_document};
use crate::error::{Error, Result};
use crate::model::{Document, EventType, ProcessingStatus, Stage};
use crate::workspace::Workspace;
use serde_json::json;

/// Puts a document aside: it leaves lists, income, reports and export, and its open tasks are dismissed.
///
/// `false` when it was put aside before.
///
/// # Errors
/// `NotFound` for an unknown document.
pub fn trash(workspace: &Workspace, caller: &Caller, document: &str) -> Result<bool> {
    change(workspace, caller, |changing| {
        let mut document = find_document(changing.writer(), caller, document)?;
        if document.trashed {
            return Ok(false);
        }
        document.trashed = true;
        // What runs for it now is refused when it ends.
        document.revision += 1;
        document.next_stage = None;
        changing.save(&mut document)?;
        changing.record.dismiss_tasks(&document)?;
        changing.record.event(&document, (EventType::DocumentTrashed, json!({ "trashed": true })))?;
        changing.log("document.trash", &document, json!({ "trashed": false }), json!({ "trashed": true }))?;
        changing.settle(&document)?;
        Ok(true)
    })
}

/// Takes a document back that was put aside; it goes on where it stood.
///
/// `false` when it was not put aside.
///
/// # Errors
/// `NotFound` for an unknown document, `Conflict` for one whose pages went to another.
pub fn restore(workspace: &Workspace, caller: &Caller, document: &str) -> Result<bool> {
    change(workspace, caller, |changing| {
        let mut document = find_document(changing.writer(), caller, document)?;
        if !document.trashed {
            return Ok(false);
        }
        if let Some(other) = document.merged_into {
            return Err(Error::conflict(format!(
                "the pages of document {} are a part of document {other}",
                document.id
            ))
            .hint("split that one instead"));
        }
        document.trashed = false;
        document.revision += 1;
        document.next_stage = stage_to_go_on_with(&document);
        changing.save(&mut document)?;
        changing.record.event(&document, (EventType::DocumentTrashed, json!({ "trashed": false })))?;
        changing.log("document.restore", &document, json!({ "trashed": true }), json!({ "trashed": false }))?;
        changing.settle(&document)?;
        Ok(true)
    })
}

/// Sends a failed document through the pipeline again, from the stage that failed.
///
/// # Errors
/// `NotFound` for an unknown document, `Conflict` for one that has not failed.
pub fn retry(workspace: &Workspace, caller: &Caller, document: &str) -> Result<Stage> {
    change(workspace, caller, |changing| {
        let mut document = find_document(changing.writer(), caller, document)?;
        let failed = document.failure.clone().filter(|_| document.processing_status == ProcessingStatus::Failed);
        let Some(record) = failed.filter(|_| !document.trashed) else { return Err(not_now(&document, "tried again")) };
        let stage = record.failure.stage;
        document.processing_status = status_before(stage);
        changing.send_back(&mut document, stage);
        changing.save(&mut document)?;
        changing.writer().retry_source_file(changing.tenant, document.source_file, stage, changing.record.now)?;
        let before = json!({ "stage": stage, "code": record.failure.code, "attempts": record.attempts });
        changing.log("document.retry", &document, before, json!({ "stage": stage }))?;
        Ok(stage)
    })
}

/// Returns the status of a document that waits for a stage.
pub(super) fn status_before(stage: Stage) -> ProcessingStatus {
    match stage {
        Stage::Import | Stage::Splitter | Stage::Converter | Stage::Recognizer | Stage::Classifier => {
            ProcessingStatus::Processing
        }
        Stage::Extractor => ProcessingStatus::Classified,
        Stage::LosValidator | Stage::Versioner | Stage::Export => ProcessingStatus::Extracted,
    }
}

/// Work that was begun is begun again from the last result that counted.
fn stage_to_go_on_with(document: &Document) -> Option<Stage> {
    match document.processing_status {
        ProcessingStatus::Uploading => Some(Stage::Splitter),
        ProcessingStatus::Processing if document.content_sha256.is_none() => Some(Stage::Converter),
        ProcessingStatus::Processing => Some(Stage::Recognizer),
        ProcessingStatus::Classified => Some(Stage::Extractor),
        // Its checks run again: the loan's other papers may have changed, and its tasks were dismissed.
        ProcessingStatus::Extracted => Some(Stage::LosValidator),
        ProcessingStatus::Exported | ProcessingStatus::Failed => None,
    }
}
