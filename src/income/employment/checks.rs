//! What papers of employers say about each other: age, years, and whether they agree.

use super::super::age::note_old;
use super::super::amount::to_cents;
use super::super::desk::Desk;
use super::super::draft::Findings;
use super::super::notes::Code;
use super::super::people::Person;
use super::super::sheet::Sheet;
use super::super::trend::change;
use super::earned::{contradictions, gross_of_w2, of_stub};
use super::job::{Job, stub_date};
use chrono::{Datelike, Duration};
use rust_decimal::Decimal;

/// How many dollars the W-2s and the return of a year may differ: the return has no cents.
const ROUNDING: i64 = 2;

/// Checks the papers of one job.
pub(super) fn of_papers(desk: &Desk<'_>, job: &Job<'_>, found: &mut Findings<'_>) {
    if job.is_current() {
        age(desk, job, found);
        w2_years(desk, job, found);
        w2_and_year_to_date(desk, job, found);
        unnamed(job, found);
        gaps(job, found);
        totals(job, found);
    }
    if job.stubs.is_empty() && job.verifications.is_empty() {
        found.miss("Paystub", None, format!("nothing shows what {} pays now", job.payer));
    }
}

fn age(desk: &Desk<'_>, job: &Job<'_>, found: &mut Findings<'_>) {
    let Some(newest) = job.stubs.first().copied() else { return };
    let Some(date) = newest.date("pay_date").or_else(|| stub_date(newest)) else { return };
    note_old(desk, newest, Some(date), &mut found.notes);
    let window = desk.rules.documents.stub_days_before_application;
    if let Some(applied) = desk.case.application_date.filter(|applied| date < *applied - Duration::days(window)) {
        let message =
            format!("{} is dated {date}, more than {window} days before the application of {applied}", newest.title());
        found.notes.warn_of(Code::PaystubBeforeApplicationWindow, newest, message);
    }
    if newest.figure("ytd_gross_pay").is_none() && of_stub(newest).is_none_or(|earned| earned.parts.is_empty()) {
        let message = format!("{} shows no year to date", newest.title());
        found.notes.warn_of(Code::PaystubNoYtd, newest, message);
    }
}

fn w2_years(desk: &Desk<'_>, job: &Job<'_>, found: &mut Findings<'_>) {
    let last = desk.case.as_of_date.year() - 1;
    let began_later = job.hired().is_some_and(|hired| hired.year() > last);
    if began_later || !job.verifications.is_empty() {
        return;
    }
    match job.w2s.first().copied() {
        None => found.miss("W-2", Some(last), format!("the most recent W-2 of {}", job.payer)),
        Some(newest) if newest.year().is_some_and(|year| year < last) => {
            let message = format!("{} is not of {last}", newest.title());
            found.notes.warn_of(Code::W2NotMostRecent, newest, message);
            found.miss("W-2", Some(last), format!("the most recent W-2 of {}", job.payer));
        }
        Some(_) => {}
    }
}

/// A month of the year to date against a month of the W-2 before.
fn w2_and_year_to_date(desk: &Desk<'_>, job: &Job<'_>, found: &mut Findings<'_>) {
    let Some(earned) = job.stubs.first().and_then(|stub| of_stub(*stub)) else { return };
    let Some(w2) = job.w2(earned.year - 1) else { return };
    let hired = job.hired();
    if hired.is_some_and(|hired| hired.year() >= earned.year - 1) {
        return;
    }
    let months = super::super::months::year_to_date(earned.through, hired);
    let Some((gross, before)) = earned.gross.zip(gross_of_w2(w2)) else { return };
    let before = before.value / Decimal::from(12);
    let Some(changed) = gross.value.checked_div(months).and_then(|now| change(now, before)) else { return };
    let message = |word: &str| {
        format!("a month of the year to date is {}% against a month of {}{word}", to_cents(changed), w2.title())
    };
    if -changed > desk.rules.base_pay.tolerance_percent {
        found.notes.warn_of(Code::YtdBelowW2, earned.sheet, message(": look for the reason"));
    } else if changed > desk.rules.variable.unusual_increase_percent {
        found.notes.warn_of(Code::YtdAboveW2, earned.sheet, message(""));
    }
}

/// Lines of a stub that do not say what they pay for count as nothing; somebody should know.
fn unnamed(job: &Job<'_>, found: &mut Findings<'_>) {
    let Some(newest) = job.stubs.first().copied() else { return };
    for row in newest.rows("earnings") {
        let unknown = matches!(row.text("category"), None | Some("Other" | "Allowance"));
        if unknown
            && row.number("ytd_amount").or_else(|| row.number("current_amount")).is_some_and(|number| !number.is_zero())
        {
            let what = row.text("description").unwrap_or("a line without a name");
            let message = format!("{what} on {} is counted as no kind of pay", newest.title());
            found.notes.warn_of(Code::EarningsUnnamed, newest, message);
        }
    }
}

fn totals(job: &Job<'_>, found: &mut Findings<'_>) {
    for sheet in &job.verifications {
        for earned in contradictions(*sheet) {
            let message =
                format!("the parts of pay through {} on {} do not make up its total", earned.through, sheet.title());
            found.notes.warn_of(Code::ValuesContradict, *sheet, message);
        }
    }
}

fn gaps(job: &Job<'_>, found: &mut Findings<'_>) {
    for sheet in &job.verifications {
        let dates = sheet.date("previous_date_terminated").zip(sheet.date("date_of_employment"));
        if let Some((ended, began)) = dates.filter(|(ended, began)| (*began - *ended).num_days() > 30) {
            let message = format!("{} shows no work from {ended} to {began}", sheet.title());
            found.notes.warn_of(Code::EmploymentGap, *sheet, message);
        }
    }
}

/// Box 1 of all W-2s of a year is the wages line of its return, unless another earns too.
pub(super) fn of_returns(person: &Person<'_>, found: &mut Findings<'_>) {
    for tax_return in person.papers("form_1040") {
        let alone = matches!(tax_return.text("filing_status"), Some("Single" | "Head of household"));
        let wages = tax_return.figure("total_amount_from_w2").or_else(|| tax_return.figure("wages_salaries_tips"));
        let (Some(wages), true) = (wages, alone) else { continue };
        let w2s: Vec<Sheet<'_>> = person.papers("w2").into_iter().filter(|w2| w2.year() == tax_return.year()).collect();
        let boxes = w2s.iter().filter_map(|w2| w2.figure("wages_tips_other_compensation"));
        let sum: Decimal = boxes.map(|figure| figure.value).sum();
        if !w2s.is_empty() && (sum - wages.value).abs() > Decimal::from(ROUNDING) {
            let message = format!(
                "the W-2s of the year come to {}, {} to {}",
                to_cents(sum),
                tax_return.title(),
                to_cents(wages.value)
            );
            found.notes.warn_of(Code::W2AndReturnDiffer, tax_return, message);
        }
    }
}
