//! Alimony and child support that a person receives, by decree, order, or return.

use super::continuance::{self, WhenUnknown, months_until};
use super::gross_up::{self, Untaxed, grossed_up};
use super::returns::one_a_year;
use super::terms::TERMS;
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::{Draft, Findings};
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::people::{Person, names};
use crate::income::result::StreamKind;
use crate::income::sheet::Sheet;
use crate::validate::same_person;
use chrono::{Datelike, Months, NaiveDate};
use rust_decimal::Decimal;

/// Support as a decree or an order has it.
struct Granted<'c> {
    kind: StreamKind,
    sheet: Sheet<'c>,
    payer: Option<&'c str>,
    amount: Figure,
    frequency: Option<&'c str>,
    end: Option<NaiveDate>,
    day: Option<NaiveDate>,
}

/// Adds the support that a person receives.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let mut granted: Vec<Granted<'c>> = Vec::new();
    for decree in desk.shared_papers("divorce_decree") {
        granted.extend(of_decree(desk, person, decree, found));
    }
    for order in person.papers("child_support_order") {
        found.used.push(order);
        granted.extend(of_order(desk, person, order));
    }
    let mut alimony_notes = Notes::default();
    let received = alimony_of_return(person, &mut alimony_notes);
    granted.sort_by_key(|granted| std::cmp::Reverse(granted.day));
    let mut told: Vec<Granted<'c>> = Vec::new();
    for one in granted {
        if !told.iter().any(|known| known.kind == one.kind && same_source(known.payer, one.payer)) {
            told.push(one);
        }
    }
    let has_alimony = told.iter().any(|granted| granted.kind == StreamKind::Alimony);
    found.drafts.extend(told.into_iter().map(|granted| draft(desk, granted, received.as_ref())));
    if let Some((_, line)) = received.filter(|_| !has_alimony) {
        found.miss("Divorce Decree", None, "shows how long alimony is paid");
        let amount = line.over_number("received a month", "months of the year", 12);
        let draft = Draft::new(StreamKind::Alimony, "Alimony of the return", "RETURN_DIV12", amount);
        let draft = draft.under(&["other_income"]).noting(alimony_notes);
        found.drafts.push(continuance::judge(desk, draft, None, WhenUnknown::LeftOut));
    }
}

/// Two papers that name the same one who pays, or of which one names nobody, are about the same support.
fn same_source(a: Option<&str>, b: Option<&str>) -> bool {
    a.zip(b).is_none_or(|(a, b)| same_person(a, b) && same_person(b, a))
}

/// A decree grants to that party which does not pay.
fn of_decree<'c>(
    desk: &Desk<'c>,
    person: &Person<'c>,
    decree: Sheet<'c>,
    found: &mut Findings<'c>,
) -> Vec<Granted<'c>> {
    let parties = ["petitioner_name", "respondent_name"].map(|field| decree.text(field));
    let Some(place) = parties.iter().position(|party| party.is_some_and(|name| person.is(Some(name), None))) else {
        return Vec::new();
    };
    let own = ["petitioner", "respondent"].get(place).copied().unwrap_or_default();
    let mut granted = Vec::new();
    for (kind, what) in [(StreamKind::Alimony, "alimony"), (StreamKind::ChildSupport, "child_support")] {
        let field = |name: &str| format!("{what}_{name}");
        let Some(amount) = decree.figure(&field("amount")).filter(|amount| !amount.value.is_zero()) else { continue };
        let Some(payer) = decree.text(&field("payer")) else {
            let message = format!(
                "{} does not say who pays {}: it counts neither as income nor as a debt",
                decree.title(),
                kind.title().to_lowercase()
            );
            found.notes.warn_of(Code::NotComputed, decree, message);
            continue;
        };
        if person.is(Some(payer), None) || payer.to_lowercase().contains(own) {
            continue;
        }
        let named = parties.iter().enumerate().find(|(index, _)| *index != place).and_then(|(_, party)| *party);
        let is_role = ["petitioner", "respondent"].iter().any(|role| payer.to_lowercase().contains(role));
        let payer = if is_role { named.unwrap_or(payer) } else { payer };
        if is_borrower(desk, payer) {
            continue;
        }
        let end = match kind {
            StreamKind::Alimony => decree.date("alimony_end_date"),
            _ => youngest_of_age(decree),
        };
        let frequency = decree.text(&field("frequency"));
        let day = decree.date("decree_date");
        granted.push(Granted { kind, sheet: decree, payer: Some(payer), amount, frequency, end, day });
    }
    granted
}

/// An order is income of the one whom it names as receiving, unless that is a stranger whom a borrower pays.
fn of_order<'c>(desk: &Desk<'c>, person: &Person<'c>, order: Sheet<'c>) -> Option<Granted<'c>> {
    let payer = order.text("obligor_name");
    if payer.is_some_and(|name| person.is(Some(name), None) || is_borrower(desk, name)) {
        return None;
    }
    let amount = order.figure("support_amount").filter(|amount| !amount.value.is_zero())?;
    Some(Granted {
        kind: StreamKind::ChildSupport,
        sheet: order,
        payer,
        amount,
        frequency: order.text("support_frequency"),
        end: order.date("end_date").or_else(|| youngest_of_age(order)),
        day: order.date("effective_date").max(order.date("order_date")),
    })
}

