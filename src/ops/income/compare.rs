//! Two runs side by side, and a run computed again.

use super::engine::engine_of_caller;
use super::read::find_run;
use super::run::{compute, engine_changes};
use crate::engines::EngineRequest;
use crate::error::{Error, ErrorKind, Result};
use crate::income::IncomeData;
use crate::model::{IncomeRunId, IncomeRunStatus};
use crate::ops::{Caller, find_loan};
use crate::store::IncomeRun;
use crate::views::{IncomeDiffView, IncomeReplayView};
use crate::workspace::Workspace;

/// Returns what differs between the results of two runs, down to the leaves that moved.
///
/// # Errors
/// `NotFound` for an unknown run, `Conflict` for one that has no result or is of another loan.
pub fn income_diff(workspace: &Workspace, caller: &Caller, from: &str, to: &str) -> Result<IncomeDiffView> {
    let (from, to) =
        workspace.store.read(|reader| Ok((find_run(reader, caller, from)?, find_run(reader, caller, to)?)))?;
    if from.loan != to.loan {
        return Err(Error::conflict(format!("the runs {} and {} are of two loans", from.id, to.id)));
    }
    Ok(IncomeDiffView::new((Some(from.id), result_of(&from)?), (Some(to.id), result_of(&to)?)))
}

/// Computes a run again from what it looked at then, and tells whether every figure is the same to the cent.
///
/// Nothing is recorded. The engine that the workspace has set now is asked.
///
/// # Errors
/// `NotFound` for an unknown run, `Conflict` for one that has no result, `Unavailable` when the engine gives none now.
pub fn replay_income(workspace: &Workspace, caller: &Caller, run: &str) -> Result<IncomeReplayView> {
    let tenant = caller.tenant.id;
    let library = workspace.library(tenant)?;
    let (run, case, loan) = workspace.store.read(|reader| {
        let run = find_run(reader, caller, run)?;
        let case = reader.income_case(tenant, run.id)?;
        let case = case.ok_or_else(|| Error::new(ErrorKind::Integrity, format!("run {} has no inputs", run.id)))?;
        let loan = find_loan(reader, caller, &run.loan.to_string())?;
        Ok((run, case, loan))
    })?;
    let before = result_of(&run)?;
    let mut notes = engine_changes(&engine_of_caller(workspace, caller)?, &run);
    if IncomeRun::digest(&case)? != run.inputs_sha256 {
        notes.push("what it looked at is not what its digest says".to_string());
    }
    // Another id: an engine that remembers requests would repeat its answer instead of computing again.
    let again = IncomeRunId::new(workspace.new_id());
    let request = EngineRequest { run: again, loan: &loan.external_loan_id, case: &case, library: &library };
    let now = compute(workspace, caller, &request)?
        .map_err(|failure| Error::new(ErrorKind::Unavailable, format!("{failure} ({})", failure.code.as_str())))?;
    let equal = figures(before)? == figures(&now)?;
    let difference = IncomeDiffView::new((Some(run.id), before), (None, &now));
    Ok(IncomeReplayView { run_id: run.id, equal, notes, difference })
}

pub(super) fn result_of(run: &IncomeRun) -> Result<&IncomeData> {
    run.result.as_ref().ok_or_else(|| {
        let why = match (run.status, &run.failure) {
            (IncomeRunStatus::Failed, Some(failure)) => format!("it failed: {}", failure.message),
            (status, _) => format!("it is {status}"),
        };
        Error::conflict(format!("run {} has no result: {why}", run.id))
    })
}

/// Returns a result without what says who computed it and how that went.
fn figures(result: &IncomeData) -> Result<serde_json::Value> {
    let mut plain = result.clone();
    plain.warnings.retain(|warning| !warning.code.starts_with("ENGINE_"));
    plain.engine.version.clear();
    serde_json::to_value(plain).map_err(|error| Error::internal("a result cannot be written as JSON").caused_by(error))
}
