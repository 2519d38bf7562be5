//! What checks found wrong.

use super::{BoundingBox, FieldTypeId, Severity};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The result of a check that did not pass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// A stable code such as `signature_missing`.
    pub code: String,
    /// Whether it holds the document back.
    pub severity: Severity,
    /// What was found, for a person.
    pub message: String,
    /// The page it is about, by its number in the document; `None` when it is about the whole of it.
    #[serde(default)]
    pub page: Option<u32>,
    /// The field it is about.
    #[serde(default)]
    pub field_type_id: Option<FieldTypeId>,
    /// The place on that page.
    #[serde(default)]
    pub bounding_box: Option<BoundingBox>,
    /// What should stand there, for a person.
    #[serde(default)]
    pub expected: Option<String>,
    /// What stands there, for a person.
    #[serde(default)]
    pub found: Option<String>,
    /// Whether a reviewer released the document in spite of it.
    #[serde(default)]
    pub waived: bool,
}

impl Finding {
    /// Makes a finding about a document as a whole.
    pub fn new(code: &str, severity: Severity, message: impl Into<String>) -> Self {
        Self {
            code: code.to_string(),
            severity,
            message: message.into(),
            page: None,
            field_type_id: None,
            bounding_box: None,
            expected: None,
            found: None,
            waived: false,
        }
    }

    /// Says which page it is about, by its number in the document.
    #[must_use]
    pub fn on_page(mut self, page: u32) -> Self {
        self.page = Some(page);
        self
    }

    /// Says which field it is about.
    #[must_use]
    pub fn about(mut self, field: FieldTypeId) -> Self {
        self.field_type_id = Some(field);
        self
    }

    /// Says what was expected and what was found instead.
    #[must_use]
    pub fn comparing(mut self, expected: impl Into<String>, found: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self.found = Some(found.into());
        self
    }

    /// Tells whether it holds its document back.
    pub fn blocks(&self) -> bool {
        self.severity == Severity::Error && !self.waived
    }
}
