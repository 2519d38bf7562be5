//! What reviewers are asked to look at.

use super::{
    Confidence, DocumentId, FieldTypeId, Finding, LoanId, Resolution, TaskId, TaskKind, TaskStatus, Timestamp,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a reviewer is asked to look at.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewTask {
    /// Its id.
    pub id: TaskId,
    /// The loan.
    pub loan: LoanId,
    /// The document.
    pub document: DocumentId,
    /// What it is about.
    pub kind: TaskKind,
    /// Where it stands.
    pub status: TaskStatus,
    /// Why it was opened, for a person.
    pub reason: String,
    /// The fields to look at.
    pub fields: Vec<TaskField>,
    /// The findings to look at.
    pub findings: Vec<Finding>,
    /// Who works on it.
    pub assignee: Option<String>,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When it was resolved.
    pub resolved_at: Option<Timestamp>,
    /// Who resolved it.
    pub resolved_by: Option<String>,
    /// How it was resolved; `None` for an open or a dismissed one.
    pub resolution: Option<Resolution>,
    /// What the reviewer says about it.
    pub note: Option<String>,
}

/// A field that a reviewer is asked to look at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaskField {
    /// Which field.
    pub field_type_id: FieldTypeId,
    /// The row of its table.
    pub row_index: Option<u32>,
    /// How sure its value is.
    pub field_confidence: Confidence,
}
