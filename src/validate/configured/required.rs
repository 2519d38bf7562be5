//! Papers that a loan must hold.

use super::condition;
use crate::model::{Configuration, Finding, Severity};
use crate::validate::DocumentFacts;

/// Reports papers that the loan lacks. `name` gives a type's name for people.
pub fn missing_documents(
    loan: &[DocumentFacts<'_>],
    configuration: &Configuration,
    name: impl Fn(&crate::model::DocumentTypeId) -> String,
) -> Vec<Finding> {
    let missing = configuration.required_documents.iter().filter_map(|required| {
        if required.when.as_ref().is_some_and(|when| !condition::holds(when, loan)) {
            return None;
        }
        let held = loan.iter().filter(|facts| facts.is_of(&required.document_type_id)).count();
        if held >= required.min_count as usize {
            return None;
        }
        let name = name(&required.document_type_id);
        let message = match (required.min_count, held) {
            (1, _) => format!("the loan has no {name}"),
            (wanted, held) => format!("the loan has {held} of {wanted} of: {name}"),
        };
        let finding = Finding::new("document_missing", Severity::Error, message);
        Some(finding.comparing(format!("{} of {}", required.min_count, required.document_type_id), held.to_string()))
    });
    missing.collect()
}
