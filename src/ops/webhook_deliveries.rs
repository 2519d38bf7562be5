//! What webhooks were told: looked at, tested, told again.

use super::change::change;
use super::webhooks::{find_webhook, log, permit};
use super::{Caller, by_id_or_ending, deliver};
use crate::error::{Error, Result};
use crate::model::{Delivery, DeliveryId, DeliveryStatus, EventId, WebhookEventType, WebhookId};
use crate::store::{DeliveryFilter, DueDelivery, Reader};
use crate::views::{DeliveriesView, DeliveryView};
use crate::workspace::Workspace;
use serde_json::{Value, json};

/// The most deliveries of a page, and those of one when nothing is said.
const LARGEST_PAGE: usize = 500;
const USUAL_PAGE: usize = 10;

/// Which deliveries are asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct DeliveryQuery<'q> {
    /// In this state.
    pub status: Option<DeliveryStatus>,
    /// Behind the page that came with this cursor.
    pub cursor: Option<&'q str>,
    /// How many, 1 to 500; 10 when nothing is said.
    pub limit: Option<usize>,
}

/// Sends a webhook something to see whether it arrives, now and once, whether it is active or not; the answer says what
/// became of it.
///
/// # Errors
/// As [`super::webhook`]; that it does not arrive is no error.
pub fn test_webhook(workspace: &Workspace, caller: &Caller, name: &str) -> Result<DeliveryView> {
    permit(workspace, caller)?;
    let due = change(workspace, caller, |changing| {
        let (writer, tenant, now) = (changing.writer(), changing.tenant, changing.record.now);
        let webhook = find_webhook(writer, caller, name)?;
        let data = json!({ "tenantId": tenant, "webhookId": webhook.id });
        let body = json!({ "type": WebhookEventType::Test, "timestamp": now, "data": data }).to_string();
        let (id, event) = (DeliveryId::new(changing.record.new_id()), EventId::new(changing.record.new_id()));
        let new = Delivery::new(id, webhook.id, event, WebhookEventType::Test, &body, now);
        // It stays failed when the program is killed before the answer: a test is not tried again by itself.
        let delivery = Delivery { status: DeliveryStatus::Failed, next_attempt_at: None, ..new };
        writer.add_delivery(tenant, &delivery)?;
        let lease_until = now.plus(deliver::lease(workspace));
        let delivery = writer.lease_delivery(tenant, delivery, now, lease_until)?;
        log(changing, "webhook.test", &webhook, Value::Null, json!({ "deliveryId": id }))?;
        Ok(DueDelivery { tenant, webhook, delivery, lease_until })
    })?;
    deliver::attempt(workspace, &due)?;
    delivery_view(workspace, caller, due.webhook.id, due.delivery.id)
}

/// Returns a page of what a webhook was told, newest first; what ended is forgotten after 30 days.
///
/// # Errors
/// `InvalidInput` for a limit or a cursor that cannot be, and as [`super::webhook`].
pub fn webhook_deliveries(
    workspace: &Workspace,
    caller: &Caller,
    name: &str,
    query: &DeliveryQuery<'_>,
) -> Result<DeliveriesView> {
    permit(workspace, caller)?;
    let limit = query.limit.unwrap_or(USUAL_PAGE);
    if !(1..=LARGEST_PAGE).contains(&limit) {
        return Err(Error::invalid_input(format!("limit is {limit}")).hint(format!("use 1 to {LARGEST_PAGE}")));
    }
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| {
        let webhook = find_webhook(reader, caller, name)?;
        let before = query.cursor.map(|cursor| place_of(reader, caller, webhook.id, cursor)).transpose()?;
        let filter = DeliveryFilter { status: query.status, before };
        // One more than asked for tells whether there is a further page.
        let mut found = reader.deliveries(tenant, webhook.id, &filter, limit + 1)?;
        let is_last = found.len() <= limit;
        found.truncate(limit);
        let next = found.last().map(|delivery| delivery.id.uuid().simple().to_string());
        Ok(DeliveriesView {
            data: found.into_iter().map(DeliveryView::from).collect(),
            next_cursor: next.filter(|_| !is_last),
        })
    })
}

/// Has something delivered again, whatever became of it, with the whole ladder of tries; receivers see the same id.
///
/// # Errors
/// `NotFound` for an unknown delivery, `Conflict` when the webhook is not told anything now, and as [`super::webhook`].
pub fn redeliver(workspace: &Workspace, caller: &Caller, name: &str, delivery: &str) -> Result<DeliveryView> {
    permit(workspace, caller)?;
    let (webhook, id) = change(workspace, caller, |changing| {
        let (writer, tenant, now) = (changing.writer(), changing.tenant, changing.record.now);
        let webhook = find_webhook(writer, caller, name)?;
        let found = find_delivery(writer, caller, webhook.id, delivery)?;
        if !webhook.active {
            return Err(Error::conflict(format!("webhook {} is not active: nothing is delivered to it", webhook.id))
                .hint("set it active first"));
        }
        writer.begin_delivery_again(tenant, found.id, now)?;
        let (before, after) = (json!({ "status": found.status }), json!({ "deliveryId": found.id }));
        log(changing, "webhook.redeliver", &webhook, before, after)?;
        Ok((webhook.id, found.id))
    })?;
    delivery_view(workspace, caller, webhook, id)
}

/// Finds a delivery of a webhook by its id, or by the last digits of it among the newest.
fn find_delivery(reader: &Reader<'_>, caller: &Caller, webhook: WebhookId, name: &str) -> Result<Delivery> {
    let tenant = caller.tenant.id;
    let unknown = || Error::not_found("delivery", name).hint("\"loanfile webhook deliveries\" lists them");
    by_id_or_ending(
        name,
        "deliveries",
        unknown,
        |id| reader.delivery(tenant, webhook, id),
        |ending| {
            let all = reader.deliveries(tenant, webhook, &DeliveryFilter::default(), LARGEST_PAGE)?;
            Ok(all.into_iter().filter(|delivery| delivery.id.uuid().simple().to_string().ends_with(ending)).collect())
        },
    )
}

fn delivery_view(workspace: &Workspace, caller: &Caller, webhook: WebhookId, id: DeliveryId) -> Result<DeliveryView> {
    let found = workspace.store.read(|reader| reader.delivery(caller.tenant.id, webhook, id))?;
    // Somebody may have removed the webhook in between.
    found.map(DeliveryView::from).ok_or_else(|| Error::not_found("delivery", id))
}

/// Reads a cursor: the id of the last delivery of a page.
fn place_of(reader: &Reader<'_>, caller: &Caller, webhook: WebhookId, cursor: &str) -> Result<DeliveryId> {
    let wrong = || Error::invalid_input("cursor is none of ours").hint("use nextCursor of the page before");
    let id: DeliveryId = cursor.parse().map_err(|_| wrong())?;
    reader.delivery(caller.tenant.id, webhook, id)?.map(|delivery| delivery.id).ok_or_else(wrong)
}
