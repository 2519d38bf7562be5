//! Loan configurations.

use super::row::{Mapped, json, moment, parsed, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{ConfigurationId, LoanConfiguration, LoanId, TenantId};
use rusqlite::{Row, params};

const COLUMNS: &str = "configuration_id, content, created_at, updated_at";

impl Reader<'_> {
    /// Returns a configuration by its name or its id.
    pub fn configuration(&self, tenant: TenantId, name_or_id: &str) -> Result<Option<LoanConfiguration>> {
        self.one(
            &format!(
                "SELECT {COLUMNS} FROM loan_configuration WHERE tenant_id = ?1 AND (name = ?2 OR configuration_id = ?2)
                 ORDER BY name <> ?2 LIMIT 1"
            ),
            params![tenant.to_string(), name_or_id],
            configuration_of_row,
        )
    }

    /// Returns what a loan's papers are checked against; `None` for the checks of their types only.
    pub fn configuration_of_loan(&self, tenant: TenantId, loan: LoanId) -> Result<Option<LoanConfiguration>> {
        self.one(
            "SELECT c.configuration_id, c.content, c.created_at, c.updated_at
             FROM loan l JOIN loan_configuration c ON c.configuration_id = l.configuration_id
             WHERE l.tenant_id = ?1 AND l.loan_id = ?2 AND c.tenant_id = ?1",
            params![tenant.to_string(), loan.to_string()],
            configuration_of_row,
        )
    }

    /// Returns a tenant's configurations by name.
    pub fn configurations(&self, tenant: TenantId) -> Result<Vec<LoanConfiguration>> {
        self.all(
            &format!("SELECT {COLUMNS} FROM loan_configuration WHERE tenant_id = ?1 ORDER BY name"),
            [tenant.to_string()],
            configuration_of_row,
        )
    }
}

impl Writer<'_> {
    /// Adds a configuration whose name is new.
    pub fn add_configuration(&self, tenant: TenantId, kept: &LoanConfiguration) -> Result<()> {
        self.execute(
            "INSERT INTO loan_configuration (tenant_id, configuration_id, name, content, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                tenant.to_string(),
                kept.id.to_string(),
                kept.content.name,
                to_json(&kept.content)?,
                kept.created_at.micros(),
                kept.updated_at.micros()
            ],
        )?;
        Ok(())
    }

    /// Writes what a configuration says and when it was changed.
    pub fn save_configuration(&self, tenant: TenantId, kept: &LoanConfiguration) -> Result<()> {
        self.execute(
            "UPDATE loan_configuration SET name = ?3, content = ?4, updated_at = ?5
             WHERE tenant_id = ?1 AND configuration_id = ?2",
            params![
                tenant.to_string(),
                kept.id.to_string(),
                kept.content.name,
                to_json(&kept.content)?,
                kept.updated_at.micros()
            ],
        )?;
        Ok(())
    }

    /// Removes a configuration.
    pub fn remove_configuration(&self, tenant: TenantId, id: ConfigurationId) -> Result<()> {
        self.execute(
            "DELETE FROM loan_configuration WHERE tenant_id = ?1 AND configuration_id = ?2",
            params![tenant.to_string(), id.to_string()],
        )?;
        Ok(())
    }
}

fn configuration_of_row(row: &Row<'_>) -> Mapped<LoanConfiguration> {
    Ok(LoanConfiguration {
        id: parsed(row, "configuration_id")?,
        content: json(row, "content")?,
        created_at: moment(row, "created_at")?,
        updated_at: moment(row, "updated_at")?,
    })
}
