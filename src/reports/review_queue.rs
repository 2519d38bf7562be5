//! Review Queue: what waits for a reviewer, longest first.

use super::column::Cell;
use super::declare::{Declared, RecordSink, number, text};
use super::received::each_loan;
use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::model::{Loan, ReviewTask, TaskStatus};
use crate::store::TaskFilter;
use std::sync::Arc;

/// A task that waits.
pub(super) struct Waiting {
    loan: Arc<Loan>,
    type_name: String,
    hours: f64,
    task: ReviewTask,
}

pub(super) const REVIEW_QUEUE: Declared<Waiting> = Declared {
    id: "review-queue",
    name: "Review Queue",
    about: "What waits for a reviewer, how long, and why",
    columns: &[
        text("loanId", "Loan id", |row| row.loan.id.to_string().into()),
        text("externalLoanId", "Loan", |row| row.loan.external_loan_id.clone().into()),
        text("taskId", "Task", |row| row.task.id.to_string().into()),
        text("kind", "Kind", |row| row.task.kind.as_str().into()),
        text("documentId", "Document", |row| row.task.document.to_string().into()),
        text("docTypeName", "Type", |row| row.type_name.clone().into()),
        text("reason", "Reason", |row| row.task.reason.clone().into()),
        number("fields", "Fields", |row| (row.task.fields.len() as u64).into()),
        number("findings", "Findings", |row| (row.task.findings.len() as u64).into()),
        text("assignee", "Assignee", |row| row.task.assignee.clone().into()),
        text("createdAt", "Opened", |row| row.task.created_at.into()),
        number("waitingHours", "Hours", |row| Cell::float(row.hours, 1)),
    ],
    records,
};

fn records(source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RecordSink<'_, Waiting>) -> Result<()> {
    each_loan(source, filter, |loan, documents| {
        let loan = Arc::new(loan.clone());
        let open = TaskFilter { status: Some(TaskStatus::Open), loan: Some(loan.id), ..TaskFilter::default() };
        for task in source.reader.tasks(source.tenant, &open, None, u64::MAX)? {
            let Some(document) = documents.iter().find(|document| document.id == task.document) else { continue };
            let type_name = source.type_name(document.document_type.as_ref());
            let hours = (source.now.micros() - task.created_at.micros()) as f64 / 3.6e9;
            sink(Waiting { loan: Arc::clone(&loan), type_name, hours, task })?;
        }
        Ok(())
    })
}
