//! Checks of documents that have been read, one by one ([`document`]) and as the papers of one loan ([`loan`]).
//!
//! Invariant: pure. A finding of severity `error` holds the document back from export; a `warning` is shown and that
//! is all. What could not be seen is no error: a check fails only on what stands on the page, and only on values that
//! were read surely or that a person gave.

mod attachments;
mod configured;
mod dates;
mod facts;
mod figures;
mod filled;
mod notary;
mod number;
mod page_counters;
mod signature;
mod subject;

pub use configured::configuration_problems;
pub use facts::{
    Fact, FactKind, Facts, Paper, Stated, cross_check, fact_fields, facts, same_address, same_person, states_facts,
};
pub use filled::check_filled;
pub use page_counters::{PrintedCounter, check_page_counters};
pub use signature::{Signature, check_signature, signature_found};
pub use subject::{DocumentFacts, SURE};

use crate::library::Library;
use crate::model::{
    Configuration, Document, DocumentId, Finding, ProcessingStatus, ReportItem, ReportItemStatus, Severity,
    ValidationStatus,
};
use chrono::NaiveDate;

/// What checks found about a loan.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LoanFindings {
    /// About the loan as a whole.
    pub of_loan: Vec<Finding>,
    /// About its documents: one entry for each that was given, in the order of their ids, also where nothing was found.
    pub of_documents: Vec<(DocumentId, Vec<Finding>)>,
}

/// Checks a document by itself, and against what the configuration of its loan asks of one document.
pub fn document(facts: &DocumentFacts<'_>, configuration: Option<&Configuration>, today: NaiveDate) -> Vec<Finding> {
    let mut findings = signature::check(facts);
    findings.extend(notary::check(facts, &notary::elements(facts, configuration)));
    findings.extend(check_page_counters(facts.document.page_count(), facts.counters));
    findings.extend(filled::check(facts));
    findings.extend(figures::check(facts));
    findings.extend(dates::check_licenses(facts));
    findings.extend(dates::check_future(facts, today));
    findings.extend(configuration.into_iter().flat_map(|configuration| configured::of_document(facts, configuration)));
    without_repetitions(findings)
}

