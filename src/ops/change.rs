//! The frame of every change that a person makes: one transaction with its record, its log entry and what follows.

use super::Caller;
use crate::error::{Error, Result};
use crate::library::Library;
use crate::model::{Document, SourceFileId, Stage, TenantId};
use crate::pipeline::{Record, settle_loan};
use crate::store::{Change, Writer};
use crate::workspace::Workspace;
use serde_json::Value;
use std::sync::Arc;

/// A change in the making.
pub(super) struct Changing<'w, 's> {
    /// The transaction with its events and tasks.
    pub record: Record<'w, 's>,
    /// The owner.
    pub tenant: TenantId,
    /// The owner's document types.
    pub library: Arc<Library>,
    caller: &'w Caller,
}

/// Runs a change as one transaction: all of it counts, or none when it fails.
///
/// # Errors
/// What the change returns, and any failure of the store.
pub(super) fn change<T>(
    workspace: &Workspace,
    caller: &Caller,
    make: impl FnOnce(&Changing<'_, '_>) -> Result<T>,
) -> Result<T> {
    let tenant = caller.tenant.id;
    let library = workspace.library(tenant)?;
    workspace.store.write(|writer| {
        if let Some(condition) = &caller.only_if {
            condition.check(writer, caller, &library)?;
        }
        make(&Changing { record: Record::new(workspace, writer, tenant), tenant, library, caller })
    })
}

impl<'w, 's> Changing<'w, 's> {
    /// Returns the transaction.
    pub fn writer(&self) -> &'w Writer<'s> {
        self.record.writer
    }

    /// Returns who makes the change.
    pub fn actor(&self) -> &str {
        &self.caller.actor
    }

    /// Adds the change of a document to the log.
    pub fn log(&self, action: &str, document: &Document, before: Value, after: Value) -> Result<()> {
        self.log_of(action, "document", document.id.to_string(), before, after)
    }

    /// Adds the change of any record to the log.
    pub fn log_of(&self, action: &str, subject: &str, id: String, before: Value, after: Value) -> Result<()> {
        let change = Change { actor: self.actor(), action, subject, subject_id: id, before, after };
        self.writer().log(self.tenant, change, self.record.now)
    }

    /// Stores a document that was changed.
    pub fn save(&self, document: &mut Document) -> Result<()> {
        document.updated_at = self.record.now;
        self.writer().save_document(self.tenant, document)
    }

    /// Sends a document through the pipeline again from a stage on; what runs for it now is refused when it ends.
    pub fn send_back(&self, document: &mut Document, stage: Stage) {
        document.revision += 1;
        document.next_stage = Some(stage);
        document.failure = None;
    }

    /// Brings loan and source file up to date after their documents changed.
    pub fn settle(&self, document: &Document) -> Result<()> {
        self.settle_file(document.source_file)?;
        self.writer().touch_loan(self.tenant, document.loan, self.record.now)?;
        settle_loan(&self.record, document.loan)
    }

    fn settle_file(&self, file: SourceFileId) -> Result<()> {
        self.writer().complete_source_file(self.tenant, file, self.record.now)
    }
}

/// Says that a document is not in a state that allows this.
pub(super) fn not_now(document: &Document, what: &str) -> Error {
    let state = match (document.trashed, document.next_stage) {
        (true, _) => "in the trash".to_string(),
        (false, Some(stage)) => format!("{} and waits for {stage}", document.processing_status),
        (false, None) => document.processing_status.to_string(),
    };
    Error::conflict(format!("document {} is {state}: it cannot be {what} now", document.id))
}
