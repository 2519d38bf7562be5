//! What every change of a document leaves behind, whoever makes it: events and review tasks.

use crate::error::Result;
use crate::library::Library;
use crate::model::{
    Delivery, DeliveryId, Document, Event, EventId, EventType, Resolution, ReviewTask, Stage, TaskId, TaskKind,
    TaskStatus, TenantId, Timestamp, WebhookEventType,
};
use crate::review::{self, Decision, Proposal};
use crate::store::{TaskFilter, Writer};
use crate::workspace::Workspace;
use serde_json::{Value, json};
use std::sync::Arc;

/// Who is named when the program itself resolves a task or makes a report.
pub(super) const PROGRAM: &str = "loanfile";

/// An event's type and payload.
pub type Told = (EventType, Value);

/// The transaction in which a change of documents is recorded.
pub struct Record<'w, 's> {
    workspace: &'w Workspace,
    /// The transaction.
    pub writer: &'w Writer<'s>,
    /// The owner.
    pub tenant: TenantId,
    /// The moment of the change.
    pub now: Timestamp,
}

impl<'w, 's> Record<'w, 's> {
    /// Begins a record within a transaction, at the present moment.
    pub fn new(workspace: &'w Workspace, writer: &'w Writer<'s>, tenant: TenantId) -> Self {
        Self { workspace, writer, tenant, now: workspace.now() }
    }

    /// Returns the tenant's document types.
    ///
    /// # Errors
    /// As [`Workspace::library`].
    pub fn library(&self) -> Result<Arc<Library>> {
        self.workspace.library_within(self.writer, self.tenant)
    }

    /// Returns a new id.
    pub fn new_id(&self) -> uuid::Uuid {
        self.workspace.new_id()
    }

    /// Writes an event about a document; the payload gets the document's id.
    pub fn event(&self, document: &Document, (event_type, mut payload): Told) -> Result<()> {
        if let Value::Object(members) = &mut payload {
            members.insert("documentId".to_string(), json!(document.id));
        }
        self.stage_event(document, None, self.now, (event_type, payload))
    }

    /// Writes an event about a document that belongs to a stage.
    pub fn stage_event(
        &self,
        document: &Document,
        stage: Option<Stage>,
        occurred_at: Timestamp,
        (event_type, payload): Told,
    ) -> Result<()> {
        let event = Event {
            id: EventId::new(self.new_id()),
            event_type,
            loan: document.loan,
            document: Some(document.id),
            source_file: Some(document.source_file),
            stage,
            occurred_at,
            payload,
        };
        self.writer.add_event(self.tenant, &event)?;
        self.tell_webhooks(&event)
    }

    /// Writes what webhooks are told of an event, in the transaction of the event: neither is there without the other.
    fn tell_webhooks(&self, event: &Event) -> Result<()> {
        let Some(event_type) = WebhookEventType::of(event.event_type) else { return Ok(()) };
        let wanting = self.writer.webhooks_wanting(self.tenant, event_type)?;
        if wanting.is_empty() || !self.writer.tenant_settings(self.tenant)?.webhooks_enabled {
            return Ok(());
        }
        let body = webhook_body(self.tenant, event_type, event).to_string();
        for webhook in wanting {
            let id = DeliveryId::new(self.new_id());
            self.writer
                .add_delivery(self.tenant, &Delivery::new(id, webhook, event.id, event_type, &body, self.now))?;
        }
        Ok(())
    }

    /// Writes events about a document in order.
    pub fn events(&self, document: &Document, told: Vec<Told>) -> Result<()> {
        told.into_iter().try_for_each(|event| self.event(document, event))
    }

