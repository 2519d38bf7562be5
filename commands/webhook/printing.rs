//! How webhooks and their deliveries are printed.

use crate::context::{Context, Format};
use crate::output::tell;
use anyhow::Result;
use loanfile::model::{DeliveryStatus, Timestamp, WebhookEventType};
use loanfile::views::{DeliveriesView, DeliveryView, NewWebhookView, PageView, WebhookView};
use serde::Serialize;

/// Prints a list of webhooks.
pub fn webhooks(context: &Context, all: &[WebhookView], format: Format) -> Result<()> {
    if format == Format::Json {
        return context.output.json(&PageView::whole(all.to_vec()));
    }
    let mut rows = context.output.table(&["Webhook", "State", "Told of", "Url"]);
    rows.keep_whole(0);
    for webhook in all {
        rows.add([ending(&webhook.webhook_id.to_string()), state(webhook), types(webhook), webhook.url.clone()]);
    }
    rows.print(&context.output)?;
    if all.is_empty() {
        tell("There are no webhooks; \"loanfile webhook add URL\" adds one.");
    }
    Ok(())
}

/// Prints a webhook.
pub fn webhook(context: &Context, webhook: &WebhookView, format: Format) -> Result<()> {
    if format == Format::Json {
        return context.output.json(webhook);
    }
    let mut lines = vec![
        ("Webhook", webhook.webhook_id.to_string()),
        ("Url", webhook.url.clone()),
        ("Told of", types(webhook)),
        ("State", state(webhook)),
    ];
    let also = [
        ("Description", webhook.description.clone()),
        ("Why", webhook.disabled_reason.clone()),
        ("Both sign until", webhook.previous_secret_ends_at.map(|until| until.to_string())),
    ];
    lines.extend(also.into_iter().filter_map(|(name, value)| Some((name, value?))));
    lines.push(("Made", webhook.created_at.to_string()));
    lines.iter().try_for_each(|(name, value)| context.output.line(&format!("{name:<17}{value}")))
}

/// Prints a webhook whose secret was just made.
pub fn secret(context: &Context, made: &NewWebhookView, format: Format) -> Result<()> {
    if format == Format::Json {
        return context.output.json(made);
    }
    webhook(context, &made.webhook, format)?;
    context.output.line(&format!("{:<17}{}", "Secret", made.secret))?;
    tell("The secret is shown this once: the receiver checks signatures with it.");
    Ok(())
}

/// Prints what became of a delivery.
pub fn delivery(context: &Context, tried: &DeliveryView, format: Format) -> Result<()> {
    if format == Format::Json {
        return context.output.json(tried);
    }
    tell(&match (&tried.error, tried.response_status) {
        (Some(why), _) => format!("It did not arrive: {why}."),
        (None, Some(status)) => format!("It arrived: the answer was {status}."),
        (None, None) => format!("It is {}.", tried.status),
    });
    Ok(())
}

/// Prints a page of deliveries.
pub fn deliveries(context: &Context, page: &DeliveriesView, format: Format) -> Result<()> {
    if format == Format::Json {
        return context.output.json(page);
    }
    let mut rows = context.output.table(&["Delivery", "Event", "Status", ">Tries", "Written", "What came of it"]);
    rows.keep_whole(0);
    for delivery in &page.data {
        let came = match (&delivery.error, delivery.next_attempt_at) {
            (Some(why), Some(next)) => format!("{why}; again at {}", minute(next)),
            (Some(why), None) if delivery.status == DeliveryStatus::Failed => why.clone(),
            _ => delivery.delivered_at.map(minute).unwrap_or_default(),
        };
        rows.add([
            ending(&delivery.delivery_id.to_string()),
            delivery.event_type.to_string(),
            delivery.status.to_string(),
            delivery.attempts.to_string(),
            minute(delivery.created_at),
            came,
        ]);
    }
    rows.print(&context.output)?;
    match &page.next_cursor {
        Some(cursor) => tell(&format!("There are more: --cursor {cursor}")),
        None if page.data.is_empty() => tell("There are no such deliveries."),
        None => {}
    }
    Ok(())
}

/// Prints what was done, or the record as JSON.
pub fn said<T: Serialize>(context: &Context, record: &T, format: Format, said: &str) -> Result<()> {
    if format == Format::Json {
        return context.output.json(record);
    }
    tell(said);
    Ok(())
}

/// Returns a moment to the minute, in UTC.
fn minute(moment: Timestamp) -> String {
    moment.to_string().chars().take("2026-01-31T17:05".len()).collect::<String>().replace('T', " ")
}

/// Returns the last digits of an id, by which it is called: those at its front are the same for all of a minute.
fn ending(id: &str) -> String {
    id.get(id.len().saturating_sub(8)..).unwrap_or(id).to_string()
}

fn state(webhook: &WebhookView) -> String {
    match (webhook.active, &webhook.disabled_reason) {
        (true, _) => "active",
        (false, None) => "paused",
        (false, Some(_)) => "disabled",
    }
    .to_string()
}

fn types(webhook: &WebhookView) -> String {
    webhook.event_types.iter().copied().map(WebhookEventType::as_str).collect::<Vec<_>>().join(", ")
}
