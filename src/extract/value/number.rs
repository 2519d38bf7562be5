//! Numbers that are not money: years, counts, percents, hours, taxpayer numbers, telephone numbers.

use super::{Reading, Run, pattern};
use crate::library::DurationUnit;
use crate::model::ValueKind;

pattern!(YEAR, r"(?:^|[^\d])((?:19|20)\d\d)(?:$|[^\d])");
pattern!(INTEGER, r"(?:^|[\s(#])(-?\d{1,3}(?:,\d{3})+|-?\d{1,9})(?:st|nd|rd|th)?(?:$|[\s);]|[.,](?:\s|$))");
pattern!(PERCENT, r"(-?\d{1,3}(?:\.\d+)?)\s?%?");
pattern!(DECIMAL, r"(?:^|[\s(])(-?\d{1,5}(?:\.\d{1,4})?)(?:st|nd|rd|th)?(?:$|[\s),]|\.(?:\s|$))");
pattern!(ORDINAL, r"(?i)^\W*(first|second|third|fourth|fifth|tenth|fifteenth|twentieth|Ist|lst)\b");
pattern!(
    SSN,
    r"(?:^|[^\w*-])([\dXx*•#]{3}\s?[-–—~]\s?[\dXx*•#]{2}\s?[-–—~]\s?[\dXx*•#]{4}|[Xx*•]{3,5}[-–]?\d{4}|\d{3} \d{2} \d{4}|\d{9})(?:$|[^\w-])"
);
pattern!(BOXED, r"^[\s|]*(\d(?:[\s|]*\d){8})[\s|]*$");
pattern!(EIN, r"(?:^|[^\w*-])([\dXx*]{2}\s?[-–]\s?[\dXx*]{3}\s?[\dXx*]{4})(?:$|[^\w-])");
pattern!(REVISED, r"(?i)\brev(?:ised|ision|\.)?:?\s*(?:date\s*)?(?:[a-z]{3,9}\.?\s*|\d{1,2}\s?[-/.]\s?)?$");
pattern!(YEARS, r"(?i)(?:^|[\s(])(\d{1,3})\s*(?:years?|yrs?)\b");
pattern!(MONTHS, r"(?i)(?:^|[\s(])(\d{1,3})\s*(?:months?|mos?)\b");
pattern!(PHONE, r"\(?\s?(\d{3})\s?\)?[\s.–-]*(\d{3})[\s.–-]+(\d{4})(?:\s*(?:x|ext\.?)\s*(\d{1,6}))?");

pub(super) fn first_year(run: &Run) -> Option<Reading> {
    // The date of a form's revision says nothing of the year for which it is filled in.
    let revised = |at: usize| REVISED.is_match(&run.text()[..at]);
    let year = YEAR.captures_iter(run.text()).filter_map(|found| found.get(1)).find(|year| !revised(year.start()))?;
    Some(run.reading(year.start(), year.end(), year.as_str().to_owned(), 1.0))
}

pub(super) fn count_before_unit(run: &Run, of_years: bool) -> Option<Reading> {
    let unit: &regex::Regex = if of_years { &YEARS } else { &MONTHS };
    let number = unit.captures(run.text())?.get(1)?;
    Some(run.reading(number.start(), number.end(), number.as_str().to_owned(), 1.0))
}

pub(super) fn first_integer(run: &Run) -> Option<Reading> {
    let Some(number) = INTEGER.captures(run.text()).and_then(|captures| captures.get(1)) else {
        return written_ordinal(run);
    };
    Some(run.reading(number.start(), number.end(), number.as_str().replace(',', ""), 1.0))
}

/// Reads the day of `the first day of each month`.
fn written_ordinal(run: &Run) -> Option<Reading> {
    let word = ORDINAL.captures(run.text())?.get(1)?;
    let day = match word.as_str().to_lowercase().as_str() {
        // A reader of scans takes the figure of `1st` for a letter.
        "first" | "ist" | "lst" => 1,
        "second" => 2,
        "third" => 3,
        "fourth" => 4,
        "fifth" => 5,
        "tenth" => 10,
        "fifteenth" => 15,
        _ => 20,
    };
    Some(run.reading(word.start(), word.end(), day.to_string(), 0.9))
}

