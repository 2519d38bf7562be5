//! How external engines answered lately.

use super::row::moment_option;
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{TenantId, Timestamp};
use crate::remote::Circuit;
use rusqlite::params;

impl Reader<'_> {
    /// Returns how an engine answered lately; a closed circuit for one that was never asked.
    pub fn engine_circuit(&self, tenant: TenantId, engine: &str) -> Result<Circuit> {
        let found = self.one(
            "SELECT failures, open_until FROM engine_circuit WHERE tenant_id = ?1 AND engine = ?2",
            params![tenant.to_string(), engine],
            |row| Ok(Circuit { failures: row.get("failures")?, open_until: moment_option(row, "open_until")? }),
        )?;
        Ok(found.unwrap_or_default())
    }
}

impl Writer<'_> {
    /// Notes how an engine answered.
    pub fn save_engine_circuit(&self, tenant: TenantId, engine: &str, circuit: Circuit) -> Result<()> {
        self.execute(
            "INSERT INTO engine_circuit (tenant_id, engine, failures, open_until) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (tenant_id, engine) DO UPDATE SET failures = ?3, open_until = ?4",
            params![tenant.to_string(), engine, circuit.failures, circuit.open_until.map(Timestamp::micros)],
        )?;
        Ok(())
    }
}
