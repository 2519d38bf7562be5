//! Records in a database: the only home of SQL.
//!
//! A write is one transaction ([`Store::write`]), a read sees one state ([`Store::read`]). Invariants: every verb takes
//! the tenant first and never answers with another tenant's record; the SQL stays in the subset that SQLite and
//! PostgreSQL share.

mod analytics;
mod api_key;
mod audit;
mod claim;
mod configuration;
mod correction;
mod document;
mod document_type;
mod engine_circuit;
mod event;
mod external_field;
mod field;
mod field_type;
mod finding;
mod idempotency;
mod income_run;
mod learned;
mod lease;
mod loan;
mod loan_report;
mod migration;
mod page;
mod plan;
mod pulled_object;
mod push;
mod report;
mod row;
mod session;
mod source_file;
mod stage_run;
mod task;
mod tenant;
mod user;
mod webhook;
mod webhook_delivery;

pub use analytics::{DocumentMetrics, StageMetrics};
pub use audit::Change;
pub use claim::{Backlog, Claim, PageClaim, Scope, Share, Term};
pub use correction::Waiver;
pub use document::{ClassificationRecord, DocumentTally};
pub use document_type::{StoredType, TypeStamp};
pub use event::{EventFilter, PlacedEvent};
pub use finding::FindingOrigin;
pub use idempotency::KeyedRequest;
pub use income_run::{IncomeRun, IncomeRunDocument, IncomeRunEnd, RunFailure};
pub use lease::Lease;
pub use loan::{LoanRange, LoanTally};
pub use loan_report::LoanReportFilter;
pub use migration::{SCHEMA, VERSION};
pub use page::{NewReading, PageOutcome, StoredReading};
pub use plan::Plan;
pub use pulled_object::PulledObject;
pub use push::Push;
pub use report::{ReadValue, ReceivedDocument, ReceivedKey, ReceivedRange};
pub use session::{SignInTry, StoredSession};
pub use stage_run::RunOutcome;
pub use task::TaskFilter;
pub use tenant::{Tenant, TenantSettings};
pub use webhook_delivery::{DeliveryFilter, DeliveryOutcome, DueDelivery};

use crate::error::{Error, ErrorKind, Result};
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use std::collections::BTreeSet;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// How long a process waits for another one's write before it gives up.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);

/// The database of a workspace.
pub struct Store {
    path: PathBuf,
    /// `None` on a disk that cannot be written: then everything can still be looked at.
    writer: Option<Mutex<WritingConnection>>,
    readers: Mutex<Vec<Connection>>,
    /// What was asked since somebody wants to know how it is answered.
    noted: OnceLock<Mutex<BTreeSet<String>>>,
}

struct WritingConnection {
    connection: Connection,
    durability: Durability,
}

/// What becomes of a committed write when the power fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Durability {
    /// It is there: the commit waits for the disk.
    Kept,
    /// It may be forgotten, together with everything after it. The killing of a process forgets nothing.
    Forgettable,
}

impl Store {
    /// Opens the database file, making or upgrading it as needed; on a disk that cannot be written, for reading only.
    ///
    /// # Errors
    /// `Integrity` when a newer program made it or it is no database, `Unavailable` when the disk refuses.
    pub fn open(path: &Path) -> Result<Self> {
        let readers = Mutex::new(Vec::new());
        match open_for_writing(path) {
            Ok(connection) => {
                let writer = WritingConnection { connection, durability: Durability::Kept };
                Ok(Self { path: path.to_path_buf(), writer: Some(Mutex::new(writer)), readers, noted: OnceLock::new() })
            }
            Err(error) if error.kind() == ErrorKind::Unavailable && path.is_file() => {
                let Some(connection) = open_unchanging(path) else { return Err(error) };
                migration::version(&connection)?;
                Ok(Self { path: path.to_path_buf(), writer: None, readers, noted: OnceLock::new() })
            }
            Err(error) => Err(error),
        }
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
            function(&Reader { connection: &transaction, noted: self.noted.get() })
        };
        locked(&self.readers).push(connection);
        result
    }

    /// Runs a function that writes, as one transaction: all of it counts, or none when it fails.
    ///
    /// # Errors
    /// What the function returns, and any failure of the store.
    pub fn write<T>(&self, function: impl FnOnce(&Writer<'_>) -> Result<T>) -> Result<T> {
        self.write_with(Durability::Kept, function)
    }

    /// Runs a function that writes only what may be forgotten when the power fails: who works on what.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub fn write_forgettable<T>(&self, function: impl FnOnce(&Writer<'_>) -> Result<T>) -> Result<T> {
        self.write_with(Durability::Forgettable, function)
    }

    fn write_with<T>(&self, durability: Durability, function: impl FnOnce(&Writer<'_>) -> Result<T>) -> Result<T> {
        let Some(writer) = &self.writer else {
            return Err(Error::new(ErrorKind::Unavailable, UNWRITABLE).hint("it can be looked at, but not changed"));
        };
        let mut writer = locked(writer);
        if writer.durability != durability {
            let synchronous = if durability == Durability::Kept { "FULL" } else { "NORMAL" };
            writer.connection.pragma_update(None, "synchronous", synchronous).map_err(failed)?;
            writer.durability = durability;
        }
        let transaction =
            writer.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let result = function(&Writer { reader: Reader { connection: &transaction, noted: self.noted.get() } })?;
        transaction.commit().map_err(failed)?;
        Ok(result)
    }

    fn reading_connection(&self) -> Result<Connection> {
        if self.writer.is_none() {
            return open_unchanging(&self.path).ok_or_else(|| Error::new(ErrorKind::Unavailable, UNREADABLE));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags).map_err(failed)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
        connection.pragma_update(None, "query_only", true).map_err(failed)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(connection)
    }
}

const UNWRITABLE: &str = "the workspace's database cannot be written";
const UNREADABLE: &str = "the workspace's database cannot be read";

fn open_for_writing(path: &Path) -> Result<Connection> {
    let mut connection = Connection::open(path).map_err(failed)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
    // The version is asked for before anything that would write to the file.
    migration::version(&connection)?;
    prepare(&connection)?;
    migration::upgrade(&mut connection)?;
    Ok(connection)
}

/// Opens a database that nobody can be changing because its disk cannot be written.
///
/// `None` when that fails, or when a log beside it holds commits that could not be seen this way.
fn open_unchanging(path: &Path) -> Option<Connection> {
    let mut log = path.as_os_str().to_os_string();
    log.push("-wal");
    if std::fs::metadata(log).is_ok_and(|metadata| metadata.len() > 0) {
        return None;
    }
    let mut address = String::from("file:");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            0x21..0x7f if !b"%?#".contains(byte) => address.push(char::from(*byte)),
            _ => address.push_str(&format!("%{byte:02x}")),
        }
    }
    address.push_str("?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(address, flags).ok()
}

/// Reading verbs, within [`Store::read`] or [`Store::write`].
pub struct Reader<'c> {
    connection: &'c Connection,
    noted: Option<&'c Mutex<BTreeSet<String>>>,
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
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            (ErrorKind::Unavailable, UNWRITABLE, "check that the folder exists and that you may write there")
        }
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
