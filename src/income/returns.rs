//! Papers of tax years: which of a year counts, and which year's return is due.
//!
//! Invariant: of several papers of one year one counts, whatever their order.

use super::notes::{Code, Notes};
use super::sheet::{Sheet, by_content};
use chrono::{Datelike, NaiveDate};
use std::collections::BTreeMap;

/// Boxes that say that a paper takes the place of an earlier one.
const AMENDED: [&str; 3] = ["amended_return", "amended_k1", "corrected"];
/// The month and the day after which the last year's return is due.
const FILING_DAY: (u32, u32) = (4, 15);

/// Returns the newest tax year of which a return is due on a day.
pub(super) fn latest_due(day: NaiveDate) -> i32 {
    if (day.month(), day.day()) > FILING_DAY { day.year() - 1 } else { day.year() - 2 }
}

/// Returns the paper of each year; of several the amended one, else the one with the least of a deciding figure.
pub(super) fn by_year<'c>(sheets: &[Sheet<'c>], deciding: &str, notes: &mut Notes) -> BTreeMap<i32, Sheet<'c>> {
    let mut years: BTreeMap<i32, Vec<Sheet<'c>>> = BTreeMap::new();
    for sheet in sheets {
        match sheet.year() {
            Some(year) => years.entry(year).or_default().push(*sheet),
            None => {
                let message = format!("{} has no tax year and is not counted", sheet.title());
                notes.warn_of(Code::NotComputed, *sheet, message);
            }
        }
    }
    years.into_iter().filter_map(|(year, sheets)| Some((year, chosen(sheets, deciding, notes)?))).collect()
}

fn chosen<'c>(mut sheets: Vec<Sheet<'c>>, deciding: &str, notes: &mut Notes) -> Option<Sheet<'c>> {
    let amended: Vec<Sheet<'c>> = sheets.iter().copied().filter(|sheet| is_amended(*sheet)).collect();
    if !amended.is_empty() {
        sheets = amended;
    }
    let value = |sheet: &Sheet<'c>| sheet.figure(deciding).map(|figure| figure.value);
    sheets.sort_by(|a, b| {
        (value(a).is_none(), value(a)).cmp(&(value(b).is_none(), value(b))).then_with(|| by_content(*a, *b))
    });
    let first = *sheets.first()?;
    if let Some(other) = sheets.iter().find(|other| value(other).is_some() && value(other) != value(&first)) {
        let message = format!(
            "{} and {} are of one year and differ in {}; the lower is used",
            first.title(),
            other.title(),
            first.label(deciding)
        );
        notes.warn_of(Code::ValuesContradict, first, message);
    }
    Some(first)
}

fn is_amended(sheet: Sheet<'_>) -> bool {
    AMENDED.iter().any(|field| sheet.ticked(field) == Some(true))
}
