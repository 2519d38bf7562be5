//! Review tasks: what waits for a person, and what the person decides.

use super::change::{Changing, change, not_now};
use super::corrections::{confirm_fields, recorded};
use super::paging::{Paged, page, shown};
use super::{Caller, by_id_or_ending, find_document, find_loan};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{
    CorrectionKind, Document, DocumentId, Finding, Resolution, ReviewTask, TaskId, TaskKind, TaskStatus,
};
use crate::store::{Reader, TaskFilter, Waiver};
use crate::validate;
use crate::views::{PageView, TaskView};
use crate::workspace::Workspace;
use serde_json::json;

/// Which tasks are asked for; what is `None` does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TaskQuery {
    /// Where they stand.
    pub status: Option<TaskStatus>,
    /// What they are about.
    pub kind: Option<TaskKind>,
    /// The loan, by the caller's id or its own.
    pub loan: Option<String>,
    /// The document: its id, or LOAN/N.
    pub document: Option<String>,
    /// Who works on them.
    pub assignee: Option<String>,
}

/// What a reviewer decides about a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// How it is resolved.
    pub resolution: Resolution,
    /// What the reviewer says about it; a waiver needs it.
    pub note: Option<String>,
    /// Who decides; the caller when nothing is said.
    pub resolved_by: Option<String>,
}

/// Returns review tasks, oldest first, at most so many.
///
/// # Errors
/// `NotFound` for an unknown loan or document.
pub fn tasks(workspace: &Workspace, caller: &Caller, query: &TaskQuery, most: u64) -> Result<Vec<TaskView>> {
    workspace.store.read(|reader| {
        let filter = filter(reader, caller, query)?;
        let tasks = reader.tasks(caller.tenant.id, &filter, None, most)?;
        Ok(tasks.into_iter().map(TaskView::from).collect())
    })
}

/// The name of the list of tasks in cursors.
const TASKS: &str = "tasks";

/// Returns a page of review tasks, oldest first.
///
/// # Errors
/// `NotFound` for an unknown loan or document, `InvalidInput` for a limit or a cursor that cannot be.
pub fn task_page(
    workspace: &Workspace,
    caller: &Caller,
    query: &TaskQuery,
    paged: &Paged,
) -> Result<PageView<TaskView>> {
    let limit = paged.limit()?;
    let after: Option<TaskId> = paged.after(TASKS)?;
    workspace.store.read(|reader| {
        let filter = filter(reader, caller, query)?;
        let found = reader.tasks(caller.tenant.id, &filter, after, limit as u64 + 1)?;
        Ok(shown(page(TASKS, found, limit, |task| task.id), TaskView::from))
    })
}

/// Returns a review task by its id or by the last digits of it.
///
/// # Errors
/// `NotFound` for an unknown task, `InvalidInput` when several end like this.
pub fn task(workspace: &Workspace, caller: &Caller, id: &str) -> Result<TaskView> {
    workspace.store.read(|reader| Ok(TaskView::from(find_task(reader, caller, id)?)))
}

/// Gives the oldest open task that nobody works on, or that the caller does, to the caller; `None` when none is left.
///
/// # Errors
/// `NotFound` for an unknown loan or document.
pub fn next_task(workspace: &Workspace, caller: &Caller, query: &TaskQuery) -> Result<Option<TaskView>> {
    change(workspace, caller, |changing| {
        let filter = TaskFilter { status: Some(TaskStatus::Open), ..filter(changing.writer(), caller, query)? };
        let actor = Some(changing.actor().to_string());
        let first = |filter| Ok(changing.writer().tasks(changing.tenant, &filter, None, 1)?.pop());
        // One that was asked of somebody else is neither.
        let may_be_own = filter.assignee.is_none() || filter.assignee == actor;
        let own = TaskFilter { assignee: actor.clone(), ..filter.clone() };
        let next = match if may_be_own { first(own)? } else { None } {
            None if filter.assignee.is_none() => first(TaskFilter { unassigned: true, ..filter })?,
            own => own,
        };
        let Some(next) = next else { return Ok(None) };
        let taken = assigned(changing, next, actor)?;
        Ok(Some(TaskView::from(taken)))
    })
}

