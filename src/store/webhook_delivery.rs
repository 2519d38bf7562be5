//! The outbox of webhooks.
//!
//! Invariant: what is due is tried by one process at a time, under a lease that lapses when the process dies; an outcome
//! counts only under the lease that its try was made with.

use super::row::{Mapped, json, moment, moment_option, parsed};
use super::tenant::TenantSettings;
use super::webhook::{COLUMNS as WEBHOOK_COLUMNS, webhook_of_row};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{Delivery, DeliveryId, DeliveryStatus, TenantId, Timestamp, Webhook, WebhookId};
use rusqlite::{Row, params};

const COLUMNS: &str = "delivery_id, webhook_id, event_id, event_type, body, status, attempts, rung, begun_at,
    next_attempt_at, response_status, error, created_at, delivered_at";

/// Which deliveries are asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct DeliveryFilter {
    /// In this state.
    pub status: Option<DeliveryStatus>,
    /// Older than this one.
    pub before: Option<DeliveryId>,
}

/// A delivery that this process has to try.
#[derive(Debug, Clone)]
pub struct DueDelivery {
    /// The owner.
    pub tenant: TenantId,
    /// Who is told.
    pub webhook: Webhook,
    /// What.
    pub delivery: Delivery,
    /// Until when no other process tries it; the outcome counts under this lease only.
    pub lease_until: Timestamp,
}

/// What a try came to.
#[derive(Debug, Clone, PartialEq)]
pub struct DeliveryOutcome {
    /// What became of the delivery.
    pub status: DeliveryStatus,
    /// When it is to be tried again.
    pub next_attempt_at: Option<Timestamp>,
    /// What it was answered with.
    pub response_status: Option<u16>,
    /// Why it failed.
    pub error: Option<String>,
}

impl Reader<'_> {
    /// Returns a webhook's deliveries, newest first.
    pub fn deliveries(
        &self,
        tenant: TenantId,
        webhook: WebhookId,
        filter: &DeliveryFilter,
        limit: usize,
    ) -> Result<Vec<Delivery>> {
        let state = if filter.status.is_some() { "status = ?3" } else { "?3 IS NULL" };
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM webhook_delivery
                 WHERE webhook_id = ?2 AND {state} AND delivery_id < ?4 AND +tenant_id = ?1
                 ORDER BY delivery_id DESC LIMIT ?5"
            ),
            params![
                tenant.to_string(),
                webhook.to_string(),
                filter.status.map(DeliveryStatus::as_str),
                // A letter behind all digits stands behind all ids.
                filter.before.map_or_else(|| "g".to_string(), |id| id.to_string()),
                i64::try_from(limit).unwrap_or(i64::MAX),
            ],
            delivery_of_row,
        )
    }

    /// Returns a delivery of a webhook.
    pub fn delivery(&self, tenant: TenantId, webhook: WebhookId, id: DeliveryId) -> Result<Option<Delivery>> {
        self.one(
            &format!(
                "SELECT {COLUMNS} FROM webhook_delivery WHERE delivery_id = ?3 AND webhook_id = ?2 AND tenant_id = ?1"
            ),
            params![tenant.to_string(), webhook.to_string(), id.to_string()],
            delivery_of_row,
        )
    }

    /// Returns when the next delivery of any tenant is to be tried, as far as it may be and no process tries it now.
    pub fn next_delivery_at(&self, now: Timestamp) -> Result<Option<Timestamp>> {
        let mut next: Option<Timestamp> = None;
        for (_, webhook) in self.told_webhooks(i64::MAX)? {
            let moment: Option<Option<i64>> = self.one(
                "SELECT MIN(CASE WHEN lease_until > ?2 AND lease_until > next_attempt_at THEN lease_until
                     ELSE next_attempt_at END)
                 FROM webhook_delivery WHERE webhook_id = ?1 AND status = 'pending'",
                params![webhook.id.to_string(), now.micros()],
                |row| row.get(0),
            )?;
            let moment = moment.flatten().map(Timestamp::from_micros);
            next = [next, moment].into_iter().flatten().min();
        }
        Ok(next)
    }

    /// Returns the webhooks that may be told and have something due at a moment, the one that waits longest first.
    fn told_webhooks(&self, due_at: i64) -> Result<Vec<(TenantId, Webhook)>> {
        let all: Vec<(TenantId, Webhook, TenantSettings)> = self.all(
            &format!(
                "SELECT told.* FROM (
                     SELECT {WEBHOOK_COLUMNS}, t.tenant_id, t.settings,
                         (SELECT MIN(d.next_attempt_at) FROM webhook_delivery d
                          WHERE d.webhook_id = w.webhook_id AND d.status = 'pending') AS waits_since
                     FROM webhook w JOIN tenant t ON t.tenant_id = w.tenant_id
                     WHERE w.active = 1
                 ) AS told
                 WHERE told.waits_since <= ?1
                 ORDER BY told.waits_since"
            ),
            [due_at],
            |row| Ok((parsed(row, "tenant_id")?, webhook_of_row(row)?, json(row, "settings")?)),
        )?;
        let enabled = all.into_iter().filter(|(_, _, settings)| settings.webhooks_enabled);
        Ok(enabled.map(|(tenant, webhook, _)| (tenant, webhook)).collect())
    }

    fn in_flight(&self, webhook: WebhookId, now: Timestamp) -> Result<usize> {
        let count = self.count(
            "SELECT COUNT(*) FROM webhook_delivery
             WHERE webhook_id = ?1 AND status = 'pending' AND lease_until IS NOT NULL AND lease_until > ?2",
            params![webhook.to_string(), now.micros()],
        )?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }
}

