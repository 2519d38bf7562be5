//! Base pay: by the rate of pay where it is fixed, by what was earned where it varies.

use super::super::amount::to_cents;
use super::super::case::StatedFact;
use super::super::desk::Desk;
use super::super::draft::Draft;
use super::super::figure::Figure;
use super::super::notes::{Code, Notes};
use super::super::result::{Candidate, Direction, StreamKind, Trend};
use super::super::sheet::Sheet;
use super::super::trend::{Span, change, judge_variable, periods};
use super::earned::{Earned, Part, gross_of_w2, span_of, sum_of_rows, this_year, year_span, years_before};
use super::frequency::{Frequency, of_stubs};
use super::job::Job;
use rust_decimal::Decimal;

/// What a month of base pay is by its rate.
struct Rate {
    monthly: Figure,
    method: &'static str,
    /// Whether hours differ from stub to stub, so that the rate tells no month.
    varies: bool,
}

/// Returns the stream of a job's base pay; a second job's needs a history.
pub(super) fn stream(desk: &Desk<'_>, job: &Job<'_>, is_second: bool) -> Option<Draft> {
    if !job.is_current() {
        return former(job);
    }
    let mut notes = Notes::default();
    let kind = if is_second { StreamKind::SecondaryEmployment } else { StreamKind::BasePay };
    let spans = spans(job, &mut notes);
    let rate = rate(desk, job, kind, &mut notes);
    let months: Decimal = spans.iter().map(|span| span.months.value).sum();
    let mut draft = match rate {
        Some(rate) if !rate.varies => fixed(desk, job, kind, rate, &spans, notes),
        _ => varying(desk, job, kind, &spans, notes)?,
    };
    if is_second && months < Decimal::from(desk.rules.variable.minimum_months) {
        draft.include = false;
        let message = format!(
            "{months} months of the second job are documented; {} are needed",
            desk.rules.variable.minimum_months
        );
        draft.notes.warn(Code::HistoryTooShort, message);
    }
    draft.periods = periods(&spans);
    let rules: &[&str] = if is_second { &["second_job"] } else { &["base_pay", "documents"] };
    Some(standing(job, draft).under(rules))
}

/// Pay by a rate, held against what was earned.
fn fixed(desk: &Desk<'_>, job: &Job<'_>, kind: StreamKind, rate: Rate, spans: &[Span], notes: Notes) -> Draft {
    let tolerance = desk.rules.base_pay.tolerance_percent;
    let mut draft = Draft::new(kind, &job.payer, rate.method, rate.monthly.clone()).noting(notes);
    draft.candidates.push(Candidate { key: "rate_of_pay".to_string(), monthly_amount: to_cents(rate.monthly.value) });
    let year_to_date = spans.first().filter(|span| span.label == "YTD");
    let Some(year_to_date) = year_to_date else {
        let message = format!("no year to date was read for {}", job.payer);
        draft.notes.warn(Code::PaystubNoYtd, message);
        return draft;
    };
    let earned = year_to_date.monthly();
    draft.candidates.push(Candidate { key: "ytd_avg".to_string(), monthly_amount: to_cents(earned.value) });
    draft.months = Some(year_to_date.months.value);
    let Some(changed) = change(earned.value, rate.monthly.value) else { return draft };
    let direction = if changed.abs() <= tolerance {
        Direction::Stable
    } else if changed.is_sign_negative() {
        Direction::Declining
    } else {
        Direction::Increasing
    };
    draft.trend = Trend { direction, change_pct: Some(to_cents(changed)) };
    let percent = to_cents(changed);
    if -changed > tolerance {
        let message = format!(
            "the year to date is {percent}% against the rate of pay and is used: look for unpaid leave, a raise or a start in the year"
        );
        draft.notes.warn(Code::YtdBelowBase, message);
        draft.amount = earned;
        draft.method = "YTD_AVERAGE";
    } else if changed > tolerance {
        let message =
            format!("the year to date is +{percent}% against the rate of pay: look for overtime or bonus inside it");
        draft.notes.warn(Code::YtdAboveBase, message);
    }
    draft
}

/// Pay that varies: by the periods that are documented.
fn varying(desk: &Desk<'_>, job: &Job<'_>, kind: StreamKind, spans: &[Span], mut notes: Notes) -> Option<Draft> {
    let stabilized = desk.stated_truth(kind, &job.payer, StatedFact::Stabilized) == Some(true);
    let judged = judge_variable(spans, desk.rules, stabilized, &mut notes)?;
    Some(Draft::of_judged(kind, &job.payer, judged).noting(notes).under(&["variable"]))
}

