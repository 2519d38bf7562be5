//! Webhooks.

use super::row::{Mapped, json, moment, moment_option, parsed, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{Secret, TenantId, Timestamp, Webhook, WebhookEventType, WebhookId};
use rusqlite::{Row, params};

pub(super) const COLUMNS: &str = "w.webhook_id, w.url, w.event_types, w.description, w.active, w.disabled_reason,
    w.secret, w.previous_secret, w.previous_until, w.failing_since, w.created_at, w.updated_at";

impl Reader<'_> {
    /// Returns a tenant's webhooks, oldest first.
    pub fn webhooks(&self, tenant: TenantId) -> Result<Vec<Webhook>> {
        self.all(
            &format!("SELECT {COLUMNS} FROM webhook w WHERE w.tenant_id = ?1 ORDER BY w.webhook_id"),
            [tenant.to_string()],
            webhook_of_row,
        )
    }

    /// Returns a webhook.
    pub fn webhook(&self, tenant: TenantId, id: WebhookId) -> Result<Option<Webhook>> {
        self.one(
            &format!("SELECT {COLUMNS} FROM webhook w WHERE w.webhook_id = ?2 AND w.tenant_id = ?1"),
            params![tenant.to_string(), id.to_string()],
            webhook_of_row,
        )
    }

    /// Returns a tenant's webhooks that are told of something.
    pub fn webhooks_wanting(&self, tenant: TenantId, event_type: WebhookEventType) -> Result<Vec<WebhookId>> {
        let active: Vec<(WebhookId, Vec<WebhookEventType>)> = self.all(
            "SELECT webhook_id, event_types FROM webhook WHERE tenant_id = ?1 AND active = 1 ORDER BY webhook_id",
            [tenant.to_string()],
            |row| Ok((parsed(row, "webhook_id")?, json(row, "event_types")?)),
        )?;
        Ok(active.into_iter().filter(|(_, wanted)| wanted.contains(&event_type)).map(|(id, _)| id).collect())
    }
}

impl Writer<'_> {
    /// Adds a webhook, or puts one in the place of the one of its id.
    pub fn save_webhook(&self, tenant: TenantId, webhook: &Webhook) -> Result<()> {
        let previous = webhook.previous.as_ref();
        self.execute(
            "INSERT INTO webhook (tenant_id, webhook_id, url, event_types, description, active, disabled_reason, secret,
                 previous_secret, previous_until, failing_since, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
             ON CONFLICT (webhook_id) DO UPDATE SET url = ?3, event_types = ?4, description = ?5, active = ?6,
                 disabled_reason = ?7, secret = ?8, previous_secret = ?9, previous_until = ?10, failing_since = ?11,
                 updated_at = ?13
             WHERE tenant_id = ?1",
            params![
                tenant.to_string(),
                webhook.id.to_string(),
                webhook.url,
                to_json(&webhook.event_types)?,
                webhook.description,
                webhook.active,
                webhook.disabled_reason,
                webhook.secret.expose(),
                previous.map(|(secret, _)| secret.expose()),
                previous.map(|(_, until)| until.micros()),
                webhook.failing_since.map(Timestamp::micros),
                webhook.created_at.micros(),
                webhook.updated_at.micros(),
            ],
        )?;
        Ok(())
    }

    /// Removes a webhook with all that it was told.
    pub fn remove_webhook(&self, tenant: TenantId, id: WebhookId) -> Result<()> {
        for table in ["webhook_delivery", "webhook"] {
            self.execute(
                &format!("DELETE FROM {table} WHERE webhook_id = ?2 AND tenant_id = ?1"),
                params![tenant.to_string(), id.to_string()],
            )?;
        }
        Ok(())
    }
}

pub(super) fn webhook_of_row(row: &Row<'_>) -> Mapped<Webhook> {
    let previous: Option<String> = row.get("previous_secret")?;
    let until = moment_option(row, "previous_until")?;
    Ok(Webhook {
        id: parsed(row, "webhook_id")?,
        url: row.get("url")?,
        event_types: json(row, "event_types")?,
        description: row.get("description")?,
        active: row.get("active")?,
        disabled_reason: row.get("disabled_reason")?,
        secret: Secret::new(row.get::<_, String>("secret")?),
        previous: previous.map(Secret::new).zip(until),
        failing_since: moment_option(row, "failing_since")?,
        created_at: moment(row, "created_at")?,
        updated_at: moment(row, "updated_at")?,
    })
}
