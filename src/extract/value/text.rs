//! Texts, names, addresses, e-mail addresses and account numbers.

use super::{Reading, Run, pattern};
use crate::model::ValueKind;

pattern!(EMAIL, r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}");
pattern!(
    ACCOUNT,
    r"(?:^|[\s:#(])(\d{4}(?: \d{2,4}){1,4}|[Xx*•.…]*[- ]?(?:[A-Z]{1,3}-?)?\d[\d-]{2,}\d(?:-\w{1,3})?|[Xx*•]{2,}(?:[- ]?[Xx*•]{2,})*[- ]?\d{3,})(?:$|[\s.,;)])"
);

pattern!(
    WRITTEN_AMOUNT,
    r"(?i)^\W*(?:(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|and|only|exactly|dollars?|&)[\s,-]+)+(?:and\s+|&\s*)?(?:\d{1,2}|no|xx|00)\s?/\s?(?:100|xx)"
);

pattern!(LIST_NUMBER, r"^\d{1,2}[.)]\s+");
pattern!(
    ASSIGNS,
    r"(?i)[,;]?\s+(?:ISAOA(?:\s?/?\s?(?:and\s)?(?:/\s?or\s)?ATIMA)?|ATIMA|(?:and/or\s|and\s)?its\s+successors\b.*|(?:and/or\s|and\s)?its\s+assigns\b.*)\.?$"
);

/// Returns a name without the number of its place in a list and without the clause for its successors and assigns.
pub fn bare_name(text: &str) -> String {
    let name = LIST_NUMBER.replace(text, "");
    clean_text(&ASSIGNS.replace(&name, ""))
}

pub(super) fn first_email(run: &Run) -> Option<Reading> {
    let found = EMAIL.find(run.text())?;
    Some(run.reading(found.start(), found.end(), found.as_str().to_lowercase(), 1.0))
}

/// Tells whether a text is one e-mail address.
pub fn valid_email(text: &str) -> bool {
    EMAIL.find(text).is_some_and(|found| found.len() == text.len())
}

pub(super) fn first_account(run: &Run) -> Option<Reading> {
    let found = ACCOUNT.captures(run.text())?.get(1)?;
    Some(run.reading(found.start(), found.end(), account(found.as_str()), 1.0))
}

/// Returns an account number in its canonical form: without white space, mask characters kept.
pub fn account(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Tells whether a character hides a digit of a number.
pub fn is_mask(c: char) -> bool {
    matches!(c, '*' | 'X' | 'x' | '•' | '#')
}

/// Tells whether a text is an amount in words, as on a check: `Two hundred and 00/100`.
pub fn is_written_amount(text: &str) -> bool {
    WRITTEN_AMOUNT.is_match(text)
}

pub(super) fn whole(run: &Run, kind: ValueKind) -> Option<Reading> {
    let value = if kind == ValueKind::Name { bare_name(&clean_text(run.text())) } else { clean_text(run.text()) };
    let letters = value.chars().filter(|c| c.is_alphanumeric()).count();
    let fits = match kind {
        ValueKind::Name => {
            value.chars().filter(|c| c.is_alphabetic()).count() >= 2 && !mostly_digits(&value) && !is_prose(&value)
        }
        ValueKind::Address => letters >= 6 && !is_prose(&value),
        _ => letters >= 1,
    };
    fits.then(|| run.reading(0, run.text().len(), value, 1.0))
}

/// Collapses white space and drops what a form leaves around a value: leading colons, dashes and rule fragments.
pub fn clean_text(text: &str) -> String {
    let collapsed = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = collapsed
        .trim_start_matches([':', '-', '|', '_', ',', ';', '.', ' ', '=', '~', '•'])
        .trim_end_matches([':', '|', '_', ',', ';', ' ', '=', '~', '-', '•']);
    // The dots that lead to a form's box.
    let text = if text.ends_with(" .") { text.trim_end_matches([' ', '.']) } else { text };
    // The brackets at the right of a notary's venue: `COUNTY OF ALDER )`.
    let closed = text.strip_suffix(" )").filter(|inner| !inner.contains('('));
    closed.unwrap_or(text).trim_end().to_owned()
}

fn mostly_digits(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits * 2 > text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Small words that a name may begin with, and those that it may have inside.
const LEADING: [&str; 13] = ["al", "bin", "da", "de", "del", "der", "di", "du", "el", "la", "le", "van", "von"];
const INSIDE: [&str; 16] = [
    "a",
    "an",
    "and",
    "and/or",
    "as",
    "assigns",
    "at",
    "by",
    "for",
    "in",
    "its",
    "of",
    "on",
    "or",
    "successors",
    "the",
];

/// Tells whether a text is a piece of a sentence: it goes on in small letters, or has several words in them that
/// names and addresses do not have.
fn is_prose(text: &str) -> bool {
    let small = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let is_small = bare.chars().any(char::is_lowercase) && !bare.chars().any(char::is_uppercase);
        (is_small && bare.chars().next().is_some_and(char::is_alphabetic) && !LEADING.contains(&bare.as_str()))
            .then_some(bare)
    };
    let begins_small = text.split_whitespace().next().is_some_and(|word| small(word).is_some());
    let others = text.split_whitespace().filter_map(small).filter(|word| !INSIDE.contains(&word.as_str())).count();
    begins_small || others >= 2
}
