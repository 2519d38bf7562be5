//! API keys: made, listed, rotated, revoked.
//!
//! Invariant: the text of a key and of its secret leaves once, in the answer to whoever made it; the log knows keys by
//! their handles.

use super::Caller;
use super::change::{Changing, change};
use crate::credentials::{Credential, CredentialKind, Pepper, looks_secret};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{ApiKey, ApiKeyId, KeyCredential, KeyStatus, Role, Timestamp};
use crate::store::Reader;
use crate::views::{KeyView, NewKeyView};
use crate::workspace::Workspace;
use serde_json::{Value, json};
use std::time::Duration;

/// How long both secrets of a rotated key may be good.
const LONGEST_OVERLAP: Duration = Duration::from_secs(30 * 24 * 3600);

/// The longest name of a key, in letters.
const LONGEST_NAME: usize = 100;

/// How often handles are drawn until one is free; two in a row that are taken say that something else is wrong.
const DRAWS: usize = 3;

/// A key to be made.
#[derive(Debug, Clone)]
pub struct NewKey<'k> {
    /// What it may do.
    pub role: Role,
    /// What it is for.
    pub name: Option<&'k str>,
    /// From when on it is refused.
    pub expires_at: Option<Timestamp>,
}

/// Makes a key for the caller's tenant; its text is in the answer and can never be shown again.
///
/// # Errors
/// `InvalidInput` for a name that cannot be one and for an end that is past, `NotPermitted` for a caller who is no admin.
pub fn create_key(workspace: &Workspace, caller: &Caller, input: &NewKey<'_>) -> Result<NewKeyView> {
    caller.require(Role::Admin)?;
    if let Some(name) = input.name {
        check_name(name)?;
    }
    let pepper = pepper(workspace)?;
    change(workspace, caller, |changing| {
        let now = changing.record.now;
        if let Some(end) = input.expires_at.filter(|end| *end <= now) {
            return Err(Error::invalid_input(format!("the key cannot end at {end}: that is past")));
        }
        let key = ApiKey {
            id: ApiKeyId::new(changing.record.new_id()),
            name: input.name.map(str::to_string),
            role: input.role,
            created_by: changing.actor().to_string(),
            created_at: now,
            expires_at: input.expires_at,
            revoked_at: None,
        };
        changing.writer().add_api_key(changing.tenant, &key)?;
        let pair = Pair::draw(changing, &pepper, key.id)?;
        let made = json!({
            "name": key.name,
            "role": key.role,
            "handle": pair.api_key.handle(),
            "expiresAt": key.expires_at,
        });
        changing.log_of("key.create", "key", key.id.to_string(), Value::Null, made)?;
        Ok(pair.shown(changing, &key))
    })
}

/// Returns the keys of the caller's tenant, oldest first; those only that were not used since a moment, if one is given.
///
/// # Errors
/// `NotPermitted` for a caller who is no admin, and any failure of the store.
pub fn keys(workspace: &Workspace, caller: &Caller, unused_since: Option<Timestamp>) -> Result<Vec<KeyView>> {
    caller.require(Role::Admin)?;
    let (tenant, now) = (caller.tenant.id, workspace.now());
    let all = workspace.store.read(|reader| {
        let keys = reader.api_keys(tenant)?;
        keys.into_iter().map(|key| Ok(KeyView::new(&key, &reader.key_credentials(tenant, key.id)?, now))).collect()
    });
    let stale = |view: &KeyView| {
        unused_since.is_none_or(|moment| {
            view.status == KeyStatus::Active && view.last_used_at.unwrap_or(view.created_at) < moment
        })
    };
    let all: Vec<KeyView> = all?;
    Ok(all.into_iter().filter(stale).collect())
}

/// Gives a key a new pair of key and secret; the pair before it stays good for a while.
///
/// # Errors
/// `NotFound` for an unknown key, `Conflict` for one that is no longer good, `InvalidInput` when both pairs were to be
/// good for more than 30 days, `NotPermitted` for a caller who is no admin.
pub fn rotate_key(workspace: &Workspace, caller: &Caller, key: &str, overlap: Duration) -> Result<NewKeyView> {
    caller.require(Role::Admin)?;
    if overlap > LONGEST_OVERLAP {
        return Err(Error::invalid_input(format!(
            "the old key cannot stay good for {} hours",
            overlap.as_secs() / 3600
        ))
        .hint("at most 720 hours, which are 30 days"));
    }
    let pepper = pepper(workspace)?;
    change(workspace, caller, |changing| {
        let (writer, tenant, now) = (changing.writer(), changing.tenant, changing.record.now);
        let key = find_key(writer, caller, key)?;
        if key.status(now) != KeyStatus::Active {
            return Err(Error::conflict(format!("key {} is no longer good: it cannot be rotated", key.id))
                .hint("make a new one with \"loanfile key create\""));
        }
        let before = writer.key_credentials(tenant, key.id)?;
        let until = now.plus(overlap);
        let live: Vec<&KeyCredential> = before.iter().filter(|credential| credential.is_live(now)).collect();
        // Two pairs at most are good: the newest of the old ones stays for a while, those before it end now.
        for (place, credential) in live.iter().enumerate() {
            let end = if place == 0 { credential.ends_at.map_or(until, |end| end.min(until)) } else { now };
            writer.end_key_credential(tenant, &credential.handle, end)?;
        }
        let pair = Pair::draw(changing, &pepper, key.id)?;
        let newest = live.first();
        changing.log_of(
            "key.rotate",
            "key",
            key.id.to_string(),
            json!({ "handle": newest.map(|credential| &credential.handle) }),
            json!({ "handle": pair.api_key.handle(), "previousEndsAt": newest.map(|_| until) }),
        )?;
        let mut shown = pair.shown(changing, &key);
        shown.previous_ends_at = newest.map(|_| until);
        Ok(shown)
    })
}

