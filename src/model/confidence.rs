//! How sure the program is of something it read or decided.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use utoipa::ToSchema;

/// A probability from 0 to 1 that a value is right.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = f32, minimum = 0, maximum = 1)]
pub struct Confidence(f32);

impl Confidence {
    /// Certainty, as for a value a person gave.
    pub const CERTAIN: Self = Self(1.0);
    /// No support at all.
    pub const NONE: Self = Self(0.0);

    /// Makes a confidence, moved into 0 to 1; what is not a number becomes 0.
    pub fn new(value: f32) -> Self {
        Self(if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) })
    }

    /// Returns the number from 0 to 1.
    pub fn value(self) -> f32 {
        self.0
    }

    /// Returns the number with four decimals, as events tell it.
    pub fn rounded(self) -> f64 {
        (f64::from(self.0) * 10_000.0).round() / 10_000.0
    }

    /// Returns the confidence that both of two independent things are right.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }

    /// Returns the smaller of two.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        if self.0 <= other.0 { self } else { other }
    }
}

impl Serialize for Confidence {
    /// Writes the shortest number that is this one, the same whichever way it takes to the reader.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.to_string().parse().unwrap_or(f64::from(self.0)))
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:.2}", self.0)
    }
}
