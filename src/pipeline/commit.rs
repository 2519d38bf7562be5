//! The transaction that makes a stage count: result, status, events and tasks together.

use super::checks::keep_findings;
use super::record::{Record, Told};
use super::settlement::settle_loan;
use super::stage::rule;
use super::step::{StepOutcome, Subject};
use crate::error::Result;
use crate::library::Library;
use crate::model::{
    Document, EventType, Failure, FailureRecord, Finding, ProcessingStatus, SourceFile, Stage, TaskKind, TenantId,
    Timestamp,
};
use crate::review::Proposal;
use crate::store::{Lease, RunOutcome, Writer};
use crate::workspace::Workspace;
use serde_json::{Value, json};

/// A stage's result on its way into the store.
pub struct Commit<'w, 's> {
    record: Record<'w, 's>,
    started: Timestamp,
    stage: Stage,
    events: Vec<Told>,
    summary: Value,
    /// The definitions of document types.
    pub library: &'w Library,
    /// The transaction.
    pub writer: &'w Writer<'s>,
    /// The owner.
    pub tenant: TenantId,
    /// The moment of the commit.
    pub now: Timestamp,
    /// The document, to be changed in place.
    pub document: Document,
    /// The file it is a part of.
    pub source_file: SourceFile,
}

impl<'w, 's> Commit<'w, 's> {
    pub(super) fn begin(
        workspace: &'w Workspace,
        library: &'w Library,
        writer: &'w Writer<'s>,
        subject: Subject,
        started: Timestamp,
    ) -> Self {
        let Subject { tenant, document, source_file, .. } = subject;
        let stage = document.next_stage.unwrap_or(Stage::Export);
        let record = Record::new(workspace, writer, tenant);
        let now = record.now;
        Self {
            record,
            started,
            stage,
            events: Vec::new(),
            summary: json!({}),
            library,
            writer,
            tenant,
            now,
            document,
            source_file,
        }
    }

    /// Tells whether the stage is the one the document waits for and has not counted before; notes that it does now.
    pub(super) fn counts(&mut self, stage: Stage, succeeded: bool) -> Result<bool> {
        if self.document.next_stage != Some(stage) {
            return Ok(false);
        }
        if stage == Stage::Versioner && self.writer.has_older_waiting(self.tenant, &self.document)? {
            return Ok(false);
        }
        if stage == Stage::Splitter {
            // Its pages were read as a part of it.
            let begun = self.writer.processing_started_at(self.tenant, self.source_file.id)?;
            self.started = begun.unwrap_or(self.started);
        }
        let outcome = if succeeded { RunOutcome::Completed } else { RunOutcome::Failed };
        let key = (self.document.id, self.document.revision, stage);
        self.writer.add_stage_run(self.tenant, key, outcome, (self.started, self.now))
    }

    /// Returns a new id.
    pub fn new_id(&self) -> uuid::Uuid {
        self.record.new_id()
    }

    /// Adds an event about the document; the object gets the document's id.
    pub fn event(&mut self, event_type: EventType, mut payload: Value) {
        if let Value::Object(members) = &mut payload {
            members.insert("documentId".to_string(), json!(self.document.id));
        }
        self.events.push((event_type, payload));
    }

    /// Says what the STAGE_COMPLETED event tells beside the stage's name.
    pub fn summarize(&mut self, summary: Value) {
        self.summary = summary;
    }

    /// Keeps what the document's own checks found; returns how many findings there are now.
    pub fn keep_findings(&mut self, findings: &[Finding]) -> Result<usize> {
        let (count, told) = keep_findings(&self.record, &mut self.document, findings)?;
        told.into_iter().for_each(|(event_type, payload)| self.event(event_type, payload));
        Ok(count)
    }

    /// Opens, changes or closes the document's review task of a kind.
    pub fn settle_task(&mut self, kind: TaskKind, needed: Option<Proposal>) -> Result<()> {
        for (event_type, payload) in self.record.settle_task(&self.document, kind, needed)? {
            self.event(event_type, payload);
        }
        Ok(())
    }

    pub(super) fn complete(mut self, lease: &Lease) -> Result<StepOutcome> {
        let rule = rule(self.stage);
        self.document.processing_status = rule.status_after;
        self.document.next_stage = rule.next;
        self.document.failure = None;
        let summary = std::mem::replace(&mut self.summary, Value::Null);
        self.finish(lease, EventType::StageCompleted, summary)?;
        Ok(StepOutcome::Completed(rule.next))
    }

    pub(super) fn fail(mut self, failure: Failure, lease: &Lease) -> Result<StepOutcome> {
        if self.stage == Stage::Splitter {
            self.writer.fail_source_file(self.tenant, self.source_file.id, &failure, self.now)?;
        }
        let payload = json!({ "code": failure.code, "message": failure.message });
        self.document.processing_status = ProcessingStatus::Failed;
        self.document.next_stage = None;
        let attempts = self.writer.failed_runs(self.tenant, self.document.id, self.stage)?;
        self.document.failure = Some(FailureRecord { failure, occurred_at: self.now, attempts });
        self.finish(lease, EventType::StageFailed, payload)?;
        Ok(StepOutcome::Failed)
    }

    fn finish(&mut self, lease: &Lease, ending: EventType, summary: Value) -> Result<()> {
        self.document.updated_at = self.now;
        self.writer.save_document(self.tenant, &self.document)?;
        self.write_event(EventType::StageStarted, self.started, json!({}))?;
        for (event_type, payload) in std::mem::take(&mut self.events) {
            self.write_event(event_type, self.now, payload)?;
        }
        self.write_event(ending, self.now, summary)?;
        if !self.document.in_pipeline() {
            self.writer.complete_source_file(self.tenant, self.source_file.id, self.now)?;
            self.writer.touch_loan(self.tenant, self.document.loan, self.now)?;
            self.writer.finish_lease(self.tenant, lease)?;
            settle_loan(&self.record, self.document.loan)?;
        }
        Ok(())
    }

    fn write_event(&self, event_type: EventType, occurred_at: Timestamp, payload: Value) -> Result<()> {
        self.record.stage_event(&self.document, Some(self.stage), occurred_at, (event_type, payload))
    }
}
