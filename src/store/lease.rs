//! Leases on units of work, with fencing.
//!
//! A unit (a page, a document, a loan that is exported) has one row from its first claim until it is finished, so that its fencing number only
//! grows. A commit names the lease it was claimed with; when another process has taken the unit over in between, or
//! finished it, the commit is refused.

use super::{Reader, Term, Writer};
use crate::error::Result;
use crate::model::{TenantId, Timestamp};
use rusqlite::params;

/// A unit of work that is held by one process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The page, the document or the loan.
    pub unit: String,
    /// The process that holds it.
    pub owner: String,
    /// The number of this claim among all claims of the unit.
    pub fence: i64,
}

impl Reader<'_> {
    /// Returns the processes that hold units of work now.
    pub fn lease_owners(&self, tenant: TenantId) -> Result<Vec<String>> {
        self.all(
            "SELECT DISTINCT owner FROM lease WHERE tenant_id = ?1 AND expires_at > 0 ORDER BY owner",
            [tenant.to_string()],
            |row| row.get(0),
        )
    }

    /// Tells whether the lease is still the unit's latest and has not been given back.
    pub fn holds_lease(&self, tenant: TenantId, lease: &Lease) -> Result<bool> {
        let found = self.count(
            "SELECT COUNT(*) FROM lease
             WHERE tenant_id = ?1 AND unit_id = ?2 AND owner = ?3 AND fence = ?4 AND expires_at > 0",
            params![tenant.to_string(), lease.unit, lease.owner, lease.fence],
        )?;
        Ok(found == 1)
    }
}

impl Writer<'_> {
    /// Takes a unit that is free or whose lease ran out; `None` when another process holds it.
    pub(super) fn take_lease(&self, tenant: TenantId, unit: &str, term: &Term<'_>) -> Result<Option<Lease>> {
        let fence = self.one(
            "INSERT INTO lease (tenant_id, unit_id, owner, fence, expires_at) VALUES (?1, ?2, ?3, 1, ?5)
             ON CONFLICT (unit_id) DO UPDATE SET owner = ?3, fence = lease.fence + 1, expires_at = ?5
                 WHERE lease.expires_at <= ?4
             RETURNING fence",
            params![tenant.to_string(), unit, term.owner, term.now.micros(), term.until.micros()],
            |row| row.get(0),
        )?;
        Ok(fence.map(|fence| Lease { unit: unit.to_string(), owner: term.owner.to_string(), fence }))
    }

    /// Ends a lease because its unit is done; false when it was lost.
    pub fn finish_lease(&self, tenant: TenantId, lease: &Lease) -> Result<bool> {
        let ended = self.execute(
            "DELETE FROM lease WHERE tenant_id = ?1 AND unit_id = ?2 AND owner = ?3 AND fence = ?4 AND expires_at > 0",
            params![tenant.to_string(), lease.unit, lease.owner, lease.fence],
        )?;
        Ok(ended == 1)
    }

    /// Gives a unit back that is not done; another process may take it at once.
    pub fn release_lease(&self, tenant: TenantId, lease: &Lease) -> Result<()> {
        self.execute(
            "UPDATE lease SET expires_at = 0 WHERE tenant_id = ?1 AND unit_id = ?2 AND owner = ?3 AND fence = ?4",
            params![tenant.to_string(), lease.unit, lease.owner, lease.fence],
        )?;
        Ok(())
    }

    /// Gives back whatever a process holds, because it ends or has died.
    pub fn release_owner(&self, tenant: TenantId, owner: &str) -> Result<usize> {
        self.execute(
            "UPDATE lease SET expires_at = 0 WHERE tenant_id = ?1 AND owner = ?2 AND expires_at > 0",
            params![tenant.to_string(), owner],
        )
    }

    /// Prolongs whatever a living process holds.
    pub fn renew_leases(&self, tenant: TenantId, owner: &str, until: Timestamp) -> Result<usize> {
        self.execute(
            "UPDATE lease SET expires_at = ?3 WHERE tenant_id = ?1 AND owner = ?2 AND expires_at > 0",
            params![tenant.to_string(), owner, until.micros()],
        )
    }
}
