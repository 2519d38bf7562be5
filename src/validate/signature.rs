//! Signatures: whether a paper that should be signed is.

use super::DocumentFacts;
use crate::library::DocumentType;
use crate::model::{Field, FieldTypeId, Finding, Severity, ValueKind};

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
    lines_that_count(definition, fields).map(|field| field.value == "true").reduce(|any, signed| any || signed)
}

fn lines_that_count<'f>(definition: &DocumentType, fields: &'f [Field]) -> impl Iterator<Item = &'f Field> {
    let lines = || definition.fields.iter().filter(|field| field.kind == ValueKind::Signature);
    let some_complete = lines().any(|line| line.completes);
    let counts: Vec<FieldTypeId> =
        lines().filter(|line| line.completes || !some_complete).map(|line| definition.field_id(&line.id)).collect();
    fields.iter().filter(move |field| counts.contains(&field.field_type))
}

/// Checks that a document which should be signed is signed.
pub fn check_signature(signature: Signature) -> Vec<Finding> {
    match signature {
        Signature { expected: true, found: Some(false) } => {
            vec![
                Finding::new("signature_missing", Severity::Error, "the signature line is empty")
                    .comparing("a signature", "an empty line"),
            ]
        }
        Signature { expected: true, found: None } => {
            let message = "a signature is expected, but no signature line was found";
            vec![Finding::new("signature_not_located", Severity::Warning, message)]
        }
        _ => Vec::new(),
    }
}

/// The same with the place of the line that is empty.
pub(super) fn check(facts: &DocumentFacts<'_>) -> Vec<Finding> {
    let expected = facts.document.signature_expected.unwrap_or(false);
    let findings = check_signature(Signature { expected, found: facts.document.signature_found });
    let empty = facts
        .definition
        .and_then(|definition| lines_that_count(definition, facts.fields).find(|field| field.value == "false"));
    let placed = findings.into_iter().map(|finding| match empty {
        Some(field) if finding.code == "signature_missing" => facts.at(finding, field),
        _ => finding,
    });
    placed.collect()
}
