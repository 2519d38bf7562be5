//! Events, timelines, metrics and settings of a tenant.

use crate::model::Timestamp;
use crate::ops::{self, EventQuery, Seen};
use crate::reports::ReportFilter;
use crate::server::answer::{Answer, Known, Refusal, Tagged};
use crate::server::app::App;
use crate::server::ask::{Body, Ids, Limit, Query};
use crate::server::caller::{AsAdmin, AsReader};
use crate::server::condition::only_if;
use crate::store::TenantSettings;
use crate::views::{EventsView, MetricsView, TimelineView};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(events))
        .routes(routes!(timeline))
        .routes(routes!(metrics))
        .routes(routes!(settings, change_settings))
}

/// Refuses every tenant but the caller's own, whether it exists or not.
fn own(caller: &ops::Caller, tenant: &str) -> Answer<()> {
    if tenant.parse().is_ok_and(|id: crate::model::TenantId| id == caller.tenant.id) {
        return Ok(());
    }
    Err(Refusal::new(StatusCode::FORBIDDEN, "the credentials are of another tenant"))
}

/// Which events.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Which {
    /// Only those of these types, with commas between.
    #[param(example = "CLASSIFICATION_RESULT,EXTRACTION_RESULT")]
    event_type: Option<String>,
    /// Only those of this loan.
    loan_id: Option<String>,
    /// Only those of this document.
    document_id: Option<String>,
    /// Only those of this day (UTC) or moment, or later.
    since: Option<String>,
    /// How many, 1 to 500.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 500, default = 10)]
    limit: Limit,
    /// `nextCursor` or `resumeCursor` of a page before.
    cursor: Option<String>,
}

/// List events
///
/// In the order in which they became known. With `resumeCursor` of the last page only what is new comes.
#[utoipa::path(get, path = "/tenant/{tenantId}/analytics/events", tag = "Analytics",
    params(("tenantId" = String, Path, format = "uuid"), Which), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "A page of events", body = EventsView)))]
async fn events(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([tenant]): Ids<1>,
    Query(which): Query<Which>,
) -> Answer<Json<EventsView>> {
    own(&caller, &tenant)?;
    let events = move |app: &App| {
        let query = EventQuery {
            types: which.event_type.as_deref(),
            loan: which.loan_id.as_deref(),
            document: which.document_id.as_deref(),
            since: which.since.as_deref(),
            cursor: which.cursor.as_deref(),
            limit: Some(which.limit.0),
        };
        ops::events(app.workspace(), &caller, &query)
    };
    app.run(events).await.map(Json)
}

/// Read a loan's timeline
///
/// What happened, in order, and how long each stage took.
#[utoipa::path(get, path = "/tenant/{tenantId}/analytics/loans/{loanId}/timeline", tag = "Analytics",
    params(("tenantId" = String, Path, format = "uuid"), ("loanId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The timeline", body = TimelineView)))]
async fn timeline(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([tenant, loan]): Ids<2>,
) -> Answer<Json<TimelineView>> {
    own(&caller, &tenant)?;
    app.run(move |app| ops::timeline(app.workspace(), &caller, &loan)).await.map(Json)
}

/// Of which time.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Period {
    /// Documents received on this day (UTC) or at this moment, or later.
    date_from: Option<String>,
    /// Documents received on this day or before; a moment is taken as it is.
    date_to: Option<String>,
}

/// Read how well processing does
#[utoipa::path(get, path = "/tenant/{tenantId}/analytics/metrics/processing", tag = "Analytics",
    params(("tenantId" = String, Path, format = "uuid"), Period), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "Totals, averages and rates", body = MetricsView)))]
async fn metrics(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([tenant]): Ids<1>,
    Query(period): Query<Period>,
) -> Answer<Json<MetricsView>> {
    own(&caller, &tenant)?;
    let filter = ReportFilter::read(period.date_from.as_deref(), period.date_to.as_deref(), None)?;
    let (from, before): (Option<Timestamp>, Option<Timestamp>) = (filter.from, filter.before);
    app.run(move |app| ops::metrics(app.workspace(), &caller, from, before)).await.map(Json)
}

/// Read a tenant's settings
#[utoipa::path(get, path = "/tenant/{tenantId}/settings", tag = "Settings",
    params(("tenantId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("reader")), ("x-tagged" = json!(true))),
    responses((status = 200, description = "The settings", body = TenantSettings)))]
async fn settings(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([tenant]): Ids<1>,
    headers: HeaderMap,
) -> Answer<Tagged<TenantSettings>> {
    own(&caller, &tenant)?;
    let body = app.run(move |app| ops::tenant_settings(app.workspace(), &caller)).await?;
    Ok(Tagged { tag: ops::tag_of(&body)?, body, known: Known::of(&headers) })
}

/// Change a tenant's settings
///
/// Members that are left out stay.
#[utoipa::path(put, path = "/tenant/{tenantId}/settings", tag = "Settings",
    params(("tenantId" = String, Path, format = "uuid")), request_body = TenantSettings,
    extensions(("x-role" = json!("admin")), ("x-conditional" = json!(true))),
    responses((status = 200, description = "The settings as they are now", body = TenantSettings)))]
async fn change_settings(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Ids([tenant]): Ids<1>,
    headers: HeaderMap,
    Body(changes): Body<Map<String, Value>>,
) -> Answer<Json<TenantSettings>> {
    own(&caller, &tenant)?;
    let caller = only_if(caller, &headers, Seen::Settings);
    app.run(move |app| ops::change_tenant(app.workspace(), &caller, changes)).await.map(Json)
}
