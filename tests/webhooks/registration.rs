//! Webhooks as an admin keeps them: who may, what is shown, what the log says, how secrets change.

use super::Hooks;
use super::outbox::is_signed;
use super::receiver::Receiver;
use crate::support::Engine;
use loanfile::error::{Error, ErrorKind};
use loanfile::model::{DeliveryStatus, Role};
use loanfile::ops::{self, Caller, DeliveryQuery, NewWebhook, WebhookChange};
use std::collections::BTreeSet;

const URL: &str = "https://hooks.example.com/loanfile?key=k3y";

/// Does everything that can be done with webhooks; returns how each thing was refused.
fn refusals(engine: &Engine, caller: &Caller) -> Vec<Error> {
    let workspace = &engine.workspace;
    let new = NewWebhook { url: URL, event_types: &[], description: None };
    [
        ops::create_webhook(workspace, caller, &new).err(),
        ops::webhooks(workspace, caller).err(),
        ops::webhook(workspace, caller, "4fd2").err(),
        ops::update_webhook(workspace, caller, "4fd2", &WebhookChange::default()).err(),
        ops::rotate_webhook_secret(workspace, caller, "4fd2").err(),
        ops::remove_webhook(workspace, caller, "4fd2").err(),
        ops::test_webhook(workspace, caller, "4fd2").err(),
        ops::webhook_deliveries(workspace, caller, "4fd2", &DeliveryQuery::default()).err(),
        ops::redeliver(workspace, caller, "4fd2", "90c1").err(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[test]
fn nothing_can_be_done_before_webhooks_are_enabled_and_by_admins_only() {
    let engine = Engine::new();
    let refused = refusals(&engine, &engine.caller);
    assert_eq!(refused.len(), 9);
    for error in refused {
        assert_eq!(error.kind(), ErrorKind::NotPermitted);
        assert_eq!(error.to_string(), "webhooks are not enabled for tenant default");
    }
    let hooks = Hooks::new();
    for role in [Role::Reader, Role::Operator] {
        let lesser = Caller { role, ..hooks.engine.caller.clone() };
        let refused = refusals(&hooks.engine, &lesser);
        assert_eq!(refused.len(), 9);
        for error in refused {
            assert_eq!(error.kind(), ErrorKind::NotPermitted);
            assert!(error.to_string().contains("it needs admin"), "{error}");
        }
    }
}

#[test]
fn a_secret_is_shown_once_and_in_no_log() {
    let hooks = Hooks::new();
    let (workspace, caller) = (&hooks.engine.workspace, &hooks.engine.caller);
    let made = hooks.add(URL);
    assert!(made.secret.starts_with("whsec_") && made.secret.len() == 6 + 44, "{}", made.secret);
    let name = made.webhook.webhook_id.to_string();
    let rotated = ops::rotate_webhook_secret(workspace, caller, &name).unwrap();
    assert_ne!(rotated.secret, made.secret);
    assert!(rotated.webhook.previous_secret_ends_at.is_some());
    ops::update_webhook(workspace, caller, &name, &WebhookChange { active: Some(false), ..WebhookChange::default() })
        .unwrap();
    let shown = serde_json::to_string(&ops::webhook(workspace, caller, &name).unwrap()).unwrap();
    ops::remove_webhook(workspace, caller, &name).unwrap();
    assert_eq!(ops::webhook(workspace, caller, &name).err().unwrap().kind(), ErrorKind::NotFound);
    let entries = ops::audit(workspace, caller, Some(&name), 0, 100).unwrap();
    let actions: Vec<&str> = entries.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(actions, ["webhook.create", "webhook.rotate", "webhook.update", "webhook.remove"]);
    let logged = serde_json::to_string(&entries).unwrap();
    assert!(logged.contains("hooks.example.com"));
    for secret in [made.secret.as_str(), rotated.secret.as_str(), "whsec_", "k3y"] {
        assert!(!logged.contains(secret), "{logged}");
    }
    assert!(!shown.contains("whsec_"), "{shown}");
}

#[test]
fn both_secrets_sign_for_a_day() {
    let mut hooks = Hooks::new();
    let receiver = Receiver::answering(200);
    let made = hooks.add(&receiver.url());
    let (webhook, name) = (made.webhook.webhook_id, made.webhook.webhook_id.to_string());
    let rotated = ops::rotate_webhook_secret(&hooks.engine.workspace, &hooks.engine.caller, &name).unwrap();
    hooks.put(webhook, 1);
    hooks.deliver();
    let first = receiver.seen().remove(0);
    assert_eq!(first.header("x-service-webhook-signature").split(' ').count(), 2);
    assert!(is_signed(&first, &made.secret) && is_signed(&first, &rotated.secret));
    assert!(!is_signed(&first, &hooks.add(URL).secret));
    hooks.at(24 * 3600 + 60);
    hooks.put(webhook, 2);
    hooks.deliver();
    let second = receiver.seen().remove(1);
    assert_eq!(second.header("x-service-webhook-signature").split(' ').count(), 1);
    let shown = ops::webhook(&hooks.engine.workspace, &hooks.engine.caller, &name).unwrap();
    assert_eq!(shown.previous_secret_ends_at, None);
}

#[test]
fn what_cannot_be_is_refused() {
    let hooks = Hooks::new();
    let (workspace, caller) = (&hooks.engine.workspace, &hooks.engine.caller);
    let create = |url: &str, types: &[&str], description: Option<&str>| {
        let event_types: Vec<String> = types.iter().map(ToString::to_string).collect();
        let new = NewWebhook { url, event_types: &event_types, description };
        ops::create_webhook(workspace, caller, &new).err().map(|error| error.kind())
    };
    let invalid = Some(ErrorKind::InvalidInput);
    assert_eq!(create("no address", &[], None), invalid);
    assert_eq!(create(URL, &["loan.closed"], None), invalid);
    assert_eq!(create(URL, &["webhook.test"], None), invalid, "nobody registers for tests");
    assert_eq!(create(URL, &[], Some(&"x".repeat(201))), invalid);
    assert_eq!(create(URL, &[], Some("two\nlines")), invalid);
    assert_eq!(create(URL, &["extraction.completed", "extraction.completed"], Some("  ")), None);
    assert_eq!(create(URL, &[], None), Some(ErrorKind::Conflict));
    let listed = ops::webhooks(workspace, caller).unwrap();
    assert_eq!((listed.len(), listed[0].event_types.len(), &listed[0].description), (1, 1, &None));
    for number in 1..50 {
        assert_eq!(create(&format!("https://hooks.example.com/{number}"), &[], None), None);
    }
    assert_eq!(create("https://hooks.example.com/50", &[], None), Some(ErrorKind::Conflict));
}

#[test]
fn a_change_says_what_is_to_change_and_nothing_else() {
    let hooks = Hooks::new();
    let (workspace, caller) = (&hooks.engine.workspace, &hooks.engine.caller);
    let name = hooks.add(URL).webhook.webhook_id.to_string();
    let types = ["classification.completed".to_string()];
    let change = WebhookChange { event_types: Some(&types), description: Some("LOS"), ..WebhookChange::default() };
    let changed = ops::update_webhook(workspace, caller, &name, &change).unwrap();
    assert_eq!((changed.url.as_str(), changed.description.as_deref()), (URL, Some("LOS")));
    assert_eq!((changed.event_types.len(), changed.active), (1, true));
    let entries = ops::audit(workspace, caller, Some(&name), 0, 100).unwrap().len();
    let same = ops::update_webhook(workspace, caller, &name, &change).unwrap();
    assert_eq!(same.updated_at, changed.updated_at, "nothing was changed");
    assert_eq!(ops::audit(workspace, caller, Some(&name), 0, 100).unwrap().len(), entries);
    let bad = WebhookChange { url: Some("ftp://hooks.example.com"), ..WebhookChange::default() };
    let refused = ops::update_webhook(workspace, caller, &name, &bad).err().unwrap();
    assert_eq!(refused.kind(), ErrorKind::InvalidInput);
    let ending = &name[name.len() - 6..];
    assert_eq!(ops::webhook(workspace, caller, ending).unwrap().webhook_id.to_string(), name);
}

#[test]
fn another_tenants_webhook_does_not_exist() {
    let hooks = Hooks::new();
    let workspace = &hooks.engine.workspace;
    let made = hooks.add(URL);
    let delivery = hooks.put(made.webhook.webhook_id, 1);
    ops::create_tenant(workspace, "tester", "other").unwrap();
    let other = ops::caller(workspace, "other", "tester").unwrap();
    let settings = workspace.store.read(|reader| reader.tenant_settings(hooks.engine.caller.tenant.id)).unwrap();
    workspace.store.write(|writer| writer.save_tenant_settings(other.tenant.id, &settings)).unwrap();
    let name = made.webhook.webhook_id.to_string();
    assert!(ops::webhooks(workspace, &other).unwrap().is_empty());
    for error in [
        ops::webhook(workspace, &other, &name).err(),
        ops::update_webhook(workspace, &other, &name, &WebhookChange::default()).err(),
        ops::rotate_webhook_secret(workspace, &other, &name).err(),
        ops::remove_webhook(workspace, &other, &name).err(),
        ops::test_webhook(workspace, &other, &name).err(),
        ops::webhook_deliveries(workspace, &other, &name, &DeliveryQuery::default()).err(),
        ops::redeliver(workspace, &other, &name, &delivery.to_string()).err(),
    ] {
        assert_eq!(error.unwrap().kind(), ErrorKind::NotFound);
    }
}

#[test]
fn a_test_is_sent_once_and_its_outcome_is_told() {
    let hooks = Hooks::new();
    let (workspace, caller) = (&hooks.engine.workspace, &hooks.engine.caller);
    let (good, bad) = (Receiver::answering(200), Receiver::answering(500));
    let made = hooks.add(&good.url());
    let tried = ops::test_webhook(workspace, caller, &made.webhook.webhook_id.to_string()).unwrap();
    assert_eq!((tried.status, tried.response_status, tried.attempts), (DeliveryStatus::Delivered, Some(200), 1));
    let seen = good.seen().remove(0);
    assert!(is_signed(&seen, &made.secret));
    let body: serde_json::Value = serde_json::from_str(&seen.body).unwrap();
    assert_eq!(body["type"], "webhook.test");
    assert_eq!(body["data"]["webhookId"], made.webhook.webhook_id.to_string());
    let failing = hooks.add(&bad.url()).webhook.webhook_id.to_string();
    let tried = ops::test_webhook(workspace, caller, &failing).unwrap();
    assert_eq!((tried.status, tried.next_attempt_at), (DeliveryStatus::Failed, None));
    assert_eq!(tried.error.as_deref(), Some("the answer was 500"));
    assert_eq!(hooks.deliver().tried, 0, "a test is not tried again");
}

#[test]
fn pages_of_deliveries_neither_repeat_nor_skip() {
    let hooks = Hooks::new();
    let (workspace, caller) = (&hooks.engine.workspace, &hooks.engine.caller);
    let webhook = hooks.add(URL).webhook.webhook_id;
    let name = webhook.to_string();
    let events: BTreeSet<String> = (0..7).map(|number| hooks.put(webhook, number).to_string()).collect();
    let mut seen = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let query = DeliveryQuery { cursor: cursor.as_deref(), limit: Some(3), status: None };
        let page = ops::webhook_deliveries(workspace, caller, &name, &query).unwrap();
        seen.extend(page.data.iter().map(|delivery| delivery.event_id.to_string()));
        // What comes in between stands before the first page.
        hooks.put(webhook, 99);
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen.len(), 7);
    assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), events);
    let count = |status| {
        let query = DeliveryQuery { status: Some(status), limit: Some(500), cursor: None };
        ops::webhook_deliveries(workspace, caller, &name, &query).unwrap().data.len()
    };
    assert_eq!((count(DeliveryStatus::Pending), count(DeliveryStatus::Failed)), (10, 0));
    for query in [
        DeliveryQuery { limit: Some(0), ..DeliveryQuery::default() },
        DeliveryQuery { limit: Some(501), ..DeliveryQuery::default() },
        DeliveryQuery { cursor: Some("x"), ..DeliveryQuery::default() },
        DeliveryQuery { cursor: Some("0199c0de00007000800000000000abcd"), ..DeliveryQuery::default() },
    ] {
        let refused = ops::webhook_deliveries(workspace, caller, &name, &query).err().unwrap();
        assert_eq!(refused.kind(), ErrorKind::InvalidInput, "{query:?}");
    }
}
