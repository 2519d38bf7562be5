//! Records in a database: the only home of SQL.
//!
//! A write is one transaction ([`Store::write`]), a read sees one state ([`Store::read`]). Invariants: every verb takes
//! the tenant first and never answers with another tenant's record; the SQL stays in the subset that SQLite and
//! PostgreSQL share.

mod claim;
mod document;
mod event;
mod field;
mod lease;
mod loan;
mod migration;
mod page;
mod review;
mod row;
mod source_file;
mod stage_run;
mod tenant;

pub use claim::{Backlog, Claim, PageClaim, Scope};
pub use document::{ClassificationRecord, DocumentTally};
pub use lease::Lease;
pub use loan::LoanTally;
pub use migration::{SCHEMA, VERSION};
pub use page::{NewReading, PageOutcome, StoredReading};
pub use stage_run::RunOutcome;
pub use tenant::{Tenant, TenantSettings};

use crate::error::{Error, ErrorKind, Result};
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a process waits for another one's write before it gives up.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);

/// The database of a workspace.
pub struct Store {
    path: PathBuf,
    writer: Mutex<Connection>,
    readers: Mutex<Vec<Connection>>,
}

impl Store {
    /// Opens the database file, making or upgrading it as needed.
    ///
    /// # Errors
    /// `Integrity` when a newer program made it or it is no database, `Unavailable` when the disk refuses.
    pub fn open(path: &Path) -> Result<Self> {
        let mut connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
        // The version is asked for before anything that would write to the file.
        migration::version(&connection)?;
        prepare(&connection)?;
        migration::upgrade(&mut connection)?;
        Ok(Self { path: path.to_path_buf(), writer: Mutex::new(connection), readers: Mutex::new(Vec::new()) })
    }

    /// Runs a function that reads; it sees one state of the database throughout.
    ///
    /// # Errors
    /// What the function returns, and any failure of the store.
    pub fn read<T>(&self, function: impl FnOnce(&Reader<'_>) -> Result<T>) -> Result<T> {
        let connection = match locked(&self.readers).pop() {
            Some(connection) => connection,
            None => self.reading_connection()?,
        };
        let result = {
            let transaction = connection.unchecked_transaction().map_err(failed)?;
            function(&Reader { connection: &transaction })
        };
        locked(&self.readers).push(connection);
        result
    }

    /// Runs a function that writes, as one transaction: all of it counts, or none when it fails.
    ///
    /// # Errors
    /// What the function returns, and any failure of the store.
    pub fn write<T>(&self, function: impl FnOnce(&Writer<'_>) -> Result<T>) -> Result<T> {
        let mut connection = locked(&self.writer);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let result = function(&Writer { reader: Reader { connection: &transaction } })?;
        transaction.commit().map_err(failed)?;
        Ok(result)
    }

    fn reading_connection(&self) -> Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags).map_err(failed)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
        connection.pragma_update(None, "query_only", true).map_err(failed)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(connection)
    }
}

/// Reading verbs, within [`Store::read`] or [`Store::write`].
pub struct Reader<'c> {
    connection: &'c Connection,
}

/// Writing verbs, within [`Store::write`]; reads too.
pub struct Writer<'c> {
    reader: Reader<'c>,
}

impl<'c> Deref for Writer<'c> {
    type Target = Reader<'c>;

    fn deref(&self) -> &Reader<'c> {
        &self.reader
    }
}

fn prepare(connection: &Connection) -> Result<()> {
    // With NORMAL the last commits before a power cut could be forgotten: what was acknowledged must not vanish.
    connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
    connection.pragma_update(None, "journal_size_limit", 64 * 1024 * 1024).map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(128);
    Ok(())
}

/// A poisoned lock only says that another thread panicked between two transactions, which rolled back.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Turns a database error into one that says what to do.
fn failed(error: rusqlite::Error) -> Error {
    let code = error.sqlite_error_code();
    let (kind, message, hint) = match code {
        Some(ErrorCode::DiskFull) => {
            (ErrorKind::Unavailable, "the disk is full", "free some space and run it again; nothing was lost")
        }
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => (
            ErrorKind::Unavailable,
            "the workspace's database cannot be written",
            "check that the folder exists and that you may write there",
        ),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            (ErrorKind::Busy, "another process holds the workspace's database", "try again when it is done")
        }
        Some(ErrorCode::SystemIoFailure) => {
            (ErrorKind::Unavailable, "the disk refused to read or write", "check the disk and run it again")
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => (
            ErrorKind::Integrity,
            "the workspace's database is damaged or is no database",
            "restore loanfile.db from a backup",
        ),
        _ if matches!(error, rusqlite::Error::FromSqlConversionFailure(..)) => {
            (ErrorKind::Integrity, "a stored record cannot be understood", "restore loanfile.db from a backup")
        }
        _ => return Error::internal("the store refused a statement").caused_by(error),
    };
    Error::new(kind, message).hint(hint).caused_by(error)
}
