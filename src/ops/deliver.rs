//! Delivering what webhooks are to be told: what is due, by all processes that do this, each thing by one at a time.
//!
//! Invariant: a delivery is taken under a lease before it is sent and ends in a transaction after it: a process that is
//! killed in between loses nothing, and the receiver is told again, with the same id.

use super::webhooks;
use crate::error::{Error, ErrorKind, Result};
use crate::model::{DeliveryStatus, Timestamp, Webhook, WebhookEventType};
use crate::store::{Change, DeliveryOutcome, DueDelivery, Writer};
use crate::webhooks::{Answer, FAILING_FOR, Post, Receipt, next_try, send, system_lookup};
use crate::workspace::Workspace;
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::Builder;
use std::time::Duration;

/// The most deliveries that are tried at once in all.
const MOST: usize = 64;

/// The most that are tried at once for a webhook, so that a slow receiver holds up nobody else.
const MOST_OF_WEBHOOK: usize = 4;

/// How often it is looked for what has become due while others are tried.
const LOOK_AGAIN: Duration = Duration::from_millis(250);

/// How long after a try at the earliest a webhook is looked at again that others have in hand.
const SOON: Duration = Duration::from_secs(1);

/// How long it is known what a webhook was told.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

/// Who is named in the log when the program stops telling a webhook.
const PROGRAM: &str = "loanfile";

/// What [`deliver_webhooks`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeliveryRound {
    /// How many tries were made.
    pub tried: u64,
    /// How many of them the receivers took.
    pub delivered: u64,
    /// When the next delivery is due; `None` when nothing waits.
    pub next_due: Option<Timestamp>,
}

