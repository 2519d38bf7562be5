//! Earnings of several periods: how they develop, and which of them may be averaged.
//!
//! Invariant: a decline never raises the amount above that of the most recent period.

use super::amount::{self, to_cents};
use super::figure::Figure;
use super::guideline::{Average, Rules, VariableRules};
use super::notes::{Code, Notes};
use super::result::{Candidate, Direction, Period, Trend};
use chrono::NaiveDate;
use rust_decimal::Decimal;

/// A time of which earnings are documented.
#[derive(Debug, Clone)]
pub(super) struct Span {
    /// `YTD`, or the year.
    pub label: String,
    pub from: Option<NaiveDate>,
    pub through: Option<NaiveDate>,
    /// More than zero.
    pub months: Figure,
    pub earnings: Figure,
}

/// What may be used of several periods.
#[derive(Debug, Clone)]
pub(super) struct Judged {
    /// A month, not rounded.
    pub amount: Figure,
    pub method: &'static str,
    pub include: bool,
    pub months: Decimal,
    pub trend: Trend,
    pub periods: Vec<Period>,
    pub candidates: Vec<Candidate>,
}

impl Span {
    /// A whole year.
    pub fn year(year: i32, earnings: Figure) -> Self {
        Self {
            label: year.to_string(),
            from: NaiveDate::from_ymd_opt(year, 1, 1),
            through: NaiveDate::from_ymd_opt(year, 12, 31),
            months: Figure::rule(format!("months of {year}"), Decimal::from(12), None),
            earnings,
        }
    }

    /// A part of a year, of which the months are counted.
    pub fn part(
        label: impl Into<String>,
        from: Option<NaiveDate>,
        through: NaiveDate,
        months: Decimal,
        earnings: Figure,
    ) -> Self {
        let label = label.into();
        let months = Figure::rule(format!("months of {label} through {through}"), months, None);
        Self { label, from, through: Some(through), months, earnings }
    }

    /// Returns what was earned a month.
    pub fn monthly(&self) -> Figure {
        let label = format!("{} a month", self.label);
        let earnings = self.earnings.clone();
        earnings.over(label, self.months.clone()).unwrap_or_else(|| self.earnings.clone())
    }

    fn is_part(&self) -> bool {
        self.months.value != Decimal::from(12)
    }
}

/// Returns by how many percent a figure differs from the one before; `None` when that is zero.
pub(super) fn change(recent: Decimal, prior: Decimal) -> Option<Decimal> {
    ((recent - prior) * Decimal::ONE_HUNDRED).checked_div(prior.abs())
}

/// Judges earnings that vary, newest period first; `None` without any.
///
/// `stabilized` says that a person confirmed that earnings that fell will not fall further.
pub(super) fn judge_variable(spans: &[Span], rules: &Rules, stabilized: bool, notes: &mut Notes) -> Option<Judged> {
    let spans: Vec<Span> = spans.iter().filter(|span| !span.months.value.is_zero()).cloned().collect();
    let recent = spans.first()?;
    let rule = &rules.variable;
    let changed = spans.get(1).and_then(|prior| change(recent.monthly().value, prior.monthly().value));
    let fell_before = fell_before(&spans, rule);
    let standing = Standing::of(changed, fell_before, stabilized, rule);
    warn(standing, changed, recent, rule, notes);
    let (amount, method) = match standing {
        Standing::Steady if spans.len() > 1 => average(&spans, rule.average),
        Standing::Steady => (recent.monthly(), "SINGLE_PERIOD"),
        Standing::Declining => (recent.monthly(), "MOST_RECENT"),
        Standing::Stabilized | Standing::Declined => (lower(&spans), "LOWER_CURRENT"),
    };
    let months: Decimal = spans.iter().map(|span| span.months.value).sum();
    let mut include = standing != Standing::Declining;
    if months < Decimal::from(rule.minimum_months) {
        include = false;
        let message = format!("{months} months are documented; {} are needed for a history", rule.minimum_months);
        notes.warn(Code::HistoryTooShort, message);
    }
    let trend = Trend { direction: standing.direction(changed, rule), change_pct: changed.map(to_cents) };
    let candidates = candidates(&spans);
    Some(Judged { amount, method, include, months, trend, periods: periods(&spans), candidates })
}

/// How earnings stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Steady,
    /// A little less than before.
    Declined,
    /// Less before, the same now; or a person says so.
    Stabilized,
    Declining,
}

impl Standing {
    fn of(changed: Option<Decimal>, fell_before: bool, stabilized: bool, rule: &VariableRules) -> Self {
        let fall = changed.map_or(Decimal::ZERO, |changed| -changed);
        if fall > rule.declining_percent {
            return if stabilized { Self::Stabilized } else { Self::Declining };
        }
        if fall > rule.stable_percent {
            return if stabilized { Self::Stabilized } else { Self::Declined };
        }
        if fell_before { Self::Stabilized } else { Self::Steady }
    }

