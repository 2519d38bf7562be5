//! Who sends a request, by the three things that come with it.
//!
//! Invariant: every way of being wrong gives the same answer, so that nobody learns which of the three was wrong, whether
//! a tenant or a key exists, or whether a key was good once.

use super::{Caller, keys};
use crate::credentials::{Credential, CredentialKind};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{ApiKey, KeyCredential, KeyStatus, TenantId, Timestamp};
use crate::store::{Reader, Tenant};
use crate::workspace::Workspace;
use std::time::Duration;

/// How exactly it is known when a key was last used: each note of it is a write.
const NOTED_EVERY: Duration = Duration::from_secs(60);

/// What is compared with when there is no key of a handle: no text has this digest.
const NO_DIGEST: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Returns the caller whom an API key, its client secret and a tenant's id name together.
///
/// # Errors
/// `Unauthenticated`, always with the same words, when one of them is missing, malformed, unknown, over or of another
/// tenant; `Integrity` when the workspace has lost what keys are checked with.
pub fn authenticate(workspace: &Workspace, api_key: &str, client_secret: &str, tenant: &str) -> Result<Caller> {
    let key = Credential::parse(CredentialKind::ApiKey, api_key);
    let secret = Credential::parse(CredentialKind::ClientSecret, client_secret);
    let (Some(key), Some(_), Ok(tenant)) = (key, secret, tenant.parse::<TenantId>()) else {
        return Err(unauthenticated());
    };
    let found = workspace.store.read(|reader| look_up(reader, tenant, key.handle()))?;
    let Some(pepper) = workspace.pepper()? else {
        let keys_exist = workspace.store.read(|reader| reader.has_api_keys())?;
        return Err(if keys_exist { keys::pepper_lost(workspace) } else { unauthenticated() });
    };
    // All is compared before anything is decided, also when there is nothing to compare with.
    let credential = found.as_ref().map(|(.., credential)| credential);
    let proved = [
        pepper.is_digest_of(credential.map_or(NO_DIGEST, |kept| &kept.key_digest), api_key),
        pepper.is_digest_of(credential.map_or(NO_DIGEST, |kept| &kept.secret_digest), client_secret),
    ];
    let now = workspace.now();
    let Some((tenant, key, credential)) = found.filter(|(_, key, credential)| {
        proved == [true, true] && key.status(now) == KeyStatus::Active && credential.is_live(now)
    }) else {
        return Err(unauthenticated());
    };
    note_use(workspace, tenant.id, &credential, now);
    Ok(Caller::new(tenant, format!("key:{}", credential.handle), key.role))
}

fn look_up(reader: &Reader<'_>, tenant: TenantId, handle: &str) -> Result<Option<(Tenant, ApiKey, KeyCredential)>> {
    let key = reader.key_of_handle(tenant, handle)?;
    let tenant = reader.tenant(&tenant.to_string())?.filter(|found| found.id == tenant);
    Ok(tenant.zip(key).map(|(tenant, (key, credential))| (tenant, key, credential)))
}

fn note_use(workspace: &Workspace, tenant: TenantId, credential: &KeyCredential, now: Timestamp) {
    if credential.last_used_at.is_some_and(|used| now < used.plus(NOTED_EVERY)) {
        return;
    }
    // A store that cannot be written can still be looked at: the caller is who they are without this note.
    let _ = workspace.store.write_forgettable(|writer| writer.use_key_credential(tenant, &credential.handle, now));
}

/// Returns the one answer to whoever does not prove who they are.
pub fn unauthenticated() -> Error {
    Error::new(ErrorKind::Unauthenticated, "the API key, the client secret and the tenant do not belong together")
}
