//! Why a document or a source file failed: a value in its record, not an error.

use super::{Stage, Timestamp};
use serde::{Deserialize, Serialize};

/// An unrecoverable failure of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The stage that failed.
    pub stage: Stage,
    /// A stable lower-case code such as `password_required`, `page_deadline`, `worker_crashed`.
    pub code: String,
    /// What happened and what to do, for a person.
    pub message: String,
}

/// A failure with when it happened and how often the stage was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureRecord {
    /// What failed and why.
    pub failure: Failure,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// How often the stage was tried.
    pub attempts: u32,
}
