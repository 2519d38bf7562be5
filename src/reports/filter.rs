//! Which loans and which time a report is about.

use crate::error::{Error, Result};
use crate::model::Timestamp;
use chrono::{DateTime, Days, NaiveDate, NaiveDateTime};

/// Which documents a report looks at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportFilter {
    /// Documents that were received at this moment or later.
    pub from: Option<Timestamp>,
    /// Documents that were received before this moment.
    pub before: Option<Timestamp>,
    /// Documents of these loans, by the caller's ids for them; of all when absent. An unknown loan has no rows.
    pub loans: Option<Vec<String>>,
}

impl ReportFilter {
    /// Reads the bounds as people and the API write them.
    ///
    /// A date stands for a whole UTC day: `date_to` includes it. A date with a time is taken as it is.
    ///
    /// # Errors
    /// `InvalidInput` for what is no date, and for a first day after the last.
    pub fn read(date_from: Option<&str>, date_to: Option<&str>, loan_numbers: Option<&str>) -> Result<Self> {
        let from = date_from.map(|text| bound("dateFrom", text, Edge::First)).transpose()?;
        let before = date_to.map(|text| bound("dateTo", text, Edge::Last)).transpose()?;
        if from.zip(before).is_some_and(|(from, before)| from >= before) {
            return Err(Error::invalid_input("dateFrom lies after dateTo").hint("exchange them"));
        }
        let loans = loan_numbers.map(|list| {
            let numbers = list.split(',').map(str::trim).filter(|number| !number.is_empty());
            numbers.map(str::to_string).collect()
        });
        Ok(Self { from, before, loans })
    }
}

/// Reads the first moment of a day, or a moment, as people and the API write it; `name` is what it is called there.
///
/// # Errors
/// `InvalidInput` for what is no date.
pub fn first_moment(name: &str, text: &str) -> Result<Timestamp> {
    bound(name, text, Edge::First)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    First,
    Last,
}

fn bound(name: &str, text: &str, edge: Edge) -> Result<Timestamp> {
    let wrong = || {
        Error::invalid_input(format!("{name} is {text:?}, which is no date"))
            .hint("write it as 2026-03-31, or with a time as 2026-03-31T17:00:00Z")
    };
    let text = text.trim();
    if let Ok(day) = text.parse::<NaiveDate>() {
        let day = if edge == Edge::Last { day.checked_add_days(Days::new(1)).ok_or_else(wrong)? } else { day };
        return Ok(moment(day.and_time(chrono::NaiveTime::MIN)));
    }
    let exact = DateTime::parse_from_rfc3339(text).map(|moment| moment.naive_utc());
    let exact = exact.or_else(|_| text.parse::<NaiveDateTime>()).map(moment).map_err(|_| wrong())?;
    // The last moment belongs to the time asked for.
    Ok(if edge == Edge::Last { Timestamp::from_micros(exact.micros().saturating_add(1)) } else { exact })
}

fn moment(utc: NaiveDateTime) -> Timestamp {
    Timestamp::from_micros(utc.and_utc().timestamp_micros())
}
