//! Takes what waits through the pipeline.

use super::export::{ExportReport, export_awaiting};
use super::{Caller, find_loan};
use crate::error::Result;
use crate::pipeline::{self, Outcome, Plan, Progress};
use crate::store::Scope;
use crate::worker::WorkerPool;
use crate::workspace::Workspace;
use std::sync::atomic::AtomicBool;

/// What to process and how.
pub struct Process<'p> {
    /// One loan, by the caller's id or its own; all when `None`.
    pub loan: Option<&'p str>,
    /// How many units at once.
    pub jobs: usize,
    /// The processes that open PDFs; at least as many as jobs.
    pub workers: &'p WorkerPool,
    /// Set by a signal: finish what is begun and stop.
    pub stop: &'p AtomicBool,
    /// Who is told how far the work is.
    pub progress: &'p dyn Progress,
}

/// How processing ended.
#[derive(Debug)]
pub struct ProcessReport {
    /// What was done and what is left.
    pub outcome: Outcome,
    /// How many documents of those asked for are FAILED now.
    pub failed_documents: u64,
    /// What was exported afterwards because it was to be exported as soon as possible.
    pub export: ExportReport,
}

/// Works until nothing that waits is left, or until it is asked to stop.
///
/// # Errors
/// `NotFound` for an unknown loan, otherwise what the machine refuses; what was done until then is kept.
pub fn process(workspace: &Workspace, caller: &Caller, input: &Process<'_>) -> Result<ProcessReport> {
    let tenant = caller.tenant.id;
    let loan = input.loan.map(|loan| workspace.store.read(|reader| find_loan(reader, caller, loan))).transpose()?;
    let scope = Scope { loan: loan.map(|loan| loan.id), ..Scope::of_tenant(tenant) };
    let plan = Plan { scope, jobs: input.jobs, workers: input.workers, stop: input.stop, progress: input.progress };
    let outcome = pipeline::run(workspace, &plan)?;
    let failed = workspace.store.read(|reader| reader.failed_documents(tenant, scope.loan))?;
    let export = export_awaiting(workspace, caller, scope.loan, input.stop)?;
    Ok(ProcessReport { outcome, failed_documents: failed.len() as u64, export })
}
