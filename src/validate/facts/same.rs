//! When two values of a fact are the same.

use super::{FactKind, addresses};
use crate::validate::number::Number;
use chrono::{Datelike, NaiveDate};

/// Tells whether two values of a fact other than names say the same.
pub(super) fn is_same(kind: FactKind, a: &str, b: &str) -> bool {
    match kind {
        FactKind::Names => super::names::same_person(a, b),
        FactKind::Address => addresses::same_address(a, b),
        FactKind::Number => match (Number::parse(a), Number::parse(b)) {
            (Some(a), Some(b)) => a == b,
            _ => a == b,
        },
        FactKind::Date => a == b,
    }
}

/// Returns how many whole months lie between two days, by the calendar.
pub(super) fn months_between(from: NaiveDate, to: NaiveDate) -> i32 {
    let months = |day: NaiveDate| day.year() * 12 + i32::try_from(day.month0()).unwrap_or(0);
    months(to) - months(from)
}