    /// Opens, changes or closes the document's task of a kind, as what is needed now demands; returns what to tell.
    ///
    /// A task that closes was `corrected` when a person has corrected the document since it was opened, else another
    /// reading took its place.
    pub fn settle_task(&self, document: &Document, kind: TaskKind, needed: Option<Proposal>) -> Result<Vec<Told>> {
        let open = self.writer.open_task_of(self.tenant, document.id, kind)?;
        match (review::decide(open.as_ref(), needed.as_ref()), open, needed) {
            (Decision::Open, _, Some(needed)) => self.open_task(document, needed),
            (Decision::Change, Some(open), Some(needed)) => {
                let changed =
                    ReviewTask { reason: needed.reason, fields: needed.fields, findings: needed.findings, ..open };
                self.writer.save_task(self.tenant, &changed)?;
                Ok(Vec::new())
            }
            (Decision::Close, Some(open), _) => {
                let corrections = self.writer.corrections(self.tenant, document.id)?;
                let since = corrections.into_iter().rev().find(|correction| correction.corrected_at >= open.created_at);
                let (resolution, by) = match since {
                    Some(correction) => (Resolution::Corrected, correction.corrected_by),
                    None => (Resolution::Superseded, PROGRAM.to_string()),
                };
                self.resolve_task(open, resolution, &by, None)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Marks a task resolved; returns what to tell.
    pub fn resolve_task(
        &self,
        task: ReviewTask,
        resolution: Resolution,
        by: &str,
        note: Option<String>,
    ) -> Result<Vec<Told>> {
        let resolved = ReviewTask {
            status: TaskStatus::Resolved,
            resolved_at: Some(self.now),
            resolved_by: Some(by.to_string()),
            resolution: Some(resolution),
            note,
            ..task
        };
        self.writer.save_task(self.tenant, &resolved)?;
        let id = resolved.id;
        Ok(vec![
            (EventType::UserReviewResolved, json!({ "taskId": id, "resolution": resolution, "resolvedBy": by })),
            (EventType::TaskCompleted, json!({ "taskId": id })),
        ])
    }

    /// Resolves all open tasks of a document whose place another one took; returns what to tell.
    pub fn supersede_tasks(&self, document: &Document) -> Result<Vec<Told>> {
        let mut told = Vec::new();
        for task in self.open_tasks(document)? {
            told.extend(self.resolve_task(task, Resolution::Superseded, PROGRAM, None)?);
        }
        Ok(told)
    }

    /// Dismisses all open tasks of a document that is put aside or taken apart.
    pub fn dismiss_tasks(&self, document: &Document) -> Result<()> {
        for task in self.open_tasks(document)? {
            let dismissed = ReviewTask { status: TaskStatus::Dismissed, resolved_at: Some(self.now), ..task };
            self.writer.save_task(self.tenant, &dismissed)?;
        }
        Ok(())
    }

    fn open_tasks(&self, document: &Document) -> Result<Vec<ReviewTask>> {
        let open = TaskFilter { status: Some(TaskStatus::Open), document: Some(document.id), ..TaskFilter::default() };
        self.writer.tasks(self.tenant, &open, None, u64::MAX)
    }

    fn open_task(&self, document: &Document, needed: Proposal) -> Result<Vec<Told>> {
        let task = ReviewTask {
            id: TaskId::new(self.new_id()),
            loan: document.loan,
            document: document.id,
            kind: needed.kind,
            status: TaskStatus::Open,
            reason: needed.reason,
            fields: needed.fields,
            findings: needed.findings,
            assignee: None,
            created_at: self.now,
            resolved_at: None,
            resolved_by: None,
            resolution: None,
            note: None,
        };
        if !self.writer.open_task(self.tenant, &task)? {
            return Ok(Vec::new());
        }
        let fields: Vec<&str> = task.fields.iter().map(|field| field.field_type_id.as_str()).collect();
        Ok(vec![(EventType::UserReviewCreated, json!({ "taskId": task.id, "kind": task.kind, "fields": fields }))])
    }
}

/// Returns what webhooks are told of an event: its ids and what its payload says, which are types, confidences and
/// counts and never a value of a field.
fn webhook_body(tenant: TenantId, event_type: WebhookEventType, event: &Event) -> Value {
    let mut told = json!({ "tenantId": tenant, "loanId": event.loan, "documentId": event.document });
    if let (Value::Object(told), Value::Object(payload)) = (&mut told, &event.payload) {
        told.extend(payload.clone());
    }
    json!({ "type": event_type, "timestamp": event.occurred_at, "data": told })
}
