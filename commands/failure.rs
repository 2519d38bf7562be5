//! From an error to a line for a person and an exit code for a script.

use crate::interrupt;
use loanfile::error::{Error, ErrorKind};
use std::io::{ErrorKind as IoKind, Write};
use std::process::ExitCode;

/// What every exit code says: the one place where they are written down for people.
pub const EXIT_CODES: &str = "  0    done
  1    something unexpected, a request that does not fit the present state, or a
       test that did not arrive (webhook test)
  2    wrong arguments or settings, or a value that cannot be used
  3    some documents FAILED (process), some files were refused (ingest), or a
       type that was learned does not recognise all its samples (doctype learn)
  4    documents stay back (export --fail-on blocked)
  5    the loan, document, page, tenant, key, user, webhook or target does not
       exist
  6    another process holds the workspace, or exports the same loan
  7    not permitted
  8    the disk, the store, a LOS or an income engine refuses to work: full,
       read-only, unreachable
  9    stored data is damaged, or was made by a newer loanfile
  10   there is no workspace
  130  stopped by Ctrl-C
  143  stopped by a termination signal";

/// Some documents FAILED, or some files were refused.
pub const SOME_FAILED: u8 = 3;

/// Everything that could be done was done, and documents stay back.
pub const STAYS_OPEN: u8 = 4;

/// Stored data is damaged.
pub const DAMAGED: u8 = 9;

/// Tells an error on standard error and returns the exit code of its kind.
pub fn report(error: &anyhow::Error, verbose: bool) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    let mut stderr = std::io::stderr().lock();
    // When standard error is gone too there is nobody left to tell.
    let _ = writeln!(stderr, "error: {error}");
    let known = error.downcast_ref::<Error>();
    if let Some(hint) = known.and_then(Error::hint_text) {
        let _ = writeln!(stderr, "  {hint}");
    }
    if verbose {
        for cause in error.chain().skip(1) {
            let _ = writeln!(stderr, "  because: {cause}");
        }
    }
    known.map_or(ExitCode::FAILURE, |known| code(known.kind()))
}

fn code(kind: ErrorKind) -> ExitCode {
    match kind {
        ErrorKind::InvalidInput => ExitCode::from(2),
        ErrorKind::NotFound => ExitCode::from(5),
        ErrorKind::Busy => ExitCode::from(6),
        ErrorKind::NotPermitted | ErrorKind::Unauthenticated => ExitCode::from(7),
        ErrorKind::Unavailable => ExitCode::from(8),
        ErrorKind::Integrity => ExitCode::from(DAMAGED),
        ErrorKind::NoWorkspace => ExitCode::from(10),
        ErrorKind::Interrupted => interrupt::exit_code(),
        ErrorKind::Conflict | ErrorKind::Stale | ErrorKind::Internal => ExitCode::FAILURE,
    }
}

/// Whoever read our output has seen enough; that is no error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == IoKind::BrokenPipe))
}
