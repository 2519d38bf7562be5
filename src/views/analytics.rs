//! Events, the timeline of a loan, figures of the pipeline.

use crate::model::{
    DocumentId, Event, EventId, EventType, LoanId, ProcessingStatus, SourceFileId, Stage, TenantId, Timestamp,
};
use crate::store::{DocumentMetrics, StageMetrics};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// A page of the event stream.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct EventsView {
    pub data: Vec<EventView>,
    /// Null when there is no further page.
    pub next_cursor: Option<String>,
    /// Asking with it later returns only what is new.
    pub resume_cursor: String,
}

/// An event.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct EventView {
    pub event_id: EventId,
    pub event_type: EventType,
    pub tenant_id: TenantId,
    pub loan_id: LoanId,
    pub document_id: Option<DocumentId>,
    pub source_file_id: Option<SourceFileId>,
    pub stage: Option<Stage>,
    pub occurred_at: Timestamp,
    pub payload: Value,
}

impl EventView {
    /// Shows an event of a tenant.
    pub fn new(tenant: TenantId, event: Event) -> Self {
        Self {
            event_id: event.id,
            event_type: event.event_type,
            tenant_id: tenant,
            loan_id: event.loan,
            document_id: event.document,
            source_file_id: event.source_file,
            stage: event.stage,
            occurred_at: event.occurred_at,
            payload: event.payload,
        }
    }
}

/// What happened to a loan, in order.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct TimelineView {
    pub data: Vec<TimelineEntryView>,
}

/// Something that happened to a loan.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct TimelineEntryView {
    pub occurred_at: Timestamp,
    pub document_id: Option<DocumentId>,
    pub stage: Option<Stage>,
    pub event_type: EventType,
    /// How long the stage took that ended here; null for everything else.
    pub duration_ms: Option<u64>,
}

/// What a stage runs for, and which stage.
type Run = (Option<DocumentId>, Option<SourceFileId>, Option<Stage>);

impl TimelineView {
    /// Shows a loan's events, given in the order of the stream, by their moments.
    pub fn new(events: &[Event]) -> Self {
        let mut begun: HashMap<Run, Timestamp> = HashMap::new();
        let mut data = Vec::with_capacity(events.len());
        for event in events {
            let run = (event.document, event.source_file, event.stage);
            let duration_ms = match event.event_type {
                EventType::StageStarted => {
                    begun.insert(run, event.occurred_at);
                    None
                }
                EventType::StageCompleted | EventType::StageFailed => begun
                    .remove(&run)
                    .map(|start| (event.occurred_at.micros() - start.micros()).max(0).unsigned_abs() / 1000),
                _ => None,
            };
            data.push(TimelineEntryView {
                occurred_at: event.occurred_at,
                document_id: event.document,
                stage: event.stage,
                event_type: event.event_type,
                duration_ms,
            });
        }
        // Stable: what has the same moment stays in the order of the stream.
        data.sort_by_key(|entry| entry.occurred_at);
        Self { data }
    }
}

/// Figures of the pipeline.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct MetricsView {
    pub data: ProcessingMetricsView,
}

/// Figures of documents that were received in a time.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct ProcessingMetricsView {
    pub documents: DocumentCountsView,
    pub stages: Vec<StageMetricsView>,
    /// Which share of the documents has its values and waits for nothing but an export, or has been exported; null
    /// without documents.
    pub completion_rate: Option<f64>,
    /// From the receipt of the file to the end of the last stage, over those; null when there are none.
    pub mean_turnaround_seconds: Option<f64>,
    /// Which share of those no person corrected, confirmed, waived or has to look at; null when there are none.
    pub touchless_rate: Option<f64>,
}

/// How many documents there are.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DocumentCountsView {
    pub total: u64,
    /// States without documents have 0.
    pub by_status: BTreeMap<ProcessingStatus, u64>,
}

/// How a stage went.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct StageMetricsView {
    pub stage: Stage,
    pub runs: u64,
    pub failures: u64,
    /// Null without runs, as the others.
    pub mean_ms: Option<f64>,
    /// Exact to a millisecond below a second, to a hundredth above.
    pub p50_ms: Option<u64>,
    pub p95_ms: Option<u64>,
}

impl MetricsView {
    /// Shows figures; stages that never ran are absent.
    pub fn new(documents: &DocumentMetrics, stages: &[StageMetrics]) -> Self {
        let total: u64 = documents.by_status.values().sum();
        let mut by_status: BTreeMap<ProcessingStatus, u64> =
            ProcessingStatus::ALL.iter().map(|status| (*status, 0)).collect();
        by_status.extend(&documents.by_status);
        let stages = stages.iter().map(|stage| StageMetricsView {
            stage: stage.stage,
            runs: stage.runs,
            failures: stage.failures,
            mean_ms: share(stage.total_ms, stage.runs).map(|mean| (mean * 1000.0).round() / 1000.0),
            p50_ms: stage.percentile_ms(50),
            p95_ms: stage.percentile_ms(95),
        });
        let data = ProcessingMetricsView {
            documents: DocumentCountsView { total, by_status },
            stages: stages.collect(),
            completion_rate: share(documents.completed as f64, total),
            mean_turnaround_seconds: share(documents.turnaround_seconds, documents.completed),
            touchless_rate: share(documents.touchless as f64, documents.completed),
        };
        Self { data }
    }
}

fn share(part: f64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part / whole as f64)
}
