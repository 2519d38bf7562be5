//! Webhooks: who is told of results over HTTP, and what became of it.

use super::{DeliveryId, DeliveryStatus, EventId, EventType, Secret, Timestamp, WebhookEventType, WebhookId};

/// Somebody who is told of results.
#[derive(Debug, Clone, PartialEq)]
pub struct Webhook {
    /// Its id.
    pub id: WebhookId,
    /// Where it is told; may hold what only its owner should know.
    pub url: String,
    /// Of what.
    pub event_types: Vec<WebhookEventType>,
    /// What it is for, in its owner's words.
    pub description: Option<String>,
    /// Whether it is told.
    pub active: bool,
    /// Why the program stopped telling it.
    pub disabled_reason: Option<String>,
    /// What deliveries are signed with.
    pub secret: Secret,
    /// The secret before, and until when it signs too.
    pub previous: Option<(Secret, Timestamp)>,
    /// Since when every try failed.
    pub failing_since: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

impl Webhook {
    /// Returns the secrets that sign at a moment, the newest first.
    pub fn signing_secrets(&self, now: Timestamp) -> Vec<Secret> {
        let previous = self.previous.iter().filter(|(_, until)| now < *until).map(|(secret, _)| secret.clone());
        std::iter::once(self.secret.clone()).chain(previous).collect()
    }
}

/// Something that a webhook is told.
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery {
    /// Its id.
    pub id: DeliveryId,
    /// Who is told.
    pub webhook: WebhookId,
    /// The event; receivers know repetitions by it.
    pub event: EventId,
    /// What it says.
    pub event_type: WebhookEventType,
    /// What is sent, byte for byte.
    pub body: String,
    /// What became of it.
    pub status: DeliveryStatus,
    /// How often it was tried in all.
    pub attempts: u32,
    /// How often it was tried since it was begun.
    pub rung: u32,
    /// When it was first tried; anew when someone has it delivered again.
    pub begun_at: Option<Timestamp>,
    /// When it is to be tried.
    pub next_attempt_at: Option<Timestamp>,
    /// What the last try was answered with.
    pub response_status: Option<u16>,
    /// Why the last try failed.
    pub error: Option<String>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it was delivered.
    pub delivered_at: Option<Timestamp>,
}

impl Delivery {
    /// Makes one that is due at once.
    pub fn new(
        id: DeliveryId,
        webhook: WebhookId,
        event: EventId,
        event_type: WebhookEventType,
        body: &str,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            webhook,
            event,
            event_type,
            body: body.to_string(),
            status: DeliveryStatus::Pending,
            attempts: 0,
            rung: 0,
            begun_at: None,
            next_attempt_at: Some(now),
            response_status: None,
            error: None,
            created_at: now,
            delivered_at: None,
        }
    }
}

impl WebhookEventType {
    /// Returns what webhooks are told of an event; `None` for one that they are not told of.
    pub fn of(event_type: EventType) -> Option<Self> {
        match event_type {
            EventType::ClassificationResult => Some(Self::ClassificationCompleted),
            EventType::ExtractionResult => Some(Self::ExtractionCompleted),
            _ => None,
        }
    }
}
