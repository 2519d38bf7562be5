//! What happened, in order.

use super::{DocumentId, EventId, EventType, LoanId, SourceFileId, Stage, Timestamp};

/// An entry of the event stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its id.
    pub id: EventId,
    /// What happened.
    pub event_type: EventType,
    /// The loan it concerns.
    pub loan: LoanId,
    /// The document it concerns.
    pub document: Option<DocumentId>,
    /// The source file it concerns.
    pub source_file: Option<SourceFileId>,
    /// The stage it belongs to.
    pub stage: Option<Stage>,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// What else there is to say; an object.
    pub payload: serde_json::Value,
}
