//! Notary blocks: whether an acknowledgment or jurat has all its parts.
//!
//! Invariant: a block of which nothing was found is no incomplete one; that is a warning. A signature or a seal is
//! missing only where its place was seen to be empty.

use super::DocumentFacts;
use super::subject::listed;
use crate::model::{Configuration, Field, Finding, NotaryElement, Severity};
use std::collections::BTreeSet;

const ALL: [NotaryElement; 8] = [
    NotaryElement::State,
    NotaryElement::County,
    NotaryElement::Date,
    NotaryElement::Name,
    NotaryElement::Signature,
    NotaryElement::Seal,
    NotaryElement::CommissionNumber,
    NotaryElement::CommissionExpiration,
];

/// Returns what the block must hold by the document's type and by the configuration, each once.
pub(super) fn elements(facts: &DocumentFacts<'_>, configuration: Option<&Configuration>) -> Vec<NotaryElement> {
    let checks = configuration.map(|configuration| configuration.notary_checks.as_slice()).unwrap_or_default();
    let asked = checks.iter().filter(|check| facts.is_of(&check.document_type_id)).flat_map(|check| &check.elements);
    let by_type = facts.definition.map(|definition| definition.notary_elements.as_slice()).unwrap_or_default();
    let wanted: BTreeSet<NotaryElement> = by_type.iter().chain(asked).copied().collect();
    wanted.into_iter().collect()
}

/// Checks the notary's block of a document for these elements.
pub(super) fn check(facts: &DocumentFacts<'_>, elements: &[NotaryElement]) -> Option<Finding> {
    if elements.is_empty() {
        return None;
    }
    let Some(place) = place(facts) else {
        let message = format!("a notary's block is expected on the {}, but none was found", facts.type_name());
        return Some(Finding::new("notary_not_located", Severity::Warning, message));
    };
    let labels = |holds: &dyn Fn(NotaryElement) -> bool| -> Vec<&str> {
        elements.iter().filter(|element| holds(**element)).map(|element| element.label()).collect()
    };
    let missing = labels(&|element| is_missing(facts, element));
    if missing.is_empty() {
        return None;
    }
    let named: Vec<String> = missing.iter().map(|label| format!("the {label}")).collect();
    let message = format!("the notary's block lacks {}", listed(&named, "and"));
    let found = labels(&|element| facts.read(element.field()).is_some() && !is_missing(facts, element));
    let found = if found.is_empty() { "none of them".to_string() } else { listed(&found, "and") };
    let finding = Finding::new("notary_incomplete", Severity::Error, message);
    Some(facts.at(finding.comparing(listed(&labels(&|_| true), "and"), found), place))
}

/// The value that shows where the block stands, best the line that the notary signs.
fn place<'d>(facts: &DocumentFacts<'d>) -> Option<&'d Field> {
    let signature = facts.read(NotaryElement::Signature.field());
    signature.or_else(|| ALL.iter().find_map(|element| facts.read(element.field())))
}

fn is_missing(facts: &DocumentFacts<'_>, element: NotaryElement) -> bool {
    let value = facts.read(element.field());
    match element {
        NotaryElement::Signature | NotaryElement::Seal => value.is_some_and(|field| field.value == "false"),
        _ => value.is_none_or(|field| field.value.trim().is_empty()),
    }
}
