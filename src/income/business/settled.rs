//! From the cash flow of a business' years to its stream: which years count, months, decline, what supports it.

use super::support;
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::{Draft, Findings};
use crate::income::figure::Figure;
use crate::income::months;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::result::StreamKind;
use crate::income::returns::latest_due;
use crate::income::sheet::Sheet;
use crate::income::trend::{Judged, Span};
use crate::income::yearly::judge_business;
use chrono::NaiveDate;
use rust_decimal::Decimal;

/// Months of a year that is whole.
const YEAR: u32 = 12;

/// A business as a stream names it.
pub(super) struct Enterprise {
    pub kind: StreamKind,
    pub name: String,
    /// What people call the paper that each year needs.
    pub paper: String,
    /// Names of rules in the guideline's citations.
    pub rules: &'static [&'static str],
    /// The owner's share, for a profit and loss statement of the whole business.
    pub share_percent: Decimal,
}

/// The cash flow of a year.
pub(super) struct Year {
    pub year: i32,
    pub cash: Figure,
    /// What of it a profit and loss statement shows: without the owner's pay.
    pub earned: Decimal,
    pub existed: Existed,
    pub is_final: bool,
}

/// For how much of a year a business existed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Existed {
    Whole,
    From(NaiveDate, NaiveDate),
    /// It began in that year, and no paper says when.
    Unknown,
}

impl Existed {
    /// Returns for how much of a tax year a business existed, by the dates on its return.
    pub fn by_return(sheet: Sheet<'_>, year: i32) -> Self {
        let date = |field: &str| sheet.date(field);
        let begun = date("date_business_started").or_else(|| date("date_incorporated"));
        let first = date("tax_year_beginning").or_else(|| NaiveDate::from_ymd_opt(year, 1, 1));
        let last = date("tax_year_ending").filter(|last| first.is_none_or(|first| *last > first));
        let last = last.or_else(|| first?.checked_add_months(chrono::Months::new(YEAR))?.pred_opt());
        let (Some(first), Some(last)) = (first, last) else { return Self::Whole };
        if begun.is_none() && sheet.ticked("initial_return") == Some(true) && date("tax_year_beginning").is_none() {
            return Self::Unknown;
        }
        let from = begun.filter(|begun| *begun > first && *begun <= last).unwrap_or(first);
        if months::between(from, last) >= Decimal::from(YEAR) { Self::Whole } else { Self::From(from, last) }
    }
}

/// Makes the stream of a business of its years, newest first.
pub(super) fn settle<'c>(
    desk: &Desk<'c>,
    person: &Person<'c>,
    enterprise: &Enterprise,
    years: Vec<Year>,
    mut notes: Notes,
    found: &mut Findings<'c>,
) {
    let Some(newest) = years.first() else { return };
    let Enterprise { kind, name, .. } = enterprise;
    if newest.is_final {
        let message = format!("the return of {} is final: the business is closed", newest.year);
        notes.warn(Code::BusinessClosed, message);
        let nothing = Figure::rule("nothing after the final return", Decimal::ZERO, None);
        let mut draft = Draft::new(*kind, name, "CLOSED", nothing).under(enterprise.rules).noting(notes);
        draft.include = false;
        found.drafts.push(draft);
        return;
    }
    tell_missing_years(desk, enterprise, &years, &mut notes, found);
    let stabilized = desk.stated_truth(*kind, name, StatedFact::Stabilized) == Some(true);
    let (spans, are_known) = spans(desk, enterprise, &years, &mut notes);
    let Some(mut judged) = judge_business(&spans, desk.rules, stabilized, &mut notes) else { return };
    if !are_known {
        judged.include = false;
    } else if judged.months < Decimal::from(YEAR) {
        judged.include = false;
        let message = format!("returns show {} months of {name}; {YEAR} are needed", judged.months);
        notes.warn(Code::HistoryTooShort, message);
    }
    if let Some(span) = spans.first() {
        support::compare_profit_and_loss(desk, person, enterprise, newest, span, &mut notes, found);
    }
    if support::is_counted_by_statements(desk, person, name) {
        judged.include = false;
        let message = format!("income of {name} is counted by its statements of a bank, not by its returns");
        notes.warn(Code::CountedElsewhere, message);
    }
    found.drafts.push(draft(enterprise, judged, notes));
}

fn draft(enterprise: &Enterprise, judged: Judged, notes: Notes) -> Draft {
    Draft::of_judged(enterprise.kind, &enterprise.name, judged).under(enterprise.rules).noting(notes)
}

fn tell_missing_years(
    desk: &Desk<'_>,
    enterprise: &Enterprise,
    years: &[Year],
    notes: &mut Notes,
    found: &mut Findings<'_>,
) {
    let Some(newest) = years.first() else { return };
    let due = latest_due(desk.case.as_of_date);
    let mut tell = |year: i32, reason: String| {
        let message = format!("{} of {year} is missing: {reason}", enterprise.paper);
        notes.warn(Code::TaxReturnYearMissing, message);
        found.miss(&enterprise.paper, Some(year), format!("{}: {reason}", enterprise.name));
    };
    for year in newest.year + 1..=due {
        tell(year, "the return of that year is due".to_string());
    }
    let has_prior = years.iter().any(|year| year.year == newest.year - 1);
    if !has_prior && newest.existed == Existed::Whole {
        tell(newest.year - 1, "a business needs two years".to_string());
    }
}

/// Returns the years that count, and whether it is known for how many months of the newest the business existed.
fn spans(desk: &Desk<'_>, enterprise: &Enterprise, years: &[Year], notes: &mut Notes) -> (Vec<Span>, bool) {
    let Some(newest) = years.first() else { return (Vec::new(), true) };
    let Enterprise { kind, name, .. } = enterprise;
    let mut spans = Vec::new();
    let mut are_known = true;
    match desk.stated_figure(*kind, name, StatedFact::MonthsInBusiness, "months in business") {
        Some(months) if !months.value.is_zero() => {
            spans.push(Span { months, ..Span::year(newest.year, newest.cash.clone()) });
        }
        _ => match span(newest) {
            Some(span) => spans.push(span),
            None => {
                let message = format!(
                    "{name} began in {}, and no paper says when: it is left out until the months in business are stated",
                    newest.year
                );
                notes.warn(Code::HistoryTooShort, message);
                are_known = false;
                spans.push(Span::year(newest.year, newest.cash.clone()));
            }
        },
    }
    if let Some(prior) = years.iter().find(|year| year.year == newest.year - 1) {
        match span(prior) {
            Some(span) => spans.push(span),
            None => {
                let message =
                    format!("{name} began in {}, and no paper says when: that year is not averaged", prior.year);
                notes.warn(Code::HistoryTooShort, message);
            }
        }
    }
    (spans, are_known)
}

fn span(year: &Year) -> Option<Span> {
    match year.existed {
        Existed::Whole => Some(Span::year(year.year, year.cash.clone())),
        Existed::From(from, through) => {
            let months = months::between(from, through);
            Some(Span::part(year.year.to_string(), Some(from), through, months, year.cash.clone()))
        }
        Existed::Unknown => None,
    }
}
