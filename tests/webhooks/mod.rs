//! Webhooks: who is told what, where, how it is signed, and what becomes of it when receivers misbehave.

mod addresses;
mod attempts;
pub mod outbox;
mod program;
pub mod receiver;
mod registration;
mod retries;

use crate::support::{Engine, w2};
use loanfile::model::{Delivery, DeliveryId, EventId, Timestamp, WebhookEventType, WebhookId};
use loanfile::ops::{self, DeliveryQuery, DeliveryRound, NewWebhook};
use loanfile::settings::WebhookSettings;
use loanfile::store::TenantSettings;
use loanfile::views::{DeliveryView, NewWebhookView};
use loanfile::workspace::{Clock, Workspace};
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// A workspace whose webhooks may be told on this machine, with a clock that the test sets.
struct Hooks {
    engine: Engine,
    start: Timestamp,
    ids: AtomicU64,
}

impl Hooks {
    fn new() -> Self {
        let mut engine = Engine::new();
        engine.set(TenantSettings { webhooks_enabled: true, ..TenantSettings::default() });
        engine.workspace.settings.webhooks = settings();
        let start = engine.workspace.now();
        Self { engine, start, ids: AtomicU64::new(0) }
    }

    /// Goes to a moment so many seconds after the start, as if the program had been started again then.
    fn at(&mut self, seconds: u64) {
        self.at_moment(self.start.plus(Duration::from_secs(seconds)));
    }

    fn at_moment(&mut self, moment: Timestamp) {
        self.engine.workspace = self.opened(moment);
    }

    /// Opens the workspace as another process does at a moment.
    fn opened(&self, moment: Timestamp) -> Workspace {
        let id = AtomicU64::new(self.ids.fetch_add(100_000, Ordering::Relaxed));
        let clock = Clock::Counting { now: AtomicI64::new(moment.micros()), id };
        let mut workspace = Workspace::open_with_clock(self.engine.workspace.root(), clock).unwrap();
        workspace.settings.webhooks = settings();
        workspace
    }

    fn add(&self, url: &str) -> NewWebhookView {
        let new = NewWebhook { url, event_types: &[], description: None };
        ops::create_webhook(&self.engine.workspace, &self.engine.caller, &new).unwrap()
    }

    /// Reads a form, so that its results are to be told.
    fn read_a_form(&self) {
        self.engine.ingest("L-17", "w2.pdf", &[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]);
        self.engine.process();
    }

    /// Puts something into the outbox that is due now.
    fn put(&self, webhook: WebhookId, number: u32) -> EventId {
        let workspace = &self.engine.workspace;
        let (id, event) = (DeliveryId::new(workspace.new_id()), EventId::new(workspace.new_id()));
        let body = json!({ "type": "extraction.completed", "data": { "number": number } }).to_string();
        let kind = WebhookEventType::ExtractionCompleted;
        let delivery = Delivery::new(id, webhook, event, kind, &body, workspace.now());
        let tenant = self.engine.caller.tenant.id;
        workspace.store.write(|writer| writer.add_delivery(tenant, &delivery)).unwrap();
        event
    }

    fn deliver(&self) -> DeliveryRound {
        ops::deliver_webhooks(&self.engine.workspace, &AtomicBool::new(false)).unwrap()
    }

    /// Returns what a webhook was told, oldest first.
    fn told(&self, webhook: WebhookId) -> Vec<DeliveryView> {
        let query = DeliveryQuery { limit: Some(500), ..DeliveryQuery::default() };
        let (workspace, caller) = (&self.engine.workspace, &self.engine.caller);
        let mut all = ops::webhook_deliveries(workspace, caller, &webhook.to_string(), &query).unwrap().data;
        all.reverse();
        all
    }
}

/// Receivers of tests are on this machine, and those that hang are not waited for long.
fn settings() -> WebhookSettings {
    WebhookSettings { allow_http: true, allow_private_addresses: true, allow_any_port: true, attempt_seconds: 1 }
}
