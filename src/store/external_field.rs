//! Fields of other systems, and which of ours fill them.

use super::row::{Mapped, moment, parsed};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{ExternalField, ExternalFieldId, FieldMapping, FieldTypeId, MappingId, TenantId};
use rusqlite::{Row, params};

impl Reader<'_> {
    /// Returns a tenant's external fields by system and identifier.
    pub fn external_fields(&self, tenant: TenantId) -> Result<Vec<ExternalField>> {
        self.all(
            "SELECT external_field_id, name, table_index, source, created_at FROM external_field
             WHERE tenant_id = ?1 ORDER BY source, table_index",
            [tenant.to_string()],
            external_field_of_row,
        )
    }

    /// Returns a tenant's mappings by field, then in the order in which they were added.
    pub fn field_mappings(&self, tenant: TenantId) -> Result<Vec<FieldMapping>> {
        self.all(
            "SELECT mapping_id, field_type_id, external_field_id, created_at FROM external_field_mapping
             WHERE tenant_id = ?1 ORDER BY field_type_id, created_at, mapping_id",
            [tenant.to_string()],
            mapping_of_row,
        )
    }
}

impl Writer<'_> {
    /// Adds an external field, unless its system has one of that identifier; tells whether it was added.
    pub fn add_external_field(&self, tenant: TenantId, field: &ExternalField) -> Result<bool> {
        let added = self.execute(
            "INSERT INTO external_field (tenant_id, external_field_id, name, table_index, source, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (tenant_id, source, table_index) DO NOTHING",
            params![
                tenant.to_string(),
                field.id.to_string(),
                field.name,
                field.table_index,
                field.source,
                field.created_at.micros(),
            ],
        )?;
        Ok(added == 1)
    }

    /// Removes an external field.
    pub fn remove_external_field(&self, tenant: TenantId, field: ExternalFieldId) -> Result<()> {
        self.execute(
            "DELETE FROM external_field WHERE tenant_id = ?1 AND external_field_id = ?2",
            params![tenant.to_string(), field.to_string()],
        )?;
        Ok(())
    }

    /// Adds a mapping, unless the pair is mapped; tells whether it was added.
    pub fn add_field_mapping(&self, tenant: TenantId, mapping: &FieldMapping) -> Result<bool> {
        let added = self.execute(
            "INSERT INTO external_field_mapping (tenant_id, mapping_id, field_type_id, external_field_id, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (tenant_id, field_type_id, external_field_id) DO NOTHING",
            params![
                tenant.to_string(),
                mapping.id.to_string(),
                mapping.field_type.as_str(),
                mapping.external_field.to_string(),
                mapping.created_at.micros(),
            ],
        )?;
        Ok(added == 1)
    }

    /// Removes a mapping.
    pub fn remove_field_mapping(&self, tenant: TenantId, mapping: MappingId) -> Result<()> {
        self.execute(
            "DELETE FROM external_field_mapping WHERE tenant_id = ?1 AND mapping_id = ?2",
            params![tenant.to_string(), mapping.to_string()],
        )?;
        Ok(())
    }
}

fn external_field_of_row(row: &Row<'_>) -> Mapped<ExternalField> {
    Ok(ExternalField {
        id: parsed(row, "external_field_id")?,
        name: row.get("name")?,
        table_index: row.get("table_index")?,
        source: row.get("source")?,
        created_at: moment(row, "created_at")?,
    })
}

fn mapping_of_row(row: &Row<'_>) -> Mapped<FieldMapping> {
    Ok(FieldMapping {
        id: parsed(row, "mapping_id")?,
        field_type: FieldTypeId::new(row.get::<_, String>("field_type_id")?),
        external_field: parsed(row, "external_field_id")?,
        created_at: moment(row, "created_at")?,
    })
}
