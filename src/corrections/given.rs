//! A value as a person gives it, brought into the canonical form of its kind.

use crate::extract::value::{Run, pattern, read};
use crate::library::Choice;
use crate::model::ValueKind;

pattern!(AMOUNT, r"^\(?(?P<minus>-?)\s?\$?\s?(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<cents>\d{1,4}))?\)?$");

pattern!(NUMBER, r"^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$");

/// Returns the canonical form of a value that a person gave; the error says what is wanted.
///
/// Canonical forms are taken as they are, printed ones (`$1,234.5`, `Jan 31, 2026`) as if they were read on a page.
///
/// # Errors
/// When the text is empty or cannot be read as the kind.
pub fn canonical(kind: ValueKind, choices: &[Choice], given: &str) -> Result<String, String> {
    let text = given.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err("the value is empty; to remove it, give null".to_string());
    }
    match kind {
        ValueKind::Text | ValueKind::Name | ValueKind::Address => Ok(text),
        ValueKind::Checkbox | ValueKind::Signature => truth(&text).ok_or_else(|| "give true or false".to_string()),
        ValueKind::Enum => choice(choices, &text),
        ValueKind::Money => amount(&text).ok_or_else(|| format!("\"{text}\" is no {}", wanted(kind))),
        ValueKind::Percent => number(text.trim_end_matches(['%', ' ']))
            .map(|number| without_idle_zeros(&number))
            .ok_or_else(|| format!("\"{text}\" is no {}", wanted(kind))),
        ValueKind::Duration => number(&text).ok_or_else(|| format!("\"{text}\" is no {}", wanted(kind))),
        _ => {
            let text = with_dashes(kind, text);
            let run = Run::of_text(&text);
            let reading = read(kind, &run).filter(|reading| reading.raw == text);
            // A digit grouped or a month named wrongly is a slip of the hand here, not of the recognition.
            let exact = reading.filter(|reading| reading.quality >= EXACT).map(|reading| reading.value);
            exact.ok_or_else(|| format!("\"{text}\" is no {}", wanted(kind)))
        }
    }
}

/// From this quality on a text has the shape of its kind; repairs of misread letters give less.
const EXACT: f32 = 0.75;

/// Reads an amount as people type it: with or without dollar sign, thousands separators and cents.
fn amount(text: &str) -> Option<String> {
    let found = AMOUNT.captures(text)?;
    let part = |name: &str| found.name(name).map_or("", |part| part.as_str());
    let whole = part("whole").replace(',', "");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let cents = format!("{:0<2}", part("cents"));
    let is_zero = whole == "0" && cents.bytes().all(|digit| digit == b'0');
    let negative = !is_zero && (!part("minus").is_empty() || text.starts_with('('));
    Some(format!("{}{whole}.{cents}", if negative { "-" } else { "" }))
}

/// Nine digits of a person or an employer, as they are written.
fn with_dashes(kind: ValueKind, text: String) -> String {
    let nine = text.len() == 9 && text.bytes().all(|digit| digit.is_ascii_digit());
    match kind {
        ValueKind::Ssn if nine => format!("{}-{}-{}", &text[..3], &text[3..5], &text[5..]),
        ValueKind::Ein if nine => format!("{}-{}", &text[..2], &text[2..]),
        _ => text,
    }
}

fn number(text: &str) -> Option<String> {
    NUMBER.is_match(text).then(|| text.replace(',', ""))
}

fn without_idle_zeros(number: &str) -> String {
    if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        number.to_string()
    }
}

fn truth(text: &str) -> Option<String> {
    match text.to_lowercase().as_str() {
        "true" | "yes" => Some("true".to_string()),
        "false" | "no" => Some("false".to_string()),
        _ => None,
    }
}

fn choice(choices: &[Choice], text: &str) -> Result<String, String> {
    let same = |one: &str| one.to_lowercase() == text.to_lowercase();
    let by_value = choices.iter().find(|choice| same(&choice.value));
    let found = by_value.or_else(|| choices.iter().find(|choice| choice.words.iter().any(|word| same(word))));
    found.map(|choice| choice.value.clone()).ok_or_else(|| {
        let values: Vec<&str> = choices.iter().map(|choice| choice.value.as_str()).collect();
        format!("\"{text}\" is none of {}", values.join(", "))
    })
}

fn wanted(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Money => "amount such as 1234.50",
        ValueKind::Date => "date such as 2026-01-31",
        ValueKind::Year => "year such as 2026",
        ValueKind::Integer => "whole number",
        ValueKind::Percent => "percentage such as 6.625",
        ValueKind::Duration => "number such as 86.67",
        ValueKind::Ssn => "social security number such as 123-45-6789",
        ValueKind::Ein => "employer number such as 12-3456789",
        ValueKind::Phone => "telephone number such as 555-123-4567",
        ValueKind::Email => "e-mail address",
        ValueKind::AccountNumber => "account number",
        _ => "value of its kind",
    }
}
