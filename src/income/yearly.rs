//! Income of tax years, as businesses and royalties have it: averaged, or the newest year's where it fell.
//!
//! Invariant: a fall beyond the stable band never gives more than the most recent year.

use super::amount::to_cents;
use super::figure::Figure;
use super::guideline::Rules;
use super::notes::{Code, Notes};
use super::result::{Candidate, Direction, Trend};
use super::trend::{Judged, Span, blend, change, periods};
use rust_decimal::Decimal;

/// Judges the income of one or two years, newest first; `None` without any.
///
/// `stabilized` says that a person confirmed that income that fell will not fall further.
pub(super) fn judge_business(spans: &[Span], rules: &Rules, stabilized: bool, notes: &mut Notes) -> Option<Judged> {
    let recent = spans.first()?;
    let changed = spans.get(1).and_then(|prior| change(recent.monthly().value, prior.monthly().value));
    let course = Course::of(spans, changed, stabilized, rules);
    warn(course, changed, recent, rules, notes);
    let (amount, method) = amount(spans, recent, course, rules);
    Some(Judged {
        amount,
        method,
        include: course != Course::Fell,
        months: spans.iter().map(|span| span.months.value).sum(),
        trend: Trend { direction: course.direction(changed, rules), change_pct: changed.map(to_cents) },
        periods: periods(spans),
        candidates: candidates(spans),
    })
}

/// How the newest year compares with the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Course {
    OneYear,
    SteadyOrRising,
    /// Less, but not so much that it is left out.
    Declined,
    /// So much less that a person must look.
    Fell,
    /// Less, and a person says that it will not fall further.
    Stabilized,
}

impl Course {
    fn of(spans: &[Span], changed: Option<Decimal>, stabilized: bool, rules: &Rules) -> Self {
        let [recent, prior, ..] = spans else { return Self::OneYear };
        let fall = match changed {
            Some(changed) => -changed,
            // Nothing was earned before: what is less than nothing fell by more than any percentage.
            None if recent.monthly().value < prior.monthly().value => Decimal::MAX,
            None => Decimal::ZERO,
        };
        if fall <= rules.variable.stable_percent {
            Self::SteadyOrRising
        } else if stabilized {
            Self::Stabilized
        } else if fall <= rules.self_employment.review_decline_percent {
            Self::Declined
        } else {
            Self::Fell
        }
    }

    fn direction(self, changed: Option<Decimal>, rules: &Rules) -> Direction {
        match self {
            Self::OneYear => Direction::Insufficient,
            Self::Declined | Self::Fell => Direction::Declining,
            Self::Stabilized => Direction::Stabilized,
            Self::SteadyOrRising => match changed {
                Some(changed) if changed > rules.variable.stable_percent => Direction::Increasing,
                Some(_) => Direction::Stable,
                None => Direction::Insufficient,
            },
        }
    }
}

fn amount(spans: &[Span], recent: &Span, course: Course, rules: &Rules) -> (Figure, &'static str) {
    match course {
        Course::OneYear => (recent.monthly(), "ONE_YEAR"),
        Course::Declined | Course::Fell | Course::Stabilized => (recent.monthly(), "MOST_RECENT_YEAR"),
        Course::SteadyOrRising if rules.self_employment.lesser_of_two_years_and_one => {
            let label = "lesser of two years' average and the last year";
            let least = Figure::least(label, vec![blend(spans), recent.monthly()]);
            (least.unwrap_or_else(|| recent.monthly()), "LESSER_OF_AVERAGES")
        }
        Course::SteadyOrRising => (blend(spans), "TWO_YEAR_AVERAGE"),
    }
}

fn warn(course: Course, changed: Option<Decimal>, recent: &Span, rules: &Rules, notes: &mut Notes) {
    let year = &recent.label;
    let percent = changed.map_or_else(|| "less than nothing".to_string(), |changed| format!("{}%", to_cents(changed)));
    match course {
        Course::Fell => {
            let message = format!(
                "{year} is {percent} against the year before: left out until a person finds why and includes it"
            );
            notes.warn(Code::IncomeDeclining, message);
            if rules.self_employment.decline_forces_manual_underwriting {
                let limit = rules.self_employment.review_decline_percent.normalize();
                let message = format!("income fell by more than {limit}%: if it is used, a person must underwrite");
                notes.warn(Code::ManualUnderwriting, message);
            }
        }
        Course::Declined | Course::Stabilized => {
            let message =
                format!("{year} is {percent} against the year before: only that year is used; give the reason");
            notes.warn(Code::IncomeDeclined, message);
        }
        Course::SteadyOrRising if changed.is_some_and(|by| by > rules.variable.unusual_increase_percent) => {
            let message = format!("{year} is +{percent} against the year before: look for the reason");
            notes.warn(Code::IncomeIncreaseUnusual, message);
        }
        Course::OneYear | Course::SteadyOrRising => {}
    }
}

fn candidates(spans: &[Span]) -> Vec<Candidate> {
    let average = |(key, count): (&str, usize)| {
        let monthly_amount = to_cents(blend(spans.get(..count)?).value);
        Some(Candidate { key: key.to_string(), monthly_amount })
    };
    [("past_year_avg", 1), ("past_two_year_avg", 2)].into_iter().filter_map(average).collect()
}