/// A W-2 alone says that somebody worked there, not that the job goes on.
fn former(job: &Job<'_>) -> Option<Draft> {
    let mut notes = Notes::default();
    let newest = *job.w2s.first()?;
    let gross = gross_of_w2(newest)?;
    let message = format!("{} is all there is of {}: nothing says that the job goes on", newest.title(), job.payer);
    notes.warn_of(Code::EmploymentEnded, newest, message);
    let mut draft =
        Draft::new(StreamKind::BasePay, &job.payer, "W2_ONLY", gross.over_number("W-2 gross a month", "months", 12));
    draft.include = false;
    Some(draft.noting(notes).under(&["documents"]))
}

/// What papers say about whether the job goes on.
fn standing(job: &Job<'_>, mut draft: Draft) -> Draft {
    for sheet in job.verifications.iter().chain(&job.letters) {
        let status = sheet.text("employment_status").unwrap_or_default();
        let ended = sheet.date("termination_date").or_else(|| sheet.date("previous_date_terminated"));
        match status {
            "Terminated" | "Inactive" | "Retired" => end(&mut draft, *sheet, &format!("says {status}")),
            "Offer Pending" => end(&mut draft, *sheet, "offers a job that is not accepted yet"),
            "On Leave" => {
                let message = format!(
                    "{} says On Leave: the smaller of pay on leave and regular pay counts until the return",
                    sheet.title()
                );
                draft.notes.warn_of(Code::OnLeave, *sheet, message);
            }
            _ => {}
        }
        if let Some(ended) = ended.filter(|_| sheet.date("date_of_employment").is_none()) {
            end(&mut draft, *sheet, &format!("says that the job ended on {ended}"));
        }
        if sheet.text("contingencies").is_some() {
            let message = format!("{} makes the job depend on conditions", sheet.title());
            draft.notes.warn_of(Code::ContinuanceUnknown, *sheet, message);
        }
    }
    draft
}

fn end(draft: &mut Draft, sheet: Sheet<'_>, why: &str) {
    draft.include = false;
    draft.notes.warn_of(Code::EmploymentEnded, sheet, format!("{} {why}", sheet.title()));
}

/// Returns the periods of base pay, newest first. A W-2 counts only where all pay is base pay: it does not name parts.
fn spans(job: &Job<'_>, notes: &mut Notes) -> Vec<Span> {
    let now = this_year(job);
    let only_base = now.as_ref().is_none_or(|earned| is_only_base(earned));
    let mut spans = Vec::new();
    if let Some(earned) = &now
        && let Some(amount) = earned.part(Part::Base)
    {
        spans.push(span_of("YTD", earned, job.hired(), amount, notes));
    }
    for earned in years_before(job, now.as_ref().map(|earned| earned.year)) {
        let named = !earned.parts.is_empty() || only_base;
        if let Some(amount) = earned.part(Part::Base).filter(|_| named) {
            spans.push(year_span(&earned, job.hired(), amount));
        }
    }
    spans
}

fn is_only_base(earned: &Earned<'_>) -> bool {
    earned.parts.iter().all(|(part, figure)| matches!(part, Part::Base | Part::Other) || figure.value.is_zero())
}

/// A documented salary goes before the amount of a period, which is rounded.
fn rate(desk: &Desk<'_>, job: &Job<'_>, kind: StreamKind, notes: &mut Notes) -> Option<Rate> {
    let stated = || documented(desk, job, kind);
    let annual = stated().filter(|rate| rate.method == Frequency::Annual.method());
    annual.or_else(|| by_stubs(desk, job, kind, notes)).or_else(stated)
}

/// The rate that an employer states: Form 1005, a report of a service, a letter.
fn documented(desk: &Desk<'_>, job: &Job<'_>, kind: StreamKind) -> Option<Rate> {
    let fields = [
        ("current_gross_base_pay", "current_gross_base_pay_period", "average_hours_per_week"),
        ("rate_of_pay", "rate_of_pay_frequency", ""),
        ("base_pay", "base_pay_frequency", "hours_per_week"),
    ];
    job.verifications.iter().chain(&job.letters).find_map(|sheet| {
        let (amount, period, hours) = *fields.iter().find(|(amount, ..)| sheet.figure(amount).is_some())?;
        let (pay, period) = (sheet.figure(amount)?, sheet.text(period)?);
        if period == "Hourly" {
            let stated = desk.stated_figure(kind, &job.payer, StatedFact::WeeklyHours, "hours a week");
            return Some(by_hours(pay, stated.or_else(|| sheet.figure(hours))?));
        }
        Some(by_period(pay, Frequency::named(period)?))
    })
}

