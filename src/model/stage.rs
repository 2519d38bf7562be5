//! The stages of the pipeline by their public names.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use utoipa::ToSchema;

/// One step of a document's way from file to LOS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "the names are the specification's")]
pub enum Stage {
    Import,
    Splitter,
    Converter,
    Recognizer,
    Classifier,
    Extractor,
    LosValidator,
    Versioner,
    Export,
}

impl Stage {
    /// Every stage in the order in which a document passes them.
    pub const ALL: [Self; 9] = [
        Self::Import,
        Self::Splitter,
        Self::Converter,
        Self::Recognizer,
        Self::Classifier,
        Self::Extractor,
        Self::LosValidator,
        Self::Versioner,
        Self::Export,
    ];

    /// Returns the public name, such as `LOS_VALIDATOR`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Import => "IMPORT",
            Self::Splitter => "SPLITTER",
            Self::Converter => "CONVERTER",
            Self::Recognizer => "RECOGNIZER",
            Self::Classifier => "CLASSIFIER",
            Self::Extractor => "EXTRACTOR",
            Self::LosValidator => "LOS_VALIDATOR",
            Self::Versioner => "VERSIONER",
            Self::Export => "EXPORT",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for Stage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == text).ok_or_else(|| format!("unknown stage {text}"))
    }
}
