//! How far the work is, for whoever wants to show it.

use crate::store::Backlog;

/// How far the work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Snapshot {
    /// Pages that this process has read.
    pub pages_done: u64,
    /// Documents that this process has taken out of the pipeline.
    pub documents_done: u64,
    /// What is left, whoever does it.
    pub left: Backlog,
}

/// Is told about twice a second how far the work is.
pub trait Progress: Sync {
    /// Shows the state; must return at once.
    fn advanced(&self, snapshot: Snapshot);
}

/// Shows nothing.
pub struct Silent;

impl Progress for Silent {
    fn advanced(&self, _snapshot: Snapshot) {}
}
