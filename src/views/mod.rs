//! The shapes on the wire: what `--format json` prints and what REST answers.
//!
//! Invariant: member names are camelCase and no secret is in any of them.

mod audit;
mod boundary;
mod configuration;
mod correction;
mod document;
mod document_type;
mod export;
mod hocr;
mod learned;
mod loan;
mod status;
mod task;
mod text;

pub use audit::AuditView;
pub use boundary::{BoundaryView, RunnerUpView};
pub use configuration::ConfigurationView;
pub use correction::CorrectionView;
pub use document::{DocumentParts, DocumentView, FailureDetail, FieldView, PageSpan};
pub use document_type::{
    DocumentTypeView, LearnedTypeView, SampleView, TypeChangeView, TypeTrialView, TypeVerdictView,
};
pub use export::{ExportView, ExportedView, HeldBackView, HoldReason};
pub use hocr::hocr;
pub use learned::LearnedView;
pub use loan::{LoanView, PackageView, SourceFileView};
pub use status::{BacklogView, FailureView, LoanStatusView, StatusView};
pub use task::TaskView;
pub use text::{DocumentTextView, PageTextView, WordView};
