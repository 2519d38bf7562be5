//! Reports of one loan, and the configurations that loans are checked against.

use crate::model::{Configuration, LoanReportKind};
use crate::ops::{self, LoanReportQuery, LoansInUse, NewConfiguration, Notation, SameName};
use crate::server::answer::{Answer, Created};
use crate::server::app::App;
use crate::server::ask::{Body, Ids, Query, RawJson};
use crate::server::caller::{AsAdmin, AsOperator, AsReader};
use crate::server::idempotency::{self, Once};
use crate::views::{ConfigurationView, CrossCheckView, LoanReportView, PageView};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(show))
        .routes(routes!(of_configuration))
        .routes(routes!(cross_check))
        .routes(routes!(configurations, add_configuration))
        .routes(routes!(configuration, replace_configuration, remove_configuration))
}

/// Which reports.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Which {
    /// Of this kind.
    kind: Option<LoanReportKind>,
}

/// List a loan's reports
///
/// Oldest first.
#[utoipa::path(get, path = "/loans/{loanId}/reports", tag = "Loan reports",
    params(("loanId" = String, Path, format = "uuid"), Which), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The reports", body = PageView<LoanReportView>)))]
async fn list(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan]): Ids<1>,
    Query(which): Query<Which>,
) -> Answer<Json<PageView<LoanReportView>>> {
    let query = LoanReportQuery { kind: which.kind, configuration: None };
    app.run(move |app| ops::loan_reports(app.workspace(), &caller, &loan, query))
        .await
        .map(|data| Json(PageView::whole(data)))
}

/// A report to be made.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewReport {
    /// `condition_checklist` or `audit`; a validation report is made by the checks.
    kind: LoanReportKind,
    /// What a checklist is made against; the loan's own configuration when nothing is said.
    #[schema(value_type = Option<String>, format = Uuid)]
    configuration_id: Option<crate::model::ConfigurationId>,
}

/// Make a report of a loan
#[utoipa::path(post, path = "/loans/{loanId}/reports", tag = "Loan reports",
    params(("loanId" = String, Path, format = "uuid")), request_body = NewReport,
    extensions(("x-role" = json!("operator")), ("x-creates" = json!(true))),
    responses((status = 201, description = "The report", body = LoanReportView)))]
async fn create(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([loan]): Ids<1>,
    headers: HeaderMap,
    Body(new): Body<NewReport>,
) -> Answer<Response> {
    let once = Once::of(&caller, &headers, &format!("POST /loans/{loan}/reports"), &idempotency::content(&new));
    let create = move |app: &App| {
        ops::loan(app.workspace(), &caller, &loan)?;
        let configuration = new.configuration_id.map(|id| id.to_string());
        let made = ops::create_loan_report(app.workspace(), &caller, &loan, new.kind, configuration.as_deref());
        made.map(Created).map_err(idempotency::as_value)
    };
    idempotency::respond(&app, once, create).await
}

/// Read a report of a loan
#[utoipa::path(get, path = "/loans/{loanId}/reports/{reportId}", tag = "Loan reports",
    params(("loanId" = String, Path, format = "uuid"), ("reportId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The report", body = LoanReportView)))]
async fn show(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan, report]): Ids<2>,
) -> Answer<Json<LoanReportView>> {
    app.run(move |app| ops::loan_report(app.workspace(), &caller, &loan, &report)).await.map(Json)
}

/// List a loan's reports against a configuration
#[utoipa::path(get, path = "/loans/{loanId}/configurations/{configurationId}/reports", tag = "Loan reports",
    params(("loanId" = String, Path, format = "uuid"), ("configurationId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The reports", body = PageView<LoanReportView>)))]
async fn of_configuration(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan, configuration]): Ids<2>,
) -> Answer<Json<PageView<LoanReportView>>> {
    let list = move |app: &App| {
        let query = LoanReportQuery { kind: None, configuration: Some(&configuration) };
        ops::loan_reports(app.workspace(), &caller, &loan, query)
    };
    app.run(list).await.map(|data| Json(PageView::whole(data)))
}

/// Compare what a loan's papers say of the same facts
#[utoipa::path(get, path = "/loans/{loanId}/cross-check", tag = "Loan reports",
    params(("loanId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "A row a fact, a column a document", body = CrossCheckView)))]
async fn cross_check(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan]): Ids<1>,
) -> Answer<Json<CrossCheckView>> {
    app.run(move |app| ops::cross_check(app.workspace(), &caller, &loan)).await.map(Json)
}

/// List loan configurations
///
/// By name.
#[utoipa::path(get, path = "/configurations", tag = "Configurations", extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The configurations", body = PageView<ConfigurationView>)))]
async fn configurations(
    State(app): State<App>,
    AsReader(caller): AsReader,
) -> Answer<Json<PageView<ConfigurationView>>> {
    app.run(move |app| ops::configurations(app.workspace(), &caller)).await.map(|data| Json(PageView::whole(data)))
}

/// Add a loan configuration
#[utoipa::path(post, path = "/configurations", tag = "Configurations", request_body = Configuration,
    extensions(("x-role" = json!("admin")), ("x-creates" = json!(true))),
    responses((status = 201, description = "The configuration", body = ConfigurationView)))]
async fn add_configuration(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    headers: HeaderMap,
    RawJson(text): RawJson,
) -> Answer<Response> {
    let once = Once::of(&caller, &headers, "POST /configurations", text.as_bytes());
    let add = move |app: &App| {
        let new = NewConfiguration { text: &text, notation: Notation::Json, name: None, same_name: SameName::Refuse };
        ops::add_configuration(app.workspace(), &caller, new).map(Created)
    };
    idempotency::respond(&app, once, add).await
}

/// Read a loan configuration
#[utoipa::path(get, path = "/configurations/{configurationId}", tag = "Configurations",
    params(("configurationId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The configuration", body = ConfigurationView)))]
async fn configuration(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([id]): Ids<1>,
) -> Answer<Json<ConfigurationView>> {
    app.run(move |app| ops::configuration(app.workspace(), &caller, &id)).await.map(Json)
}

/// Replace a loan configuration
///
/// The documents of its loans are checked again.
#[utoipa::path(put, path = "/configurations/{configurationId}", tag = "Configurations",
    params(("configurationId" = String, Path, format = "uuid")), request_body = Configuration,
    extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "The configuration as it is now", body = ConfigurationView)))]
async fn replace_configuration(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Ids([id]): Ids<1>,
    RawJson(text): RawJson,
) -> Answer<Json<ConfigurationView>> {
    let replace = move |app: &App| {
        let kept = ops::replace_configuration(app.workspace(), &caller, &id, &text, Notation::Json)?;
        app.ring();
        Ok(kept)
    };
    app.run(replace).await.map(Json)
}

/// Remove a loan configuration
///
/// One that a loan uses is kept.
#[utoipa::path(delete, path = "/configurations/{configurationId}", tag = "Configurations",
    params(("configurationId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("admin")), ("x-conflict" = json!(true))),
    responses((status = 204, description = "It is gone")))]
async fn remove_configuration(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Ids([id]): Ids<1>,
) -> Answer<StatusCode> {
    app.run(move |app| ops::remove_configuration(app.workspace(), &caller, &id, LoansInUse::Refuse)).await?;
    Ok(StatusCode::NO_CONTENT)
}
