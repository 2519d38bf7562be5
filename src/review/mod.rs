//! Decides what a person is asked to look at.
//!
//! Invariant: pure. What is below [`ALWAYS_REVIEWED`] always opens a task; above it the tenant's threshold decides.

use crate::model::{Confidence, DocumentTypeId, Field, Finding, ReviewTask, TaskField, TaskKind};

/// Below this confidence a review task is opened whatever the tenant has set.
pub const ALWAYS_REVIEWED: f32 = 0.65;

/// A review task that should be open.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// What it is about.
    pub kind: TaskKind,
    /// Why, for a person.
    pub reason: String,
    /// The fields to look at.
    pub fields: Vec<TaskField>,
    /// The findings to look at.
    pub findings: Vec<Finding>,
}

/// What becomes of a document's task of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// There is none and none is needed, or the open one says what is needed.
    Leave,
    /// One is opened.
    Open,
    /// The open one stays, about other fields or findings.
    Change,
    /// The cause is gone: the open one is resolved.
    Close,
}

/// Decides what becomes of a document's task of one kind: opened, kept, changed or closed.
pub fn decide(open: Option<&ReviewTask>, needed: Option<&Proposal>) -> Decision {
    match (open, needed) {
        (None, None) => Decision::Leave,
        (None, Some(_)) => Decision::Open,
        (Some(_), None) => Decision::Close,
        (Some(open), Some(needed)) => {
            let same = open.reason == needed.reason && open.fields == needed.fields && open.findings == needed.findings;
            if same { Decision::Leave } else { Decision::Change }
        }
    }
}

/// Tells whether a person should look at something of this confidence.
pub fn is_doubtful(confidence: Confidence, threshold: Confidence) -> bool {
    confidence.value() < threshold.value().max(ALWAYS_REVIEWED)
}

/// Tells whether a person should look at a value: it is in doubt, and nobody has set or confirmed it.
pub fn needs_review(field: &Field, threshold: Confidence) -> bool {
    !field.manually_corrected && !field.confirmed && is_doubtful(field.confidence, threshold)
}

/// Asks for a look at the type when it is in doubt.
pub fn of_classification(
    document_type: &DocumentTypeId,
    confidence: Confidence,
    threshold: Confidence,
) -> Option<Proposal> {
    is_doubtful(confidence, threshold).then(|| Proposal {
        kind: TaskKind::Classification,
        reason: format!("the type {document_type} has confidence {confidence}"),
        fields: Vec::new(),
        findings: Vec::new(),
    })
}

/// Asks for a look at the values that are in doubt.
pub fn of_fields(fields: &[Field], threshold: Confidence) -> Option<Proposal> {
    let doubtful: Vec<TaskField> = fields
        .iter()
        .filter(|field| needs_review(field, threshold))
        .map(|field| TaskField {
            field_type_id: field.field_type.clone(),
            row_index: field.row_index,
            field_confidence: field.confidence,
        })
        .collect();
    let reason = match doubtful.len() {
        0 => return None,
        1 => "1 value is in doubt".to_string(),
        count => format!("{count} values are in doubt"),
    };
    Some(Proposal { kind: TaskKind::Extraction, reason, fields: doubtful, findings: Vec::new() })
}

/// Asks for a look at failed checks.
pub fn of_findings(findings: &[Finding]) -> Option<Proposal> {
    let failed: Vec<Finding> = findings.iter().filter(|finding| finding.blocks()).cloned().collect();
    let reason = failed.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>().join("; ");
    (!failed.is_empty()).then_some(Proposal {
        kind: TaskKind::Validation,
        reason,
        fields: Vec::new(),
        findings: failed,
    })
}
