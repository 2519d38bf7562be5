//! People who sign in.

use super::{Role, Timestamp, UserId};

/// A person who signs in with a password, apart from the password.
#[derive(Debug, Clone, PartialEq)]
pub struct User {
    /// Its id.
    pub id: UserId,
    /// The name that they sign in with; capital letters do not tell names apart.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// Whether they are refused for now.
    pub disabled: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When they last signed in.
    pub last_sign_in_at: Option<Timestamp>,
}
