//! States and kinds of loans, source files, documents, tasks and events, by their public names.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

macro_rules! named_enum {
    ($(#[doc = $doc:literal])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $text)] $variant),+
        }

        impl $name {
            /// Every value, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the public name.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }

        // The derive does not see names that a macro puts together.
        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let names = Self::ALL.iter().map(|value| value.as_str());
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .enum_values(Some(names))
                    .description(Some(concat!($($doc),*).trim()))
                    .into()
            }
        }

        impl ToSchema for $name {}

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    other => Err(format!(concat!("unknown ", stringify!($name), " {}"), other)),
                }
            }
        }
    };
}

named_enum! {
    /// Where a loan stands; informational, it restricts nothing.
    LoanStatus {
        /// Being worked on; the state a loan starts in.
        Active = "Active",
        /// Waiting for something.
        Pending = "Pending",
        /// Done.
        Closed = "Closed",
        /// Given up.
        Cancelled = "Cancelled",
    }
}

named_enum! {
    /// Where a source file stands.
    UploadStatus {
        /// Stored, not yet looked at.
        Received = "RECEIVED",
        /// Being split, or its documents are on their way.
        Processing = "PROCESSING",
        /// All its documents have left the pipeline.
        Completed = "COMPLETED",
        /// It could not be split.
        Failed = "FAILED",
    }
}

named_enum! {
    /// The stage that a document most recently completed, in the specification's words.
    ProcessingStatus {
        /// Received; the splitter has not begun.
        Uploading = "UPLOADING",
        /// A stage from SPLITTER to EXTRACTOR is running.
        Processing = "PROCESSING",
        /// Its type is known.
        Classified = "CLASSIFIED",
        /// Its fields are readable.
        Extracted = "EXTRACTED",
        /// It was pushed to the LOS.
        Exported = "EXPORTED",
        /// A stage failed for good.
        Failed = "FAILED",
    }
}

named_enum! {
    /// By which door a source file came.
    Origin {
        /// The REST API.
        Upload = "upload",
        /// The command line.
        Cli = "cli",
        /// The loan origination system.
        Los = "los",
    }
}

named_enum! {
    /// How a document's checks ended.
    ValidationStatus {
        /// They were not run yet.
        NotRun = "not_run",
        /// Nothing holds the document back.
        Passed = "passed",
        /// A finding holds it back.
        Failed = "failed",
    }
}

named_enum! {
    /// How much a finding weighs.
    Severity {
        /// Shown, and that is all.
        Warning = "warning",
        /// Holds the document back from export.
        Error = "error",
    }
}

named_enum! {
    /// What a review task is about.
    TaskKind {
        /// The document's type is in doubt.
        Classification = "CLASSIFICATION",
        /// Values are in doubt.
        Extraction = "EXTRACTION",
        /// A check failed.
        Validation = "VALIDATION",
    }
}

named_enum! {
    /// Where a review task stands.
    TaskStatus {
        /// Waiting for a person.
        Open = "OPEN",
        /// Decided.
        Resolved = "RESOLVED",
        /// No longer of interest.
        Dismissed = "DISMISSED",
    }
}

named_enum! {
    /// How a review task was resolved.
    Resolution {
        /// What it was about was put right.
        Corrected = "corrected",
        /// It is right as it is.
        Confirmed = "confirmed",
        /// The document is released in spite of what was found.
        Waived = "waived",
        /// Another document or another reading took its place.
        Superseded = "superseded",
    }
}

named_enum! {
    /// What kind of change a person made in a document.
    CorrectionKind {
        /// Its type.
        Type = "type",
        /// A value was set.
        Value = "value",
        /// A value or a row was removed.
        Removal = "removal",
        /// A value was put back to what was read.
        Reversal = "reversal",
        /// A value, or the type when no field is named, was found right.
        Confirmation = "confirmation",
        /// Pages were cut off.
        Split = "split",
        /// Pages of a neighbour were added.
        Merge = "merge",
    }
}

named_enum! {
    /// What a phrase that corrections taught is.
    LearnedKind {
        /// A label of a field.
        Label = "label",
        /// A title by which pages of a type are known.
        Anchor = "anchor",
    }
}

