//! Runs: begun in one transaction, computed outside of any, ended in another.
//!
//! Invariant: a run that was begun ends as completed, failed or superseded; when its process was killed, the next
//! trigger says so. A result counts only while its run is the active one.

use super::engine::{engine_of, engine_of_caller, name_of};
use super::gather::{Gathered, Terms, changed_documents, check_sufficient, gather, same_but_for_the_day};
use super::{IncomeAsk, Overrides};
use crate::engines::{self, EngineFailure, EngineRequest};
use crate::error::{Error, Result};
use crate::income::{IncomeCase, IncomeData, Severity, Warning};
use crate::model::{Event, EventId, EventType, IncomeRunId, IncomeRunStatus, Loan, LoanId};
use crate::ops::change::{Changing, change};
use crate::ops::{Caller, find_loan};
use crate::pipeline::{Owner, is_running};
use crate::remote::Circuit;
use crate::settings::{EngineFallback, EngineKind, IncomeEngineSettings};
use crate::store::{IncomeRun, IncomeRunEnd, RunFailure};
use crate::views::{IncomeResultView, IncomeTriggerView};
use crate::workspace::Workspace;
use serde_json::{Value, json};

/// Whether a run starts although there is a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Force {
    /// Not when there is a result, or a run that is active.
    No,
    /// In any case; a run that is active is superseded.
    Yes,
}

/// What a trigger came to.
pub enum Begun {
    /// There is a result already; nothing was begun.
    Existing(IncomeRun),
    /// A run is active already; nothing was begun.
    Active(IncomeRun),
    /// A run has begun and is to be computed.
    Started(Box<PendingRun>),
}

/// A run that has begun.
pub struct PendingRun {
    /// The run.
    pub run: IncomeRun,
    loan: Loan,
    case: IncomeCase,
    // Held while the run is computed: its end tells others that the run was abandoned.
    _owner: Owner,
}

/// Whether the last result still holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Freshness {
    /// The last completed run.
    pub last: Option<IncomeRun>,
    /// Why it does not hold any more, in words; nothing when it does.
    pub reasons: Vec<String>,
}

/// Computes a loan's income and keeps the run, or returns the result that there is.
///
/// # Errors
/// As [`start_income`]. An engine that gives no result is no error: the run is kept as failed.
pub fn trigger_income(
    workspace: &Workspace,
    caller: &Caller,
    loan: &str,
    ask: &IncomeAsk,
    force: Force,
) -> Result<IncomeTriggerView> {
    let run = match start_income(workspace, caller, loan, &caller.actor, ask, force)? {
        Begun::Existing(run) | Begun::Active(run) => run,
        Begun::Started(pending) => finish_income(workspace, caller, *pending)?,
    };
    trigger_view(workspace, caller, run)
}

/// Says how a run began, with the result when there is one, and gives back what is still to be computed.
///
/// # Errors
/// Any failure of the store.
pub fn income_trigger_view(
    workspace: &Workspace,
    caller: &Caller,
    begun: Begun,
) -> Result<(IncomeTriggerView, Option<Box<PendingRun>>)> {
    let (run, pending) = match begun {
        Begun::Existing(run) | Begun::Active(run) => (run, None),
        Begun::Started(pending) => (pending.run.clone(), Some(pending)),
    };
    Ok((trigger_view(workspace, caller, run)?, pending))
}

fn trigger_view(workspace: &Workspace, caller: &Caller, run: IncomeRun) -> Result<IncomeTriggerView> {
    let (task_id, status) = (run.id, run.status);
    let failure = run.failure.clone().map(Into::into);
    let result = match status {
        IncomeRunStatus::Completed => {
            let documents = workspace.store.read(|reader| reader.income_run_documents(caller.tenant.id, task_id))?;
            Some(IncomeResultView::new(run, &documents))
        }
        _ => None,
    };
    Ok(IncomeTriggerView { task_id, status, result, failure })
}

