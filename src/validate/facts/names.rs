//! Names of persons as papers write them: in either order, with or without middle names, several joined by `and`.

use crate::model::Field;
use std::collections::BTreeSet;

/// Words after a name that say how title is held or who a person is; the name ends before them.
const ENDS: [&str; 20] = [
    "HUSBAND",
    "WIFE",
    "SPOUSE",
    "SPOUSES",
    "SINGLE",
    "MARRIED",
    "UNMARRIED",
    "JOINT",
    "TENANTS",
    "BORROWER",
    "TRUSTEE",
    "INDIVIDUALLY",
    "AKA",
    "FKA",
    "NKA",
    "WIDOW",
    "WIDOWER",
    "EACH",
    "BOTH",
    "WHO",
];
/// Suffixes that tell a person from a namesake.
const SUFFIXES: [&str; 6] = ["JR", "SR", "II", "III", "IV", "V"];
/// Titles that say nothing of who it is.
const TITLES: [&str; 5] = ["MR", "MRS", "MS", "DR", "MISS"];

/// A person's name in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Name {
    words: Vec<String>,
    suffix: Option<String>,
}

/// Tells whether two names can be those of one person.
///
/// A middle name may be missing or an initial. Each of both may hold several persons joined by `and`: then every person
/// of the second must be one of the first.
pub fn same_person(a: &str, b: &str) -> bool {
    let known = persons(a);
    let asked = persons(b);
    asked.iter().all(|person| known.iter().any(|other| agree(person, other)))
}

/// Returns those values that name somebody who is not expected.
///
/// Where more persons may stand, nobody is missed as long as as many agree as can.
pub(super) fn unknown<'v, 'd>(
    expected: &BTreeSet<&str>,
    values: &'v [(String, &'d Field)],
    more: bool,
) -> Vec<&'v (String, &'d Field)> {
    let known: Vec<Name> = distinct(expected.iter().flat_map(|value| persons(value)));
    let strangers: Vec<&(String, &Field)> = values
        .iter()
        .filter(|(value, _)| persons(value).iter().any(|person| !known.iter().any(|other| agree(person, other))))
        .collect();
    if !more || strangers.is_empty() {
        return strangers;
    }
    let named = distinct(values.iter().flat_map(|(value, _)| persons(value)));
    let agreeing = named.iter().filter(|person| known.iter().any(|other| agree(person, other))).count();
    if agreeing < known.len().min(named.len()) { strangers } else { Vec::new() }
}

fn distinct(names: impl Iterator<Item = Name>) -> Vec<Name> {
    let mut kept: Vec<Name> = Vec::new();
    for name in names {
        if !kept.iter().any(|other| agree(other, &name)) {
            kept.push(name);
        }
    }
    kept
}

/// Cuts a text into the persons it names.
fn persons(text: &str) -> Vec<Name> {
    let upper = text.to_uppercase().replace(['&', ';', '/'], " AND ");
    let parts: Vec<&str> = upper.split(" AND ").collect();
    let mut names: Vec<Name> = parts.iter().filter_map(|part| name(part)).collect();
    // `John and Mary Smith`: the last name stands once.
    let family = names.last().and_then(|last| last.words.last().cloned());
    if let (Some(family), true) = (family, names.len() > 1) {
        for name in names.iter_mut().filter(|name| name.words.len() == 1) {
            name.words.push(family.clone());
        }
    }
    names
}

fn name(text: &str) -> Option<Name> {
    // `Smith, John A.` and `John A. Smith, a single man` both have a comma: only the first has a name behind it.
    let mut words = Vec::new();
    let mut suffix = None;
    for word in text.split(|letter: char| !(letter.is_alphanumeric() || letter == '\'' || letter == '.')) {
        let word: String = word.chars().filter(|letter| letter.is_alphanumeric()).collect();
        if word.is_empty() || TITLES.contains(&word.as_str()) {
            continue;
        }
        if ENDS.contains(&word.as_str()) && words.len() > 1 {
            break;
        }
        if SUFFIXES.contains(&word.as_str()) && words.len() > 1 {
            suffix = Some(word);
            continue;
        }
        words.push(word);
    }
    // The article of `a single man` is left over.
    if words.len() > 2 && words.last().is_some_and(|word| word == "A" || word == "AN") {
        words.pop();
    }
    (!words.is_empty()).then_some(Name { words, suffix })
}

/// Tells whether two names agree: every word of the shorter stands in the longer, an initial for the word that begins
/// with it, and first and last names are among them.
fn agree(a: &Name, b: &Name) -> bool {
    if let (Some(a), Some(b)) = (&a.suffix, &b.suffix)
        && a != b
    {
        return false;
    }
    let glued = |name: &Name| name.words.concat();
    if glued(a) == glued(b) {
        return true;
    }
    let (short, long) = if a.words.len() <= b.words.len() { (a, b) } else { (b, a) };
    let mut left: Vec<&str> = long.words.iter().map(String::as_str).collect();
    let mut whole = 0;
    for word in &short.words {
        let same = left.iter().position(|other| other == word);
        let initial = || left.iter().position(|other| is_initial_of(word, other) || is_initial_of(other, word));
        let Some(place) = same.or_else(initial) else { return false };
        whole += usize::from(same.is_some() && word.len() > 1);
        left.remove(place);
    }
    // What is left over are middle names; first and last names agreed as whole words.
    whole >= 2.min(long.words.len())
}

fn is_initial_of(initial: &str, word: &str) -> bool {
    initial.chars().count() == 1 && word.starts_with(initial)
}