    fn direction(self, changed: Option<Decimal>, rule: &VariableRules) -> Direction {
        match (self, changed) {
            (_, None) => Direction::Insufficient,
            (Self::Stabilized, _) => Direction::Stabilized,
            (Self::Declining | Self::Declined, _) => Direction::Declining,
            (Self::Steady, Some(changed)) if changed > rule.stable_percent => Direction::Increasing,
            (Self::Steady, Some(_)) => Direction::Stable,
        }
    }
}

/// Tells whether the year before fell, so that only what came after it may be used.
fn fell_before(spans: &[Span], rule: &VariableRules) -> bool {
    let [_, prior, earlier, ..] = spans else { return false };
    change(prior.monthly().value, earlier.monthly().value).is_some_and(|changed| -changed > rule.stable_percent)
}

fn warn(standing: Standing, changed: Option<Decimal>, recent: &Span, rule: &VariableRules, notes: &mut Notes) {
    let percent = changed.map(|changed| to_cents(changed).to_string()).unwrap_or_default();
    match standing {
        Standing::Declining => notes.warn(
            Code::IncomeDeclining,
            format!(
                "{} is {percent}% against the period before: it is shown, and left out until a person includes it",
                recent.label
            ),
        ),
        Standing::Declined => notes.warn(
            Code::IncomeDeclined,
            format!("{} is {percent}% against the period before: the lower current figure is used", recent.label),
        ),
        _ => {
            if changed.is_some_and(|changed| changed > rule.unusual_increase_percent) {
                let message = format!("{} is +{percent}% against the period before: look for the reason", recent.label);
                notes.warn(Code::IncomeIncreaseUnusual, message);
            }
        }
    }
}

fn average(spans: &[Span], way: Average) -> (Figure, &'static str) {
    match way {
        Average::Blend => (blend(spans), "MONTHS_WEIGHTED_AVERAGE"),
        Average::RecentYearAndYearToDate => (blend(spans.get(..2).unwrap_or(spans)), "YTD_AND_RECENT_YEAR_AVERAGE"),
        Average::LesserOfTwoYearsAndOne => {
            let years: Vec<Span> = spans.iter().filter(|span| !span.is_part()).take(2).cloned().collect();
            match years.split_first() {
                None => (blend(spans), "MONTHS_WEIGHTED_AVERAGE"),
                Some((newest, [])) => (
                    least_of(vec![blend(spans), newest.monthly()], "lesser of the average and the last year"),
                    "LESSER_OF_AVERAGES",
                ),
                Some((newest, _)) => (
                    least_of(vec![blend(&years), newest.monthly()], "lesser of two years' average and the last year"),
                    "LESSER_OF_AVERAGES",
                ),
            }
        }
    }
}

/// Returns all earnings over all months: an average weighted by months, never one of averages.
pub(super) fn blend(spans: &[Span]) -> Figure {
    let earnings = Figure::sum("earnings of all periods", spans.iter().map(|span| span.earnings.clone()));
    let months = Figure::sum("months of all periods", spans.iter().map(|span| span.months.clone()));
    let whole = earnings.clone();
    earnings.over("average a month", months).unwrap_or(whole)
}

fn lower(spans: &[Span]) -> Figure {
    least_of(spans.iter().take(2).map(Span::monthly).collect(), "lower of the two most recent periods")
}

fn least_of(figures: Vec<Figure>, label: &str) -> Figure {
    Figure::least(label, figures).unwrap_or_else(|| Figure::sum(label, []))
}

fn candidates(spans: &[Span]) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut add = |key: &str, spans: &[Span]| {
        let monthly_amount = to_cents(blend(spans).value);
        found.push(Candidate { key: key.to_string(), monthly_amount });
    };
    let names: [&str; 3] = ["ytd_avg", "ytd_one_year_avg", "ytd_two_year_avg"];
    let (part, years) = match spans.split_first() {
        Some((first, rest)) if first.is_part() => (true, rest),
        _ => (false, spans),
    };
    if part {
        for (name, count) in names.into_iter().zip(1..=spans.len()) {
            add(name, spans.get(..count).unwrap_or(spans));
        }
    }
    for (name, count) in ["past_year_avg", "past_two_year_avg"].into_iter().zip(1..=years.len()) {
        add(name, years.get(..count).unwrap_or(years));
    }
    found
}

/// Shows periods in answers.
pub(super) fn periods(spans: &[Span]) -> Vec<Period> {
    let shown = |span: &Span| Period {
        label: span.label.clone(),
        from: span.from,
        through: span.through,
        months: span.months.value,
        earnings: amount::to_cents(span.earnings.value),
        monthly_amount: amount::to_cents(span.monthly().value),
    };
    spans.iter().map(shown).collect()
}
