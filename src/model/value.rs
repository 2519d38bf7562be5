//! Kinds of values and where a value was read.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a word or a value was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A live form field of the PDF.
    Acroform,
    /// The text layer of the PDF.
    TextLayer,
    /// Optical recognition.
    Ocr,
    /// A person.
    Manual,
    /// Worked out from other values.
    Derived,
}

impl Source {
    /// Returns the public name, such as `text_layer`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Acroform => "acroform",
            Self::TextLayer => "text_layer",
            Self::Ocr => "ocr",
            Self::Manual => "manual",
            Self::Derived => "derived",
        }
    }
}

/// The kind of a field's value, which fixes its canonical form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are the dictionary's; each form is described where it is read")]
pub enum ValueKind {
    Text,
    Name,
    Address,
    Money,
    Date,
    Year,
    Integer,
    Percent,
    Ssn,
    Ein,
    Phone,
    Email,
    AccountNumber,
    Checkbox,
    Enum,
    Signature,
    Duration,
}

impl ValueKind {
    /// Returns the public name, such as `account_number`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Name => "name",
            Self::Address => "address",
            Self::Money => "money",
            Self::Date => "date",
            Self::Year => "year",
            Self::Integer => "integer",
            Self::Percent => "percent",
            Self::Ssn => "ssn",
            Self::Ein => "ein",
            Self::Phone => "phone",
            Self::Email => "email",
            Self::AccountNumber => "account_number",
            Self::Checkbox => "checkbox",
            Self::Enum => "enum",
            Self::Signature => "signature",
            Self::Duration => "duration",
        }
    }
}

/// Returns a value as it may stand in events, the log and reports: numbers of persons and accounts by their last digits.
pub fn masked_number(kind: ValueKind, value: &str) -> String {
    if !matches!(kind, ValueKind::Ssn | ValueKind::AccountNumber) {
        return value.to_string();
    }
    let shown = value.chars().filter(char::is_ascii_alphanumeric).count().saturating_sub(4);
    let mut seen = 0;
    let mask = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            seen += 1;
            return if seen <= shown { 'X' } else { letter };
        }
        letter
    };
    value.chars().map(mask).collect()
}
