//! People who sign in, and their sessions.

use crate::model::{Role, TenantId, Timestamp, User, UserId};
use serde::Serialize;
use utoipa::ToSchema;

/// A person who signs in.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct UserView {
    pub user_id: UserId,
    pub name: String,
    pub role: Role,
    /// Whether they are refused for now.
    pub disabled: bool,
    pub created_at: Timestamp,
    pub last_sign_in_at: Option<Timestamp>,
}

impl From<User> for UserView {
    fn from(user: User) -> Self {
        Self {
            user_id: user.id,
            name: user.name,
            role: user.role,
            disabled: user.disabled,
            created_at: user.created_at,
            last_sign_in_at: user.last_sign_in_at,
        }
    }
}

/// A session, as the person who has it sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct SessionView {
    pub user: String,
    pub role: Role,
    pub tenant_id: TenantId,
    pub tenant_name: String,
    pub csrf_token: String,
    /// When it ends if it is not used until then.
    pub expires_at: Timestamp,
}
