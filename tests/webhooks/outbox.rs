//! What is told of a document that was read: to whom, in which words, under which signature.

use super::Hooks;
use super::receiver::{Received, Receiver};
use crate::support::Engine;
use loanfile::ops::{self, EventQuery, NewWebhook, WebhookChange};
use loanfile::store::TenantSettings;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::Value;
use standardwebhooks::Webhook;

/// Checks a signature as a receiver does, with a library that knows nothing of this program.
pub fn is_signed(seen: &Received, secret: &str) -> bool {
    let mut headers = HeaderMap::new();
    for (ours, theirs) in [
        ("x-service-webhook-id", "webhook-id"),
        ("x-service-webhook-timestamp", "webhook-timestamp"),
        ("x-service-webhook-signature", "webhook-signature"),
    ] {
        headers.insert(theirs, HeaderValue::from_str(seen.header(ours)).unwrap());
    }
    Webhook::new(secret).unwrap().verify(seen.body.as_bytes(), &headers).is_ok()
}

fn results(engine: &Engine) -> Vec<Value> {
    let types = Some("CLASSIFICATION_RESULT,EXTRACTION_RESULT");
    let query = EventQuery { types, limit: Some(500), ..EventQuery::default() };
    let page = ops::events(&engine.workspace, &engine.caller, &query).unwrap();
    page.data.iter().map(|event| serde_json::to_value(event).unwrap()).collect()
}

#[test]
fn results_are_told_with_ids_and_counts_and_no_values() {
    let hooks = Hooks::new();
    let receiver = Receiver::answering(200);
    let made = hooks.add(&receiver.url());
    hooks.read_a_form();
    let round = hooks.deliver();
    assert_eq!((round.tried, round.delivered, round.next_due), (2, 2, None));
    let events = results(&hooks.engine);
    let mut seen = receiver.seen();
    seen.sort_by_key(|seen| events.iter().position(|event| event["eventId"] == seen.id()));
    let told: Vec<Value> = seen.iter().map(|seen| serde_json::from_str(&seen.body).unwrap()).collect();
    for ((told, event), seen) in told.iter().zip(&events).zip(&seen) {
        assert_eq!(seen.id(), event["eventId"]);
        assert_eq!(seen.header("content-type"), "application/json");
        assert!(seen.header("user-agent").starts_with("loanfile/"));
        assert_eq!(told["timestamp"], event["occurredAt"]);
        for (member, value) in event["payload"].as_object().unwrap() {
            assert_eq!(&told["data"][member], value, "{member}");
        }
        for member in ["tenantId", "loanId", "documentId"] {
            assert_eq!(told["data"][member], event[member], "{member}");
        }
        assert!(is_signed(seen, &made.secret), "{seen:?}");
        for value in ["Ada", "Moreno", "6789", "61,000", "61000", "Granite", "L-17", "w2.pdf"] {
            assert!(!seen.body.contains(value), "{value} is told: {}", seen.body);
        }
    }
    assert_eq!(
        (&told[0]["type"], &told[1]["type"]),
        (&"classification.completed".into(), &"extraction.completed".into())
    );
    assert_eq!(told[0]["data"]["documentTypeId"], "w2");
    assert!(told[1]["data"]["fieldCount"].as_u64().unwrap() > 0);
    let mut changed = seen[0].clone();
    changed.body = changed.body.replace("w2", "w3");
    assert!(!is_signed(&changed, &made.secret), "another body has another signature");
}

#[test]
fn only_those_are_told_who_want_it_at_that_time() {
    let mut hooks = Hooks::new();
    let receivers = [(); 4].map(|()| Receiver::answering(200));
    let (workspace, caller) = (&hooks.engine.workspace, &hooks.engine.caller);
    let types = ["extraction.completed".to_string()];
    let new = NewWebhook { url: &receivers[0].url(), event_types: &types, description: None };
    let one = ops::create_webhook(workspace, caller, &new).unwrap().webhook.webhook_id;
    let paused = hooks.add(&receivers[1].url()).webhook.webhook_id;
    let change = WebhookChange { active: Some(false), ..WebhookChange::default() };
    ops::update_webhook(workspace, caller, &paused.to_string(), &change).unwrap();
    let all = hooks.add(&receivers[2].url()).webhook.webhook_id;
    ops::create_tenant(workspace, "tester", "other").unwrap();
    let other = ops::caller(workspace, "other", "tester").unwrap();
    let enabled = TenantSettings { webhooks_enabled: true, ..TenantSettings::default() };
    workspace.store.write(|writer| writer.save_tenant_settings(other.tenant.id, &enabled)).unwrap();
    let theirs = NewWebhook { url: &receivers[3].url(), event_types: &[], description: None };
    ops::create_webhook(workspace, &other, &theirs).unwrap();
    hooks.read_a_form();
    hooks.deliver();
    let counts: Vec<usize> = receivers.iter().map(|receiver| receiver.seen().len()).collect();
    assert_eq!(counts, [1, 0, 2, 0]);
    assert!(receivers[0].seen()[0].body.contains("extraction.completed"));
    assert_eq!((hooks.told(one).len(), hooks.told(paused).len(), hooks.told(all).len()), (1, 0, 2));
    hooks.engine.set(TenantSettings::default());
    hooks.engine.ingest("L-18", "w2.pdf", &[&crate::support::w2("Bo Lind", "123-45-6780", 2024, "50,000.00")]);
    hooks.engine.process();
    assert_eq!(hooks.deliver().tried, 0);
    hooks.engine.set(TenantSettings { webhooks_enabled: true, ..TenantSettings::default() });
    assert_eq!(hooks.told(all).len(), 2, "while webhooks are off nothing is written for them");
}

#[test]
fn what_waits_is_not_told_while_webhooks_are_off() {
    let mut hooks = Hooks::new();
    let receiver = Receiver::answering(200);
    hooks.add(&receiver.url());
    hooks.read_a_form();
    hooks.engine.set(TenantSettings::default());
    let round = hooks.deliver();
    assert_eq!((round.tried, round.next_due), (0, None));
    hooks.engine.set(TenantSettings { webhooks_enabled: true, ..TenantSettings::default() });
    assert_eq!(hooks.deliver().delivered, 2);
}
