//! Tries over time, over restarts and over several processes: nothing is lost, and repetitions can be known.

use super::Hooks;
use super::receiver::{Behaviour, Receiver};
use loanfile::error::ErrorKind;
use loanfile::model::{DeliveryId, DeliveryStatus, Timestamp};
use loanfile::ops;
use loanfile::webhooks::{TRIES, next_try};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use uuid::Uuid;

const HOUR: u64 = 3600;

#[test]
fn the_ladder_has_seven_tries_within_a_day() {
    let begun = Timestamp::from_micros(1_769_878_800_000_000);
    let expected = [5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR];
    assert_eq!(TRIES as usize, expected.len() + 1);
    let mut pauses = BTreeSet::new();
    for number in 0..200 {
        let delivery = DeliveryId::new(Uuid::from_u128(number));
        let mut now = begun;
        for (tries, seconds) in (1..).zip(expected) {
            let next = next_try(delivery, tries, begun, now).unwrap();
            let pause = (next.micros() - now.micros()) as f64 / 1e6 / seconds as f64;
            assert!((0.8..=1.2).contains(&pause), "{tries}: {pause}");
            if tries == 1 {
                pauses.insert(next.micros());
            }
            now = next;
        }
        assert_eq!(next_try(delivery, TRIES, begun, now), None);
        assert!(now < begun.plus(Duration::from_secs(24 * HOUR)));
    }
    assert!(pauses.len() > 190, "they do not come all at once: {}", pauses.len());
    let late = begun.plus(Duration::from_secs(20 * HOUR));
    assert_eq!(next_try(DeliveryId::NIL, 6, begun, late), None, "a day after the first try it is over");
}

#[test]
fn a_delivery_climbs_the_ladder_over_restarts_and_is_given_up() {
    let mut hooks = Hooks::new();
    let receiver = Receiver::answering(500);
    let webhook = hooks.add(&receiver.url()).webhook.webhook_id;
    let event = hooks.put(webhook, 1);
    hooks.at(1);
    let mut tries = 1;
    let mut round = hooks.deliver();
    while let Some(next) = round.next_due {
        let told = hooks.told(webhook).remove(0);
        assert_eq!((told.status, told.attempts, told.next_attempt_at), (DeliveryStatus::Pending, tries, Some(next)));
        hooks.at_moment(Timestamp::from_micros(next.micros() - 100_000));
        assert_eq!(hooks.deliver().tried, 0, "not before it is due");
        hooks.at_moment(next);
        round = hooks.deliver();
        assert_eq!(round.tried, 1);
        tries += 1;
    }
    assert_eq!(tries, TRIES);
    let told = hooks.told(webhook).remove(0);
    assert_eq!((told.status, told.attempts, told.response_status), (DeliveryStatus::Failed, TRIES, Some(500)));
    let ids: BTreeSet<String> = receiver.seen().iter().map(|seen| seen.id().to_string()).collect();
    assert_eq!(ids, BTreeSet::from([event.to_string()]), "receivers know repetitions by the id");
    let header = "x-service-webhook-timestamp";
    let moments: BTreeSet<String> = receiver.seen().iter().map(|seen| seen.header(header).to_string()).collect();
    assert_eq!(moments.len(), receiver.seen().len(), "each try is signed for its own moment");
}

#[test]
fn what_was_given_up_can_be_delivered_again() {
    let mut hooks = Hooks::new();
    let receiver = Receiver::start(|number| Behaviour::Answer(if number < 7 { 503 } else { 200 }));
    let webhook = hooks.add(&receiver.url()).webhook.webhook_id;
    let event = hooks.put(webhook, 1);
    let mut next = Some(hooks.start.plus(Duration::from_secs(60)));
    while let Some(moment) = next {
        hooks.at_moment(moment);
        next = hooks.deliver().next_due;
    }
    let failed = hooks.told(webhook).remove(0);
    assert_eq!(failed.status, DeliveryStatus::Failed);
    hooks.at(48 * HOUR);
    let (workspace, caller) = (&hooks.engine.workspace, &hooks.engine.caller);
    let (name, delivery) = (webhook.to_string(), failed.delivery_id.to_string());
    let due = ops::redeliver(workspace, caller, &name, &delivery).unwrap();
    assert_eq!((due.status, due.attempts), (DeliveryStatus::Pending, 7));
    assert_eq!(hooks.deliver().delivered, 1);
    let told = hooks.told(webhook).remove(0);
    assert_eq!((told.status, told.attempts, told.error), (DeliveryStatus::Delivered, 8, None));
    assert_eq!(receiver.seen().last().unwrap().id(), event.to_string());
    let unknown = ops::redeliver(workspace, caller, &name, &webhook.to_string()).err().unwrap();
    assert_eq!(unknown.kind(), ErrorKind::NotFound);
}

