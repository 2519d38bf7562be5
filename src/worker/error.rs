//! Why a request to a child process failed.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A failed request: a stable code and a sentence for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerError {
    /// `page_deadline`, `worker_crashed`, `out_of_memory`, `worker_unavailable`, `output_refused`,
    /// `interrupted`, or a code of
    /// [`crate::pdf::PdfError`].
    pub code: String,
    /// What happened, in lower case without full stop.
    pub message: String,
}

impl WorkerError {
    /// The request took longer than its deadline; not to be tried again.
    pub const DEADLINE: &'static str = "page_deadline";
    /// The child died.
    pub const CRASHED: &'static str = "worker_crashed";
    /// The child died because it reached its memory limit.
    pub const OUT_OF_MEMORY: &'static str = "out_of_memory";
    /// No child could be started.
    pub const UNAVAILABLE: &'static str = "worker_unavailable";
    /// The pool was stopped.
    pub const INTERRUPTED: &'static str = "interrupted";

    /// The file to be written was refused: the disk is to blame and not the PDF.
    pub const OUTPUT_REFUSED: &'static str = "output_refused";

    /// Makes an error from its code and message.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into() }
    }

    /// Tells whether the child died of the request, by a crash or for want of memory.
    pub fn is_crash(&self) -> bool {
        self.code == Self::CRASHED || self.code == Self::OUT_OF_MEMORY
    }
}

impl fmt::Display for WorkerError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for WorkerError {}
