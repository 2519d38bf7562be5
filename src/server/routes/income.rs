//! Income analysis.

use crate::income::{Guideline, IncomeData, Override};
use crate::model::{IncomeRunId, IncomeRunStatus, Timestamp};
use crate::ops::{self, Force, IncomeAsk, Overrides, SuppliedValue, WhatIf};
use crate::server::answer::{Answer, Refusal};
use crate::server::app::App;
use crate::server::ask::{Body, Ids, Query};
use crate::server::caller::{AsOperator, AsReader};
use crate::server::idempotency;
use crate::views::{
    EligibleDocumentView, IncomeDiffView, IncomeFileView, IncomeHistoryView, IncomeResultView, IncomeRunView,
    IncomeTriggerView, IncomeWhatIfView, PageView,
};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(eligible))
        .routes(routes!(result))
        .routes(routes!(trigger))
        .routes(routes!(history))
        .routes(routes!(run))
        .routes(routes!(diff))
        .routes(routes!(what_if))
}

/// List the documents that support income
#[utoipa::path(get, path = "/loans/{loanId}/income-eligible-documents", tag = "Income",
    params(("loanId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "Those that are read; empty when none is", body = PageView<EligibleDocumentView>)))]
async fn eligible(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan]): Ids<1>,
) -> Answer<Json<PageView<EligibleDocumentView>>> {
    app.run(move |app| ops::income_eligible(app.workspace(), &caller, &loan))
        .await
        .map(|data| Json(PageView::whole(data)))
}

/// Read a loan's income
///
/// The last completed run; `calculatedAt` is null while the first one runs and before it.
#[utoipa::path(get, path = "/loans/{loanId}/income-clarity", tag = "Income",
    params(("loanId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The result", body = IncomeResultView)))]
async fn result(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan]): Ids<1>,
) -> Answer<Json<IncomeResultView>> {
    app.run(move |app| ops::income_result(app.workspace(), &caller, &loan)).await.map(Json)
}

/// A run that is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Trigger {
    /// Who asks, as the history tells it.
    #[schema(min_length = 1, max_length = 255, example = "underwriter@example.com")]
    requested_by: String,
    /// Whether the documents are looked at again although there is a result.
    #[serde(default)]
    force_recalculation: bool,
    /// By whose rules; the tenant's when nothing is said.
    guideline: Option<Guideline>,
    /// What a person decided about streams; as before when nothing is said.
    overrides: Option<Vec<Override>>,
}

/// The result that there is, as the answer to a trigger.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "it only describes the body")]
struct ExistingResult {
    /// The run.
    task_id: IncomeRunId,
    /// How it ended.
    status: IncomeRunStatus,
    /// When it ended.
    calculated_at: Option<Timestamp>,
    /// The qualifying income.
    income_data: Option<IncomeData>,
    /// The documents that it rests on.
    files: Vec<IncomeFileView>,
}

/// Compute a loan's income
///
/// Begins a run and answers at once; read the result until `calculatedAt` is set. Without `forceRecalculation` a result
/// that there is comes back and nothing runs.
#[utoipa::path(post, path = "/loans/{loanId}/income-clarity/trigger", tag = "Income",
    params(("loanId" = String, Path, format = "uuid")), request_body = Trigger, extensions(("x-role" = json!("operator"))),
    responses((status = 202, description = "A run has begun, or is running already", body = IncomeTriggerView),
        (status = 200, description = "The result that there is", body = ExistingResult)))]
async fn trigger(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([loan]): Ids<1>,
    Body(trigger): Body<Trigger>,
) -> Answer<Response> {
    let requested_by = trigger.requested_by.trim().to_string();
    if requested_by.is_empty() || requested_by.chars().count() > 255 {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "requestedBy has 1 to 255 characters"));
    }
    let asking = caller.clone();
    let begin = move |app: &App| {
        let ask = IncomeAsk {
            guideline: trigger.guideline,
            overrides: trigger.overrides.map_or(Overrides::AsBefore, Overrides::Given),
            as_of: None,
        };
        let force = if trigger.force_recalculation { Force::Yes } else { Force::No };
        let begun = ops::start_income(app.workspace(), &asking, &loan, &requested_by, &ask, force)?;
        ops::income_trigger_view(app.workspace(), &asking, begun)
    };
    let (view, pending) = app.run(begin).await?;
    if let Some(pending) = pending {
        let app = app.clone();
        tokio::spawn(async move {
            let finished = app.run(move |app| ops::finish_income(app.workspace(), &caller, *pending)).await;
            if finished.is_err() {
                tracing::error!("an income run could not be ended");
            }
        });
    }
    match view.status {
        IncomeRunStatus::Active => Ok((StatusCode::ACCEPTED, Json(view)).into_response()),
        _ => Ok(Json(view).into_response()),
    }
}

