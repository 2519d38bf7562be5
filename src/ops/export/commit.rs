//! What counts of a push: status, push, stage, events and log, in one transaction.

use super::choice::Choice;
use crate::error::{Error, ErrorKind, Result};
use crate::los::{Effect, Pushed};
use crate::model::{
    Document, DocumentId, Event, EventId, EventType, ProcessingStatus, Stage, Timestamp, ValidationStatus,
};
use crate::ops::Caller;
use crate::store::{Change, Lease, Push, RunOutcome, Writer};
use crate::workspace::Workspace;
use serde_json::{Value, json};

/// What every commit of a loan's push needs.
pub struct Commits<'c> {
    /// The workspace.
    pub workspace: &'c Workspace,
    /// Who exports.
    pub caller: &'c Caller,
    /// The name of the target.
    pub target: &'c str,
    /// The loan and what was chosen of it.
    pub choice: &'c Choice,
    /// The hold on the loan.
    pub lease: &'c Lease,
    /// When the push began.
    pub started: Timestamp,
}

impl Commits<'_> {
    /// Makes effects count, all or none, and returns how many documents are new to the target and how many have left it.
    ///
    /// # Errors
    /// `Busy` when the hold on the loan was lost; any failure of the store.
    pub fn commit(&self, effects: &[Effect]) -> Result<()> {
        if effects.is_empty() {
            return Ok(());
        }
        let tenant = self.caller.tenant.id;
        let now = self.workspace.now();
        self.workspace.store.write(|writer| {
            if !writer.holds_lease(tenant, self.lease)? {
                return Err(Error::new(ErrorKind::Busy, "another process took over the export of the loan")
                    .hint("export again; what was pushed is not pushed twice"));
            }
            for effect in effects {
                match effect {
                    Effect::Pushed(pushed) => self.pushed(writer, pushed, now)?,
                    Effect::Withdrawn(document) => self.withdrawn(writer, *document, now)?,
                }
            }
            writer.touch_loan(tenant, self.choice.loan.id, now)
        })
    }

    fn pushed(&self, writer: &Writer<'_>, pushed: &Pushed, now: Timestamp) -> Result<()> {
        let tenant = self.caller.tenant.id;
        let Some(chosen) = self.choice.documents.iter().find(|chosen| chosen.document.id == pushed.document) else {
            return Ok(());
        };
        let Some(mut document) = writer.document(tenant, pushed.document)? else { return Ok(()) };
        let push = Push {
            document: document.id,
            target: self.target.to_string(),
            key: pushed.push_key.clone(),
            location: pushed.location.clone(),
            pushed_at: now,
        };
        let is_new = writer.add_push(tenant, &push)?;
        let before = document.processing_status;
        // What a person changed while it was pushed is exported next time.
        let moves = is_as_chosen(&document, &chosen.document) && before == ProcessingStatus::Extracted;
        if moves {
            document.processing_status = ProcessingStatus::Exported;
        }
        if is_as_chosen(&document, &chosen.document) {
            document.next_stage = None;
        }
        if !moves && !is_new {
            return Ok(());
        }
        document.updated_at = now;
        writer.save_document(tenant, &document)?;
        if moves {
            let key = (document.id, document.revision, Stage::Export);
            writer.add_stage_run(tenant, key, RunOutcome::Completed, (self.started, now))?;
            writer.complete_source_file(tenant, document.source_file, now)?;
        }
        self.tell(writer, &document, moves, pushed, now)?;
        let after = json!({
            "processingStatus": document.processing_status,
            "target": self.target,
            "location": pushed.location,
            "versionIdentifier": document.version_identifier,
        });
        self.log(writer, "document.export", document.id, json!({ "processingStatus": before }), after, now)
    }

    fn tell(
        &self,
        writer: &Writer<'_>,
        document: &Document,
        moves: bool,
        pushed: &Pushed,
        now: Timestamp,
    ) -> Result<()> {
        let exported = json!({
            "documentId": document.id,
            "target": self.target,
            "versionIdentifier": document.version_identifier,
            "pushKey": pushed.push_key,
        });
        let stage = |event_type, at, payload| moves.then_some((event_type, at, payload));
        let events = [
            stage(EventType::StageStarted, self.started, json!({})),
            Some((EventType::DocumentExported, now, exported)),
            stage(EventType::StageCompleted, now, json!({ "target": self.target })),
        ];
        for (event_type, occurred_at, payload) in events.into_iter().flatten() {
            let event = Event {
                id: EventId::new(self.workspace.new_id()),
                event_type,
                loan: document.loan,
                document: Some(document.id),
                source_file: Some(document.source_file),
                stage: Some(Stage::Export),
                occurred_at,
                payload,
            };
            writer.add_event(self.caller.tenant.id, &event)?;
        }
        Ok(())
    }

    fn withdrawn(&self, writer: &Writer<'_>, document: DocumentId, now: Timestamp) -> Result<()> {
        if !writer.add_withdrawal(self.caller.tenant.id, document, self.target, now)? {
            return Ok(());
        }
        self.log(writer, "document.withdraw", document, json!({ "target": self.target }), Value::Null, now)
    }

    fn log(
        &self,
        writer: &Writer<'_>,
        action: &str,
        document: DocumentId,
        before: Value,
        after: Value,
        now: Timestamp,
    ) -> Result<()> {
        let change = Change {
            actor: &self.caller.actor,
            action,
            subject: "document",
            subject_id: document.to_string(),
            before,
            after,
        };
        writer.log(self.caller.tenant.id, change, now)
    }
}

/// Tells whether a document is still what was pushed.
fn is_as_chosen(document: &Document, chosen: &Document) -> bool {
    document.updated_at == chosen.updated_at
        && document.revision == chosen.revision
        && document.version_identifier == chosen.version_identifier
        && document.validation == ValidationStatus::Passed
        && !document.trashed
        && !document.in_pipeline()
}
