//! Which engine computes a tenant's income: the workspace's, or the kind that the tenant has chosen.

use crate::engines;
use crate::error::Result;
use crate::ops::Caller;
use crate::settings::{EngineKind, IncomeEngineSettings};
use crate::store::TenantSettings;
use crate::workspace::Workspace;

/// Returns how a tenant's engine is asked.
pub fn engine_of(workspace: &Workspace, settings: &TenantSettings) -> IncomeEngineSettings {
    let engine = workspace.settings.income_engine.clone();
    IncomeEngineSettings { kind: settings.income_engine.unwrap_or(engine.kind), ..engine }
}

/// Returns how the engine of the caller's tenant is asked.
///
/// # Errors
/// Any failure of the store.
pub fn engine_of_caller(workspace: &Workspace, caller: &Caller) -> Result<IncomeEngineSettings> {
    let settings = workspace.store.read(|reader| reader.tenant_settings(caller.tenant.id))?;
    Ok(engine_of(workspace, &settings))
}

/// Returns the name under which a run keeps the engine that it asks.
pub fn name_of(engine: &IncomeEngineSettings) -> &str {
    match engine.kind {
        EngineKind::Embedded => engines::Embedded::NAME,
        EngineKind::Http => engine.url.as_deref().unwrap_or("http"),
    }
}