/// Refuses a key from now on; nothing is changed and nothing logged when it is refused already.
///
/// # Errors
/// `NotFound` for an unknown key, `NotPermitted` for a caller who is no admin.
pub fn revoke_key(workspace: &Workspace, caller: &Caller, key: &str) -> Result<KeyView> {
    caller.require(Role::Admin)?;
    change(workspace, caller, |changing| {
        let (writer, tenant, now) = (changing.writer(), changing.tenant, changing.record.now);
        let mut key = find_key(writer, caller, key)?;
        if key.revoked_at.is_none() {
            writer.revoke_api_key(tenant, key.id, now)?;
            changing.log_of(
                "key.revoke",
                "key",
                key.id.to_string(),
                json!({ "revokedAt": null }),
                json!({ "revokedAt": now }),
            )?;
            key.revoked_at = Some(now);
        }
        Ok(KeyView::new(&key, &writer.key_credentials(tenant, key.id)?, now))
    })
}

/// An API key with its client secret.
struct Pair {
    api_key: Credential,
    client_secret: Credential,
}

impl Pair {
    /// Draws a pair and keeps its digests.
    fn draw(changing: &Changing<'_, '_>, pepper: &Pepper, key: ApiKeyId) -> Result<Self> {
        for _ in 0..DRAWS {
            let pair = Self {
                api_key: Credential::generate(CredentialKind::ApiKey)?,
                client_secret: Credential::generate(CredentialKind::ClientSecret)?,
            };
            let kept = KeyCredential {
                handle: pair.api_key.handle().to_string(),
                key_digest: pepper.digest(&pair.api_key),
                secret_digest: pepper.digest(&pair.client_secret),
                created_at: changing.record.now,
                ends_at: None,
                last_used_at: None,
            };
            if changing.writer().add_key_credential(changing.tenant, key, &kept)? {
                return Ok(pair);
            }
        }
        Err(Error::internal("the system's random numbers repeat themselves"))
    }

    fn shown(&self, changing: &Changing<'_, '_>, key: &ApiKey) -> NewKeyView {
        NewKeyView {
            key_id: key.id,
            role: key.role,
            api_key: self.api_key.expose().to_string(),
            client_secret: self.client_secret.expose().to_string(),
            tenant_id: changing.tenant,
            previous_ends_at: None,
        }
    }
}

/// Returns the workspace's pepper and makes it when no key needs one that was lost.
fn pepper(workspace: &Workspace) -> Result<Pepper> {
    match workspace.pepper()? {
        Some(pepper) => Ok(pepper),
        None if workspace.store.read(|reader| reader.has_api_keys())? => Err(pepper_lost(workspace)),
        None => workspace.make_pepper(),
    }
}

/// Says that keys exist which nobody can check any more.
pub(super) fn pepper_lost(workspace: &Workspace) -> Error {
    let file = workspace.pepper_file();
    Error::new(ErrorKind::Integrity, format!("{} is missing: no key of the workspace can be checked", file.display()))
        .hint("restore the file from a backup")
}

/// Finds a key by its id or by the handle of one of its secrets.
fn find_key(reader: &Reader<'_>, caller: &Caller, name: &str) -> Result<ApiKey> {
    let tenant = caller.tenant.id;
    let found = match name.parse::<ApiKeyId>() {
        Ok(id) => reader.api_keys(tenant)?.into_iter().find(|key| key.id == id),
        Err(_) => reader.key_of_handle(tenant, name)?.map(|(key, _)| key),
    };
    let shown = if looks_secret(name) { "of this text; give its id or its handle instead" } else { name };
    found.ok_or_else(|| Error::not_found("key", shown).hint("\"loanfile key list\" lists the keys"))
}

fn check_name(name: &str) -> Result<()> {
    let fits = !name.trim().is_empty() && name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
    if looks_secret(name) {
        return Err(Error::invalid_input("the name looks like a key").hint("names are listed and logged"));
    }
    if fits { Ok(()) } else { Err(Error::invalid_input(format!("a key's name has 1 to {LONGEST_NAME} letters"))) }
}
