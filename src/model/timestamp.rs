//! Moments in time.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Duration;
use utoipa::ToSchema;

/// A moment in microseconds since 1970-01-01 UTC.
///
/// Written as RFC 3339 in UTC with milliseconds, such as `2026-01-31T17:05:09.123Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String, format = DateTime)]
pub struct Timestamp(i64);

impl Timestamp {
    /// Wraps microseconds since 1970-01-01 UTC.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Returns the microseconds since 1970-01-01 UTC.
    pub fn micros(self) -> i64 {
        self.0
    }

    /// Returns the present moment by the machine's clock.
    pub fn system_now() -> Self {
        Self(Utc::now().timestamp_micros())
    }

    /// Returns its day in UTC.
    pub fn date(self) -> NaiveDate {
        DateTime::<Utc>::from_timestamp_micros(self.0).unwrap_or_default().date_naive()
    }

    /// Returns the moment that much later.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment = DateTime::<Utc>::from_timestamp_micros(self.0).unwrap_or_default();
        formatter.write_str(&moment.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