#[test]
fn a_process_that_is_killed_while_it_tells_loses_nothing() {
    let mut hooks = Hooks::new();
    let receiver = Receiver::answering(200);
    let webhook = hooks.add(&receiver.url()).webhook.webhook_id;
    let event = hooks.put(webhook, 1);
    hooks.at(1);
    // What a process does before it sends; it is gone before it has recorded anything.
    let now = hooks.engine.workspace.now();
    let until = now.plus(Duration::from_secs(33));
    let taken = hooks.engine.workspace.store.write(|writer| writer.claim_deliveries(now, until, 64, 4)).unwrap();
    assert_eq!(taken.len(), 1);
    hooks.at(10);
    let round = hooks.deliver();
    assert_eq!(round.tried, 0, "nobody else tries it while the other one may");
    assert_eq!(round.next_due, Some(until));
    hooks.at(40);
    assert_eq!(hooks.deliver().delivered, 1);
    assert_eq!(receiver.seen()[0].id(), event.to_string());
    let told = hooks.told(webhook).remove(0);
    assert_eq!((told.status, told.attempts), (DeliveryStatus::Delivered, 2));
}

#[test]
fn several_processes_tell_each_thing_once() {
    let mut hooks = Hooks::new();
    let receiver = Receiver::answering(200);
    let webhook = hooks.add(&receiver.url()).webhook.webhook_id;
    let events: BTreeSet<String> = (0..24).map(|number| hooks.put(webhook, number).to_string()).collect();
    hooks.at(60);
    let now = hooks.engine.workspace.now();
    let processes: Vec<_> = (0..3).map(|_| hooks.opened(now)).collect();
    let stop = AtomicBool::new(false);
    let delivered: u64 = std::thread::scope(|scope| {
        let rounds: Vec<_> = processes
            .iter()
            .map(|workspace| scope.spawn(|| ops::deliver_webhooks(workspace, &stop).unwrap().delivered))
            .collect();
        rounds.into_iter().map(|round| round.join().unwrap()).sum()
    });
    // One that found all in the hands of the others went away.
    let delivered = delivered + hooks.deliver().delivered;
    assert_eq!(delivered, 24);
    let seen: Vec<String> = receiver.seen().iter().map(|seen| seen.id().to_string()).collect();
    assert_eq!(seen.len(), 24, "each once");
    assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), events);
    assert!(receiver.most_at_once() <= 4, "four at once, whoever tells: {}", receiver.most_at_once());
}

#[test]
fn nothing_is_begun_after_a_stop() {
    let hooks = Hooks::new();
    let receiver = Receiver::answering(200);
    let webhook = hooks.add(&receiver.url()).webhook.webhook_id;
    hooks.put(webhook, 1);
    let stop = AtomicBool::new(true);
    let round = ops::deliver_webhooks(&hooks.engine.workspace, &stop).unwrap();
    assert_eq!(round.tried, 0);
    assert!(round.next_due.is_some(), "it waits for the next time");
    stop.store(false, Ordering::Relaxed);
    assert_eq!(ops::deliver_webhooks(&hooks.engine.workspace, &stop).unwrap().delivered, 1);
}

#[test]
fn a_webhook_that_fails_for_five_days_is_told_nothing_more() {
    let mut hooks = Hooks::new();
    let well = Arc::new(AtomicBool::new(false));
    let is_well = Arc::clone(&well);
    let receiver = Receiver::start(move |_| Behaviour::Answer(if is_well.load(Ordering::SeqCst) { 200 } else { 500 }));
    let webhook = hooks.add(&receiver.url()).webhook.webhook_id;
    let active = |hooks: &Hooks| {
        ops::webhook(&hooks.engine.workspace, &hooks.engine.caller, &webhook.to_string()).unwrap().active
    };
    let day = 24 * HOUR;
    // It fails, and is well a day later: the five days begin anew with the next failure.
    for (seconds, expected) in [(0, true), (day, true), (2 * day, true), (6 * day, true), (7 * day + HOUR, false)] {
        well.store(seconds == day, Ordering::SeqCst);
        hooks.at(seconds);
        hooks.put(webhook, 1);
        hooks.deliver();
        assert_eq!(active(&hooks), expected, "after {seconds} seconds");
    }
    let shown = ops::webhook(&hooks.engine.workspace, &hooks.engine.caller, &webhook.to_string()).unwrap();
    assert_eq!(shown.disabled_reason.as_deref(), Some("every try has failed for 5 days"));
}
