//! Pensions, annuities, benefits of veterans, and other benefits that a letter grants.

use super::awards::{self, Class, by_payer, yearly};
use super::continuance::{self, WhenUnknown, months_until};
use super::distributions::{is_draw, is_one_off};
use super::gross_up::{self, Untaxed, grossed_up};
use super::returns::{household_has, newest_due, one_a_year};
use super::terms::same_payer;
use crate::income::amount::to_cents;
use crate::income::desk::Desk;
use crate::income::draft::{Draft, Findings};
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::result::{Candidate, StreamKind};
use crate::income::sheet::Sheet;
use crate::income::trend::{Span, periods};
use rust_decimal::Decimal;

const TAXED_PENSION: &str = "pensions_and_annuities_taxable";

/// Adds a person's pensions and granted benefits.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let letters = person.papers("award_letter");
    for class in [Class::Veterans, Class::Pension, Class::Other] {
        let same: Vec<Sheet<'c>> = letters.iter().copied().filter(|sheet| awards::class(*sheet) == class).collect();
        for letters in by_payer(&same) {
            found.used.extend(letters.iter().copied());
            granted(desk, person, class, &letters, found);
        }
    }
    let forms: Vec<Sheet<'c>> = pension_forms(desk, person).into_iter().filter(|form| !found.has_used(*form)).collect();
    for forms in by_payer(&forms) {
        found.used.extend(forms.iter().copied());
        if let Some(draft) = paid(desk, &forms) {
            found.drafts.push(draft);
        }
    }
    of_return(desk, person, found);
}

/// A benefit that a letter grants; forms of the same payer are about the same money.
fn granted<'c>(desk: &Desk<'c>, person: &Person<'c>, class: Class, letters: &[Sheet<'c>], found: &mut Findings<'c>) {
    let mut notes = Notes::default();
    let Some(award) = awards::newest(desk, letters, &mut notes) else {
        awards::note_unread(letters, &mut found.notes);
        return;
    };
    let (kind, payer) = match class {
        Class::Veterans => (StreamKind::VaBenefit, "Department of Veterans Affairs"),
        Class::Pension => (StreamKind::Pension, "Pension"),
        _ => (StreamKind::Other, "Benefit"),
    };
    let payer = award.sheet.text("payer_name").unwrap_or(payer);
    let untaxed = gross_up::stated(desk, kind, payer, &award.gross);
    let usual = if class == Class::Veterans { Untaxed::Whole } else { Untaxed::Nothing };
    let method = if class == Class::Veterans { "AWARD_GROSSED_UP" } else { "AWARD" };
    let amount = grossed_up(desk, award.gross, untaxed.unwrap_or(usual));
    let mut draft = Draft::new(kind, payer, method, amount).under(&["other_income"]).noting(notes);
    if class == Class::Veterans {
        draft = draft.under(&["gross_up"]);
    }
    if class == Class::Pension {
        let same = |form: &Sheet<'c>| {
            !is_one_off(*form) && form.text("payer_name").is_some_and(|name| same_payer(name, payer))
        };
        let forms: Vec<Sheet<'c>> = person.papers("form_1099_r").into_iter().filter(same).collect();
        found.used.extend(forms.iter().copied());
        let years = gross_years(&forms, &mut draft.notes);
        if let Some((_, newest)) = years.first() {
            let monthly_amount = to_cents(newest.value / Decimal::from(12));
            draft.candidates.push(Candidate { key: "form_1099_r_div_12".to_string(), monthly_amount });
        }
    }
    let end = award.sheet.date("end_date").map(|end| months_until(desk, end));
    found.drafts.push(match (class, end) {
        (Class::Other, _) | (_, Some(_)) => continuance::judge(desk, draft, end, WhenUnknown::Counts),
        _ => draft,
    });
}

/// Forms 1099-R of pensions that are no draws on an account.
fn pension_forms<'c>(desk: &Desk<'c>, person: &Person<'c>) -> Vec<Sheet<'c>> {
    let is_pension = |form: &Sheet<'c>| !is_one_off(*form) && !is_draw(desk, person, *form);
    person.papers("form_1099_r").into_iter().filter(is_pension).collect()
}

/// What each year's forms report, newest first.
pub(super) fn gross_years<'c>(forms: &[Sheet<'c>], notes: &mut Notes) -> Vec<(i32, Figure)> {
    yearly(forms, |form| form.figure("gross_distribution"), &["gross_distribution"], notes)
}

/// A pension that forms of one payer report: the newest year.
fn paid(desk: &Desk<'_>, forms: &[Sheet<'_>]) -> Option<Draft> {
    let payer = forms.iter().find_map(|form| form.text("payer_name")).unwrap_or("Pension");
    let mut notes = Notes::default();
    let years = gross_years(forms, &mut notes);
    let (_, newest) = years.first()?.clone();
    note_stale(desk, &years, &mut notes);
    let gross = newest.over_number("paid a month", "months of the year", 12);
    let untaxed = gross_up::stated(desk, StreamKind::Pension, payer, &gross).unwrap_or(Untaxed::Nothing);
    let amount = grossed_up(desk, gross, untaxed);
    let mut draft = Draft::new(StreamKind::Pension, payer, "FORM_1099_R_DIV12", amount).under(&["other_income"]);
    draft.months = Some(Decimal::from(12));
    draft.periods = periods(&spans(&years));
    Some(draft.noting(notes))
}

/// Shows years as periods.
pub(super) fn spans(years: &[(i32, Figure)]) -> Vec<Span> {
    years.iter().map(|(year, earnings)| Span::year(*year, earnings.clone())).collect()
}

/// Warns when the newest form is not of the last year, so that nothing shows that it is still paid.
pub(super) fn note_stale(desk: &Desk<'_>, years: &[(i32, Figure)], notes: &mut Notes) {
    let due = newest_due(desk.case.as_of_date);
    if let Some((year, _)) = years.first().filter(|(year, _)| *year < due) {
        let message = format!("the newest form is of {year}; nothing shows that it was still paid in {due}");
        notes.warn(Code::ReceiptNotShown, message);
    }
}

/// The taxed line of the newest return, where no other paper of the household tells more.
fn of_return<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let mut notes = Notes::default();
    let returns = one_a_year(&person.papers("form_1040"), &[TAXED_PENSION], &mut notes);
    let Some(filed) = returns.first() else { return };
    let told = |sheet: Sheet<'_>| {
        sheet.is("form_1099_r") || (sheet.is("award_letter") && awards::class(sheet) == Class::Pension)
    };
    let Some(taxed) = filed.figure(TAXED_PENSION).filter(|taxed| taxed.value > Decimal::ZERO) else { return };
    if household_has(desk, *filed, told) {
        return;
    }
    found.miss("1099-R", filed.year(), "shows who pays the pension of the return");
    let amount = taxed.over_number("paid a month", "months of the year", 12);
    let draft = Draft::new(StreamKind::Pension, "Pensions of the return", "RETURN_DIV12", amount);
    found.drafts.push(draft.under(&["other_income"]).noting(notes));
}
