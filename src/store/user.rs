//! People who sign in, and what is kept of their passwords.

use super::row::{Mapped, moment, moment_option, parsed};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{TenantId, Timestamp, User, UserId};
use rusqlite::{Row, params};

const COLUMNS: &str = "user_id, name, role, disabled, created_at, last_sign_in_at";

impl Reader<'_> {
    /// Returns a tenant's users by name.
    pub fn users(&self, tenant: TenantId) -> Result<Vec<User>> {
        self.all(
            &format!("SELECT {COLUMNS} FROM local_user WHERE tenant_id = ?1 ORDER BY folded_name"),
            [tenant.to_string()],
            user_of_row,
        )
    }

    /// Returns a user of a name, in whatever letters, with the hash of the password.
    pub fn user_with_password(&self, tenant: TenantId, name: &str) -> Result<Option<(User, String)>> {
        self.one(
            &format!("SELECT {COLUMNS}, password_hash FROM local_user WHERE tenant_id = ?1 AND folded_name = ?2"),
            params![tenant.to_string(), name.to_lowercase()],
            |row| Ok((user_of_row(row)?, row.get("password_hash")?)),
        )
    }

    /// Returns a user of a name, in whatever letters.
    pub fn user(&self, tenant: TenantId, name: &str) -> Result<Option<User>> {
        Ok(self.user_with_password(tenant, name)?.map(|(user, _)| user))
    }
}

impl Writer<'_> {
    /// Adds a user unless the name is taken, and tells whether it was added.
    pub fn add_user(&self, tenant: TenantId, user: &User, password_hash: &str) -> Result<bool> {
        let added = self.execute(
            "INSERT INTO local_user (tenant_id, user_id, name, folded_name, role, password_hash, disabled, created_at,
                 updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8) ON CONFLICT (tenant_id, folded_name) DO NOTHING",
            params![
                tenant.to_string(),
                user.id.to_string(),
                user.name,
                user.name.to_lowercase(),
                user.role.as_str(),
                password_hash,
                user.disabled,
                user.created_at.micros(),
            ],
        )?;
        Ok(added == 1)
    }

    /// Puts a password in the place of a user's.
    pub fn set_user_password(&self, tenant: TenantId, user: UserId, hash: &str, now: Timestamp) -> Result<()> {
        self.execute(
            "UPDATE local_user SET password_hash = ?3, updated_at = ?4 WHERE user_id = ?2 AND tenant_id = ?1",
            params![tenant.to_string(), user.to_string(), hash, now.micros()],
        )?;
        Ok(())
    }

    /// Refuses a user for now, or lets them in again.
    pub fn set_user_disabled(&self, tenant: TenantId, user: UserId, disabled: bool, now: Timestamp) -> Result<()> {
        self.execute(
            "UPDATE local_user SET disabled = ?3, updated_at = ?4 WHERE user_id = ?2 AND tenant_id = ?1",
            params![tenant.to_string(), user.to_string(), disabled, now.micros()],
        )?;
        Ok(())
    }

    /// Notes that a user has signed in.
    pub fn note_sign_in(&self, tenant: TenantId, user: UserId, now: Timestamp) -> Result<()> {
        self.execute(
            "UPDATE local_user SET last_sign_in_at = ?3 WHERE user_id = ?2 AND tenant_id = ?1",
            params![tenant.to_string(), user.to_string(), now.micros()],
        )?;
        Ok(())
    }

    /// Removes a user.
    pub fn remove_user(&self, tenant: TenantId, user: UserId) -> Result<()> {
        self.execute(
            "DELETE FROM local_user WHERE user_id = ?2 AND tenant_id = ?1",
            params![tenant.to_string(), user.to_string()],
        )?;
        Ok(())
    }
}

fn user_of_row(row: &Row<'_>) -> Mapped<User> {
    Ok(User {
        id: parsed(row, "user_id")?,
        name: row.get("name")?,
        role: parsed(row, "role")?,
        disabled: row.get("disabled")?,
        created_at: moment(row, "created_at")?,
        last_sign_in_at: moment_option(row, "last_sign_in_at")?,
    })
}
