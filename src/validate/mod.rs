//! Checks of a document that has been read.
//!
//! Invariant: pure. A finding of severity `error` holds the document back from export; a `warning` is shown and that
//! is all. What could not be seen is no error: a check fails only on what stands on the page.

mod filled;
mod page_counters;

pub use filled::check_filled;
pub use page_counters::{PrintedCounter, check_page_counters};

use crate::extract::CheckOutcome;
use crate::library::DocumentType;
use crate::model::{Field, FieldTypeId, Finding, Severity, ValidationStatus, ValueKind};

/// What is known of a document's signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    /// Whether its type should bear one.
    pub expected: bool,
    /// Whether one was found; `None` when no place for one was found.
    pub found: Option<bool>,
}

/// Returns whether a signature stands on one of the document's signature lines: one that completes the paper, where
/// the type names such, else any.
///
/// `None` when the document has no such line that could be judged.
pub fn signature_found(definition: &DocumentType, fields: &[Field]) -> Option<bool> {
    let lines = || definition.fields.iter().filter(|field| field.kind == ValueKind::Signature);
    let some_complete = lines().any(|line| line.completes);
    let counts: Vec<FieldTypeId> =
        lines().filter(|line| line.completes || !some_complete).map(|line| definition.field_id(&line.id)).collect();
    fields
        .iter()
        .filter(|field| counts.contains(&field.field_type))
        .map(|field| field.value == "true")
        .reduce(|any, signed| any || signed)
}

/// Checks that a document which should be signed is signed.
pub fn check_signature(signature: Signature) -> Vec<Finding> {
    match signature {
        Signature { expected: true, found: Some(false) } => {
            vec![Finding::new("signature_missing", Severity::Error, "the signature line is empty")]
        }
        Signature { expected: true, found: None } => {
            let message = "a signature is expected, but no signature line was found";
            vec![Finding::new("signature_not_located", Severity::Warning, message)]
        }
        _ => Vec::new(),
    }
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

/// Reports relations between values that do not hold.
pub fn broken_relations(breaks: &[CheckOutcome]) -> Vec<Finding> {
    breaks
        .iter()
        .map(|broken| {
            Finding::new("figures_disagree", Severity::Warning, format!("{}: {}", broken.check, broken.detail))
        })
        .collect()
}

/// Returns how the checks of a document ended as a whole.
pub fn status(findings: &[Finding]) -> ValidationStatus {
    if findings.iter().any(Finding::blocks) { ValidationStatus::Failed } else { ValidationStatus::Passed }
}
