//! Loans.

use crate::model::LoanStatus;
use crate::ops::{self, CreateLoan, LoanQuery, Seen, UpdateLoan};
use crate::server::answer::{Answer, Created, Known, Tagged};
use crate::server::app::App;
use crate::server::ask::{Body, Ids, Limit, Query, present};
use crate::server::caller::{AsOperator, AsReader};
use crate::server::condition::only_if;
use crate::server::idempotency::{self, Once};
use crate::views::{DataRowView, LoanView, PageView};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(show, update)).routes(routes!(data))
}

/// Which loans.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Which {
    /// Where they stand.
    status: Option<LoanStatus>,
    /// The one with this id of yours.
    external_loan_id: Option<String>,
    /// Those whose id of yours has this in it, in any case.
    q: Option<String>,
    /// How many, 1 to 500.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 500, default = 10)]
    limit: Limit,
    /// `nextCursor` of the page before.
    #[param(pattern = "^[A-Za-z0-9_-]+$")]
    cursor: Option<String>,
}

/// List loans
///
/// In the order of your ids for them.
#[utoipa::path(get, path = "/loans", tag = "Loans", params(Which), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "A page of loans", body = PageView<LoanView>)))]
async fn list(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Query(which): Query<Which>,
) -> Answer<Json<PageView<LoanView>>> {
    let query = LoanQuery {
        status: which.status,
        external_loan_id: which.external_loan_id,
        containing: which.q,
        after: None,
        page: which.limit.page(which.cursor),
    };
    app.run(move |app| ops::loans(app.workspace(), &caller, &query)).await.map(Json)
}

/// A loan to be made.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewLoan {
    /// Your id for it: 1 to 255 printable characters, no spaces at the ends.
    #[schema(min_length = 1, max_length = 255, example = "L-2026-0017")]
    external_loan_id: String,
    /// What its papers are checked against: a configuration's id.
    configuration_id: Option<String>,
}

/// Create a loan
#[utoipa::path(post, path = "/loans", tag = "Loans", request_body = NewLoan,
    extensions(("x-role" = json!("operator")), ("x-creates" = json!(true))),
    responses((status = 201, description = "The loan", body = LoanView)))]
async fn create(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    headers: HeaderMap,
    Body(new): Body<NewLoan>,
) -> Answer<Response> {
    let once = Once::of(&caller, &headers, "POST /loans", &idempotency::content(&new));
    let create = move |app: &App| {
        let input = CreateLoan {
            external_loan_id: &new.external_loan_id,
            status: LoanStatus::Active,
            configuration: new.configuration_id.as_deref(),
        };
        // What a body names and is not there is a wrong value, not a missing path.
        ops::create_loan(app.workspace(), &caller, input).map(Created).map_err(idempotency::as_value)
    };
    idempotency::respond(&app, once, create).await
}

/// Read a loan
#[utoipa::path(get, path = "/loans/{loanId}", tag = "Loans", params(("loanId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("reader")), ("x-tagged" = json!(true))),
    responses((status = 200, description = "The loan", body = LoanView)))]
async fn show(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan]): Ids<1>,
    headers: HeaderMap,
) -> Answer<Tagged<LoanView>> {
    let body = app.run(move |app| ops::loan(app.workspace(), &caller, &loan)).await?;
    Ok(Tagged { tag: ops::tag_of(&body)?, body, known: Known::of(&headers) })
}

/// What changes of a loan; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LoanChange {
    /// Where it stands now.
    status: Option<LoanStatus>,
    /// Your id for it.
    #[schema(min_length = 1, max_length = 255)]
    external_loan_id: Option<String>,
    /// What its papers are checked against: a configuration's id, or null for none.
    #[serde(default, deserialize_with = "present")]
    configuration_id: Option<Option<String>>,
}

/// Change a loan
#[utoipa::path(patch, path = "/loans/{loanId}", tag = "Loans", params(("loanId" = String, Path, format = "uuid")),
    request_body = LoanChange, extensions(("x-role" = json!("operator")), ("x-conditional" = json!(true))),
    responses((status = 200, description = "The loan as it is now", body = LoanView)))]
async fn update(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([loan]): Ids<1>,
    headers: HeaderMap,
    Body(change): Body<LoanChange>,
) -> Answer<Json<LoanView>> {
    let caller = only_if(caller, &headers, Seen::Loan(loan.clone()));
    let update = move |app: &App| {
        let input = UpdateLoan {
            external_loan_id: change.external_loan_id.as_deref(),
            status: change.status,
            configuration: match &change.configuration_id {
                None => None,
                Some(None) => Some(ops::NO_CONFIGURATION),
                Some(Some(id)) => Some(id),
            },
        };
        ops::loan(app.workspace(), &caller, &loan)?;
        // Now only the configuration can be what is not there: a wrong value, not a missing path.
        ops::update_loan(app.workspace(), &caller, &loan, input).map_err(idempotency::as_value)
    };
    app.run(update).await.map(Json)
}

/// Which rows.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct WhichData {
    /// Only those of documents of this type.
    document_type_id: Option<String>,
}

/// Read a loan's data as flat rows
///
/// Fields in use of current documents; of values that are mapped to one external field only the best.
#[utoipa::path(get, path = "/loans/{loanId}/data", tag = "Loans",
    params(("loanId" = String, Path, format = "uuid"), WhichData), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The rows", body = PageView<DataRowView>)))]
async fn data(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan]): Ids<1>,
    Query(which): Query<WhichData>,
) -> Answer<Json<PageView<DataRowView>>> {
    let rows = move |app: &App| ops::loan_data(app.workspace(), &caller, &loan, which.document_type_id.as_deref());
    app.run(rows).await.map(|data| Json(PageView::whole(data)))
}
