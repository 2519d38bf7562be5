//! Papers that another one says are attached to it.

use super::DocumentFacts;
use crate::model::{Finding, Severity};

/// Reports papers that a document says are attached to it and that the loan does not hold.
pub(super) fn check(facts: &DocumentFacts<'_>, loan: &[DocumentFacts<'_>]) -> Vec<Finding> {
    let Some(definition) = facts.definition else { return Vec::new() };
    let missing = definition.attachments.iter().filter_map(|attachment| {
        let field = facts.sure(&attachment.field).filter(|field| field.value == "true")?;
        if loan.iter().any(|other| other.is_of(&attachment.document_type)) {
            return None;
        }
        let name = &attachment.name;
        let message = format!("the {} lists the {name}, which the loan does not hold", definition.name);
        let finding = Finding::new("rider_missing", Severity::Error, message);
        Some(facts.at(finding.comparing(name, "none"), field))
    });
    missing.collect()
}
