//! Takes documents that people changed through what follows: reading as another type, checks, versions.

use super::Caller;
use super::export::{ExportReport, export_awaiting};
use crate::error::Result;
use crate::pipeline::{self, Plan, Silent};
use crate::store::Scope;
use crate::worker::WorkerPool;
use crate::workspace::Workspace;
use std::sync::atomic::AtomicBool;

/// Runs the stages of the tenant's documents that were sent back, as far as nothing stands in the way; what waits for
/// documents that were never processed goes on with [`super::process`]. Documents that are to be exported as soon as
/// possible are exported then.
///
/// # Errors
/// What the machine refuses; what was done until then is kept.
pub fn settle(workspace: &Workspace, caller: &Caller, workers: &WorkerPool, stop: &AtomicBool) -> Result<ExportReport> {
    let jobs = workspace.jobs();
    let scope = Scope::sent_back(caller.tenant.id);
    pipeline::run(workspace, &Plan { scope, jobs, workers, stop, progress: &Silent })?;
    export_awaiting(workspace, caller, None, stop)
}
