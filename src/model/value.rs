//! Kinds of values and where a value was read.

use serde::{Deserialize, Serialize};

/// Where a word or a value was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
