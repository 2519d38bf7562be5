//! Results, runs and eligible documents as they stand.

use super::gather::gather;
use crate::error::{Error, Result};
use crate::model::{IncomeRunId, IncomeRunStatus};
use crate::ops::{Caller, by_id_or_ending, find_loan};
use crate::store::{IncomeRun, Reader};
use crate::views::{EligibleDocumentView, IncomeHistoryView, IncomeResultView, IncomeRunView};
use crate::workspace::Workspace;

/// Returns the documents of a loan that can support an income analysis, in the order of its papers.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn income_eligible(workspace: &Workspace, caller: &Caller, loan: &str) -> Result<Vec<EligibleDocumentView>> {
    let library = workspace.library(caller.tenant.id)?;
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let gathered = gather(reader, caller.tenant.id, &loan, &library)?;
        let eligible = gathered.into_iter().filter(|one| one.definition.income_eligible);
        Ok(eligible
            .map(|one| EligibleDocumentView {
                document_id: one.document.id,
                document_type: one.definition.name.clone(),
                processing_status: one.document.processing_status,
                name: one.name,
                file_name: one.file_name,
            })
            .collect())
    })
}

/// Returns the result of a loan's last completed run; empty before the first.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn income_result(workspace: &Workspace, caller: &Caller, loan: &str) -> Result<IncomeResultView> {
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let Some(run) = reader.latest_income_run(tenant, loan.id, IncomeRunStatus::Completed)? else {
            return Ok(IncomeResultView::none());
        };
        let documents = reader.income_run_documents(tenant, run.id)?;
        Ok(IncomeResultView::new(run, &documents))
    })
}

/// Returns every run of a loan, oldest first.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn income_history(workspace: &Workspace, caller: &Caller, loan: &str) -> Result<Vec<IncomeHistoryView>> {
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let runs = reader.income_runs(caller.tenant.id, loan.id)?;
        Ok(runs.into_iter().map(IncomeHistoryView::from).collect())
    })
}

/// Returns a run as a whole, by its id or the last digits of it.
///
/// # Errors
/// `NotFound` for an unknown run, `InvalidInput` when several runs end so.
pub fn income_run(workspace: &Workspace, caller: &Caller, run: &str) -> Result<IncomeRunView> {
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| {
        let run = find_run(reader, caller, run)?;
        let overrides = reader.income_case(tenant, run.id)?.map(|case| case.overrides).unwrap_or_default();
        let documents = reader.income_run_documents(tenant, run.id)?;
        Ok(IncomeRunView::new(run, overrides, &documents))
    })
}

/// Returns a run of a loan with all that it looked at.
///
/// # Errors
/// `NotFound` for an unknown loan and for a run that is none of it.
pub fn income_run_of(workspace: &Workspace, caller: &Caller, loan: &str, run: &str) -> Result<IncomeRunView> {
    let loan = workspace.store.read(|reader| find_loan(reader, caller, loan))?;
    let found = income_run(workspace, caller, run)?;
    if found.loan_id == loan.id { Ok(found) } else { Err(Error::not_found("income run", run)) }
}

pub(super) fn find_run(reader: &Reader<'_>, caller: &Caller, id: &str) -> Result<IncomeRun> {
    let tenant = caller.tenant.id;
    by_id_or_ending(
        id,
        "runs",
        || Error::not_found("income run", id).hint("\"loanfile income history --loan ID\" lists a loan's runs"),
        |id: IncomeRunId| reader.income_run(tenant, id),
        |digits| reader.income_runs_ending_with(tenant, digits),
    )
}
