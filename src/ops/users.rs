//! People who sign in with a password: added, listed, refused, removed.
//!
//! Invariant: a password is in no answer, message or log entry; whoever loses their password, their place or their
//! account loses their sessions with it.

use super::Caller;
use super::change::{Changing, change};
use crate::credentials::{PasswordHash, check_password, looks_secret};
use crate::error::{Error, Result};
use crate::model::{Role, Secret, User, UserId};
use crate::views::UserView;
use crate::workspace::Workspace;
use serde_json::{Value, json};

/// The longest name of a user, in letters.
const LONGEST_NAME: usize = 100;

/// A user to be added.
#[derive(Debug, Clone)]
pub struct NewUser<'u> {
    /// The name that they sign in with.
    pub name: &'u str,
    /// What they may do.
    pub role: Role,
    /// What they prove themselves with.
    pub password: &'u Secret,
}

/// Whether a user is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserAccess {
    /// With the password.
    Allowed,
    /// Not for now.
    Refused,
}

/// Adds a person who may sign in for the caller's tenant.
///
/// # Errors
/// `InvalidInput` for a name or a password that cannot be one, `Conflict` for a name that is taken, `NotPermitted` for a
/// caller who is no admin.
pub fn add_user(workspace: &Workspace, caller: &Caller, input: &NewUser<'_>) -> Result<UserView> {
    caller.require(Role::Admin)?;
    check_user_name(input.name)?;
    check_password(input.name, input.password)?;
    // Hashing takes its time: nobody waits for it with a transaction open.
    let hash = PasswordHash::of(input.password)?.to_text();
    change(workspace, caller, |changing| {
        let user = User {
            id: UserId::new(changing.record.new_id()),
            name: input.name.to_string(),
            role: input.role,
            disabled: false,
            created_at: changing.record.now,
            last_sign_in_at: None,
        };
        if !changing.writer().add_user(changing.tenant, &user, &hash)? {
            return Err(Error::conflict(format!("there is a user {} already", input.name))
                .hint("\"loanfile user list\" lists the users"));
        }
        log(changing, "user.create", &user, Value::Null, json!({ "name": user.name, "role": user.role }))?;
        Ok(UserView::from(user))
    })
}

/// Returns the users of the caller's tenant by name.
///
/// # Errors
/// `NotPermitted` for a caller who is no admin, and any failure of the store.
pub fn users(workspace: &Workspace, caller: &Caller) -> Result<Vec<UserView>> {
    caller.require(Role::Admin)?;
    let all = workspace.store.read(|reader| reader.users(caller.tenant.id))?;
    Ok(all.into_iter().map(UserView::from).collect())
}

/// Gives a user another password and ends their sessions.
///
/// # Errors
/// `NotFound` for an unknown user, `InvalidInput` for a password that cannot be one, `NotPermitted` for a caller who is
/// no admin.
pub fn set_password(workspace: &Workspace, caller: &Caller, name: &str, password: &Secret) -> Result<UserView> {
    caller.require(Role::Admin)?;
    check_password(name, password)?;
    let hash = PasswordHash::of(password)?.to_text();
    change(workspace, caller, |changing| {
        let user = find_user(changing, name)?;
        let (writer, tenant) = (changing.writer(), changing.tenant);
        writer.set_user_password(tenant, user.id, &hash, changing.record.now)?;
        writer.end_sessions_of(tenant, user.id)?;
        log(changing, "user.password", &user, Value::Null, Value::Null)?;
        Ok(UserView::from(user))
    })
}

/// Refuses a user for now and ends their sessions, or lets them in again; nothing is logged when that was so already.
///
/// # Errors
/// `NotFound` for an unknown user, `NotPermitted` for a caller who is no admin.
pub fn set_user_access(workspace: &Workspace, caller: &Caller, name: &str, access: UserAccess) -> Result<UserView> {
    caller.require(Role::Admin)?;
    let disabled = access == UserAccess::Refused;
    change(workspace, caller, |changing| {
        let user = find_user(changing, name)?;
        if user.disabled != disabled {
            changing.writer().set_user_disabled(changing.tenant, user.id, disabled, changing.record.now)?;
            changing.writer().end_sessions_of(changing.tenant, user.id)?;
            let (before, after) = (json!({ "disabled": user.disabled }), json!({ "disabled": disabled }));
            log(changing, "user.access", &user, before, after)?;
        }
        Ok(UserView::from(User { disabled, ..user }))
    })
}

/// Removes a user and ends their sessions; what they did stays in the log under their name.
///
/// # Errors
/// `NotFound` for an unknown user, `NotPermitted` for a caller who is no admin.
pub fn remove_user(workspace: &Workspace, caller: &Caller, name: &str) -> Result<UserView> {
    caller.require(Role::Admin)?;
    change(workspace, caller, |changing| {
        let user = find_user(changing, name)?;
        changing.writer().end_sessions_of(changing.tenant, user.id)?;
        changing.writer().remove_user(changing.tenant, user.id)?;
        log(changing, "user.remove", &user, json!({ "name": user.name, "role": user.role }), Value::Null)?;
        Ok(UserView::from(user))
    })
}

/// Checks that a person can be called so; a colon would make them look like an API key in the log.
///
/// # Errors
/// `InvalidInput` when not.
pub(super) fn check_user_name(name: &str) -> Result<()> {
    let wrong = |why: &str| {
        Err(Error::invalid_input(format!("this cannot be a user's name: {why}"))
            .hint("take 1 to 100 letters, digits, spaces and . _ - + ' @, such as ana.diaz@example.com"))
    };
    if looks_secret(name) {
        return wrong("it looks like a key, and names are listed and logged");
    }
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return wrong("it is empty or too long");
    }
    if name.trim() != name || name.starts_with('-') {
        return wrong("it begins or ends with a sign");
    }
    if !name.chars().all(|letter| letter.is_alphanumeric() || " ._-+'@".contains(letter)) {
        return wrong("it has other signs than those");
    }
    Ok(())
}

/// Finds a user by name or by id.
fn find_user(changing: &Changing<'_, '_>, name: &str) -> Result<User> {
    let found = match name.parse::<UserId>() {
        Ok(id) => changing.writer().users(changing.tenant)?.into_iter().find(|user| user.id == id),
        Err(_) => changing.writer().user(changing.tenant, name)?,
    };
    found.ok_or_else(|| Error::not_found("user", name).hint("\"loanfile user list\" lists the users"))
}

fn log(changing: &Changing<'_, '_>, action: &str, user: &User, before: Value, after: Value) -> Result<()> {
    changing.log_of(action, "user", user.id.to_string(), before, after)
}