impl Writer<'_> {
    /// Adds something that a webhook is to be told.
    pub fn add_delivery(&self, tenant: TenantId, delivery: &Delivery) -> Result<()> {
        self.execute(
            "INSERT INTO webhook_delivery (tenant_id, delivery_id, webhook_id, event_id, event_type, body, status,
                 attempts, rung, next_attempt_at, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                tenant.to_string(),
                delivery.id.to_string(),
                delivery.webhook.to_string(),
                delivery.event.to_string(),
                delivery.event_type.as_str(),
                delivery.body,
                delivery.status.as_str(),
                delivery.attempts,
                delivery.rung,
                delivery.next_attempt_at.map(Timestamp::micros),
                delivery.created_at.micros(),
            ],
        )?;
        Ok(())
    }

    /// Takes deliveries of all tenants that are due, at most so many in all and so many at once for a webhook.
    pub fn claim_deliveries(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        most: usize,
        most_of_webhook: usize,
    ) -> Result<Vec<DueDelivery>> {
        let mut claimed = Vec::new();
        for (tenant, webhook) in self.told_webhooks(now.micros())? {
            let free = most_of_webhook.saturating_sub(self.in_flight(webhook.id, now)?);
            let share = free.min(most.saturating_sub(claimed.len()));
            let due = self.all(
                &format!(
                    "SELECT {COLUMNS} FROM webhook_delivery
                     WHERE webhook_id = ?1 AND status = 'pending' AND next_attempt_at <= ?2
                         AND (lease_until IS NULL OR lease_until <= ?2)
                     ORDER BY next_attempt_at, delivery_id LIMIT ?3"
                ),
                params![webhook.id.to_string(), now.micros(), i64::try_from(share).unwrap_or(i64::MAX)],
                delivery_of_row,
            )?;
            for delivery in due {
                let delivery = self.lease_delivery(tenant, delivery, now, lease_until)?;
                claimed.push(DueDelivery { tenant, webhook: webhook.clone(), delivery, lease_until });
            }
        }
        Ok(claimed)
    }

    /// Takes one delivery, whether it is due or not; returns it as it is then.
    pub fn lease_delivery(
        &self,
        tenant: TenantId,
        delivery: Delivery,
        now: Timestamp,
        lease_until: Timestamp,
    ) -> Result<Delivery> {
        let leased = Delivery {
            attempts: delivery.attempts + 1,
            rung: delivery.rung + 1,
            begun_at: Some(delivery.begun_at.unwrap_or(now)),
            ..delivery
        };
        self.execute(
            "UPDATE webhook_delivery SET attempts = ?3, rung = ?4, begun_at = ?5, lease_until = ?6
             WHERE delivery_id = ?2 AND tenant_id = ?1",
            params![
                tenant.to_string(),
                leased.id.to_string(),
                leased.attempts,
                leased.rung,
                leased.begun_at.map(Timestamp::micros),
                lease_until.micros(),
            ],
        )?;
        Ok(leased)
    }

    /// Records what a try came to; false when the lease had lapsed and another process took over, or it was removed.
    pub fn end_delivery_try(&self, tried: &DueDelivery, outcome: &DeliveryOutcome, now: Timestamp) -> Result<bool> {
        let delivered_at = (outcome.status == DeliveryStatus::Delivered).then_some(now.micros());
        let changed = self.execute(
            "UPDATE webhook_delivery SET status = ?4, next_attempt_at = ?5, response_status = ?6, error = ?7,
                 delivered_at = ?8, lease_until = NULL
             WHERE delivery_id = ?2 AND tenant_id = ?1 AND lease_until = ?3",
            params![
                tried.tenant.to_string(),
                tried.delivery.id.to_string(),
                tried.lease_until.micros(),
                outcome.status.as_str(),
                outcome.next_attempt_at.map(Timestamp::micros),
                outcome.response_status,
                outcome.error,
                delivered_at,
            ],
        )?;
        Ok(changed == 1)
    }

    /// Gives up all that a webhook still has to be told.
    pub fn give_up_deliveries(&self, tenant: TenantId, webhook: WebhookId, reason: &str) -> Result<()> {
        self.execute(
            "UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL, lease_until = NULL, error = ?3
             WHERE webhook_id = ?2 AND tenant_id = ?1 AND status = 'pending'",
            params![tenant.to_string(), webhook.to_string(), reason],
        )?;
        Ok(())
    }

    /// Makes a delivery due again, as if it had not been tried; the count of its tries stays.
    pub fn begin_delivery_again(&self, tenant: TenantId, id: DeliveryId, now: Timestamp) -> Result<()> {
        self.execute(
            "UPDATE webhook_delivery SET status = 'pending', rung = 0, begun_at = NULL, next_attempt_at = ?3,
                 lease_until = NULL
             WHERE delivery_id = ?2 AND tenant_id = ?1",
            params![tenant.to_string(), id.to_string(), now.micros()],
        )?;
        Ok(())
    }

    /// Forgets deliveries of all tenants that ended and were written before a moment.
    pub fn forget_deliveries(&self, before: Timestamp) -> Result<()> {
        self.execute("DELETE FROM webhook_delivery WHERE status <> 'pending' AND created_at < ?1", [before.micros()])?;
        Ok(())
    }
}

fn delivery_of_row(row: &Row<'_>) -> Mapped<Delivery> {
    Ok(Delivery {
        id: parsed(row, "delivery_id")?,
        webhook: parsed(row, "webhook_id")?,
        event: parsed(row, "event_id")?,
        event_type: parsed(row, "event_type")?,
        body: row.get("body")?,
        status: parsed(row, "status")?,
        attempts: row.get("attempts")?,
        rung: row.get("rung")?,
        begun_at: moment_option(row, "begun_at")?,
        next_attempt_at: moment_option(row, "next_attempt_at")?,
        response_status: row.get("response_status")?,
        error: row.get("error")?,
        created_at: moment(row, "created_at")?,
        delivered_at: moment_option(row, "delivered_at")?,
    })
}
