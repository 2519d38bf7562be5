//! What stands on the right side of a test, as people write it: text, a number, a day, or another field.

use crate::model::FieldTypeId;
use chrono::NaiveDate;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// What a value is compared with.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Operand {
    /// A text, an amount, a number, a day (`2025-01-31`), or `true` and `false`.
    Literal(String),
    /// The value of another field of the same document, or of another document of the loan.
    Field(FieldOperand),
}

/// The value of another field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct FieldOperand {
    /// The other field.
    pub field_type_id: FieldTypeId,
    /// By what it is multiplied first, such as 0.97.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "factor")]
    pub times: Option<String>,
}

impl Operand {
    /// Returns the other field, if it is one.
    pub fn field(&self) -> Option<&FieldOperand> {
        match self {
            Self::Literal(_) => None,
            Self::Field(field) => Some(field),
        }
    }
}

impl<'de> Deserialize<'de> for Operand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OperandVisitor)
    }
}

struct OperandVisitor;

impl<'de> Visitor<'de> for OperandVisitor {
    type Value = Operand;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text, a number, a day, true, false, or { fieldTypeId = \"...\" }")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Operand, E> {
        Ok(Operand::Literal(text.to_string()))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Operand, E> {
        Ok(Operand::Literal(value.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Operand, E> {
        Ok(Operand::Literal(number.to_string()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Operand, E> {
        Ok(Operand::Literal(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Operand, E> {
        Ok(Operand::Literal(number.to_string()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Operand, A::Error> {
        // A day that stands without quotes in a TOML file comes as a map too.
        match toml::Value::deserialize(MapAccessDeserializer::new(map))? {
            toml::Value::Datetime(day) => Ok(Operand::Literal(day.to_string())),
            other => {
                FieldOperand::deserialize(other).map(Operand::Field).map_err(|error| A::Error::custom(error.message()))
            }
        }
    }
}

/// Reads a factor, written as a number or as text.
fn factor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    match deserializer.deserialize_any(OperandVisitor)? {
        Operand::Literal(text) => Ok(Some(text)),
        Operand::Field(_) => Err(D::Error::custom("times is a number")),
    }
}

/// Reads a day.
pub(super) fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NaiveDate>, D::Error> {
    let Operand::Literal(text) = deserializer.deserialize_any(OperandVisitor)? else {
        return Err(D::Error::custom("a day is written as 2025-01-31"));
    };
    text.parse().map(Some).map_err(|_| D::Error::custom(format!("{text} is no day; write it as 2025-01-31")))
}
