//! Checks that a loan's configuration asks for.
//!
//! Invariant: what needs only one document is checked with that document ([`of_document`]), what needs the loan with the
//! loan ([`of_papers`], [`missing_documents`]); nothing is checked in both.

mod check;
mod checklist;
mod condition;
mod dates;
mod required;
mod rules;
mod signatures;
mod values;

pub use check::configuration_problems;
pub(super) use checklist::{Checklist, checklist};
pub(super) use required::missing_documents;

use super::DocumentFacts;
use crate::model::{Configuration, Finding};
use chrono::NaiveDate;

/// Checks one document by itself, but for its notary's block, of which type and configuration are checked together.
pub(super) fn of_document(facts: &DocumentFacts<'_>, configuration: &Configuration) -> Vec<Finding> {
    let mut findings = signatures::check(facts, configuration);
    findings.extend(dates::of_document(facts, configuration));
    findings.extend(rules::of_document(facts, configuration));
    findings
}

/// Checks one document with regard to the others of its loan; `day` is that of closing, or today.
pub(super) fn of_papers(
    facts: &DocumentFacts<'_>,
    loan: &[DocumentFacts<'_>],
    configuration: &Configuration,
    day: NaiveDate,
) -> Vec<Finding> {
    let mut findings = dates::of_papers(facts, loan, configuration, day);
    findings.extend(rules::of_papers(facts, loan, configuration));
    findings
}