fn by_period(pay: Figure, frequency: Frequency) -> Rate {
    let monthly = match frequency {
        Frequency::Monthly => pay,
        Frequency::Annual => pay.over_number("salary a month", "months", 12),
        _ => {
            let times = Figure::rule("payments a year", Decimal::from(frequency.per_year()), None);
            pay.times("pay a year", times).over_number("pay a month", "months", 12)
        }
    };
    Rate { monthly, method: frequency.method(), varies: false }
}

fn by_hours(rate: Figure, weekly_hours: Figure) -> Rate {
    let weeks = Figure::rule("weeks a year", Decimal::from(52), None);
    let monthly =
        rate.times("pay a week", weekly_hours).times("pay a year", weeks).over_number("pay a month", "months", 12);
    Rate { monthly, method: "HOURLY_X52_DIV12", varies: false }
}

fn by_stubs(desk: &Desk<'_>, job: &Job<'_>, kind: StreamKind, notes: &mut Notes) -> Option<Rate> {
    let newest = *job.stubs.first()?;
    let hourly = newest.text("pay_type") == Some("Hourly")
        || newest.text("pay_type").is_none() && newest.figure("hourly_rate").is_some();
    if newest.text("pay_type") == Some("Commission") && newest.figure("salary_per_period").is_none() {
        return None;
    }
    let Some(frequency) = of_stubs(&job.stubs, notes) else {
        let message = format!("{} does not tell how often {} pays", newest.title(), job.payer);
        notes.warn_of(Code::PayFrequencyUnknown, newest, message);
        return None;
    };
    if hourly {
        return hourly_rate(desk, job, kind, newest, frequency);
    }
    Some(by_period(pay_of_period(newest)?, frequency))
}

/// The salary, else all lines of base pay, else all pay of the period.
fn pay_of_period(stub: Sheet<'_>) -> Option<Figure> {
    let by_lines = || {
        let parts = sum_of_rows(stub, |row| row.figure("current_amount"));
        parts.get(&Part::Base).cloned().or_else(|| parts.is_empty().then(|| stub.figure("current_gross_pay")).flatten())
    };
    stub.figure("salary_per_period").or_else(by_lines)
}

fn hourly_rate(
    desk: &Desk<'_>,
    job: &Job<'_>,
    kind: StreamKind,
    newest: Sheet<'_>,
    frequency: Frequency,
) -> Option<Rate> {
    let rate = newest.figure("hourly_rate").or_else(|| {
        let regular = newest.rows("earnings").into_iter().find(|row| row.text("category") == Some("Regular"))?;
        regular.figure("rate")
    })?;
    if let Some(stated) = desk.stated_figure(kind, &job.payer, StatedFact::WeeklyHours, "hours a week") {
        return Some(by_hours(rate, stated));
    }
    let weekly: Vec<Figure> = job.stubs.iter().filter_map(|stub| weekly_hours(*stub, frequency)).collect();
    let (least, most) = (weekly.iter().map(|hours| hours.value).min()?, weekly.iter().map(|hours| hours.value).max()?);
    let varies = change(least, most).is_some_and(|changed| -changed > desk.rules.base_pay.tolerance_percent);
    let part_time = job.verifications.iter().any(|sheet| sheet.text("employment_type") == Some("Part Time"));
    Some(Rate { varies: varies || part_time, ..by_hours(rate, weekly.into_iter().next()?) })
}

/// All hours of base pay over the weeks that the period covers.
fn weekly_hours(stub: Sheet<'_>, frequency: Frequency) -> Option<Figure> {
    let rows = stub.rows("earnings").into_iter();
    let base =
        rows.filter(|row| row.text("category").is_some_and(|category| Part::of_category(category) == Part::Base));
    let of_rows: Vec<Figure> = base.filter_map(|row| row.figure("hours")).collect();
    let hours =
        if of_rows.is_empty() { stub.figure("regular_hours")? } else { Figure::sum("hours of the period", of_rows) };
    let weeks = Decimal::from(52).checked_div(Decimal::from(frequency.per_year()))?;
    hours.over("hours a week", Figure::rule("weeks that the period covers", weeks, None))
}
