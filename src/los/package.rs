//! What is pushed to a LOS at once: a loan with its documents.

use super::manifest::AuditHead;
use super::record::{DocumentRecord, LoanRecord};
use crate::error::Result;
use crate::model::{DocumentId, Timestamp};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A loan with the documents that its LOS should have.
#[derive(Debug, Clone, PartialEq)]
pub struct LoanPackage {
    /// The loan.
    pub loan: LoanRecord,
    /// The documents that should be there as they are now, pushed before or not.
    pub documents: Vec<PackedDocument>,
    /// Documents that should not be there any more: put aside, replaced by another, or found to be a copy.
    ///
    /// What is in neither list stays there as it is: a document that is being corrected, for example.
    pub withdrawn: BTreeSet<DocumentId>,
    /// The last entry of the log of changes.
    pub audit_head: Option<AuditHead>,
    /// The present moment.
    pub now: Timestamp,
}

/// A document with its PDF.
#[derive(Debug, Clone, PartialEq)]
pub struct PackedDocument {
    /// What is to be said about it.
    pub record: DocumentRecord,
    /// Its own PDF.
    pub pdf: PathBuf,
    /// Whether it was pushed to this target as it is now and that was recorded.
    pub pushed_before: bool,
}

/// A document that is in the LOS as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pushed {
    /// The document.
    pub document: DocumentId,
    /// What tells this state of it from another.
    pub push_key: String,
    /// Where it is there.
    pub location: String,
}

/// What a push changed for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A document is there as it is now.
    Pushed(Pushed),
    /// A document that should not be there is not there.
    Withdrawn(DocumentId),
}

/// A loan origination system, or what stands for one.
pub trait Los {
    /// Brings a loan's documents to the LOS and tells of each when it is there for good.
    ///
    /// Pushing the same again changes nothing there and tells of the same effects. When it fails, what was told of
    /// is there, and a repeated push goes on from there.
    ///
    /// # Errors
    /// `Unavailable` when the LOS cannot be reached or refuses for now; `NotPermitted` when it does not accept the key;
    /// what `done` returns.
    fn push(&self, package: &LoanPackage, done: &mut dyn FnMut(Effect) -> Result<()>) -> Result<()>;
}
