//! Papers of tax years: one a year, the newest first.

use crate::income::desk::Desk;
use crate::income::notes::{Code, Notes};
use crate::income::people::{Person, names};
use crate::income::sheet::{Sheet, by_content};
use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// The day by which the return of the year before is filed.
const FILING_DAY: (u32, u32) = (4, 15);

/// Returns one paper a year, newest year first: the amended one; of two that contradict each other the lower.
pub(super) fn one_a_year<'c>(sheets: &[Sheet<'c>], fields: &[&str], notes: &mut Notes) -> Vec<Sheet<'c>> {
    let mut years: BTreeMap<i32, Vec<Sheet<'c>>> = BTreeMap::new();
    for sheet in sheets {
        if let Some(year) = sheet.year() {
            years.entry(year).or_default().push(*sheet);
        }
    }
    years.into_values().rev().filter_map(|same| the_one(same, fields, notes)).collect()
}

/// Returns the one of several papers of one year and kind that counts.
pub(super) fn the_one<'c>(mut same: Vec<Sheet<'c>>, fields: &[&str], notes: &mut Notes) -> Option<Sheet<'c>> {
    let revised =
        |sheet: &Sheet<'c>| ["amended_return", "corrected"].into_iter().any(|mark| sheet.ticked(mark) == Some(true));
    if same.iter().any(revised) {
        same.retain(revised);
    }
    let numbers = |sheet: &Sheet<'c>| -> Vec<Option<Decimal>> {
        fields.iter().map(|field| sheet.figure(field).map(|figure| figure.value)).collect()
    };
    let sum = |sheet: &Sheet<'c>| -> Decimal { numbers(sheet).into_iter().flatten().sum() };
    same.sort_by(|a, b| sum(a).cmp(&sum(b)).then_with(|| by_content(*a, *b)));
    let first = *same.first()?;
    if let Some(other) = same.iter().find(|other| numbers(other) != numbers(&first)) {
        let message = format!("{} and {} contradict each other: the lower is used", first.title(), other.title());
        notes.warn_of(Code::ValuesContradict, first, message);
    }
    Some(first)
}

/// Returns the returns on which a person is the taxpayer or the spouse, newest first.
pub(super) fn returns_of<'c>(
    desk: &Desk<'c>,
    person: &Person<'c>,
    fields: &[&str],
    notes: &mut Notes,
) -> Vec<Sheet<'c>> {
    let is_spouse = |sheet: &Sheet<'c>| person.is(sheet.text("spouse_name"), sheet.text("spouse_ssn"));
    let mut sheets = person.papers("form_1040");
    let known: Vec<_> = sheets.iter().map(|sheet| sheet.document()).collect();
    let others = desk.case.papers.iter().map(Sheet::new).filter(|sheet| sheet.is("form_1040"));
    sheets.extend(others.filter(|sheet| !known.contains(&sheet.document()) && is_spouse(sheet)));
    one_a_year(&sheets, fields, notes)
}

/// Tells whether the loan holds a paper of a type about one of the two persons of a return.
pub(super) fn household_has(desk: &Desk<'_>, filed: Sheet<'_>, is_asked: impl Fn(Sheet<'_>) -> bool) -> bool {
    let about = |sheet: Sheet<'_>| {
        [("taxpayer_name", "taxpayer_ssn"), ("spouse_name", "spouse_ssn")]
            .into_iter()
            .any(|(name, number)| names(sheet, filed.text(name), filed.text(number)))
    };
    desk.case.papers.iter().map(Sheet::new).any(|sheet| is_asked(sheet) && about(sheet))
}

/// Returns the newest year of which a return is due on a day.
pub(super) fn newest_due(day: NaiveDate) -> i32 {
    if (day.month(), day.day()) > FILING_DAY { day.year() - 1 } else { day.year() - 2 }
}
