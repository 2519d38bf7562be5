//! Tenants: the owners of everything else.

use super::row::{Mapped, json, moment, parsed, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::income::{Guideline, LargeDepositThreshold};
use crate::model::{Confidence, TenantId, Timestamp};
use crate::settings::{EngineKind, Settings};
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A tenant.
#[derive(Debug, Clone, PartialEq)]
pub struct Tenant {
    /// Its id.
    pub id: TenantId,
    /// Its name on the command line.
    pub name: String,
    /// Its settings.
    pub settings: TenantSettings,
    /// When it was made.
    pub created_at: Timestamp,
}

/// What a tenant can set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct TenantSettings {
    /// Below this confidence a review task is opened.
    pub review_threshold: Confidence,
    /// Whether a reviewer may release a document in spite of a failed check.
    pub allow_waivers: bool,
    /// Whether a document is exported as soon as nothing holds it back.
    pub export_when_passed: bool,
    /// What makes a single deposit a large one.
    pub large_deposit_threshold: LargeDepositThreshold,
    /// By whose rules income is computed when nothing else is asked for.
    pub guideline: Guideline,
    /// What computes income; null for what the workspace's settings say.
    pub income_engine: Option<EngineKind>,
    /// The target that documents are exported to when none is named.
    pub los: String,
    /// Whether webhooks may be registered.
    pub webhooks_enabled: bool,
    /// The names of the reports that are enabled; null for all.
    pub reports_enabled: Option<Vec<String>>,
}

impl TenantSettings {
    /// Tells whether a report is enabled.
    pub fn is_enabled(&self, report: &str) -> bool {
        self.reports_enabled.as_ref().is_none_or(|enabled| enabled.iter().any(|name| name == report))
    }
}

impl Default for TenantSettings {
    fn default() -> Self {
        Self {
            review_threshold: Confidence::new(0.80),
            allow_waivers: false,
            export_when_passed: false,
            reports_enabled: None,
            income_engine: None,
            los: Settings::DEFAULT_TARGET.to_string(),
            webhooks_enabled: false,
            large_deposit_threshold: LargeDepositThreshold::default(),
            guideline: Guideline::default(),
        }
    }
}

impl Reader<'_> {
    /// Returns the tenant of a name or a UUID.
    pub fn tenant(&self, name_or_id: &str) -> Result<Option<Tenant>> {
        self.one(
            "SELECT tenant_id, name, settings, created_at FROM tenant WHERE name = ?1 OR tenant_id = ?1",
            [name_or_id],
            tenant_of_row,
        )
    }

    /// Returns a tenant's settings; the defaults for an unknown one.
    pub fn tenant_settings(&self, tenant: TenantId) -> Result<TenantSettings> {
        let found = self.one("SELECT settings FROM tenant WHERE tenant_id = ?1", [tenant.to_string()], |row| {
            json(row, "settings")
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Returns all tenants by name.
    pub fn tenants(&self) -> Result<Vec<Tenant>> {
        self.all("SELECT tenant_id, name, settings, created_at FROM tenant ORDER BY name", [], tenant_of_row)
    }

    /// Returns the names of all tenants, sorted.
    pub fn tenant_names(&self) -> Result<Vec<String>> {
        self.all("SELECT name FROM tenant ORDER BY name", [], |row| row.get("name"))
    }
}

impl Writer<'_> {
    /// Adds a tenant unless its name exists, and tells whether it was added.
    pub fn add_tenant(&self, tenant: TenantId, name: &str, now: Timestamp) -> Result<bool> {
        let settings = to_json(&TenantSettings::default())?;
        let added = self.execute(
            "INSERT INTO tenant (tenant_id, name, settings, created_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (name) DO NOTHING",
            params![tenant.to_string(), name, settings, now.micros()],
        )?;
        Ok(added == 1)
    }

    /// Puts settings in the place of a tenant's.
    pub fn save_tenant_settings(&self, tenant: TenantId, settings: &TenantSettings) -> Result<()> {
        self.execute(
            "UPDATE tenant SET settings = ?2 WHERE tenant_id = ?1",
            params![tenant.to_string(), to_json(settings)?],
        )?;
        Ok(())
    }
}

pub(super) fn tenant_of_row(row: &Row<'_>) -> Mapped<Tenant> {
    Ok(Tenant {
        id: parsed(row, "tenant_id")?,
        name: row.get("name")?,
        settings: json(row, "settings")?,
        created_at: moment(row, "created_at")?,
    })
}
