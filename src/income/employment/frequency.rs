//! How often somebody is paid, by what the stubs say.
//!
//! Every two weeks or twice a month is the costliest question: the difference is 8.33 percent.

use super::super::months::{days_in_month, elapsed};
use super::super::notes::{Code, Notes};
use super::super::sheet::Sheet;
use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;

/// How often somebody is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frequency {
    Weekly,
    Biweekly,
    Semimonthly,
    Monthly,
    Quarterly,
    Annual,
}

impl Frequency {
    /// Reads a frequency as papers name it.
    pub fn named(text: &str) -> Option<Self> {
        Some(match text {
            "Weekly" => Self::Weekly,
            "Biweekly" => Self::Biweekly,
            "Semimonthly" => Self::Semimonthly,
            "Monthly" => Self::Monthly,
            "Quarterly" => Self::Quarterly,
            "Annual" | "Annually" => Self::Annual,
            _ => return None,
        })
    }

    /// Returns how many payments a year has.
    pub fn per_year(self) -> u32 {
        match self {
            Self::Weekly => 52,
            Self::Biweekly => 26,
            Self::Semimonthly => 24,
            Self::Monthly => 12,
            Self::Quarterly => 4,
            Self::Annual => 1,
        }
    }

    /// Returns the name of the method that makes months of it.
    pub fn method(self) -> &'static str {
        match self {
            Self::Weekly => "WEEKLY_X52_DIV12",
            Self::Biweekly => "BIWEEKLY_X26_DIV12",
            Self::Semimonthly => "SEMIMONTHLY_X24_DIV12",
            Self::Monthly => "MONTHLY",
            Self::Quarterly => "QUARTERLY_X4_DIV12",
            Self::Annual => "ANNUAL_DIV12",
        }
    }
}

/// Returns how often the person of these stubs, newest first, is paid; `None` when nothing tells.
pub(super) fn of_stubs(stubs: &[Sheet<'_>], notes: &mut Notes) -> Option<Frequency> {
    let newest = *stubs.first()?;
    let said = stubs.iter().find_map(|stub| Frequency::named(stub.text("pay_frequency")?));
    let by_two = between_stubs(stubs);
    let by_one = stubs.iter().find_map(|stub| of_period(*stub));
    if let Some(said) = said {
        if let Some(seen) = by_two.filter(|seen| *seen != said) {
            let message = format!("{} says {said:?}, its dates look {seen:?}", newest.title());
            notes.warn_of(Code::PayFrequencyAmbiguous, newest, message);
        }
        return Some(said);
    }
    by_two.or_else(|| match by_one? {
        Period::Sure(frequency) => Some(frequency),
        Period::TwoWeeksOrHalfAMonth => Some(by_count(newest, notes)),
    })
}

/// Two stubs in a row tell by how far apart their periods end.
fn between_stubs(stubs: &[Sheet<'_>]) -> Option<Frequency> {
    let ends: Vec<NaiveDate> = stubs.iter().filter_map(|stub| stub.date("pay_period_end_date")).collect();
    ends.windows(2).find_map(|pair| {
        let [later, earlier] = pair else { return None };
        match (*later - *earlier).num_days() {
            7 => Some(Frequency::Weekly),
            // The second half of a February of 29 days has 14 days too.
            14 if earlier.day() == 15 && later.day() == days_in_month(*later) => None,
            14 => Some(Frequency::Biweekly),
            13 | 15 | 16 => Some(Frequency::Semimonthly),
            28..=31 => Some(Frequency::Monthly),
            _ => None,
        }
    })
}

#[derive(Debug, Clone, Copy)]
enum Period {
    Sure(Frequency),
    TwoWeeksOrHalfAMonth,
}

fn of_period(stub: Sheet<'_>) -> Option<Period> {
    let (begin, end) = (stub.date("pay_period_start_date")?, stub.date("pay_period_end_date")?);
    let days = (end - begin).num_days() + 1;
    let is_half = matches!(begin.day(), 1 | 16) || end.day() == 15 || end.day() == days_in_month(end);
    Some(match days {
        6..=8 => Period::Sure(Frequency::Weekly),
        14 if is_half || begin.day() == 15 => Period::TwoWeeksOrHalfAMonth,
        14 => Period::Sure(Frequency::Biweekly),
        13 | 15 | 16 if is_half => Period::Sure(Frequency::Semimonthly),
        28..=31 => Period::Sure(Frequency::Monthly),
        _ => return None,
    })
}

/// The year to date holds about as many payments as there were; the nearer count decides.
fn by_count(stub: Sheet<'_>, notes: &mut Notes) -> Frequency {
    let counted = || {
        let end = stub.date("pay_period_end_date")?;
        let (current, year_to_date) = (stub.figure("current_gross_pay")?.value, stub.figure("ytd_gross_pay")?.value);
        let count = year_to_date.checked_div(current)?;
        let biweekly = Decimal::from(end.ordinal()) / Decimal::from(14);
        let semimonthly = elapsed(end) * Decimal::TWO;
        Some(((count - biweekly).abs(), (count - semimonthly).abs()))
    };
    let told =
        |chosen: &str| format!("{}: the period fits two weeks and half a month; taken as {chosen}", stub.title());
    match counted() {
        Some((biweekly, semimonthly)) if semimonthly < biweekly => {
            notes.warn_of(Code::PayFrequencyAmbiguous, stub, told("twice a month by the year to date"));
            Frequency::Semimonthly
        }
        Some(_) => {
            notes.warn_of(Code::PayFrequencyAmbiguous, stub, told("every two weeks by the year to date"));
            Frequency::Biweekly
        }
        None => {
            // Twice a month gives the smaller income.
            notes.warn_of(Code::PayFrequencyAmbiguous, stub, told("twice a month, the smaller"));
            Frequency::Semimonthly
        }
    }
}
