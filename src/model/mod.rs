//! The nouns of the product: ids, stages, states, confidence, values with their evidence.
//!
//! Invariant: plain data; nothing here reads a file, a clock or a database.

mod api_key;
mod audit;
mod confidence;
mod configuration;
mod correction;
mod digest;
mod document;
mod event;
mod failure;
mod field_type;
mod finding;
mod ids;
mod learned;
mod loan;
mod loan_report;
mod secret;
mod spreadsheet;
mod stage;
mod status;
mod task;
mod timestamp;
mod user;
mod value;
mod webhook;

pub use api_key::{ApiKey, KeyCredential, KeyStatus};
pub use audit::AuditEntry;
pub use confidence::Confidence;
pub use configuration::{
    Condition, Configuration, DateConstraint, FieldOperand, FieldRule, LoanConfiguration, NotaryCheck, NotaryElement,
    Operand, RelativeTo, RequiredDocument, SignatureRequirement, ValueTest,
};
pub use correction::Correction;
pub use digest::{digest_of_parts, hexadecimal};
pub use document::{BoundingBox, Document, DocumentPlace, Field, FieldPlace};
pub use event::Event;
pub use failure::{Failure, FailureRecord};
pub use field_type::{ExternalField, FieldMapping, FieldSetting};
pub use finding::Finding;
pub use ids::{
    ApiKeyId, ConfigurationId, DeliveryId, DocumentId, DocumentTypeId, EventId, ExternalFieldId, FieldTypeId,
    IncomeRunId, LoanId, MappingId, PageId, ReportId, SourceFileId, TaskId, TenantId, UserId, WebhookId,
};
pub use learned::LearnedPhrase;
pub use loan::{Loan, PageRecord, PageState, SourceFile};
pub use loan_report::{LoanReport, ReportItem, ReportSummary};
pub use secret::Secret;
pub use spreadsheet::{is_number_cell, text_cell};
pub use stage::Stage;
pub use status::{
    CorrectionKind, DeliveryStatus, EventType, IncomeRunStatus, LearnedKind, LoanReportKind, LoanStatus, Origin,
    ProcessingStatus, ReportItemStatus, Resolution, Role, Severity, TaskKind, TaskStatus, UploadStatus,
    ValidationStatus, WebhookEventType,
};
pub use task::{ReviewTask, TaskField};
pub use timestamp::Timestamp;
pub use user::User;
pub use value::{Source, ValueKind, masked_number};
pub use webhook::{Delivery, Webhook};
