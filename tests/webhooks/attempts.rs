//! What receivers do, and what that means.

use super::Hooks;
use super::receiver::{Behaviour, Receiver};
use loanfile::model::DeliveryStatus;
use loanfile::ops::{self, DeliveryQuery};
use std::time::{Duration, Instant};

/// Tells a receiver once; returns what came of it: the state, the status of the answer, and why it failed.
fn outcome(receiver: &Receiver) -> (DeliveryStatus, Option<u16>, Option<String>) {
    let hooks = Hooks::new();
    let webhook = hooks.add(&receiver.url()).webhook.webhook_id;
    hooks.put(webhook, 1);
    let round = hooks.deliver();
    assert_eq!(round.tried, 1);
    let told = hooks.told(webhook).remove(0);
    assert_eq!(round.delivered, u64::from(told.status == DeliveryStatus::Delivered));
    (told.status, told.response_status, told.error)
}

#[test]
fn only_a_2xx_counts() {
    for status in [200, 201, 202, 204, 299] {
        assert_eq!(outcome(&Receiver::answering(status)), (DeliveryStatus::Delivered, Some(status), None));
    }
    for status in [300, 304, 400, 401, 404, 429, 500, 503] {
        let (state, answered, why) = outcome(&Receiver::answering(status));
        assert_eq!((state, answered), (DeliveryStatus::Pending, Some(status)), "{status}");
        assert!(why.unwrap().contains(&status.to_string()));
    }
}

#[test]
fn a_receiver_that_hangs_is_given_up_in_time() {
    let began = Instant::now();
    let hangs = outcome(&Receiver::start(|_| Behaviour::Hang));
    assert_eq!(hangs, (DeliveryStatus::Pending, None, Some("no answer within 1 seconds".to_string())));
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
}

#[test]
fn a_receiver_that_hangs_up_or_is_not_there_is_tried_again() {
    let closes = outcome(&Receiver::start(|_| Behaviour::Close));
    assert_eq!(closes, (DeliveryStatus::Pending, None, Some("the connection broke".to_string())));
    let hooks = Hooks::new();
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let webhook = hooks.add(&format!("http://127.0.0.1:{port}/")).webhook.webhook_id;
    hooks.put(webhook, 1);
    hooks.deliver();
    let told = hooks.told(webhook).remove(0);
    assert_eq!((told.status, told.error.as_deref()), (DeliveryStatus::Pending, Some("no connection can be made")));
}

#[test]
fn of_a_gigabyte_little_is_read() {
    let receiver = Receiver::start(|_| Behaviour::Gigabyte);
    assert_eq!(outcome(&receiver), (DeliveryStatus::Delivered, Some(200), None));
    // What lies in the buffers of the connection was sent and not read.
    assert!(receiver.sent() < 64 << 20, "{} bytes", receiver.sent());
}

#[test]
fn a_receiver_that_is_gone_is_told_nothing_more() {
    let hooks = Hooks::new();
    let receiver = Receiver::answering(410);
    let webhook = hooks.add(&receiver.url()).webhook.webhook_id;
    let name = webhook.to_string();
    for number in 0..9 {
        hooks.put(webhook, number);
    }
    hooks.deliver();
    let (workspace, caller) = (&hooks.engine.workspace, &hooks.engine.caller);
    let shown = ops::webhook(workspace, caller, &name).unwrap();
    assert!(!shown.active);
    assert!(shown.disabled_reason.unwrap().contains("410"));
    assert!(receiver.seen().len() < 9, "what was not begun is given up");
    assert!(hooks.told(webhook).iter().all(|told| told.status == DeliveryStatus::Failed));
    let logged = ops::audit(workspace, caller, Some(&name), 0, 100).unwrap();
    let last = logged.last().unwrap();
    assert_eq!((last.action.as_str(), last.actor.as_str()), ("webhook.disable", "loanfile"));
    hooks.read_a_form();
    assert_eq!(hooks.told(webhook).len(), 9, "nothing is written for a webhook that is not told");
}

#[test]
fn a_slow_receiver_gets_four_at_once_and_holds_up_nobody() {
    let mut hooks = Hooks::new();
    // So that nothing is due a second time, however slow the machine is.
    hooks.at(0);
    let (slow, quick) = (Receiver::start(|_| Behaviour::Hang), Receiver::answering(200));
    let (held, told) = (hooks.add(&slow.url()).webhook.webhook_id, hooks.add(&quick.url()).webhook.webhook_id);
    for number in 0..8 {
        hooks.put(held, number);
    }
    for number in 0..12 {
        hooks.put(told, number);
    }
    let round = hooks.deliver();
    assert_eq!((round.tried, round.delivered), (20, 12));
    assert_eq!(slow.seen().len(), 8);
    assert_eq!(slow.most_at_once(), 4);
    assert!(quick.most_at_once() <= 4);
    let query = DeliveryQuery { status: Some(DeliveryStatus::Pending), ..DeliveryQuery::default() };
    let (workspace, caller) = (&hooks.engine.workspace, &hooks.engine.caller);
    let waiting = ops::webhook_deliveries(workspace, caller, &held.to_string(), &query).unwrap();
    assert_eq!(waiting.data.len(), 8);
    assert_eq!(hooks.told(told).len(), 12);
    let last_quick = quick.seen().iter().map(|seen| seen.at).max().unwrap();
    assert!(last_quick < slow.seen()[4].at, "the quick one had all before the slow one had failed once");
}
