//! Sessions of the page for reviewers: begun with a password or by a trusted proxy, used, ended.
//!
//! Invariant: every way in which a name and a password can be wrong gives the same answer after the same work, so that
//! nobody learns which tenants and users exist; tries are counted before they are looked at, for all processes together.

use super::Caller;
use super::users::check_user_name;
use crate::credentials::{Credential, CredentialKind, PasswordHash, is_same_secret};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Role, Secret, TenantId, Timestamp, User, UserId, digest_of_parts};
use crate::store::{SignInTry, StoredSession, Tenant};
use crate::views::SessionView;
use crate::workspace::{DEFAULT_TENANT, Workspace};
use std::time::Duration;

/// A session that is not used for so long is over.
const IDLE: Duration = Duration::from_secs(12 * 3600);

/// A session is over after so long, however much it is used.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// How exactly it is known when a session was last used: each note of it is a write.
const NOTED_EVERY: Duration = Duration::from_secs(60);

/// So many failed tries for a name ...
const MOST_TRIES: u32 = 5;

/// ... within so long ...
const TRIES_WITHIN: Duration = Duration::from_secs(5 * 60);

/// ... make all further ones refused for so long.
const REFUSED_FOR: Duration = Duration::from_secs(5 * 60);

/// What somebody gets who has signed in.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// What the browser keeps and sends with each request.
    pub token: Secret,
    /// What changes must come with.
    pub csrf: String,
    /// The session for its owner.
    pub view: SessionView,
}

/// A session that is good.
#[derive(Debug, Clone)]
pub struct Session {
    /// Who asks; their actor is the user's name.
    pub caller: Caller,
    /// What changes must come with.
    pub csrf: String,
    /// When it ends if it is not used until then.
    pub expires_at: Timestamp,
}

impl Session {
    /// Returns the user's name.
    pub fn user(&self) -> &str {
        &self.caller.actor
    }

    /// Tells whether a text is the token that changes must come with, in a time that tells nothing.
    pub fn is_csrf(&self, text: &str) -> bool {
        is_same_secret(&self.csrf, text)
    }

    /// Returns the session for its owner.
    pub fn view(&self) -> SessionView {
        SessionView {
            user: self.caller.actor.clone(),
            role: self.caller.role,
            tenant_id: self.caller.tenant.id,
            tenant_name: self.caller.tenant.name.clone(),
            csrf_token: self.csrf.clone(),
            expires_at: self.expires_at,
        }
    }
}

/// Begins a session for a user of a tenant, which is named or told by its id; the usual one when nothing is said.
///
/// # Errors
/// `Unauthenticated`, always with the same words, when tenant, name and password do not belong together or the user is
/// refused; `Busy` for a while after five failed tries for a name within five minutes, whether such a user exists or not.
pub fn sign_in(workspace: &Workspace, tenant: Option<&str>, name: &str, password: &Secret) -> Result<SignedIn> {
    let asked = tenant.unwrap_or(DEFAULT_TENANT);
    let (tenant, found) = workspace.store.read(|reader| {
        let tenant = reader.tenant(asked)?;
        let found = match &tenant {
            Some(tenant) => reader.user_with_password(tenant.id, name)?,
            None => None,
        };
        Ok((tenant, found))
    })?;
    let owner = tenant.as_ref().map_or(TenantId::NIL, |tenant| tenant.id);
    // A tenant has one count, whether it is called by its name or by its id.
    let whose = tenant.as_ref().map_or_else(|| asked.to_string(), |tenant| tenant.id.to_string());
    let name_digest = digest_of_parts(["sign-in", &whose, &name.to_lowercase()]);
    count_try(workspace, owner, &name_digest)?;
    let kept = found.as_ref().and_then(|(_, hash)| PasswordHash::parse(hash));
    let proved = PasswordHash::is_of(kept.as_ref(), password)?;
    match (tenant, found) {
        (Some(tenant), Some((user, hash))) if proved && !user.disabled => {
            begin_for(workspace, tenant, &user, &hash, &name_digest)
        }
        _ => Err(refused()),
    }
}

/// Begins a session for a person whom a trusted proxy has let in.
///
/// Nothing is proved here: the caller must know that the proxy says so.
///
/// # Errors
/// `Unauthenticated` for an unknown tenant and for a name that nobody can have.
pub fn sign_in_as(workspace: &Workspace, tenant: Option<&str>, name: &str, role: Role) -> Result<SignedIn> {
    check_user_name(name).map_err(|_| refused())?;
    let tenant = workspace.store.read(|reader| reader.tenant(tenant.unwrap_or(DEFAULT_TENANT)))?.ok_or_else(refused)?;
    let new = NewSession::draw(workspace, None, name, role)?;
    let forgotten = new.stored.created_at;
    workspace.store.write(|writer| {
        writer.forget_ended_sessions(forgotten)?;
        writer.add_session(tenant.id, &new.stored)
    })?;
    Ok(new.shown(tenant))
}

