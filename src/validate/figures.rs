//! Arithmetic between the values of one document: it is checked on what stands now, read or given by a person.

use super::DocumentFacts;
use crate::extract::{Checked, check_values};
use crate::model::{Finding, Severity};

/// Reports arithmetic that does not hold.
pub fn check(facts: &DocumentFacts<'_>) -> Vec<Finding> {
    let Some(definition) = facts.definition else { return Vec::new() };
    let values: Vec<Checked<'_>> = facts
        .fields
        .iter()
        .map(|field| Checked { field: &field.field_type, row: field.row_index, value: &field.value })
        .collect();
    let (_, broken) = check_values(definition, &values);
    broken
        .into_iter()
        .map(|broken| {
            let message = format!("{}: expected {}, found {}", broken.check, broken.expected, broken.found);
            Finding::new("figures_disagree", Severity::Warning, message).comparing(broken.expected, broken.found)
        })
        .collect()
}