/// Checks the documents of a loan against each other, and what its configuration asks of the loan.
///
/// All documents of the loan are given; only those that speak for it ([`DocumentFacts::counts`]) are looked at. What must
/// be good on the day of closing is judged by that day, or by today while no paper tells it.
pub fn loan(
    documents: &[DocumentFacts<'_>],
    configuration: Option<&Configuration>,
    library: &Library,
    today: NaiveDate,
) -> LoanFindings {
    let mut counting: Vec<DocumentFacts<'_>> = documents.iter().filter(|facts| facts.counts()).copied().collect();
    counting.sort_by_key(|facts| facts.document.id);
    let day = facts::closing_day(&counting).unwrap_or(today);
    let differing = facts::compare(&counting);
    let of_document = |id: DocumentId| {
        let Some(facts) = counting.iter().find(|facts| facts.document.id == id) else { return Vec::new() };
        let mut findings: Vec<Finding> =
            differing.iter().filter(|(document, _)| *document == id).map(|(_, finding)| finding.clone()).collect();
        findings.extend(dates::check_expired(facts, &counting, day));
        findings.extend(attachments::check(facts, &counting));
        let asked = configuration.map(|configuration| configured::of_papers(facts, &counting, configuration, day));
        findings.extend(asked.unwrap_or_default());
        without_repetitions(findings)
    };
    let mut ids: Vec<DocumentId> = documents.iter().map(|facts| facts.document.id).collect();
    ids.sort_unstable();
    let name = |id: &crate::model::DocumentTypeId| {
        library.get(id).map_or_else(|| id.to_string(), |definition| definition.name.clone())
    };
    LoanFindings {
        of_loan: configuration
            .map(|configuration| configured::missing_documents(&counting, configuration, name))
            .unwrap_or_default(),
        of_documents: ids.into_iter().map(|id| (id, of_document(id))).collect(),
    }
}

/// Returns a line for everything that a configuration asks of a loan; what a reviewer released a document from passes.
pub fn checklist(
    documents: &[DocumentFacts<'_>],
    configuration: &Configuration,
    library: &Library,
    today: NaiveDate,
    is_waived: &dyn Fn(DocumentId, &Finding) -> bool,
) -> Vec<ReportItem> {
    let counting: Vec<DocumentFacts<'_>> = documents.iter().filter(|facts| facts.counts()).copied().collect();
    let day = facts::closing_day(&counting).unwrap_or(today);
    configured::checklist(&configured::Checklist { loan: &counting, library, day, is_waived }, configuration)
}

/// Returns a line for each document of a loan that passed, that failed, and for each finding about it, then those about
/// the loan as a whole.
pub fn report_items<'d>(
    documents: impl IntoIterator<Item = (&'d Document, &'d [Finding])>,
    of_loan: &[Finding],
    library: &Library,
) -> Vec<ReportItem> {
    let mut items = Vec::new();
    for (document, findings) in documents {
        let definition = document.document_type.as_ref().and_then(|id| library.get(id));
        let label = definition.map_or("document", |definition| definition.name.as_str());
        let item = |code: &str, status, detail| ReportItem {
            code: code.to_string(),
            label: label.to_string(),
            status,
            document_id: Some(document.id),
            detail,
        };
        if document.processing_status == ProcessingStatus::Failed {
            let why = document.failure.as_ref().map(|record| record.failure.message.clone());
            items.push(item("document_failed", ReportItemStatus::Failed, why));
        } else if document.validation != ValidationStatus::NotRun && !findings.iter().any(Finding::blocks) {
            items.push(item("document_passed", ReportItemStatus::Passed, None));
        }
        items.extend(findings.iter().map(|finding| {
            let status = if finding.blocks() { ReportItemStatus::Failed } else { ReportItemStatus::Noted };
            let waived = if finding.waived { "waived: " } else { "" };
            item(&finding.code, status, Some(format!("{waived}{}", finding.message)))
        }));
    }
    items.extend(of_loan.iter().map(|finding| {
        let absent = finding.code == "document_missing";
        ReportItem {
            code: finding.code.clone(),
            label: "the loan".to_string(),
            status: match (absent, finding.blocks()) {
                (true, _) => ReportItemStatus::Missing,
                (false, true) => ReportItemStatus::Failed,
                (false, false) => ReportItemStatus::Noted,
            },
            document_id: None,
            detail: Some(finding.message.clone()),
        }
    }));
    items
}

/// Tells once what a type and a configuration both ask for: the graver of two findings, or the one that names its field.
fn without_repetitions(findings: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        match kept.iter_mut().find(|known| is_repetition(known, &finding)) {
            Some(known) if known.field_type_id.is_none() || finding.severity > known.severity => *known = finding,
            Some(_) => {}
            None => kept.push(finding),
        }
    }
    kept
}

fn is_repetition(known: &Finding, finding: &Finding) -> bool {
    // Rules of an investor have one code; two of them about one value are two.
    let same_thing =
        known.code == finding.code && (known.code != "investor_rule_broken" || known.message == finding.message);
    let same_place = match (&known.field_type_id, &finding.field_type_id) {
        (Some(known_field), Some(field)) => known_field == field && known.bounding_box == finding.bounding_box,
        // That some signature was not located says no more than that a certain one was not.
        (None, Some(_)) => known.code == "signature_not_located",
        _ => false,
    };
    same_thing && same_place
}

/// Reports pages of a document that could not be read, by their numbers in the document.
pub fn unreadable_pages(pages: &[(u32, String)]) -> Vec<Finding> {
    pages
        .iter()
        .map(|(page, reason)| {
            Finding::new("page_unreadable", Severity::Warning, format!("page {page} could not be read: {reason}"))
                .on_page(*page)
        })
        .collect()
}

/// Reports that only the first `searched` pages were searched for fields.
pub fn pages_not_searched(searched: u32, pages: u32) -> Option<Finding> {
    (pages > searched).then(|| {
        let message = format!("only the first {searched} of {pages} pages were searched for fields");
        Finding::new("pages_not_searched", Severity::Warning, message)
    })
}

/// Returns how the checks of a document ended as a whole.
pub fn status(findings: &[Finding]) -> ValidationStatus {
    if findings.iter().any(Finding::blocks) { ValidationStatus::Failed } else { ValidationStatus::Passed }
}