/// List the runs of a loan
///
/// Oldest first.
#[utoipa::path(get, path = "/loans/{loanId}/income-clarity/history", tag = "Income",
    params(("loanId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The runs", body = Vec<IncomeHistoryView>)))]
async fn history(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan]): Ids<1>,
) -> Answer<Json<Vec<IncomeHistoryView>>> {
    app.run(move |app| ops::income_history(app.workspace(), &caller, &loan)).await.map(Json)
}

/// Read a run
#[utoipa::path(get, path = "/loans/{loanId}/income-clarity/runs/{runId}", tag = "Income",
    params(("loanId" = String, Path, format = "uuid"), ("runId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The run with all that it looked at", body = IncomeRunView)))]
async fn run(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan, run]): Ids<2>,
) -> Answer<Json<IncomeRunView>> {
    app.run(move |app| ops::income_run_of(app.workspace(), &caller, &loan, &run)).await.map(Json)
}

/// Which runs.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Pair {
    /// The id of the earlier run.
    #[param(value_type = String, format = Uuid)]
    from: crate::model::IncomeRunId,
    /// The id of the later run.
    #[param(value_type = String, format = Uuid)]
    to: crate::model::IncomeRunId,
}

/// Compare two runs of a loan
#[utoipa::path(get, path = "/loans/{loanId}/income-clarity/diff", tag = "Income",
    params(("loanId" = String, Path, format = "uuid"), Pair), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "What differs, down to the values", body = IncomeDiffView)))]
async fn diff(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan]): Ids<1>,
    Query(pair): Query<Pair>,
) -> Answer<Json<IncomeDiffView>> {
    let diff = move |app: &App| {
        for run in [pair.from, pair.to] {
            ops::income_run_of(app.workspace(), &caller, &loan, &run.to_string())?;
        }
        ops::income_diff(app.workspace(), &caller, &pair.from.to_string(), &pair.to.to_string())
    };
    app.run(diff).await.map(Json)
}

/// What is taken to be otherwise.
#[derive(Deserialize, Default, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Otherwise {
    /// By whose rules.
    guideline: Option<Guideline>,
    /// What a person decided about streams.
    overrides: Option<Vec<Override>>,
    /// Documents that are left out.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    without: Vec<crate::model::DocumentId>,
    /// Values that are taken to be these.
    #[serde(default)]
    values: Vec<OtherValue>,
}

/// A value that is taken to be another.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OtherValue {
    /// The document.
    #[schema(value_type = String, format = Uuid)]
    document_id: crate::model::DocumentId,
    /// The field.
    #[schema(example = "paystub.hourly_rate")]
    field_type_id: String,
    /// The row of its table, from 0.
    row_index: Option<u32>,
    /// The value, in any form that can be read as the field's kind.
    field_value: String,
}

/// Compute what a loan's income would be
///
/// With other papers, values, decisions or another guideline; nothing is recorded.
#[utoipa::path(post, path = "/loans/{loanId}/income-clarity/what-if", tag = "Income",
    params(("loanId" = String, Path, format = "uuid")), request_body = Otherwise, extensions(("x-role" = json!("operator"))),
    responses((status = 200, description = "The result and how it differs", body = IncomeWhatIfView)))]
async fn what_if(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([loan]): Ids<1>,
    Body(otherwise): Body<Otherwise>,
) -> Answer<Json<IncomeWhatIfView>> {
    let values = otherwise.values.into_iter().map(|value| SuppliedValue {
        document: Some(value.document_id.to_string()),
        field: value.field_type_id,
        row: value.row_index,
        value: value.field_value,
    });
    let what_if = WhatIf {
        ask: IncomeAsk {
            guideline: otherwise.guideline,
            overrides: otherwise.overrides.map_or(Overrides::AsBefore, Overrides::Given),
            as_of: None,
        },
        without: otherwise.without.iter().map(ToString::to_string).collect(),
        values: values.collect(),
    };
    let compute = move |app: &App| {
        ops::loan(app.workspace(), &caller, &loan)?;
        // Now only a document that the body names can be what is not there: a wrong value, not a missing path.
        ops::income_what_if(app.workspace(), &caller, &loan, &what_if).map_err(idempotency::as_value)
    };
    app.run(compute).await.map(Json)
}
