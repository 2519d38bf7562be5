//! What can only be said of a loan when none of its documents waits: which versions are current, what disagrees
//! between documents, what may be exported.
//!
//! Invariant: the same documents give the same answer, in whatever order they came to their present state.

use super::record::{PROGRAM, Record};
use crate::error::Result;
use crate::model::{
    ConfigurationId, Document, EventType, Finding, LoanId, LoanReport, LoanReportKind, ProcessingStatus, ReportId,
    Stage, TaskKind, ValidationStatus,
};
use crate::store::FindingOrigin;
use crate::validate::DocumentFacts;
use crate::{review, validate, versions};
use serde_json::{Value, json};

/// Brings a loan up to date, unless one of its documents still waits for a stage; then the last one does it.
///
/// # Errors
/// Any failure of the store.
pub fn settle_loan(record: &Record<'_, '_>, loan: LoanId) -> Result<()> {
    let (writer, tenant) = (record.writer, record.tenant);
    if writer.has_waiting(tenant, loan)? {
        return Ok(());
    }
    let before = writer.documents_of_loan(tenant, loan)?;
    let mut documents = before.clone();
    for (document, standing) in documents.iter_mut().zip(versions::standings(&before)) {
        document.current_version = standing.current;
        document.duplicate_of = standing.duplicate_of;
    }
    let compared = compare(record, loan, &documents)?;
    let mut settled = Vec::with_capacity(documents.len());
    let export_when_passed = writer.tenant_settings(tenant)?.export_when_passed;
    for (before, mut document) in before.into_iter().zip(documents) {
        let findings = settle_validation(record, &mut document)?;
        if !document.current_version {
            let told = record.supersede_tasks(&document)?;
            record.events(&document, told)?;
        }
        if export_when_passed && may_be_exported(&document) {
            document.next_stage = Some(Stage::Export);
        }
        if document != before {
            document.updated_at = record.now;
            writer.save_document(tenant, &document)?;
        }
        settled.push((document, findings));
    }
    keep_report(record, loan, &compared, &settled)
}

/// What checks of a loan as a whole came to.
struct Compared {
    configuration: Option<ConfigurationId>,
    of_loan: Vec<Finding>,
}

/// Keeps a report of how the checks of a loan ended, unless the newest one says the same.
fn keep_report(
    record: &Record<'_, '_>,
    loan: LoanId,
    compared: &Compared,
    documents: &[(Document, Vec<Finding>)],
) -> Result<()> {
    let (writer, tenant, kind) = (record.writer, record.tenant, LoanReportKind::Validation);
    let library = record.library()?;
    let speaking = documents.iter().filter(|(document, _)| document.is_current());
    let speaking = speaking.map(|(document, findings)| (document, findings.as_slice()));
    let items = validate::report_items(speaking, &compared.of_loan, &library);
    let newest = writer.latest_loan_report(tenant, loan, kind, compared.configuration)?;
    if newest.map_or(items.is_empty(), |newest| newest.items == items) {
        return Ok(());
    }
    let report = LoanReport {
        id: ReportId::new(record.new_id()),
        loan,
        kind,
        configuration: compared.configuration,
        created_by: PROGRAM.to_string(),
        created_at: record.now,
        items,
    };
    writer.add_loan_report(tenant, &report)
}

/// Checks the documents of a loan against each other and against what its configuration asks of the loan.
fn compare(record: &Record<'_, '_>, loan: LoanId, documents: &[Document]) -> Result<Compared> {
    let (writer, tenant) = (record.writer, record.tenant);
    let library = record.library()?;
    let kept = writer.configuration_of_loan(tenant, loan)?;
    let configuration = kept.as_ref().map(|kept| &kept.content);
    let mut fields = Vec::with_capacity(documents.len());
    for document in documents {
        // Only what speaks for the loan is compared.
        fields.push(if document.is_current() { writer.fields(tenant, document.id)? } else { Vec::new() });
    }
    let facts: Vec<DocumentFacts<'_>> = documents
        .iter()
        .zip(&fields)
        .map(|(document, fields)| DocumentFacts {
            document,
            definition: document.document_type.as_ref().and_then(|id| library.get(id)),
            fields,
            counters: &[],
        })
        .collect();
    let found = validate::loan(&facts, configuration, &library, record.now.date());
    writer.replace_loan_findings(tenant, loan, &found.of_loan)?;
    for (id, findings) in found.of_documents {
        let Some(document) = documents.iter().find(|document| document.id == id) else { continue };
        let before = writer.findings(tenant, id)?;
        writer.replace_findings(tenant, id, FindingOrigin::Loan, &findings)?;
        for told in validation_errors(&before, &writer.findings(tenant, id)?) {
            record.event(document, (EventType::ValidationError, told))?;
        }
    }
    Ok(Compared { configuration: kept.map(|kept| kept.id), of_loan: found.of_loan })
}

/// Tells whether nothing holds a document back from the LOS.
pub fn may_be_exported(document: &Document) -> bool {
    document.processing_status == ProcessingStatus::Extracted
        && document.validation == ValidationStatus::Passed
        && document.is_current()
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

/// Brings the state of a document's checks and its task about them up to date, and returns what they found.
fn settle_validation(record: &Record<'_, '_>, document: &mut Document) -> Result<Vec<Finding>> {
    if document.validation == ValidationStatus::NotRun {
        return Ok(Vec::new());
    }
    let findings = record.writer.findings(record.tenant, document.id)?;
    document.validation = validate::status(&findings);
    let told = record.settle_task(document, TaskKind::Validation, review::of_findings(&findings))?;
    record.events(document, told)?;
    Ok(findings)
}
