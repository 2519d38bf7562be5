//! Bonuses that are paid once a year: each payment stands for twelve months.

use super::super::case::StatedFact;
use super::super::desk::Desk;
use super::super::figure::Figure;
use super::super::notes::{Code, Notes};
use super::super::result::StreamKind;
use super::super::trend::{Judged, Span, judge_variable};
use super::job::Job;
use rust_decimal::Decimal;

/// Tells whether a job's bonus is paid once a year: a person says so, or no stub shows a second payment in a year.
pub(super) fn is_yearly(desk: &Desk<'_>, job: &Job<'_>) -> bool {
    if let Some(stated) = desk.stated(StreamKind::Bonus, &job.payer, StatedFact::PaymentsPerYear) {
        return stated.parse::<Decimal>().is_ok_and(|count| count == Decimal::ONE);
    }
    let shows_second_payment = |stub: &super::super::sheet::Sheet<'_>| {
        let rows = stub.rows("earnings").into_iter().filter(|row| row.text("category") == Some("Bonus"));
        rows.filter_map(|row| Some((row.number("current_amount")?, row.number("ytd_amount")?)))
            .any(|(current, year_to_date)| !current.is_zero() && year_to_date > current)
    };
    !job.stubs.iter().any(shows_second_payment)
}

/// Judges payments, newest first; one that is still to come this year is no fall.
pub(super) fn judge(desk: &Desk<'_>, spans: &[Span], stabilized: bool, notes: &mut Notes) -> Option<Judged> {
    let paid = |span: &&Span| span.label != "YTD" || !span.earnings.value.is_zero();
    let payments: Vec<Span> = spans.iter().filter(paid).map(as_payment).collect();
    let newest = payments.get(..desk.rules.variable.yearly_bonuses).unwrap_or(&payments);
    let mut judged = judge_variable(newest, desk.rules, stabilized, notes)?;
    if payments.len() < 2 {
        judged.include = false;
        notes.warn(Code::HistoryTooShort, "one yearly bonus is documented; two are needed for a history");
    }
    if judged.method == "MONTHS_WEIGHTED_AVERAGE" {
        judged.method = "YEARLY_BONUS_AVERAGE";
    }
    Some(judged)
}

fn as_payment(span: &Span) -> Span {
    let year = span.through.map(|date| chrono::Datelike::year(&date).to_string()).unwrap_or_default();
    let months = Figure::rule("months that a yearly bonus stands for", Decimal::from(12), None);
    Span { label: year, months, ..span.clone() }
}