/// Delivers what is due, of all tenants, until nothing is due or someone asks to stop; then it waits for what is begun.
///
/// Blocks, for as long as one try takes after nothing is due any more. Any number of processes may do this at once.
///
/// # Errors
/// Any failure of the store; what is begun then is told again later.
pub fn deliver_webhooks(workspace: &Workspace, stop: &AtomicBool) -> Result<DeliveryRound> {
    let mut round = DeliveryRound::default();
    let mut in_flight = 0;
    std::thread::scope(|scope| -> Result<()> {
        let (ended, ends) = mpsc::channel();
        loop {
            if !stop.load(Ordering::Relaxed) {
                for due in claim(workspace, MOST - in_flight)? {
                    let ended = ended.clone();
                    let begun = Builder::new().spawn_scoped(scope, move || {
                        // The other end is gone when the store has failed: then there is nobody to tell.
                        let _ = ended.send(unbroken_attempt(workspace, &due));
                    });
                    begun.map_err(|error| {
                        Error::new(ErrorKind::Unavailable, "no thread can be started to tell a webhook")
                            .caused_by(error)
                    })?;
                    in_flight += 1;
                    round.tried += 1;
                }
            }
            if in_flight == 0 {
                return Ok(());
            }
            match ends.recv_timeout(LOOK_AGAIN) {
                Ok(outcome) => {
                    in_flight -= 1;
                    round.delivered += u64::from(outcome? == DeliveryStatus::Delivered);
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
    })?;
    let now = workspace.now();
    if round.tried > 0 {
        forget(workspace, now)?;
    }
    let next = workspace.store.read(|reader| reader.next_delivery_at(now))?;
    // What is due still is in the hands of another process.
    round.next_due = next.map(|moment| moment.max(now.plus(SOON)));
    Ok(round)
}

/// Returns how long a delivery belongs to the process that tries it: longer than any try takes.
pub(super) fn lease(workspace: &Workspace) -> Duration {
    Duration::from_secs(workspace.settings.webhooks.attempt_seconds.saturating_mul(3)) + Duration::from_secs(30)
}

/// Sends a delivery that was taken, and records what came of it.
///
/// # Errors
/// Any failure of the store.
pub(super) fn attempt(workspace: &Workspace, due: &DueDelivery) -> Result<DeliveryStatus> {
    let (settings, timestamp) = (&workspace.settings.webhooks, workspace.now());
    let post = Post {
        url: &due.webhook.url,
        id: &due.delivery.event.to_string(),
        timestamp,
        body: &due.delivery.body,
        secrets: &due.webhook.signing_secrets(timestamp),
        patience: Duration::from_secs(settings.attempt_seconds.max(1)),
    };
    let receipt = send(&post, webhooks::rules(settings), system_lookup);
    let now = workspace.now();
    let outcome = outcome(due, receipt.clone(), now);
    workspace.store.write(|writer| {
        if writer.end_delivery_try(due, &outcome, now)? {
            settle(writer, due, &receipt, now)?;
        }
        Ok(())
    })?;
    Ok(outcome.status)
}

/// Tries a delivery; a panic is an error like others, so that whoever waits for the try is told that it ended.
fn unbroken_attempt(workspace: &Workspace, due: &DueDelivery) -> Result<DeliveryStatus> {
    let tried = catch_unwind(AssertUnwindSafe(|| attempt(workspace, due)));
    tried.unwrap_or_else(|_| Err(Error::internal("telling a webhook broke down")))
}

fn claim(workspace: &Workspace, most: usize) -> Result<Vec<DueDelivery>> {
    let now = workspace.now();
    // Looking first: a write of nothing would still make others wait.
    if most == 0 || workspace.store.read(|reader| reader.next_delivery_at(now))?.is_none_or(|next| now < next) {
        return Ok(Vec::new());
    }
    let until = now.plus(lease(workspace));
    workspace.store.write(|writer| writer.claim_deliveries(now, until, most, MOST_OF_WEBHOOK))
}

fn outcome(due: &DueDelivery, receipt: Receipt, now: Timestamp) -> DeliveryOutcome {
    let (status, next_attempt_at, error) = match receipt.answer {
        Answer::Taken => (DeliveryStatus::Delivered, None, None),
        Answer::Gone => (DeliveryStatus::Failed, None, Some(GONE.to_string())),
        Answer::Failed(why) => {
            let begun_at = due.delivery.begun_at.unwrap_or(now);
            let again = (due.delivery.event_type != WebhookEventType::Test)
                .then(|| next_try(due.delivery.id, due.delivery.rung, begun_at, now))
                .flatten();
            let status = if again.is_some() { DeliveryStatus::Pending } else { DeliveryStatus::Failed };
            (status, again, Some(why))
        }
    };
    DeliveryOutcome { status, next_attempt_at, response_status: receipt.status, error }
}

const GONE: &str = "the answer was 410: the receiver wants to be told nothing more";

/// Keeps since when every try for a webhook failed, and stops telling it when it asks for that or fails for days.
fn settle(writer: &Writer<'_>, due: &DueDelivery, receipt: &Receipt, now: Timestamp) -> Result<()> {
    // Read again: it may have been changed while the try was made.
    let Some(webhook) = writer.webhook(due.tenant, due.webhook.id)? else { return Ok(()) };
    let (failing_since, reason) = match receipt.answer {
        Answer::Taken => (None, None),
        Answer::Gone => (Some(webhook.failing_since.unwrap_or(now)), Some(GONE)),
        Answer::Failed(_) => {
            let since = webhook.failing_since.unwrap_or(now);
            (Some(since), (now >= since.plus(FAILING_FOR)).then_some("every try has failed for 5 days"))
        }
    };
    let disabled = reason.filter(|_| webhook.active && webhook.url == due.webhook.url);
    if disabled.is_none() && failing_since == webhook.failing_since {
        return Ok(());
    }
    let after = Webhook {
        failing_since,
        active: webhook.active && disabled.is_none(),
        disabled_reason: disabled.map(str::to_string).or(webhook.disabled_reason),
        updated_at: if disabled.is_some() { now } else { webhook.updated_at },
        ..webhook
    };
    writer.save_webhook(due.tenant, &after)?;
    if let Some(reason) = disabled {
        writer.give_up_deliveries(due.tenant, after.id, "the webhook was disabled")?;
        let change = Change {
            actor: PROGRAM,
            action: "webhook.disable",
            subject: "webhook",
            subject_id: after.id.to_string(),
            before: json!({ "active": true }),
            after: json!({ "active": false, "reason": reason }),
        };
        writer.log(due.tenant, change, now)?;
    }
    Ok(())
}

fn forget(workspace: &Workspace, now: Timestamp) -> Result<()> {
    let kept = i64::try_from(KEPT_FOR.as_micros()).unwrap_or(i64::MAX);
    let before = Timestamp::from_micros(now.micros().saturating_sub(kept));
    workspace.store.write(|writer| writer.forget_deliveries(before))
}
