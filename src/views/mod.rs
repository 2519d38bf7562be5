//! The shapes on the wire: what `--format json` prints and what REST answers.
//!
//! Invariant: member names are camelCase and no secret is in any of them.

mod analytics;
mod api_key;
mod audit;
mod boundary;
mod classification;
mod configuration;
mod correction;
mod cross_check;
mod data;
mod document;
mod document_type;
mod export;
mod field_type;
mod hocr;
mod income;
mod learned;
mod loan;
mod loan_report;
mod page;
mod report;
mod setting;
mod status;
mod task;
mod tenant;
mod text;
mod user;
mod version;
mod webhook;
mod worksheet;

pub use analytics::{
    DocumentCountsView, EventView, EventsView, MetricsView, ProcessingMetricsView, StageMetricsView, TimelineEntryView,
    TimelineView,
};
pub use api_key::{KeyView, NewKeyView, PreviousKeyView};
pub use audit::AuditView;
pub use boundary::{BoundaryView, RunnerUpView};
pub use classification::{CandidateTypeView, ClassificationView};
pub use configuration::ConfigurationView;
pub use correction::CorrectionView;
pub use cross_check::{CrossCheckDocument, CrossCheckFact, CrossCheckValue, CrossCheckView};
pub use data::{DataRowView, ExternalNameView};
pub use document::{DocumentParts, DocumentRecordView, DocumentView, FailureDetail, FieldView, PageSpan};
pub use document_type::{
    DocumentTypeView, LearnedTypeView, SampleView, TypeChangeView, TypeTrialView, TypeVerdictView,
};
pub use export::{ExportView, ExportedView, HeldBackView, HoldReason};
pub use field_type::{ExternalFieldView, FieldNames, FieldTypeView, MappingView};
pub use hocr::hocr;
pub use income::{
    EligibleDocumentView, IncomeDiffView, IncomeFailureView, IncomeFileView, IncomeHistoryView, IncomeInputView,
    IncomeReplayView, IncomeResultView, IncomeRunView, IncomeSideView, IncomeTriggerView, IncomeWhatIfView,
    LeafDiffView, StreamDiffView, files_of,
};
pub use learned::LearnedView;
pub use loan::{LoanView, PackageView, SourceFileView, UploadView};
pub use loan_report::LoanReportView;
pub use page::PageView;
pub use report::{AiPerformanceView, CatalogEntryView, LoanProcessingPage, LoanProcessingView, PageMeta};
pub use setting::SettingView;
pub use status::{BacklogView, FailureView, LoanStatusView, StatusView};
pub use task::TaskView;
pub use tenant::TenantView;
pub use text::{DocumentTextView, PageTextView, WordView};
pub use user::{SessionView, UserView};
pub use version::{
    ChangeView, DiffSide, DiffSideView, DiffView, FieldDiffView, RowDiffView, TableDiffView, ValueView, VersionView,
};
pub use webhook::{DeliveriesView, DeliveryView, NewWebhookView, WebhookView};
pub use worksheet::{Row, Section, Worksheet, percentage, shown_number};