/// Gives a task to a person, or to nobody.
///
/// # Errors
/// `NotFound` for an unknown task, `Conflict` for one that is not open.
pub fn assign_task(workspace: &Workspace, caller: &Caller, id: &str, assignee: Option<String>) -> Result<TaskView> {
    change(workspace, caller, |changing| {
        let task = open_task(changing.writer(), caller, id)?;
        Ok(TaskView::from(assigned(changing, task, assignee)?))
    })
}

/// Resolves a task.
///
/// `confirmed` says that type or values are right as they are. `corrected` says that the document was corrected; what
/// is still in doubt then is right. `waived` releases the document from what its checks found, when the tenant allows
/// that, and needs a note. A failed check cannot be confirmed.
///
/// # Errors
/// `NotFound` for an unknown task, `Conflict` for one that is not open or whose cause stands in the way, `NotPermitted`
/// for a waiver that the tenant does not allow, `InvalidInput` for a waiver without a note.
pub fn resolve_task(workspace: &Workspace, caller: &Caller, id: &str, verdict: &Verdict) -> Result<TaskView> {
    let resolved = change(workspace, caller, |changing| {
        let task = open_task(changing.writer(), caller, id)?;
        let document = changing
            .writer()
            .document(changing.tenant, task.document)?
            .ok_or_else(|| Error::not_found("document", task.document))?;
        let (task_id, kind) = (task.id, task.kind);
        let before = json!({ "status": task.status });
        match (verdict.resolution, kind) {
            (Resolution::Waived, TaskKind::Validation) => waive(changing, document, task, verdict)?,
            (Resolution::Waived, _) => {
                return Err(
                    Error::conflict("only a failed check can be waived").hint("confirm the values, or correct them")
                );
            }
            (Resolution::Superseded, _) => {
                return Err(Error::invalid_input("a task is superseded by the program, not by a person"));
            }
            (_, TaskKind::Validation) => return Err(still_failing(&task.findings)),
            _ => settle_doubt(changing, document, task, verdict)?,
        }
        let after =
            json!({ "resolution": verdict.resolution, "note": verdict.note, "resolvedBy": verdict.by(changing) });
        changing.log_of("task.resolve", "task", task_id.to_string(), before, after)?;
        changing.writer().task(changing.tenant, task_id)?.ok_or_else(|| Error::not_found("task", task_id))
    })?;
    Ok(TaskView::from(resolved))
}

impl Verdict {
    fn by<'v>(&'v self, changing: &'v Changing<'_, '_>) -> &'v str {
        self.resolved_by.as_deref().unwrap_or_else(|| changing.actor())
    }
}

fn still_failing(findings: &[Finding]) -> Error {
    let causes: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
    Error::conflict(format!("the check still fails: {}", causes.join("; ")))
        .hint("correct the value, ingest a corrected document, or waive it where that is allowed")
}

/// Resolves a task about the type or about values.
fn settle_doubt(
    changing: &Changing<'_, '_>,
    mut document: Document,
    task: ReviewTask,
    verdict: &Verdict,
) -> Result<()> {
    let (writer, tenant) = (changing.writer(), changing.tenant);
    if verdict.resolution == Resolution::Corrected
        && !writer.was_corrected_since(tenant, document.id, task.created_at)?
    {
        return Err(Error::conflict("the document was not corrected since the task was opened")
            .hint("correct it, or resolve the task as confirmed"));
    }
    if document.next_stage.is_some_and(|stage| stage < crate::model::Stage::LosValidator) {
        return Err(not_now(&document, "confirmed"));
    }
    // Resolved first: the confirmation below would close it as corrected.
    let named: Vec<_> = task.fields.iter().map(|field| (field.field_type_id.clone(), field.row_index)).collect();
    let kind = task.kind;
    let told = changing.record.resolve_task(task, verdict.resolution, verdict.by(changing), verdict.note.clone())?;
    match kind {
        TaskKind::Extraction => confirm_fields(changing, &mut document, &named)?,
        _ => {
            let of_type = document.document_type.as_ref().map(ToString::to_string);
            let correction = recorded(changing, document.id, CorrectionKind::Confirmation, of_type.clone(), of_type);
            writer.add_corrections(tenant, document.id, &[correction])?;
        }
    }
    changing.record.events(&document, told)?;
    changing.settle(&document)
}

