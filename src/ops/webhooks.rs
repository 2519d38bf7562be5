//! Webhooks: who is told of results.
//!
//! Invariant: nothing of this can be done before an admin has enabled webhooks for the tenant; a secret leaves once, in
//! the answer to whoever made it, and neither secrets nor addresses, which may hold some, are in the log.

use super::change::{Changing, change};
use super::{Caller, by_id_or_ending};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Role, Webhook, WebhookEventType, WebhookId};
use crate::settings::WebhookSettings;
use crate::store::Reader;
use crate::views::{NewWebhookView, WebhookView};
use crate::webhooks::{AddressRules, check_url, host_of, new_secret};
use crate::workspace::Workspace;
use serde_json::{Value, json};
use std::time::Duration;

/// The most webhooks of a tenant.
const MOST: usize = 50;

/// The longest description, in letters.
const LONGEST_DESCRIPTION: usize = 200;

/// How long the secret before a new one signs too.
const BOTH_SIGN_FOR: Duration = Duration::from_secs(24 * 3600);

/// A webhook to be made.
#[derive(Debug, Clone)]
pub struct NewWebhook<'w> {
    /// Where it is told.
    pub url: &'w str,
    /// Of what, such as `extraction.completed`; of everything when nothing is said.
    pub event_types: &'w [String],
    /// What it is for.
    pub description: Option<&'w str>,
}

/// What to change of a webhook; what is `None` stays.
#[derive(Debug, Clone, Default)]
pub struct WebhookChange<'w> {
    /// Where it is told.
    pub url: Option<&'w str>,
    /// Of what.
    pub event_types: Option<&'w [String]>,
    /// What it is for; empty for nothing.
    pub description: Option<&'w str>,
    /// Whether it is told.
    pub active: Option<bool>,
}

/// Makes a webhook; its secret is in the answer and can never be shown again.
///
/// # Errors
/// `InvalidInput` for an address or an event type that cannot be, `Conflict` when the tenant has too many or one of this
/// address, `NotPermitted` for a caller who is no admin and while webhooks are not enabled.
pub fn create_webhook(workspace: &Workspace, caller: &Caller, input: &NewWebhook<'_>) -> Result<NewWebhookView> {
    permit(workspace, caller)?;
    check_url(input.url, rules(&workspace.settings.webhooks))?;
    let event_types = event_types(input.event_types)?;
    let description = description(input.description)?;
    let secret = new_secret()?;
    change(workspace, caller, |changing| {
        let now = changing.record.now;
        let others = changing.writer().webhooks(changing.tenant)?;
        if others.len() >= MOST {
            return Err(Error::conflict(format!("there are {MOST} webhooks already")).hint("remove one first"));
        }
        check_unused(&others, input.url)?;
        let webhook = Webhook {
            id: WebhookId::new(changing.record.new_id()),
            url: input.url.to_string(),
            event_types,
            description,
            active: true,
            disabled_reason: None,
            secret,
            previous: None,
            failing_since: None,
            created_at: now,
            updated_at: now,
        };
        changing.writer().save_webhook(changing.tenant, &webhook)?;
        log(changing, "webhook.create", &webhook, Value::Null, logged(&webhook))?;
        Ok(shown_once(&webhook, changing))
    })
}

/// Returns the tenant's webhooks, oldest first.
///
/// # Errors
/// `NotPermitted` as [`create_webhook`], and any failure of the store.
pub fn webhooks(workspace: &Workspace, caller: &Caller) -> Result<Vec<WebhookView>> {
    permit(workspace, caller)?;
    let all = workspace.store.read(|reader| reader.webhooks(caller.tenant.id))?;
    let now = workspace.now();
    Ok(all.iter().map(|webhook| WebhookView::new(webhook, now)).collect())
}

/// Returns a webhook.
///
/// # Errors
/// `NotFound` for an unknown one, `NotPermitted` as [`create_webhook`].
pub fn webhook(workspace: &Workspace, caller: &Caller, name: &str) -> Result<WebhookView> {
    permit(workspace, caller)?;
    let found = workspace.store.read(|reader| find_webhook(reader, caller, name))?;
    Ok(WebhookView::new(&found, workspace.now()))
}

/// Changes a webhook; one that is told again forgets why it was not.
///
/// # Errors
/// `NotFound` for an unknown one, and as [`create_webhook`].
pub fn update_webhook(
    workspace: &Workspace,
    caller: &Caller,
    name: &str,
    wanted: &WebhookChange<'_>,
) -> Result<WebhookView> {
    permit(workspace, caller)?;
    if let Some(url) = wanted.url {
        check_url(url, rules(&workspace.settings.webhooks))?;
    }
    let event_types = wanted.event_types.map(event_types).transpose()?;
    let text = wanted.description.map(|text| description(Some(text))).transpose()?;
    change(workspace, caller, |changing| {
        let (writer, tenant, now) = (changing.writer(), changing.tenant, changing.record.now);
        let before = find_webhook(writer, caller, name)?;
        if let Some(url) = wanted.url.filter(|url| *url != before.url) {
            check_unused(&writer.webhooks(tenant)?, url)?;
        }
        let mut after = before.clone();
        after.url = wanted.url.map_or(after.url, str::to_string);
        after.event_types = event_types.unwrap_or(after.event_types);
        after.description = text.unwrap_or(after.description);
        after.active = wanted.active.unwrap_or(after.active);
        if after.active && !before.active {
            (after.disabled_reason, after.failing_since) = (None, None);
        }
        if after != before {
            after.updated_at = now;
            writer.save_webhook(tenant, &after)?;
            let mut changed = logged(&after);
            changed["urlChanged"] = json!(after.url != before.url);
            log(changing, "webhook.update", &after, logged(&before), changed)?;
        }
        Ok(WebhookView::new(&after, now))
    })
}