/// Returns the session of a token; `None` when there is none, when it is over, and when the text is no token.
///
/// # Errors
/// Any failure of the store.
pub fn session(workspace: &Workspace, token: &str) -> Result<Option<Session>> {
    let Some(token) = Credential::parse(CredentialKind::SessionToken, token) else { return Ok(None) };
    let found = workspace.store.read(|reader| reader.session(&token.digest()))?;
    let now = workspace.now();
    let Some((tenant, stored)) = found.filter(|(_, stored)| now < end_of(stored)) else { return Ok(None) };
    let mut expires_at = end_of(&stored);
    if now >= stored.last_seen_at.plus(NOTED_EVERY) {
        // A store that cannot be written can still be looked at: then the session ends as if it had not been used.
        let noted =
            workspace.store.write_forgettable(|writer| writer.use_session(tenant.id, &stored.token_digest, now));
        if noted.is_ok() {
            expires_at = now.plus(IDLE).min(stored.expires_at);
        }
    }
    let caller = Caller::new(tenant, stored.user_name, stored.role);
    Ok(Some(Session { caller, csrf: stored.csrf_token, expires_at }))
}

/// Ends the session of a token; nothing happens when there is none.
///
/// # Errors
/// Any failure of the store.
pub fn sign_out(workspace: &Workspace, token: &str) -> Result<()> {
    let Some(token) = Credential::parse(CredentialKind::SessionToken, token) else { return Ok(()) };
    workspace.store.write(|writer| writer.end_session(&token.digest()))
}

/// Counts a try before it is looked at, so that tries that are made at once are counted too.
fn count_try(workspace: &Workspace, tenant: TenantId, name_digest: &str) -> Result<()> {
    let now = workspace.now();
    let longest = TRIES_WITHIN.max(REFUSED_FOR) + TRIES_WITHIN;
    let counted = workspace.store.write(|writer| {
        let kept = writer.sign_in_try(name_digest)?.filter(|kept| is_counted(kept, now));
        if let Some(until) = kept.and_then(|kept| kept.refused_until) {
            return Ok(Err(until));
        }
        let tries = kept.map_or(0, |kept| kept.tries) + 1;
        let first_at = kept.map_or(now, |kept| kept.first_at);
        let refused_until = (tries >= MOST_TRIES).then(|| now.plus(REFUSED_FOR));
        writer.save_sign_in_try(tenant, name_digest, &SignInTry { tries, first_at, refused_until })?;
        let micros = i64::try_from(longest.as_micros()).unwrap_or(i64::MAX);
        writer.forget_old_sign_in_tries(Timestamp::from_micros(now.micros().saturating_sub(micros)))?;
        Ok(Ok(()))
    })?;
    counted.map_err(|until| {
        let minutes = (until.micros() - now.micros()).max(0) / 60_000_000 + 1;
        Error::new(ErrorKind::Busy, "too many tries to sign in with this name failed")
            .hint(format!("try again in {minutes} minute{}", if minutes == 1 { "" } else { "s" }))
    })
}

/// Tells whether tries still count: while they are refused, or while the first of them is not long ago.
fn is_counted(kept: &SignInTry, now: Timestamp) -> bool {
    match kept.refused_until {
        Some(until) => now < until,
        None => now < kept.first_at.plus(TRIES_WITHIN),
    }
}

fn begin_for(workspace: &Workspace, tenant: Tenant, user: &User, hash: &str, name_digest: &str) -> Result<SignedIn> {
    let new = NewSession::draw(workspace, Some(user.id), &user.name, user.role)?;
    let now = new.stored.created_at;
    let begun = workspace.store.write(|writer| {
        // While the password was compared the user may have been removed, refused, or given another one.
        let same = |(found, kept): &(User, String)| found.id == user.id && !found.disabled && kept == hash;
        if !writer.user_with_password(tenant.id, &user.name)?.as_ref().is_some_and(same) {
            return Ok(false);
        }
        writer.forget_ended_sessions(now)?;
        writer.forget_sign_in_try(name_digest)?;
        writer.note_sign_in(tenant.id, user.id, now)?;
        writer.add_session(tenant.id, &new.stored)?;
        Ok(true)
    })?;
    if begun { Ok(new.shown(tenant)) } else { Err(refused()) }
}

/// A session in the making.
struct NewSession {
    token: Credential,
    stored: StoredSession,
}

impl NewSession {
    fn draw(workspace: &Workspace, user: Option<UserId>, name: &str, role: Role) -> Result<Self> {
        let token = Credential::generate(CredentialKind::SessionToken)?;
        let csrf = Credential::generate(CredentialKind::SessionToken)?;
        let now = workspace.now();
        let stored = StoredSession {
            token_digest: token.digest(),
            user,
            user_name: name.to_string(),
            role,
            csrf_token: csrf.random_part().to_string(),
            created_at: now,
            last_seen_at: now,
            expires_at: now.plus(LONGEST),
        };
        Ok(Self { token, stored })
    }

    fn shown(self, tenant: Tenant) -> SignedIn {
        let expires_at = end_of(&self.stored);
        let caller = Caller::new(tenant, self.stored.user_name, self.stored.role);
        let session = Session { caller, csrf: self.stored.csrf_token, expires_at };
        SignedIn { token: Secret::new(self.token.expose()), csrf: session.csrf.clone(), view: session.view() }
    }
}

/// Returns when a session ends if it is not used any more.
fn end_of(stored: &StoredSession) -> Timestamp {
    stored.last_seen_at.plus(IDLE).min(stored.expires_at)
}

fn refused() -> Error {
    Error::new(ErrorKind::Unauthenticated, "the tenant, the name and the password do not belong together")
}