/// Begins a run of a loan's income analysis; [`finish_income`] computes it.
///
/// # Errors
/// `NotFound` for an unknown loan, `Conflict` when it has no document that income can be computed from.
pub fn start_income(
    workspace: &Workspace,
    caller: &Caller,
    loan: &str,
    requested_by: &str,
    ask: &IncomeAsk,
    force: Force,
) -> Result<Begun> {
    let owner = Owner::announce(workspace)?;
    change(workspace, caller, |changing| {
        let (writer, tenant) = (changing.writer(), changing.tenant);
        let loan = find_loan(writer, caller, loan)?;
        if let Some(active) = writer.latest_income_run(tenant, loan.id, IncomeRunStatus::Active)? {
            let alive = active.owner.as_deref().is_some_and(|owner| is_running(workspace, owner));
            if alive && force == Force::No {
                return Ok(Begun::Active(active));
            }
            let end = if alive { IncomeRunEnd::Superseded } else { IncomeRunEnd::Failed(abandoned()) };
            end_run(changing, &active, &end)?;
        }
        if force == Force::No
            && let Some(run) = writer.latest_income_run(tenant, loan.id, IncomeRunStatus::Completed)?
        {
            return Ok(Begun::Existing(run));
        }
        let gathered = gather(writer, tenant, &loan, &changing.library)?;
        check_sufficient(&loan, &gathered)?;
        let case = Terms::new(writer, tenant, &loan, ask, changing.record.now.date())?.case(&gathered);
        let documents = gathered.iter().map(Gathered::record).collect::<Result<Vec<_>>>()?;
        let run = IncomeRun {
            id: IncomeRunId::new(changing.record.new_id()),
            loan: loan.id,
            status: IncomeRunStatus::Active,
            guideline: case.guideline,
            edition: case.guideline.rules().edition.clone(),
            engine: name_of(&engine_of(workspace, &writer.tenant_settings(tenant)?)).to_string(),
            engine_version: None,
            requested_by: requested_by.to_string(),
            created_at: changing.record.now,
            calculated_at: None,
            inputs_sha256: IncomeRun::digest(&case)?,
            result: None,
            failure: None,
            owner: Some(owner.name().to_string()),
        };
        writer.add_income_run(tenant, &run, &case, &documents)?;
        let begun = json!({
            "runId": run.id,
            "requestedBy": run.requested_by,
            "guideline": run.guideline,
            "engine": run.engine,
        });
        tell(changing, loan.id, EventType::IncomeRunStarted, begun)?;
        let asked = json!({
            "loanId": loan.id,
            "requestedBy": run.requested_by,
            "guideline": run.guideline,
            "asOfDate": case.as_of_date,
            "overrides": case.overrides,
            "inputsSha256": run.inputs_sha256,
        });
        changing.log_of("income.start", "income_run", run.id.to_string(), Value::Null, asked)?;
        Ok(Begun::Started(Box::new(PendingRun { run, loan, case, _owner: owner })))
    })
}

/// Computes a run that has begun, and ends it; returns it as it ended.
///
/// # Errors
/// Any failure of the store. An engine that gives no result is no error: the run is kept as failed.
pub fn finish_income(workspace: &Workspace, caller: &Caller, pending: PendingRun) -> Result<IncomeRun> {
    let library = workspace.library(caller.tenant.id)?;
    let loan = pending.loan.external_loan_id.as_str();
    let request = EngineRequest { run: pending.run.id, loan, case: &pending.case, library: &library };
    let end = match compute(workspace, caller, &request)? {
        Ok(result) => IncomeRunEnd::Completed(result),
        Err(failure) => {
            IncomeRunEnd::Failed(RunFailure { code: failure.code.as_str().to_string(), message: failure.message })
        }
    };
    change(workspace, caller, |changing| {
        end_run(changing, &pending.run, &end)?;
        let ended = changing.writer().income_run(changing.tenant, pending.run.id)?;
        ended.ok_or_else(|| Error::internal("an income run is gone"))
    })
}

/// Tells whether the last result of a loan still holds for what is asked.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn income_freshness(workspace: &Workspace, caller: &Caller, loan: &str, ask: &IncomeAsk) -> Result<Freshness> {
    let tenant = caller.tenant.id;
    let library = workspace.library(tenant)?;
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let last = reader.latest_income_run(tenant, loan.id, IncomeRunStatus::Completed)?;
        let before = last.as_ref().map(|run| reader.income_case(tenant, run.id)).transpose()?.flatten();
        let (Some(last), Some(before)) = (last, before) else {
            return Ok(Freshness { last: None, reasons: Vec::new() });
        };
        let gathered = gather(reader, tenant, &loan, &library)?;
        let now = Terms::new(reader, tenant, &loan, ask, before.as_of_date)?.case(&gathered);
        let documents = gathered.iter().map(Gathered::record).collect::<Result<Vec<_>>>()?;
        let mut reasons = changed_documents(&reader.income_run_documents(tenant, last.id)?, &documents, &gathered);
        if now.guideline != before.guideline {
            reasons.push(format!("the guideline was {}", before.guideline));
        }
        if matches!(ask.overrides, Overrides::Given(_)) && now.overrides != before.overrides {
            reasons.push("other decisions about streams are given".to_string());
        }
        if now.as_of_date != before.as_of_date {
            reasons.push(format!("it was computed as of {}", before.as_of_date));
        }
        if reasons.is_empty() && !same_but_for_the_day(&now, &before)? {
            reasons.push("settings have changed".to_string());
        }
        let engine = engine_of(workspace, &reader.tenant_settings(tenant)?);
        reasons.extend(engine_changes(&engine, &last));
        Ok(Freshness { last: Some(last), reasons })
    })
}