/// Gives a webhook a new secret; the one before signs too for 24 hours.
///
/// # Errors
/// As [`webhook`].
pub fn rotate_webhook_secret(workspace: &Workspace, caller: &Caller, name: &str) -> Result<NewWebhookView> {
    permit(workspace, caller)?;
    let secret = new_secret()?;
    change(workspace, caller, |changing| {
        let now = changing.record.now;
        let before = find_webhook(changing.writer(), caller, name)?;
        let until = now.plus(BOTH_SIGN_FOR);
        let after = Webhook { previous: Some((before.secret, until)), secret, updated_at: now, ..before };
        changing.writer().save_webhook(changing.tenant, &after)?;
        log(changing, "webhook.rotate", &after, Value::Null, json!({ "previousEndsAt": until }))?;
        Ok(shown_once(&after, changing))
    })
}

/// Removes a webhook with all that it was told and had to be told.
///
/// # Errors
/// As [`webhook`].
pub fn remove_webhook(workspace: &Workspace, caller: &Caller, name: &str) -> Result<WebhookView> {
    permit(workspace, caller)?;
    change(workspace, caller, |changing| {
        let webhook = find_webhook(changing.writer(), caller, name)?;
        changing.writer().remove_webhook(changing.tenant, webhook.id)?;
        log(changing, "webhook.remove", &webhook, logged(&webhook), Value::Null)?;
        Ok(WebhookView::new(&webhook, changing.record.now))
    })
}

/// Returns the rules for receivers' addresses.
pub(super) fn rules(settings: &WebhookSettings) -> AddressRules {
    AddressRules {
        allow_http: settings.allow_http,
        allow_private_addresses: settings.allow_private_addresses,
        allow_any_port: settings.allow_any_port,
    }
}

/// Refuses a caller who is no admin, and everybody while webhooks are not enabled.
pub(super) fn permit(workspace: &Workspace, caller: &Caller) -> Result<()> {
    caller.require(Role::Admin)?;
    let settings = workspace.store.read(|reader| reader.tenant_settings(caller.tenant.id))?;
    if settings.webhooks_enabled {
        return Ok(());
    }
    let message = format!("webhooks are not enabled for tenant {}", caller.tenant.name);
    Err(Error::new(ErrorKind::NotPermitted, message)
        .hint("an admin enables them with \"loanfile tenant set webhooksEnabled true\""))
}

/// Finds a webhook by its id, or by the last digits of it.
pub(super) fn find_webhook(reader: &Reader<'_>, caller: &Caller, name: &str) -> Result<Webhook> {
    let tenant = caller.tenant.id;
    let unknown = || Error::not_found("webhook", name).hint("\"loanfile webhook list\" lists the webhooks");
    by_id_or_ending(
        name,
        "webhooks",
        unknown,
        |id| reader.webhook(tenant, id),
        |ending| {
            let all = reader.webhooks(tenant)?;
            Ok(all.into_iter().filter(|webhook| webhook.id.uuid().simple().to_string().ends_with(ending)).collect())
        },
    )
}

fn event_types(names: &[String]) -> Result<Vec<WebhookEventType>> {
    let offered = || WebhookEventType::ALL.iter().copied().filter(|known| *known != WebhookEventType::Test);
    if names.is_empty() {
        return Ok(offered().collect());
    }
    let mut wanted = Vec::new();
    for name in names {
        let known = offered().find(|known| known.as_str() == name).ok_or_else(|| {
            let all: Vec<&str> = offered().map(WebhookEventType::as_str).collect();
            Error::invalid_input(format!("webhooks are not told of {name}"))
                .hint(format!("there are {}", all.join(", ")))
        })?;
        if !wanted.contains(&known) {
            wanted.push(known);
        }
    }
    Ok(wanted)
}

fn description(text: Option<&str>) -> Result<Option<String>> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    if text.is_some_and(|text| text.chars().count() > LONGEST_DESCRIPTION || text.chars().any(char::is_control)) {
        return Err(Error::invalid_input(format!(
            "a webhook's description has at most {LONGEST_DESCRIPTION} letters, in one line"
        )));
    }
    Ok(text.map(str::to_string))
}

fn check_unused(others: &[Webhook], url: &str) -> Result<()> {
    match others.iter().find(|other| other.url == url) {
        Some(other) => Err(Error::conflict(format!("webhook {} has this url already", other.id))),
        None => Ok(()),
    }
}

fn shown_once(webhook: &Webhook, changing: &Changing<'_, '_>) -> NewWebhookView {
    NewWebhookView {
        webhook: WebhookView::new(webhook, changing.record.now),
        secret: webhook.secret.expose().to_string(),
    }
}

/// Returns what the log says of a webhook: of its address only the host, because paths hold keys.
fn logged(webhook: &Webhook) -> Value {
    let host = host_of(&webhook.url);
    json!({ "host": host, "eventTypes": webhook.event_types, "active": webhook.active })
}

pub(super) fn log(
    changing: &Changing<'_, '_>,
    action: &str,
    webhook: &Webhook,
    before: Value,
    after: Value,
) -> Result<()> {
    changing.log_of(action, "webhook", webhook.id.to_string(), before, after)
}
