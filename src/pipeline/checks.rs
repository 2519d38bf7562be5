//! The checks of one document: in its stage, and again when what it is checked against changed.

use super::record::{Record, Told};
use super::settlement::{settle_loan, validation_errors};
use crate::error::Result;
use crate::library::Library;
use crate::model::{
    Configuration, Document, EventType, Field, Finding, LoanId, Stage, TaskKind, TenantId, Timestamp, ValidationStatus,
};
use crate::review;
use crate::split::PageEvidence;
use crate::store::{FindingOrigin, Reader};
use crate::validate::{self, DocumentFacts, PrintedCounter};

/// What a document is checked by.
pub struct Checked {
    counters: Vec<PrintedCounter>,
    fields: Vec<Field>,
    configuration: Option<Configuration>,
}

impl Checked {
    /// Reads what a document is checked by.
    ///
    /// # Errors
    /// Any failure of the store.
    pub fn load(reader: &Reader<'_>, tenant: TenantId, document: &Document) -> Result<Self> {
        let pages = document.first_page..=document.last_page;
        let evidence: Vec<(u32, PageEvidence)> = reader.page_evidence(tenant, document.source_file, pages)?;
        let counters = evidence.into_iter().filter_map(|(page, evidence)| {
            let counter = evidence.counter?;
            Some(PrintedCounter { page: page - document.first_page + 1, number: counter.number, of: counter.of })
        });
        Ok(Self {
            counters: counters.collect(),
            fields: reader.fields(tenant, document.id)?,
            configuration: reader.configuration_of_loan(tenant, document.loan)?.map(|kept| kept.content),
        })
    }

    /// Checks the document at a moment.
    pub fn findings(&self, library: &Library, document: &Document, now: Timestamp) -> Vec<Finding> {
        let facts = DocumentFacts {
            document,
            definition: document.document_type.as_ref().and_then(|id| library.get(id)),
            fields: &self.fields,
            counters: &self.counters,
        };
        validate::document(&facts, self.configuration.as_ref(), now.date())
    }
}

/// Checks the documents of a loan again that have been checked already, because its configuration changed.
///
/// Those that the checks are still before are left to their stage.
///
/// # Errors
/// Any failure of the store.
pub fn recheck_loan(record: &Record<'_, '_>, loan: LoanId) -> Result<()> {
    let library = record.library()?;
    for document in record.writer.documents_of_loan(record.tenant, loan)? {
        let is_past = matches!(document.next_stage, None | Some(Stage::Versioner | Stage::Export));
        if is_past && !document.trashed && document.validation != ValidationStatus::NotRun {
            recheck(record, &library, document)?;
        }
    }
    settle_loan(record, loan)
}

fn recheck(record: &Record<'_, '_>, library: &Library, mut document: Document) -> Result<()> {
    let (writer, tenant) = (record.writer, record.tenant);
    let findings = Checked::load(writer, tenant, &document)?.findings(library, &document, record.now);
    let status = document.validation;
    let (_, told) = keep_findings(record, &mut document, &findings)?;
    if status != document.validation {
        document.updated_at = record.now;
        writer.save_document(tenant, &document)?;
    }
    record.events(&document, told)
}

/// Puts findings in the place of what the document's own checks found before, and brings the state of its checks and its
/// task about them up to date; returns how many findings there are now, and what to tell.
pub(super) fn keep_findings(
    record: &Record<'_, '_>,
    document: &mut Document,
    findings: &[Finding],
) -> Result<(usize, Vec<Told>)> {
    let (writer, tenant) = (record.writer, record.tenant);
    let before = writer.findings(tenant, document.id)?;
    writer.replace_findings(tenant, document.id, FindingOrigin::Stage(Stage::LosValidator), findings)?;
    let all = writer.findings(tenant, document.id)?;
    document.validation = validate::status(&all);
    let errors = validation_errors(&before, &all).into_iter().map(|payload| (EventType::ValidationError, payload));
    let mut told: Vec<Told> = errors.collect();
    told.extend(record.settle_task(document, TaskKind::Validation, review::of_findings(&all))?);
    Ok((all.len(), told))
}
