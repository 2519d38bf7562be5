//! Review tasks.

use crate::model::{Resolution, TaskKind, TaskStatus};
use crate::ops::{self, TaskQuery, Verdict};
use crate::server::answer::Answer;
use crate::server::app::App;
use crate::server::ask::{Body, Ids, Limit, OptionalBody, Query, present};
use crate::server::caller::{AsOperator, AsReader};
use crate::views::{PageView, TaskView};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show, assign))
        .routes(routes!(resolve))
        .routes(routes!(next))
}

/// Which tasks.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Which {
    /// Where they stand.
    status: Option<TaskStatus>,
    /// What they are about.
    kind: Option<TaskKind>,
    /// Of this loan, by its loanId or your id for it.
    loan_id: Option<String>,
    /// Of this document.
    document_id: Option<String>,
    /// Who works on them.
    assignee: Option<String>,
    /// How many, 1 to 500.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 500, default = 10)]
    limit: Limit,
    /// `nextCursor` of the page before.
    #[param(pattern = "^[A-Za-z0-9_-]+$")]
    cursor: Option<String>,
}

/// List review tasks
///
/// Oldest first.
#[utoipa::path(get, path = "/tasks", tag = "Review", params(Which), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "A page of tasks", body = PageView<TaskView>),
        (status = 404, description = "There is no such loan or document in the tenant's data", body = crate::server::answer::ErrorBody)))]
async fn list(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Query(which): Query<Which>,
) -> Answer<Json<PageView<TaskView>>> {
    let page = which.limit.page(which.cursor);
    let query = TaskQuery {
        status: which.status,
        kind: which.kind,
        loan: which.loan_id,
        document: which.document_id,
        assignee: which.assignee,
    };
    app.run(move |app| ops::task_page(app.workspace(), &caller, &query, &page)).await.map(Json)
}

/// Read a review task
#[utoipa::path(get, path = "/tasks/{taskId}", tag = "Review", params(("taskId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("reader"))), responses((status = 200, description = "The task", body = TaskView)))]
async fn show(State(app): State<App>, AsReader(caller): AsReader, Ids([task]): Ids<1>) -> Answer<Json<TaskView>> {
    app.run(move |app| ops::task(app.workspace(), &caller, &task)).await.map(Json)
}

/// Who works on a task.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Assignment {
    /// A name; null gives it back.
    #[serde(default, deserialize_with = "present")]
    #[schema(required = true, max_length = 255)]
    assignee: Option<Option<String>>,
}

/// Assign a review task
#[utoipa::path(patch, path = "/tasks/{taskId}", tag = "Review", params(("taskId" = String, Path, format = "uuid")),
    request_body = Assignment, extensions(("x-role" = json!("operator"))),
    responses((status = 200, description = "The task as it is now", body = TaskView)))]
async fn assign(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([task]): Ids<1>,
    Body(assignment): Body<Assignment>,
) -> Answer<Json<TaskView>> {
    let assign = move |app: &App| match assignment.assignee {
        Some(assignee) => ops::assign_task(app.workspace(), &caller, &task, assignee),
        None => Err(crate::error::Error::invalid_input("the member assignee is missing; null gives the task back")),
    };
    app.run(assign).await.map(Json)
}

/// How a task is resolved.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Resolved {
    /// `confirmed`: it is right as it is. `corrected`: it was corrected. `waived`: released in spite of a failed check.
    resolution: Resolution,
    /// Who decides; whoever sends the request when nothing is said.
    #[schema(max_length = 255)]
    resolved_by: Option<String>,
    /// What is to be said about it; a waiver needs it.
    #[schema(max_length = 2000)]
    note: Option<String>,
}

/// Resolve a review task
#[utoipa::path(post, path = "/tasks/{taskId}/resolve", tag = "Review", params(("taskId" = String, Path, format = "uuid")),
    request_body = Resolved, extensions(("x-role" = json!("operator"))),
    responses((status = 200, description = "The task as it is now", body = TaskView)))]
async fn resolve(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([task]): Ids<1>,
    Body(resolved): Body<Resolved>,
) -> Answer<Json<TaskView>> {
    let resolve = move |app: &App| {
        let verdict =
            Verdict { resolution: resolved.resolution, note: resolved.note, resolved_by: resolved.resolved_by };
        let task = ops::resolve_task(app.workspace(), &caller, &task, &verdict)?;
        app.ring();
        Ok(task)
    };
    app.run(resolve).await.map(Json)
}

/// Of which tasks the next one is wanted.
#[derive(Deserialize, Default, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NextTask {
    /// What it is about.
    kind: Option<TaskKind>,
    /// Of this loan.
    loan_id: Option<String>,
}

/// Take the next review task
///
/// The oldest open one that nobody works on, or that is the caller's already; null when none is left.
#[utoipa::path(post, path = "/tasks/next", tag = "Review", request_body = Option<NextTask>, extensions(("x-role" = json!("operator"))),
    responses((status = 200, description = "The task, assigned to the caller", body = Option<TaskView>),
        (status = 404, description = "There is no such loan in the tenant's data", body = crate::server::answer::ErrorBody)))]
async fn next(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    OptionalBody(wanted): OptionalBody<NextTask>,
) -> Answer<Json<Option<TaskView>>> {
    let wanted = wanted.unwrap_or_default();
    let query = TaskQuery { kind: wanted.kind, loan: wanted.loan_id, ..TaskQuery::default() };
    app.run(move |app| ops::next_task(app.workspace(), &caller, &query)).await.map(Json)
}
