//! Columns and cells of reports.

use crate::model::Timestamp;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// A column of a report, as its catalog entry tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Column {
    /// The member's name in JSON and the heading in CSV.
    pub key: &'static str,
    /// The heading for people.
    pub label: &'static str,
    /// What its cells hold.
    #[serde(rename = "type")]
    pub kind: ColumnKind,
}

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// Words, ids, moments.
    Text,
    /// A number.
    Number,
}

/// A cell of a report.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing: null in JSON, an empty cell elsewhere.
    Empty,
    /// Words, at least a letter of them.
    Text(String),
    /// A number, exact.
    Number(Decimal),
    /// Yes or no.
    Truth(bool),
}

impl Cell {
    /// A number with so many decimals.
    pub fn float(number: f64, decimals: u32) -> Self {
        match Decimal::from_f64_retain(number) {
            Some(exact) => Self::Number(exact.round_dp(decimals).normalize()),
            None => Self::Empty,
        }
    }

    /// Returns the cell as plain text; empty for nothing.
    pub fn text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Truth(truth) => truth.to_string(),
        }
    }

    /// Returns the number of the cell in the precision of spreadsheets; `None` for others.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => number.to_f64(),
            _ => None,
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => serializer.serialize_none(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Truth(truth) => serializer.serialize_bool(*truth),
            Self::Number(number) => match (number.is_integer(), number.to_i64(), number.to_string().parse::<f64>()) {
                (true, Some(whole), _) => serializer.serialize_i64(whole),
                (_, _, Ok(float)) => serializer.serialize_f64(float),
                _ => serializer.serialize_str(&number.to_string()),
            },
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        // Files cannot tell an empty text from nothing, so that no format does.
        if text.is_empty() { Self::Empty } else { Self::Text(text) }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::from(text.to_string())
    }
}

impl From<bool> for Cell {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl From<Decimal> for Cell {
    fn from(number: Decimal) -> Self {
        Self::Number(number)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Self::Number(Decimal::from(number))
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Self {
        Self::Number(Decimal::from(number))
    }
}

impl From<Timestamp> for Cell {
    fn from(moment: Timestamp) -> Self {
        Self::Text(moment.to_string())
    }
}

impl<C: Into<Cell>> From<Option<C>> for Cell {
    fn from(cell: Option<C>) -> Self {
        cell.map_or(Self::Empty, Into::into)
    }
}
