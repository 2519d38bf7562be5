//! The one error type of the library: what went wrong, which thing, and what to do.
//!
//! Invariant: a message holds no secret and no borrower's number; a failed document is not an error but a
//! [`crate::model::Failure`] in its record.

use std::fmt;

/// What kind of trouble an [`Error`] is; decides the exit code of the program and the status of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// Something the caller named does not exist.
    NotFound,
    /// An argument, a value or a file cannot be used as given.
    InvalidInput,
    /// The request does not fit the present state of the thing it names.
    Conflict,
    /// The thing is no longer what the caller saw when they decided to change it.
    Stale,
    /// The caller did not prove who they are.
    Unauthenticated,
    /// The caller may not do this.
    NotPermitted,
    /// Another process holds what this one needs.
    Busy,
    /// The disk, the store or a service refuses to work for now.
    Unavailable,
    /// Stored data is not what it should be.
    Integrity,
    /// There is no workspace where one is needed.
    NoWorkspace,
    /// The user or the system asked to stop.
    Interrupted,
    /// A fault of the program itself.
    Internal,
}

/// A failed operation, with an optional hint on what to do next and an optional cause.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    hint: Option<String>,
    cause: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// The result of an operation that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Makes an error of a kind from a lower-case message without full stop.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), hint: None, cause: None }
    }

    /// Says that no `thing` of this name or id exists.
    pub fn not_found(thing: &str, id: impl fmt::Display) -> Self {
        Self::new(ErrorKind::NotFound, format!("no {thing} {id}"))
    }

    /// Says that an argument or a file cannot be used.
    pub fn invalid_input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidInput, message)
    }

    /// Says that the thing is in a state that does not allow this.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Conflict, message)
    }

    /// Reports a fault of the program.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// Adds what the reader can do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Keeps the error that led to this one.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Returns the kind of trouble.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the hint, if there is one.
    pub fn hint_text(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as &(dyn std::error::Error + 'static))
    }
}
