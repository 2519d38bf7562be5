//! The nouns of the product: ids, stages, states, confidence, values with their evidence.
//!
//! Invariant: plain data; nothing here reads a file, a clock or a database.

mod confidence;
mod failure;
mod ids;
mod stage;
mod status;
mod value;

pub use confidence::Confidence;
pub use failure::Failure;
pub use ids::{DocumentId, DocumentTypeId, EventId, FieldTypeId, LoanId, PageId, SourceFileId, TaskId, TenantId};
pub use stage::Stage;
pub use status::{LoanStatus, ProcessingStatus, UploadStatus};
pub use value::{Source, ValueKind};
