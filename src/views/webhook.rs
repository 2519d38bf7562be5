//! Webhooks, and what they were told.

use crate::model::{Delivery, DeliveryId, DeliveryStatus, EventId, Timestamp, Webhook, WebhookEventType, WebhookId};
use serde::Serialize;
use utoipa::ToSchema;

/// A webhook without its secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct WebhookView {
    pub webhook_id: WebhookId,
    pub url: String,
    pub event_types: Vec<WebhookEventType>,
    pub description: Option<String>,
    pub active: bool,
    /// Why the program stopped telling it; null when it did not.
    pub disabled_reason: Option<String>,
    /// Until when the secret before signs too; null when it does not.
    pub previous_secret_ends_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl WebhookView {
    /// Shows a webhook as it is at a moment.
    pub fn new(webhook: &Webhook, now: Timestamp) -> Self {
        Self {
            webhook_id: webhook.id,
            url: webhook.url.clone(),
            event_types: webhook.event_types.clone(),
            description: webhook.description.clone(),
            active: webhook.active,
            disabled_reason: webhook.disabled_reason.clone(),
            previous_secret_ends_at: webhook.previous.as_ref().map(|(_, until)| *until).filter(|until| now < *until),
            created_at: webhook.created_at,
            updated_at: webhook.updated_at,
        }
    }
}

/// A webhook whose secret was just made: the only shape that shows it, once.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct NewWebhookView {
    #[serde(flatten)]
    pub webhook: WebhookView,
    pub secret: String,
}

/// Something that a webhook was told, or is to be told.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DeliveryView {
    pub delivery_id: DeliveryId,
    pub webhook_id: WebhookId,
    /// What the receiver gets as `x-service-webhook-id`.
    pub event_id: EventId,
    pub event_type: WebhookEventType,
    pub status: DeliveryStatus,
    pub attempts: u32,
    pub next_attempt_at: Option<Timestamp>,
    pub response_status: Option<u16>,
    pub error: Option<String>,
    pub created_at: Timestamp,
    pub delivered_at: Option<Timestamp>,
}

impl From<Delivery> for DeliveryView {
    fn from(delivery: Delivery) -> Self {
        Self {
            delivery_id: delivery.id,
            webhook_id: delivery.webhook,
            event_id: delivery.event,
            event_type: delivery.event_type,
            status: delivery.status,
            attempts: delivery.attempts,
            next_attempt_at: delivery.next_attempt_at,
            response_status: delivery.response_status,
            error: delivery.error,
            created_at: delivery.created_at,
            delivered_at: delivery.delivered_at,
        }
    }
}

/// A page of what a webhook was told, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DeliveriesView {
    pub data: Vec<DeliveryView>,
    pub next_cursor: Option<String>,
}
