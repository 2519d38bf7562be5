//! The nouns of the product: ids, stages, states, confidence, values with their evidence.
//!
//! Invariant: plain data; nothing here reads a file, a clock or a database.

mod confidence;
mod digest;
mod document;
mod event;
mod failure;
mod ids;
mod loan;
mod secret;
mod stage;
mod status;
mod timestamp;
mod value;

pub use confidence::Confidence;
pub use digest::{digest_of_parts, hexadecimal};
pub use document::{BoundingBox, Document, DocumentPlace, Field, Finding, ReviewTask, TaskField};
pub use event::Event;
pub use failure::{Failure, FailureRecord};
pub use ids::{DocumentId, DocumentTypeId, EventId, FieldTypeId, LoanId, PageId, SourceFileId, TaskId, TenantId};
pub use loan::{Loan, PageRecord, PageState, SourceFile};
pub use secret::Secret;
pub use stage::Stage;
pub use status::{
    EventType, LoanStatus, Origin, ProcessingStatus, Severity, TaskKind, TaskStatus, UploadStatus, ValidationStatus,
};
pub use timestamp::Timestamp;
pub use value::{Source, ValueKind};
