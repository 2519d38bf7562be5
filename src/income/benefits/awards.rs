//! Letters by which a benefit is granted, and forms of a year that tell what was paid.

use super::returns::the_one;
use super::terms::{TERMS, holds};
use crate::income::age::note_old;
use crate::income::desk::Desk;
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::sheet::Sheet;
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// What a letter grants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// On the own record: retirement or disability, of which one turns into the other.
    OwnSocialSecurity,
    /// On the record of another.
    AnothersSocialSecurity,
    /// Supplemental Security Income.
    Supplemental,
    Veterans,
    Pension,
    Other,
}

/// A benefit as its newest letter has it.
#[derive(Debug, Clone)]
pub(super) struct Award<'c> {
    pub sheet: Sheet<'c>,
    /// Before premiums and taxes, a month.
    pub gross: Figure,
}

/// Returns what a letter grants: by the printed kind, else by who pays.
pub(super) fn class(sheet: Sheet<'_>) -> Class {
    let payer = sheet.text("payer_name").unwrap_or_default();
    match sheet.text("benefit_type") {
        Some("Social Security Retirement" | "Social Security Disability") => own_or_anothers(sheet),
        Some("Survivor") => Class::AnothersSocialSecurity,
        Some("SSI") => Class::Supplemental,
        Some("VA Disability") => Class::Veterans,
        Some("Pension" | "Annuity") => Class::Pension,
        _ if holds(payer, &TERMS.agencies.social_security) => own_or_anothers(sheet),
        _ if holds(payer, &TERMS.agencies.veterans) => Class::Veterans,
        _ => Class::Other,
    }
}

/// The letters after a claim number tell on whose record it is paid.
pub(super) fn own_or_anothers(sheet: Sheet<'_>) -> Class {
    let claim = sheet.text("claim_number").unwrap_or_default().trim();
    let suffix = claim.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let letter = suffix.chars().find(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase());
    match letter.filter(|letter| TERMS.claims.another.contains(letter)) {
        Some(_) => Class::AnothersSocialSecurity,
        None => Class::OwnSocialSecurity,
    }
}

/// Returns the newest of several letters about one benefit that is in force.
pub(super) fn newest<'c>(desk: &Desk<'c>, letters: &[Sheet<'c>], notes: &mut Notes) -> Option<Award<'c>> {
    let mut by_day: BTreeMap<Option<NaiveDate>, Vec<Sheet<'c>>> = BTreeMap::new();
    for letter in letters.iter().filter(|letter| gross(**letter).is_some()) {
        by_day.entry(day(*letter)).or_default().push(*letter);
    }
    let in_force = |day: &Option<NaiveDate>| day.is_none_or(|day| day <= desk.case.as_of_date);
    let newest = by_day.keys().rev().copied().find(in_force).or_else(|| by_day.keys().next().copied())?;
    let sheet = the_one(by_day.remove(&newest)?, &["gross_monthly_benefit", "net_monthly_benefit"], notes)?;
    if !in_force(&newest) {
        let message = format!("{} grants it from a later day on: nothing shows that it is paid", sheet.title());
        notes.warn_of(Code::ReceiptNotShown, sheet, message);
    }
    note_old(desk, sheet, sheet.date("letter_date").or(newest), notes);
    Some(Award { sheet, gross: gross(sheet)? })
}

fn day(letter: Sheet<'_>) -> Option<NaiveDate> {
    letter.date("effective_date").max(letter.date("letter_date"))
}

/// What is granted before premiums, or what is paid with the premium.
fn gross(letter: Sheet<'_>) -> Option<Figure> {
    letter.figure("gross_monthly_benefit").or_else(|| {
        let net = letter.figure("net_monthly_benefit")?;
        let premium = letter.figure("medicare_premium_deducted")?;
        Some(Figure::sum("benefit before the premium", [net, premium]))
    })
}

/// Notes letters in which no amount was read, when no other paper tells it.
pub(super) fn note_unread(letters: &[Sheet<'_>], notes: &mut Notes) {
    for letter in letters {
        let message = format!("no monthly amount was read on {}", letter.title());
        notes.warn_of(Code::NotComputed, *letter, message);
    }
}

/// Returns what forms report a year, newest year first: one of each account and code, the corrected one where there
/// is one.
pub(super) fn yearly<'c>(
    forms: &[Sheet<'c>],
    amount: impl Fn(Sheet<'c>) -> Option<Figure>,
    fields: &[&str],
    notes: &mut Notes,
) -> Vec<(i32, Figure)> {
    let mut same: BTreeMap<(i32, Vec<Option<&'c str>>), Vec<Sheet<'c>>> = BTreeMap::new();
    for form in forms {
        let Some(year) = form.year() else { continue };
        let names = ["payer_name", "account_number", "distribution_codes"].map(|field| form.text(field));
        same.entry((year, [vec![Some(form.type_id())], names.to_vec()].concat())).or_default().push(*form);
    }
    let mut years: BTreeMap<i32, Vec<Figure>> = BTreeMap::new();
    for ((year, _), forms) in same {
        if let Some(figure) = the_one(forms, fields, notes).and_then(&amount) {
            years.entry(year).or_default().push(figure);
        }
    }
    years.into_iter().rev().map(|(year, figures)| (year, whole(year, figures))).collect()
}

fn whole(year: i32, mut figures: Vec<Figure>) -> Figure {
    match figures.pop() {
        Some(single) if figures.is_empty() => single,
        last => Figure::sum(format!("all forms, {year}"), figures.into_iter().chain(last)),
    }
}

/// Puts papers of one payer together, in the order of their first.
pub(super) fn by_payer<'c>(sheets: &[Sheet<'c>]) -> Vec<Vec<Sheet<'c>>> {
    let payer = |sheet: &Sheet<'c>| sheet.text("payer_name").unwrap_or_default();
    let mut groups: Vec<Vec<Sheet<'c>>> = Vec::new();
    for sheet in sheets {
        let is_same = |group: &&mut Vec<Sheet<'c>>| {
            group
                .iter()
                .any(|known| payer(known) == payer(sheet) || super::terms::same_payer(payer(known), payer(sheet)))
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(*sheet),
            None => groups.push(vec![*sheet]),
        }
    }
    groups
}
