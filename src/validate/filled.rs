//! Forms in which nothing is filled in.

use super::{DocumentFacts, SURE};
use crate::library::DocumentType;
use crate::model::{Field, Finding, Severity, ValueKind};

/// Reports a paper of a sure type in which nothing is filled in.
pub(super) fn check(facts: &DocumentFacts<'_>) -> Option<Finding> {
    let sure = facts.document.document_type_confidence.is_some_and(|confidence| confidence.value() >= SURE);
    check_filled(facts.definition.filter(|_| sure)?, facts.fields)
}

/// Reports a paper of which the page shows no value: a blank form, or the instructions of one.
///
/// What a form prints itself is no value: its year, an empty box, an empty line to sign on. A type without anchors
/// holds whatever no other type claims, so nothing is expected of it.
pub fn check_filled(definition: &DocumentType, fields: &[Field]) -> Option<Finding> {
    let expects_values = !definition.anchors.is_empty() && !definition.fields.is_empty();
    let filled = fields.iter().any(|field| is_filled_in(definition, field));
    (expects_values && !filled).then(|| {
        let message = format!("nothing is filled in: no value of the type {} was found", definition.name);
        Finding::new("form_unfilled", Severity::Warning, message)
    })
}

fn is_filled_in(definition: &DocumentType, field: &Field) -> bool {
    match definition.describe(&field.field_type) {
        Some((_, ValueKind::Year)) => field.manually_corrected,
        Some((_, ValueKind::Checkbox | ValueKind::Signature)) => field.manually_corrected || field.value == "true",
        _ => !field.value.is_empty(),
    }
}
