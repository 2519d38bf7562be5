//! Calendar dates as they are printed in the United States.

use super::{Reading, Run, pattern};
use chrono::{Datelike, NaiveDate};

pattern!(
    DATE,
    r"(?ix)
    (?P<iso>(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2})
  | (?P<m>\d{1,2})[\s_]{0,2}/[\s_]{0,2}(?P<d>\d{1,2})[\s_]{0,2}/[\s_]{0,2}(?P<y>(?:19|20)\d\d|\d\d)(?:\b|$)
  | (?P<m2>\d{1,2})\s?[-.]\s?(?P<d2>\d{1,2})\s?[-.]\s?(?P<y2>(?:19|20)\d\d|\d\d)(?:\b|$)
  | (?P<m3>\d{1,2})\s?/\s?(?P<d3>\d{1,2})\s?,\s?(?P<y3>20\s?\d\d)\b
  | (?P<mon>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s?(?P<md>\d{1,2})(?:\s?(?:st|nd|rd|th))?[,.]?\s?(?P<my>(?:19|20)\d\d)
  | (?P<dd>\d{1,2})(?:\s?(?:st|nd|rd|th))?(?:\s?day\sof)?[-\s]?(?P<dmon>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[.,]?[-\s]?(?P<dy>(?:19|20)\d\d)
  "
);
pattern!(
    PARTIAL,
    r"(?ix)^(?:(?P<m>\d{1,2})[-/.](?P<d>\d{1,2})|(?P<mon>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s?(?P<md>\d{1,2}))$"
);

pub(super) fn first_date(run: &Run) -> Option<Reading> {
    all_dates(run).into_iter().next()
}

/// Reads every date of a text from left to right, with its place.
fn all_dates(run: &Run) -> Vec<Reading> {
    let text = run.text();
    DATE.captures_iter(text)
        .filter_map(|captures| {
            let whole = captures.get(0)?;
            let glued = text[..whole.start()].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '/');
            if glued {
                return None;
            }
            let date = from_captures(&captures)?;
            Some(run.reading(whole.start(), whole.end(), date.to_string(), 1.0))
        })
        .collect()
}

/// Reads the dates of a run; `first` and `last` of a period such as `08/01/2026 - 08/31/2026` come in order.
pub fn read_date(run: &Run) -> Vec<Reading> {
    let mut dates = all_dates(run);
    if dates.len() == 1
        && let Some(start) = period_start_without_year(run, &dates[0])
    {
        dates.insert(0, start);
    }
    dates
}

/// Reads `July 1` of `July 1 - July 31, 2026` and `July 1 through 31, 2026`'s first half, where the year stands once.
fn period_start_without_year(run: &Run, end: &Reading) -> Option<Reading> {
    pattern!(
        HALF,
        r"(?i)(?P<part>(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s?\d{1,2})|\d{1,2}/\d{1,2})\s?(?:-|–|—|to|through|thru)\s"
    );
    let captures = HALF.captures(run.text())?;
    let part = captures.name("part")?;
    let value = complete_date(part.as_str(), None, Some(&end.value))?;
    Some(run.reading(part.start(), part.end(), value, 0.95))
}

/// Completes a date printed without its year, such as `07/05`, from the period it must lie in.
///
/// `start` and `end` are ISO dates. Returns the ISO date, also when the text has a year of its own; `None` when it is
/// no date or no year is known.
pub fn complete_date(text: &str, start: Option<&str>, end: Option<&str>) -> Option<String> {
    let trimmed = text.trim();
    if let Some(captures) = DATE.captures(trimmed)
        && captures.get(0).is_some_and(|whole| whole.len() == trimmed.len())
        && let Some(date) = from_captures(&captures)
    {
        return Some(date.to_string());
    }
    let captures = PARTIAL.captures(trimmed)?;
    let (month, day) = match captures.name("mon") {
        Some(name) => (month_number(name.as_str())?, captures.name("md")?.as_str().parse().ok()?),
        None => (captures.name("m")?.as_str().parse().ok()?, captures.name("d")?.as_str().parse().ok()?),
    };
    let end: NaiveDate = end.or(start)?.parse().ok()?;
    let start: Option<NaiveDate> = start.and_then(|text| text.parse().ok());
    // Days outside the period; without its start only what lies before its end is inside.
    let outside = |date: &NaiveDate| match start {
        _ if *date > end && start.is_none() => i64::MAX,
        _ if *date > end => (*date - end).num_days(),
        Some(start) if *date < start => (start - *date).num_days(),
        _ => 0,
    };
    // The later year comes first: of two that fit as well, it wins.
    let years = [end.year(), end.year() - 1];
    let dates = years.into_iter().filter_map(|year| NaiveDate::from_ymd_opt(year, month, day));
    dates.min_by_key(outside).map(|date| date.to_string())
}

/// Tells whether a word is a date, with or without its year.
pub fn is_short_date(word: &str) -> bool {
    complete_date(word, None, Some("2000-12-31")).is_some()
}

fn from_captures(captures: &regex::Captures<'_>) -> Option<NaiveDate> {
    let text = |name: &str| captures.name(name).map(|m| m.as_str());
    let number = |name: &str| text(name).and_then(|digits| digits.parse::<u32>().ok());
    if let Some(iso) = text("iso") {
        let mut parts = iso.split(['-', '/', '.']);
        let year = parts.next()?.parse().ok()?;
        return sensible(year, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    }
    if let Some(month) = number("m") {
        return sensible(full_year(text("y")?)?, month, number("d")?);
    }
    if let Some(month) = number("m2") {
        return sensible(full_year(text("y2")?)?, month, number("d2")?);
    }
    if let Some(month) = number("m3") {
        // The lines of a fiscal year print the century: `04/01 , 20 24`.
        let year: String = text("y3")?.split_whitespace().collect();
        return sensible(full_year(&year)?, month, number("d3")?);
    }
    if let Some(month) = text("mon") {
        return sensible(full_year(text("my")?)?, month_number(month)?, number("md")?);
    }
    sensible(full_year(text("dy")?)?, month_number(text("dmon")?)?, number("dd")?)
}

fn sensible(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year, month, day)
}

/// Two digits below 60 belong to this century: loan papers name few events before 1960 in short form.
fn full_year(text: &str) -> Option<i32> {
    let year: i32 = text.parse().ok()?;
    Some(match text.len() {
        2 if year < 60 => 2000 + year,
        2 => 1900 + year,
        _ => year,
    })
}

fn month_number(name: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let start = name.get(..3)?.to_ascii_lowercase();
    MONTHS.iter().position(|month| *month == start).and_then(|index| u32::try_from(index + 1).ok())
}
