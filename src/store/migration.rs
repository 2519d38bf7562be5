//! Brings a database file to the schema of this program.
//!
//! Invariant: a file of a newer program is refused before anything in it is touched; an upgrade is one transaction,
//! so that a crash leaves the old schema or the new one.

use super::failed;
use crate::error::{Error, ErrorKind, Result};
use rusqlite::{Connection, TransactionBehavior};

/// The numbered upgrades; the place in the list is the version they lead to, from 1.
const MIGRATIONS: [&str; 11] = [
    include_str!("migrations/0001_first.sql"),
    include_str!("migrations/0002_life.sql"),
    include_str!("migrations/0003_near_copies.sql"),
    include_str!("migrations/0004_income_runs.sql"),
    include_str!("migrations/0005_reports.sql"),
    include_str!("migrations/0006_loan_reports.sql"),
    include_str!("migrations/0007_scale.sql"),
    include_str!("migrations/0008_keys_and_analytics.sql"),
    include_str!("migrations/0009_users.sql"),
    include_str!("migrations/0010_webhooks.sql"),
    include_str!("migrations/0011_idempotency.sql"),
];

/// The schema as a whole, with comments; a fresh database gets the same by the migrations.
pub const SCHEMA: &str = include_str!("schema.sql");

/// The version of the schema that this program works with.
pub const VERSION: u32 = MIGRATIONS.len() as u32;

/// Returns the schema version of a database; 0 for an empty one.
///
/// # Errors
/// `Integrity` when it is newer than this program.
pub fn version(connection: &Connection) -> Result<u32> {
    let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(failed)?;
    if version > VERSION {
        return Err(Error::new(
            ErrorKind::Integrity,
            format!("the workspace has schema version {version}, this program knows {VERSION}"),
        )
        .hint("use the newer loanfile that made it; nothing was changed"));
    }
    Ok(version)
}

/// Runs the upgrades that are missing.
///
/// # Errors
/// What [`version`] refuses, and any failure of the store.
pub fn upgrade(connection: &mut Connection) -> Result<()> {
    if version(connection)? == VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    // Read again under the lock: another process may have upgraded in between.
    let from = version(&transaction)?;
    for migration in MIGRATIONS.iter().skip(from as usize) {
        transaction.execute_batch(migration).map_err(failed)?;
    }
    transaction.pragma_update(None, "user_version", VERSION).map_err(failed)?;
    transaction.commit().map_err(failed)
}
