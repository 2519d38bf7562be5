//! Webhooks.

use crate::model::DeliveryStatus;
use crate::ops::{self, DeliveryQuery, NewWebhook, WebhookChange};
use crate::server::answer::Answer;
use crate::server::app::App;
use crate::server::ask::{Body, Ids, Limit, Query};
use crate::server::caller::AsAdmin;
use crate::server::idempotency::{self, CreatedSecret, Once};
use crate::views::{DeliveriesView, DeliveryView, NewWebhookView, PageView, WebhookView};
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
        .routes(routes!(show, update, remove))
        .routes(routes!(rotate))
        .routes(routes!(test))
        .routes(routes!(deliveries))
        .routes(routes!(redeliver))
}

/// List webhooks
#[utoipa::path(get, path = "/webhooks", tag = "Webhooks", extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "The webhooks, without their secrets", body = PageView<WebhookView>)))]
async fn list(State(app): State<App>, AsAdmin(caller): AsAdmin) -> Answer<Json<PageView<WebhookView>>> {
    app.run(move |app| ops::webhooks(app.workspace(), &caller)).await.map(|data| Json(PageView::whole(data)))
}

/// A webhook to be made.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WebhookDraft {
    /// Where it is told.
    #[schema(example = "https://hooks.example.com/loanfile")]
    url: String,
    /// Of what: `classification.completed`, `extraction.completed`; of everything when nothing is said.
    #[serde(default)]
    event_types: Vec<String>,
    /// What it is for.
    description: Option<String>,
}

/// Register a webhook
///
/// The secret that signs deliveries is in the answer and is never shown again.
#[utoipa::path(post, path = "/webhooks", tag = "Webhooks", request_body = WebhookDraft,
    extensions(("x-role" = json!("admin")), ("x-creates" = json!(true))),
    responses((status = 201, description = "The webhook with its secret", body = NewWebhookView)))]
async fn create(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    headers: HeaderMap,
    Body(wanted): Body<WebhookDraft>,
) -> Answer<Response> {
    let once = Once::of(&caller, &headers, "POST /webhooks", &idempotency::content(&wanted));
    let create = move |app: &App| {
        let description = wanted.description.as_deref();
        let new = NewWebhook { url: &wanted.url, event_types: &wanted.event_types, description };
        ops::create_webhook(app.workspace(), &caller, &new).map(CreatedSecret)
    };
    idempotency::respond(&app, once, create).await
}

/// Read a webhook
#[utoipa::path(get, path = "/webhooks/{webhookId}", tag = "Webhooks", params(("webhookId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("admin"))), responses((status = 200, description = "The webhook", body = WebhookView)))]
async fn show(State(app): State<App>, AsAdmin(caller): AsAdmin, Ids([id]): Ids<1>) -> Answer<Json<WebhookView>> {
    app.run(move |app| ops::webhook(app.workspace(), &caller, &id)).await.map(Json)
}

/// What changes of a webhook; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WebhookEdit {
    /// Where it is told.
    url: Option<String>,
    /// Of what.
    event_types: Option<Vec<String>>,
    /// What it is for; empty for nothing.
    description: Option<String>,
    /// Whether it is told.
    active: Option<bool>,
}

/// Change a webhook
#[utoipa::path(put, path = "/webhooks/{webhookId}", tag = "Webhooks", params(("webhookId" = String, Path, format = "uuid")),
    request_body = WebhookEdit, extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "The webhook as it is now", body = WebhookView)))]
async fn update(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Ids([id]): Ids<1>,
    Body(change): Body<WebhookEdit>,
) -> Answer<Json<WebhookView>> {
    let update = move |app: &App| {
        let wanted = WebhookChange {
            url: change.url.as_deref(),
            event_types: change.event_types.as_deref(),
            description: change.description.as_deref(),
            active: change.active,
        };
        ops::update_webhook(app.workspace(), &caller, &id, &wanted)
    };
    app.run(update).await.map(Json)
}

/// Remove a webhook
///
/// With all that it was told and had to be told.
#[utoipa::path(delete, path = "/webhooks/{webhookId}", tag = "Webhooks", params(("webhookId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("admin"))), responses((status = 204, description = "It is gone")))]
async fn remove(State(app): State<App>, AsAdmin(caller): AsAdmin, Ids([id]): Ids<1>) -> Answer<StatusCode> {
    app.run(move |app| ops::remove_webhook(app.workspace(), &caller, &id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Rotate a webhook's secret
///
/// For a day both secrets sign.
#[utoipa::path(post, path = "/webhooks/{webhookId}/rotate", tag = "Webhooks", params(("webhookId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "The webhook with its new secret", body = NewWebhookView)))]
async fn rotate(State(app): State<App>, AsAdmin(caller): AsAdmin, Ids([id]): Ids<1>) -> Answer<Json<NewWebhookView>> {
    app.run(move |app| ops::rotate_webhook_secret(app.workspace(), &caller, &id)).await.map(Json)
}

/// Send a webhook a test
///
/// Now and once; the answer says what became of it.
#[utoipa::path(post, path = "/webhooks/{webhookId}/test", tag = "Webhooks", params(("webhookId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "The delivery", body = DeliveryView)))]
async fn test(State(app): State<App>, AsAdmin(caller): AsAdmin, Ids([id]): Ids<1>) -> Answer<Json<DeliveryView>> {
    app.run(move |app| ops::test_webhook(app.workspace(), &caller, &id)).await.map(Json)
}

/// Which deliveries.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Which {
    /// In this state.
    status: Option<DeliveryStatus>,
    /// How many, 1 to 500.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 500, default = 10)]
    limit: Limit,
    /// `nextCursor` of the page before.
    #[param(pattern = "^[A-Za-z0-9_-]+$")]
    cursor: Option<String>,
}

/// List a webhook's deliveries
///
/// Newest first.
#[utoipa::path(get, path = "/webhooks/{webhookId}/deliveries", tag = "Webhooks",
    params(("webhookId" = String, Path, format = "uuid"), Which), extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "A page of deliveries", body = DeliveriesView)))]
async fn deliveries(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Ids([id]): Ids<1>,
    Query(which): Query<Which>,
) -> Answer<Json<DeliveriesView>> {
    let list = move |app: &App| {
        let query = DeliveryQuery { status: which.status, cursor: which.cursor.as_deref(), limit: Some(which.limit.0) };
        ops::webhook_deliveries(app.workspace(), &caller, &id, &query)
    };
    app.run(list).await.map(Json)
}

/// Deliver something again
#[utoipa::path(post, path = "/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", tag = "Webhooks",
    params(("webhookId" = String, Path, format = "uuid"), ("deliveryId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("admin")), ("x-conflict" = json!(true))),
    responses((status = 200, description = "The delivery, which is due now", body = DeliveryView)))]
async fn redeliver(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Ids([id, delivery]): Ids<2>,
) -> Answer<Json<DeliveryView>> {
    let again = move |app: &App| {
        let due = ops::redeliver(app.workspace(), &caller, &id, &delivery)?;
        app.ring();
        Ok(due)
    };
    app.run(again).await.map(Json)
}
