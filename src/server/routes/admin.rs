//! What admins look after: keys, what was learned, the log, exports.

use crate::model::Role;
use crate::ops::{self, Export, ExportMode, NewKey};
use crate::server::answer::Answer;
use crate::server::app::App;
use crate::server::ask::{Body, Ids, Limit, OptionalBody, Query};
use crate::server::caller::{AsAdmin, AsOperator, AsReader};
use crate::server::idempotency::{self, CreatedSecret, Once};
use crate::views::{AuditView, ExportView, KeyView, LearnedView, NewKeyView, PageView};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(keys, create_key))
        .routes(routes!(rotate_key))
        .routes(routes!(revoke_key))
        .routes(routes!(learned))
        .routes(routes!(forget))
        .routes(routes!(audit))
        .routes(routes!(export))
}

/// List API keys
///
/// Oldest first, without their texts.
#[utoipa::path(get, path = "/keys", tag = "Keys", extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "The keys", body = PageView<KeyView>)))]
async fn keys(State(app): State<App>, AsAdmin(caller): AsAdmin) -> Answer<Json<PageView<KeyView>>> {
    app.run(move |app| ops::keys(app.workspace(), &caller, None)).await.map(|data| Json(PageView::whole(data)))
}

/// A key to be made.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct KeyDraft {
    /// What it may do.
    role: Role,
    /// What it is for.
    #[schema(max_length = 100, example = "LOS import")]
    name: Option<String>,
    /// From when on it is refused.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<String>,
}

/// Make an API key
///
/// Its text and its secret are in the answer and are never shown again.
#[utoipa::path(post, path = "/keys", tag = "Keys", request_body = KeyDraft,
    extensions(("x-role" = json!("admin")), ("x-creates" = json!(true))),
    responses((status = 201, description = "The key", body = NewKeyView)))]
async fn create_key(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    headers: HeaderMap,
    Body(wanted): Body<KeyDraft>,
) -> Answer<Response> {
    let once = Once::of(&caller, &headers, "POST /keys", &idempotency::content(&wanted));
    let create = move |app: &App| {
        let expires_at =
            wanted.expires_at.as_deref().map(|text| crate::reports::first_moment("expiresAt", text)).transpose()?;
        let new = NewKey { role: wanted.role, name: wanted.name.as_deref(), expires_at };
        ops::create_key(app.workspace(), &caller, &new).map(CreatedSecret)
    };
    idempotency::respond(&app, once, create).await
}

/// How a key is rotated.
#[derive(Deserialize, Default, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Rotation {
    /// For how many hours the old pair stays good, at most 720; 24 when nothing is said.
    #[schema(maximum = 720)]
    overlap_hours: Option<u32>,
}

/// For how many hours the old pair of a rotated key stays good when nothing is said.
const OVERLAP_HOURS: u32 = 24;

/// Rotate an API key
///
/// Gives it a new text and a new secret, which are never shown again.
#[utoipa::path(post, path = "/keys/{keyId}/rotate", tag = "Keys", params(("keyId" = String, Path, format = "uuid")),
    request_body = Option<Rotation>, extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "The key with its new text", body = NewKeyView)))]
async fn rotate_key(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Ids([key]): Ids<1>,
    OptionalBody(rotation): OptionalBody<Rotation>,
) -> Answer<Json<NewKeyView>> {
    let hours = rotation.unwrap_or_default().overlap_hours.unwrap_or(OVERLAP_HOURS);
    let overlap = Duration::from_secs(u64::from(hours) * 3600);
    app.run(move |app| ops::rotate_key(app.workspace(), &caller, &key, overlap)).await.map(Json)
}

/// Revoke an API key
///
/// It is refused from the next request on.
#[utoipa::path(delete, path = "/keys/{keyId}", tag = "Keys", params(("keyId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("admin"))), responses((status = 200, description = "The key as it is now", body = KeyView)))]
async fn revoke_key(State(app): State<App>, AsAdmin(caller): AsAdmin, Ids([key]): Ids<1>) -> Answer<Json<KeyView>> {
    app.run(move |app| ops::revoke_key(app.workspace(), &caller, &key)).await.map(Json)
}

/// List what was learned from corrections
#[utoipa::path(get, path = "/learned", tag = "Learning", extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "Labels and titles", body = PageView<LearnedView>)))]
async fn learned(State(app): State<App>, AsReader(caller): AsReader) -> Answer<Json<PageView<LearnedView>>> {
    app.run(move |app| ops::learned(app.workspace(), &caller)).await.map(|data| Json(PageView::whole(data)))
}

/// Forget something that was learned
#[utoipa::path(delete, path = "/learned/{learnedId}", tag = "Learning", params(("learnedId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("admin"))), responses((status = 204, description = "It is forgotten")))]
async fn forget(State(app): State<App>, AsAdmin(caller): AsAdmin, Ids([id]): Ids<1>) -> Answer<StatusCode> {
    app.run(move |app| ops::forget(app.workspace(), &caller, &id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which entries.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Which {
    /// Only those about the record of this id.
    subject_id: Option<String>,
    /// How many, 1 to 500.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 500, default = 10)]
    limit: Limit,
    /// `nextCursor` of the page before.
    #[param(pattern = "^[A-Za-z0-9_-]+$")]
    cursor: Option<String>,
}

/// List the log of changes
///
/// Oldest first; each entry carries a hash over itself and the one before.
#[utoipa::path(get, path = "/audit", tag = "Log", params(Which), extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "A page of entries", body = PageView<AuditView>)))]
async fn audit(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Query(which): Query<Which>,
) -> Answer<Json<PageView<AuditView>>> {
    let page = which.limit.page(which.cursor);
    app.run(move |app| ops::audit_page(app.workspace(), &caller, which.subject_id.as_deref(), 0, &page)).await.map(Json)
}

/// How a loan is exported.
#[derive(Deserialize, Default, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Pushed {
    /// Where to, by its name in the settings; the tenant's own when nothing is said.
    target: Option<String>,
    /// Whether it is only told what would be pushed.
    #[serde(default)]
    dry_run: bool,
}

/// Export a loan
///
/// Pushes the documents that passed; tells which stay back and why.
#[utoipa::path(post, path = "/loans/{loanId}/export", tag = "Export", params(("loanId" = String, Path, format = "uuid")),
    request_body = Option<Pushed>, extensions(("x-role" = json!("operator"))),
    responses((status = 200, description = "What became of each document", body = ExportView)))]
async fn export(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([loan]): Ids<1>,
    OptionalBody(pushed): OptionalBody<Pushed>,
) -> Answer<Json<ExportView>> {
    let pushed = pushed.unwrap_or_default();
    let export = move |app: &App| {
        let mode = if pushed.dry_run { ExportMode::DryRun } else { ExportMode::Push };
        ops::loan(app.workspace(), &caller, &loan)?;
        let input = Export { loan: Some(&loan), target: pushed.target.as_deref(), mode, stop: app.stopping() };
        let report = ops::export(app.workspace(), &caller, &input).map_err(idempotency::as_value)?;
        report.broken_off.map_or(Ok(report.view), Err)
    };
    app.run(export).await.map(Json)
}
