//! States of loans, source files and documents, by their public names.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

macro_rules! named_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
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