pub(super) fn first_percent(run: &Run) -> Option<Reading> {
    let captures = PERCENT.captures(run.text())?;
    let (whole, number) = (captures.get(0)?, captures.get(1)?);
    let quality = if whole.as_str().ends_with('%') { 1.0 } else { 0.7 };
    Some(run.reading(whole.start(), whole.end(), without_trailing_zeros(number.as_str()), quality))
}

fn without_trailing_zeros(number: &str) -> String {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.').to_owned() } else { number.to_owned() }
}

pub(super) fn first_decimal(run: &Run) -> Option<Reading> {
    let number = DECIMAL.captures(run.text())?.get(1)?;
    Some(run.reading(number.start(), number.end(), number.as_str().to_owned(), 1.0))
}

/// Reads a length of time; one that is printed in years is turned into the months of a field that counts them.
pub fn read_duration(run: &Run, unit: Option<DurationUnit>) -> Option<Reading> {
    let mut reading = first_decimal(run)?;
    let after = run.text().split_once(reading.raw.as_str()).map_or("", |(_, after)| after).to_lowercase();
    let in_years = after.trim_start_matches([' ', ')', '-']).starts_with('y');
    if unit == Some(DurationUnit::Months) && in_years {
        let years: f64 = reading.value.parse().ok()?;
        reading.value = format!("{}", (years * 12.0).round());
    }
    Some(reading)
}

/// Reads a social security or an employer number; the form that is printed decides, the kind settles doubt.
pub(super) fn first_taxpayer_number(run: &Run, kind: ValueKind) -> Option<Reading> {
    let text = run.text();
    let ein = EIN.captures(text).and_then(|captures| captures.get(1));
    let ssn = SSN.captures(text).and_then(|captures| captures.get(1));
    // Digits that stand in boxes of their own are read in groups that mean nothing.
    let boxed = || BOXED.captures(text).and_then(|captures| captures.get(1));
    let found = match kind {
        ValueKind::Ein => ein.or(ssn),
        _ => ssn.or(ein),
    };
    let found = found.or_else(boxed)?;
    let digits: Vec<char> = found.as_str().chars().filter(|c| c.is_ascii_alphanumeric() || is_mask(*c)).collect();
    let masked = |c: &char| if c.is_ascii_digit() { *c } else { 'X' };
    let ungrouped = digits.len() == 9 && !found.as_str().contains(['-', '–']);
    let is_ein = ein.is_some_and(|ein| ein == found) || (ungrouped && kind == ValueKind::Ein);
    let value = if is_ein {
        let all: String = digits.iter().map(masked).collect();
        format!("{}-{}", all.get(..2)?, all.get(2..)?)
    } else {
        let last: String = digits.iter().skip(digits.len().saturating_sub(4)).map(masked).collect();
        let first: String =
            if digits.len() == 9 { digits[..5].iter().map(masked).collect() } else { "XXXXX".to_owned() };
        format!("{}-{}-{last}", first.get(..3)?, first.get(3..)?)
    };
    let quality = if found.as_str().contains(['-', '–', '*', 'X', 'x']) { 1.0 } else { 0.7 };
    Some(run.reading(found.start(), found.end(), value, quality))
}

fn is_mask(c: char) -> bool {
    matches!(c, '*' | '•' | '#')
}

pub(super) fn first_phone(run: &Run) -> Option<Reading> {
    let captures = PHONE.captures(run.text())?;
    let whole = captures.get(0)?;
    let part = |at: usize| captures.get(at).map_or("", |m| m.as_str());
    let mut value = format!("{}-{}-{}", part(1), part(2), part(3));
    if !part(4).is_empty() {
        value.push_str(&format!(" x{}", part(4)));
    }
    Some(run.reading(whole.start(), whole.end(), value, 1.0))
}