fn waive(changing: &Changing<'_, '_>, mut document: Document, task: ReviewTask, verdict: &Verdict) -> Result<()> {
    let (writer, tenant) = (changing.writer(), changing.tenant);
    if !writer.tenant_settings(tenant)?.allow_waivers {
        return Err(Error::new(ErrorKind::NotPermitted, "this tenant does not allow waivers").hint(
            "correct the value or ingest a corrected document; \"loanfile tenant set allowWaivers true\" allows them",
        ));
    }
    let note = verdict.note.clone().filter(|note| !note.trim().is_empty());
    let Some(note) = note else {
        return Err(Error::invalid_input("a waiver needs a note that says why").hint("give it with --note"));
    };
    for finding in writer.findings(tenant, document.id)?.iter().filter(|finding| finding.blocks()) {
        let waiver = Waiver {
            code: finding.code.clone(),
            message: finding.message.clone(),
            task: task.id,
            note: note.clone(),
            waived_by: changing.actor().to_string(),
            waived_at: changing.record.now,
        };
        writer.add_waiver(tenant, document.id, &waiver)?;
    }
    document.validation = validate::status(&writer.findings(tenant, document.id)?);
    changing.save(&mut document)?;
    let told = changing.record.resolve_task(task, Resolution::Waived, verdict.by(changing), Some(note))?;
    changing.record.events(&document, told)?;
    changing.settle(&document)
}

fn assigned(changing: &Changing<'_, '_>, task: ReviewTask, assignee: Option<String>) -> Result<ReviewTask> {
    if task.assignee == assignee {
        return Ok(task);
    }
    let changed = ReviewTask { assignee, ..task.clone() };
    changing.writer().save_task(changing.tenant, &changed)?;
    let id = changed.id.to_string();
    changing.log_of("task.assign", "task", id, json!(task.assignee), json!(changed.assignee))?;
    Ok(changed)
}

fn open_task(reader: &Reader<'_>, caller: &Caller, id: &str) -> Result<ReviewTask> {
    let task = find_task(reader, caller, id)?;
    match (task.status, task.resolution) {
        (TaskStatus::Open, _) => Ok(task),
        (_, Some(resolution)) => Err(Error::conflict(format!(
            "task {} was resolved as {resolution} by {}",
            task.id,
            task.resolved_by.as_deref().unwrap_or("unknown")
        ))),
        (_, None) => Err(Error::conflict(format!("task {} was dismissed", task.id))),
    }
}

fn find_task(reader: &Reader<'_>, caller: &Caller, id: &str) -> Result<ReviewTask> {
    let tenant = caller.tenant.id;
    by_id_or_ending(
        id,
        "tasks",
        || Error::not_found("task", id).hint("\"loanfile review list\" shows the open tasks"),
        |id: TaskId| reader.task(tenant, id),
        |digits| reader.tasks_ending_with(tenant, digits),
    )
}

fn filter(reader: &Reader<'_>, caller: &Caller, query: &TaskQuery) -> Result<TaskFilter> {
    let loan = query.loan.as_deref().map(|loan| find_loan(reader, caller, loan)).transpose()?;
    let document = query.document.as_deref().map(|document| find_document(reader, caller, document)).transpose()?;
    Ok(TaskFilter {
        status: query.status,
        kind: query.kind,
        loan: loan.map(|loan| loan.id),
        document: document.map(|document: Document| -> DocumentId { document.id }),
        assignee: query.assignee.clone(),
        unassigned: false,
    })
}
