//! Amounts of money in answers: JSON numbers with two decimals, exact in both directions.

use rust_decimal::{Decimal, RoundingStrategy};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserializer, Serializer};
use std::fmt;

/// Returns an amount rounded half up to cents.
pub fn to_cents(amount: Decimal) -> Decimal {
    let mut rounded = amount.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
    rounded.rescale(2);
    rounded
}

/// Returns an amount as people read it: `1,234.50`, `-12.00`.
pub fn shown(amount: Decimal) -> String {
    let plain = to_cents(amount.abs()).to_string();
    let (whole, cents) = plain.split_once('.').unwrap_or((&plain, "00"));
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    let sign = if amount.is_sign_negative() && !to_cents(amount).is_zero() { "-" } else { "" };
    format!("{sign}{text}.{cents}")
}

/// Writes an amount as a number.
pub fn serialize<S: Serializer>(amount: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    let text = to_cents(*amount).to_string();
    let number: f64 = text.parse().map_err(|_| serde::ser::Error::custom(format!("{text} is no number")))?;
    serializer.serialize_f64(number)
}

/// Reads an amount from a number, by its shortest decimal form.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
    deserializer.deserialize_any(Amount)
}

/// The same for a member that may be null.
pub mod option {
    use super::Decimal;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Shown(#[serde(with = "super")] Decimal);

    /// Writes an amount as a number or null.
    pub fn serialize<S: Serializer>(amount: &Option<Decimal>, serializer: S) -> Result<S::Ok, S::Error> {
        amount.map(Shown).serialize(serializer)
    }

    /// Reads an amount or null.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Decimal>, D::Error> {
        Ok(Option::<Shown>::deserialize(deserializer)?.map(|shown| shown.0))
    }
}

struct Amount;

impl Visitor<'_> for Amount {
    type Value = Decimal;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an amount")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Decimal, E> {
        Ok(Decimal::from(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Decimal, E> {
        Ok(Decimal::from(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Decimal, E> {
        let text = number.to_string();
        text.parse().map_err(|_| E::invalid_value(Unexpected::Float(number), &self))
    }
}

/// Reads a decimal number from a value's canonical form.
pub(super) fn parse(text: &str) -> Option<Decimal> {
    text.parse().ok()
}
