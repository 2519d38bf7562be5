//! Review tasks.

use crate::model::{
    DocumentId, Finding, LoanId, Resolution, ReviewTask, TaskField, TaskId, TaskKind, TaskStatus, Timestamp,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A review task.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct TaskView {
    pub task_id: TaskId,
    pub loan_id: LoanId,
    pub document_id: DocumentId,
    pub kind: TaskKind,
    pub status: TaskStatus,
    pub reason: String,
    pub fields: Vec<TaskField>,
    pub findings: Vec<Finding>,
    pub assignee: Option<String>,
    pub created_at: Timestamp,
    pub resolved_at: Option<Timestamp>,
    pub resolved_by: Option<String>,
    pub resolution: Option<Resolution>,
    pub note: Option<String>,
}

impl From<ReviewTask> for TaskView {
    fn from(task: ReviewTask) -> Self {
        Self {
            task_id: task.id,
            loan_id: task.loan,
            document_id: task.document,
            kind: task.kind,
            status: task.status,
            reason: task.reason,
            fields: task.fields,
            findings: task.findings,
            assignee: task.assignee,
            created_at: task.created_at,
            resolved_at: task.resolved_at,
            resolved_by: task.resolved_by,
            resolution: task.resolution,
            note: task.note,
        }
    }
}