named_enum! {
    /// What an event says.
    EventType {
        /// A source file was stored.
        SourceFileReceived = "SOURCE_FILE_RECEIVED",
        /// A stage began.
        StageStarted = "STAGE_STARTED",
        /// A stage ended well.
        StageCompleted = "STAGE_COMPLETED",
        /// A stage failed for good.
        StageFailed = "STAGE_FAILED",
        /// A document's type was decided.
        ClassificationResult = "CLASSIFICATION_RESULT",
        /// A document's fields were read.
        ExtractionResult = "EXTRACTION_RESULT",
        /// A check failed.
        ValidationError = "VALIDATION_ERROR",
        /// A document got its place among its versions.
        VersioningResult = "VERSIONING_RESULT",
        /// A review task was opened.
        UserReviewCreated = "USER_REVIEW_CREATED",
        /// A review task was resolved.
        UserReviewResolved = "USER_REVIEW_RESOLVED",
        /// A review task is complete.
        TaskCompleted = "TASK_COMPLETED",
        /// A person changed a document's type, a value or the pages.
        ManualCorrection = "MANUAL_CORRECTION",
        /// A document was put aside, or taken back.
        DocumentTrashed = "DOCUMENT_TRASHED",
        /// A document was pushed to the LOS.
        DocumentExported = "DOCUMENT_EXPORTED",
        /// A run of the income analysis began.
        IncomeRunStarted = "INCOME_RUN_STARTED",
        /// A run of the income analysis has its result.
        IncomeRunCompleted = "INCOME_RUN_COMPLETED",
        /// A run of the income analysis ended without a result.
        IncomeRunFailed = "INCOME_RUN_FAILED",
    }
}

named_enum! {
    /// Where a run of the income analysis stands.
    IncomeRunStatus {
        /// It is being computed.
        Active = "active",
        /// It has its result.
        Completed = "completed",
        /// It ended without a result.
        Failed = "failed",
        /// Another run was forced while it was being computed.
        Superseded = "superseded",
    }
}

named_enum! {
    /// What a caller may do; each role may do all that those before it may.
    Role {
        /// Looks at everything and changes nothing.
        Reader = "reader",
        /// Takes papers in, corrects, reviews, computes income, exports.
        Operator = "operator",
        /// Sets up configurations, document types, settings and keys.
        Admin = "admin",
    }
}

named_enum! {
    /// What a loan's report is about.
    LoanReportKind {
        /// What the checks found, made when the loan has settled.
        Validation = "validation",
        /// Everything that a configuration asks for, and whether it is there.
        ConditionChecklist = "condition_checklist",
        /// What people changed, and what left.
        Audit = "audit",
    }
}

named_enum! {
    /// How a line of a loan's report stands.
    ReportItemStatus {
        /// As it should.
        Passed = "passed",
        /// Not as it should.
        Failed = "failed",
        /// It is not there, or could not be found.
        Missing = "missing",
        /// It only tells something.
        Noted = "noted",
    }
}

named_enum! {
    /// What webhooks are told of.
    WebhookEventType {
        /// A document's type was decided.
        ClassificationCompleted = "classification.completed",
        /// A document's fields were read.
        ExtractionCompleted = "extraction.completed",
        /// Somebody wants to see whether deliveries arrive; nobody registers for it.
        Test = "webhook.test",
    }
}

named_enum! {
    /// What became of something that a webhook is told.
    DeliveryStatus {
        /// It is to be tried.
        Pending = "pending",
        /// The receiver has taken it.
        Delivered = "delivered",
        /// It was given up.
        Failed = "failed",
    }
}

impl ProcessingStatus {
    /// Tells whether a document may move from this state to `next`.
    ///
    /// Every state may fail; a correction or a retry leads back from later states to earlier ones.
    pub fn may_become(self, next: Self) -> bool {
        use ProcessingStatus::{Classified, Exported, Extracted, Failed, Processing, Uploading};
        matches!(
            (self, next),
            (_, Failed)
                | (Uploading, Processing)
                | (Processing, Classified)
                | (Classified, Extracted)
                | (Extracted, Exported)
                | (Extracted | Exported, Classified)
                | (Exported, Extracted)
                | (Failed, Processing | Classified | Extracted)
        )
    }
}