/// Tells whether papers other than orders are about somebody's income: what a borrower pays is nobody's income here.
fn is_borrower(desk: &Desk<'_>, name: &str) -> bool {
    let mut sheets = desk.case.papers.iter().map(Sheet::new).filter(|sheet| !sheet.is("child_support_order"));
    sheets.any(|sheet| names(sheet, Some(name), None))
}

/// Returns the day on which the youngest child comes of age.
fn youngest_of_age(sheet: Sheet<'_>) -> Option<NaiveDate> {
    sheet.rows("children").into_iter().filter_map(|row| of_age(row.date("date_of_birth")?)).max()
}

fn of_age(born: NaiveDate) -> Option<NaiveDate> {
    born.checked_add_months(Months::new(TERMS.support.child_age.saturating_mul(12)))
}

/// What the newest Schedule 1 with alimony says was received.
fn alimony_of_return<'c>(person: &Person<'c>, notes: &mut Notes) -> Option<(Sheet<'c>, Figure)> {
    let schedule = *one_a_year(&person.papers("schedule_1"), &["alimony_received"], notes).first()?;
    let line = schedule.figure("alimony_received").filter(|line| line.value > Decimal::ZERO)?;
    Some((schedule, line))
}

fn draft(desk: &Desk<'_>, granted: Granted<'_>, received: Option<&(Sheet<'_>, Figure)>) -> Draft {
    let (kind, payer) = (granted.kind, granted.payer.unwrap_or(granted.kind.title()));
    let mut notes = Notes::default();
    let mut include = true;
    let monthly = monthly(&granted, &mut notes, &mut include);
    let taxed = kind == StreamKind::Alimony
        && (received.is_some() || granted.day.is_none_or(|day| day <= TERMS.support.alimony_untaxed_after));
    let usual = if taxed { Untaxed::Nothing } else { Untaxed::Whole };
    let untaxed = gross_up::stated(desk, kind, payer, &monthly).unwrap_or(usual);
    let of_return = received.filter(|_| kind == StreamKind::Alimony).map(|(_, line)| line.value);
    let months = of_return.and_then(|line| line.checked_div(monthly.value));
    let amount = grossed_up(desk, monthly, untaxed);
    let method = if taxed { "SUPPORT_MONTHLY" } else { "SUPPORT_GROSSED_UP" };
    let mut draft = Draft::new(kind, payer, method, amount).under(&["other_income", "gross_up"]).noting(notes);
    draft.include = include;
    note_receipt(desk, &mut draft, months);
    if kind == StreamKind::ChildSupport {
        note_older_children(desk, granted.sheet, &mut draft.notes);
    }
    continuance::judge(desk, draft, granted.end.map(|end| months_until(desk, end)), WhenUnknown::LeftOut)
}

/// What is paid a month by the frequency of the payments.
fn monthly(granted: &Granted<'_>, notes: &mut Notes, include: &mut bool) -> Figure {
    let amount = granted.amount.clone();
    let times = granted.frequency.and_then(|frequency| TERMS.frequencies.get(frequency));
    match times.copied() {
        Some(12) => amount,
        Some(times) => amount
            .times("paid a year", Figure::rule("payments a year", Decimal::from(times), None))
            .over_number("paid a month", "months of the year", 12),
        None => {
            *include = false;
            let (code, message) = match granted.frequency {
                Some(_) => (Code::NotRecurring, "it is paid once: no income"),
                None => (Code::PayFrequencyUnknown, "no paper says how often it is paid; it is shown as if monthly"),
            };
            notes.warn_of(code, granted.sheet, message);
            amount
        }
    }
}

/// Support must have been received for some months.
fn note_receipt(desk: &Desk<'_>, draft: &mut Draft, of_return: Option<Decimal>) {
    let needed = desk.rules.continuance.support_received_months;
    let stated = desk.stated_figure(draft.kind, &draft.payer, StatedFact::MonthsReceived, "months received");
    match stated.map(|stated| stated.value).or(of_return) {
        None => {
            let message = format!("no paper shows that it was received for {needed} months");
            draft.notes.warn(Code::ReceiptNotShown, message);
        }
        Some(months) if months < Decimal::from(needed) => {
            let message = format!("received for {} months; {needed} are needed", months.round_dp(2).normalize());
            draft.notes.warn(Code::HistoryTooShort, message);
            draft.include = false;
        }
        Some(_) => {}
    }
}

/// Support may fall when an elder child comes of age.
fn note_older_children(desk: &Desk<'_>, sheet: Sheet<'_>, notes: &mut Notes) {
    let asked = Decimal::from(desk.rules.continuance.months);
    let days: Vec<NaiveDate> =
        sheet.rows("children").into_iter().filter_map(|row| of_age(row.date("date_of_birth")?)).collect();
    let soon = days.iter().filter(|day| months_until(desk, **day) < asked).count();
    if soon > 0 && soon < days.len() {
        let first = days.iter().min().map_or(0, Datelike::year);
        let message = format!("a child comes of age in {first}: the amount may fall then");
        notes.warn_of(Code::ContinuanceUnknown, sheet, message);
    }
}
