//! Months of the calendar as the guidelines count them.

use super::amount::to_cents;
use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;

/// Returns the months of a year up to a day, with two decimals: 10 June is 5.33.
pub(super) fn elapsed(through: NaiveDate) -> Decimal {
    to_cents(Decimal::from(through.month0()) + share(through.day(), through))
}

/// Returns the months from one day to another, both included, with two decimals.
pub(super) fn between(from: NaiveDate, through: NaiveDate) -> Decimal {
    let months = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
    let apart = months(through) - months(from);
    if apart == 0 {
        return to_cents(share((through.day() + 1).saturating_sub(from.day()), from));
    }
    let first = share(days_in_month(from) - from.day() + 1, from);
    to_cents(Decimal::from(apart - 1) + first + share(through.day(), through))
}

/// Returns the months of the year to date that earnings cover: from the hiring on when it was in that year.
pub(super) fn year_to_date(through: NaiveDate, hired: Option<NaiveDate>) -> Decimal {
    match hired.filter(|hired| hired.year() == through.year() && *hired <= through) {
        Some(hired) => between(hired, through),
        None => elapsed(through),
    }
}

/// Returns how many days the month of a date has.
pub(super) fn days_in_month(date: NaiveDate) -> u32 {
    u32::from(date.num_days_in_month())
}

fn share(days: u32, month_of: NaiveDate) -> Decimal {
    Decimal::from(days) / Decimal::from(days_in_month(month_of))
}
