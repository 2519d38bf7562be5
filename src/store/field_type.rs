//! What tenants set for fields.

use super::row::{Mapped, moment};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{FieldSetting, FieldTypeId, TenantId};
use rusqlite::{Row, params};

impl Reader<'_> {
    /// Returns all that a tenant set for fields.
    pub fn field_settings(&self, tenant: TenantId) -> Result<Vec<FieldSetting>> {
        self.all(
            "SELECT field_type_id, display_name, in_use, updated_at FROM field_type
             WHERE tenant_id = ?1 ORDER BY field_type_id",
            [tenant.to_string()],
            setting_of_row,
        )
    }

    /// Returns what a tenant set for a field.
    pub fn field_setting(&self, tenant: TenantId, field_type: &FieldTypeId) -> Result<Option<FieldSetting>> {
        self.one(
            "SELECT field_type_id, display_name, in_use, updated_at FROM field_type
             WHERE tenant_id = ?1 AND field_type_id = ?2",
            params![tenant.to_string(), field_type.as_str()],
            setting_of_row,
        )
    }
}

impl Writer<'_> {
    /// Puts what a tenant set for a field in the place of what was set before.
    pub fn save_field_setting(&self, tenant: TenantId, setting: &FieldSetting) -> Result<()> {
        self.execute(
            "INSERT INTO field_type (tenant_id, field_type_id, display_name, in_use, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (tenant_id, field_type_id) DO UPDATE SET display_name = ?3, in_use = ?4, updated_at = ?5",
            params![
                tenant.to_string(),
                setting.field_type.as_str(),
                setting.display_name,
                i64::from(setting.in_use),
                setting.updated_at.micros(),
            ],
        )?;
        Ok(())
    }
}

fn setting_of_row(row: &Row<'_>) -> Mapped<FieldSetting> {
    Ok(FieldSetting {
        field_type: FieldTypeId::new(row.get::<_, String>("field_type_id")?),
        display_name: row.get("display_name")?,
        in_use: row.get::<_, i64>("in_use")? != 0,
        updated_at: moment(row, "updated_at")?,
    })
}
