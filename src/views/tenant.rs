//! Tenants.

use crate::model::{TenantId, Timestamp};
use crate::store::Tenant;
use serde::Serialize;
use utoipa::ToSchema;

/// A tenant.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct TenantView {
    pub tenant_id: TenantId,
    pub name: String,
    pub created_at: Timestamp,
}

impl From<Tenant> for TenantView {
    fn from(tenant: Tenant) -> Self {
        Self { tenant_id: tenant.id, name: tenant.name, created_at: tenant.created_at }
    }
}
