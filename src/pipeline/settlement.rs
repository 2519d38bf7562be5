//! What can only be said of a loan when none of its documents waits: which versions are current, what disagrees
//! between documents, what may be exported.
//!
//! Invariant: the same documents give the same answer, in whatever order they came to their present state.

use super::record::Record;
use crate::error::Result;
use crate::model::{Document, Finding, LoanId, ProcessingStatus, Stage, TaskKind, ValidationStatus};
use crate::store::Scope;
use crate::{review, validate, versions};
use serde_json::{Value, json};

/// Brings a loan up to date, unless one of its documents still waits for a stage; then the last one does it.
///
/// # Errors
/// Any failure of the store.
pub fn settle_loan(record: &Record<'_, '_>, loan: LoanId) -> Result<()> {
    let (writer, tenant) = (record.writer, record.tenant);
    if !writer.backlog(Scope::of_loan(tenant, loan))?.is_empty() {
        return Ok(());
    }
    let before = writer.documents_of_loan(tenant, loan)?;
    let export_when_passed = writer.tenant_settings(tenant)?.export_when_passed;
    let standings = versions::standings(&before);
    for (before, standing) in before.iter().zip(standings) {
        let mut document = before.clone();
        document.current_version = standing.current;
        document.duplicate_of = standing.duplicate_of;
        settle_validation(record, &mut document)?;
        if !document.current_version {
            let told = record.supersede_tasks(&document)?;
            record.events(&document, told)?;
        }
        if export_when_passed && may_be_exported(&document) {
            document.next_stage = Some(Stage::Export);
        }
        if document != *before {
            document.updated_at = record.now;
            writer.save_document(tenant, &document)?;
        }
    }
    Ok(())
}

/// Tells whether nothing holds a document back from the LOS.
pub fn may_be_exported(document: &Document) -> bool {
    document.processing_status == ProcessingStatus::Extracted
        && document.validation == ValidationStatus::Passed
        && document.current_version
        && document.duplicate_of.is_none()
        && !document.trashed
        && document.next_stage.is_none()
}

/// Returns what a VALIDATION_ERROR tells of each finding that holds the document back and did not before.
pub(super) fn validation_errors(before: &[Finding], now: &[Finding]) -> Vec<Value> {
    let is_new =
        |finding: &&Finding| !before.iter().any(|known| known.code == finding.code && known.message == finding.message);
    let errors = now.iter().filter(|finding| finding.blocks()).filter(is_new);
    errors
        .map(|finding| {
            json!({
                "code": finding.code,
                "severity": finding.severity,
                "message": finding.message,
                "page": finding.page,
            })
        })
        .collect()
}

/// Brings the state of a document's checks and its task about them up to date.
fn settle_validation(record: &Record<'_, '_>, document: &mut Document) -> Result<()> {
    if document.validation == ValidationStatus::NotRun {
        return Ok(());
    }
    let findings = record.writer.findings(record.tenant, document.id)?;
    document.validation = validate::status(&findings);
    let told = record.settle_task(document, TaskKind::Validation, review::of_findings(&findings))?;
    record.events(document, told)
}