/// Tells in words why the same papers may give something else today.
pub(super) fn engine_changes(engine: &IncomeEngineSettings, run: &IncomeRun) -> Vec<String> {
    let embedded = engines::Embedded::VERSION;
    let was_embedded = run.engine == engines::Embedded::NAME;
    let is_embedded = engine.kind == EngineKind::Embedded;
    let mut told = Vec::new();
    if was_embedded != is_embedded {
        told.push(format!("it was computed by the engine {}", run.engine));
    } else if was_embedded && run.engine_version.as_deref() != Some(embedded) {
        told.push(format!("it was computed by version {}", run.engine_version.as_deref().unwrap_or("unknown")));
    }
    if was_embedded && run.edition != run.guideline.rules().edition {
        told.push(format!("it was computed by the edition {} of the rules", run.edition));
    }
    told
}

/// Asks the tenant's engine, and where it is set so the embedded one when that cannot answer.
pub(super) fn compute(
    workspace: &Workspace,
    caller: &Caller,
    request: &EngineRequest<'_>,
) -> Result<std::result::Result<IncomeData, EngineFailure>> {
    let settings = engine_of_caller(workspace, caller)?;
    let answer = match engines::open(&settings, workspace.root()) {
        Ok(engine) => {
            let tenant = caller.tenant.id;
            let before = workspace.store.read(|reader| reader.engine_circuit(tenant, engine.name()))?;
            let mut circuit = before;
            let answer = engine.analyze(request, &mut circuit);
            if circuit != before {
                keep_circuit(workspace, caller, engine.name(), circuit)?;
            }
            answer
        }
        Err(failure) => Err(failure),
    };
    match answer {
        Err(failure) if settings.fallback == Some(EngineFallback::Embedded) => {
            let mut result = crate::income::analyze(request.case);
            result.warnings.insert(0, fallen_back(&failure));
            Ok(Ok(result))
        }
        other => Ok(other),
    }
}

fn keep_circuit(workspace: &Workspace, caller: &Caller, engine: &str, circuit: Circuit) -> Result<()> {
    workspace.store.write_forgettable(|writer| writer.save_engine_circuit(caller.tenant.id, engine, circuit))
}

fn fallen_back(failure: &EngineFailure) -> Warning {
    Warning {
        code: "ENGINE_FALLBACK".to_string(),
        severity: Severity::Medium,
        stream_id: None,
        document_id: None,
        line: None,
        message: format!("computed by the embedded engine, because {failure} ({})", failure.code.as_str()),
    }
}

/// Ends a run with its event and its entry in the log, unless it has ended before.
fn end_run(changing: &Changing<'_, '_>, run: &IncomeRun, end: &IncomeRunEnd) -> Result<()> {
    if !changing.writer().end_income_run(changing.tenant, run.id, end, changing.record.now)? {
        return Ok(());
    }
    let (event, mut payload) = match end {
        IncomeRunEnd::Completed(result) => (
            EventType::IncomeRunCompleted,
            json!({
                "totalMonthlyIncome": result.total_monthly_income.to_string(),
                "engine": result.engine,
                "warnings": result.warnings.len(),
            }),
        ),
        IncomeRunEnd::Failed(failure) => {
            (EventType::IncomeRunFailed, json!({ "code": failure.code, "message": failure.message }))
        }
        IncomeRunEnd::Superseded => (
            EventType::IncomeRunFailed,
            json!({ "code": "SUPERSEDED", "message": "another run was forced while it was being computed" }),
        ),
    };
    payload["runId"] = json!(run.id);
    tell(changing, run.loan, event, payload.clone())?;
    changing.log_of("income.end", "income_run", run.id.to_string(), json!(IncomeRunStatus::Active), payload)
}

fn tell(changing: &Changing<'_, '_>, loan: LoanId, event_type: EventType, payload: Value) -> Result<()> {
    let event = Event {
        id: EventId::new(changing.record.new_id()),
        event_type,
        loan,
        document: None,
        source_file: None,
        stage: None,
        occurred_at: changing.record.now,
        payload,
    };
    changing.writer().add_event(changing.tenant, &event)
}

fn abandoned() -> RunFailure {
    RunFailure {
        code: "ABANDONED".to_string(),
        message: "the process that computed it ended before it had a result".to_string(),
    }
}
