//! Whose income a paper is about.
//!
//! Papers belong to one person when their social security numbers end alike, or where one has none, when their names
//! can be those of one person. The order of the papers changes nothing.

use super::groups::grouped;
use super::sheet::{Sheet, by_content};
use crate::validate::same_person;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A borrower, or another whose income the papers show.
#[derive(Debug, Clone)]
pub(super) struct Person<'c> {
    /// The fullest name that papers have; `None` when none was read.
    pub name: Option<String>,
    /// The papers about this person's income, in a fixed order.
    pub sheets: Vec<Sheet<'c>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Subject {
    name: String,
    #[serde(default)]
    number: Option<String>,
}

static SUBJECTS: LazyLock<BTreeMap<String, Subject>> = LazyLock::new(|| {
    toml::from_str(include_str!("people.toml")).unwrap_or_else(|error| unreachable!("people.toml: {error}"))
});

/// How many digits of a number are always printed.
const TAIL: usize = 4;

impl<'c> Person<'c> {
    /// Returns this person's papers of a type.
    pub fn papers(&self, document_type: &str) -> Vec<Sheet<'c>> {
        self.sheets.iter().copied().filter(|sheet| sheet.is(document_type)).collect()
    }

    /// Tells whether a name and a social security number on a paper, or one of them, are this person's.
    pub fn is(&self, name: Option<&str>, number: Option<&str>) -> bool {
        self.sheets.iter().any(|sheet| names(*sheet, name, number))
    }

    /// Returns the name for people.
    pub fn shown(&self) -> &str {
        self.name.as_deref().unwrap_or("the borrower")
    }
}

/// Parts papers into those of each person, and those that are about nobody's income by themselves.
pub(super) fn people<'c>(sheets: &[Sheet<'c>]) -> (Vec<Person<'c>>, Vec<Sheet<'c>>) {
    let mut sheets = sheets.to_vec();
    sheets.sort_by(|a, b| by_content(*a, *b));
    let (personal, shared): (Vec<Sheet<'c>>, Vec<Sheet<'c>>) =
        sheets.into_iter().partition(|sheet| SUBJECTS.contains_key(sheet.type_id()));
    let (named, nameless): (Vec<Sheet<'c>>, Vec<Sheet<'c>>) =
        personal.into_iter().partition(|sheet| name_of(*sheet).is_some() || tail_of(*sheet).is_some());
    let (single, joint): (Vec<Sheet<'c>>, Vec<Sheet<'c>>) =
        named.into_iter().partition(|sheet| !name_of(*sheet).is_some_and(is_joint));
    let mut people: Vec<Person<'c>> = grouped(&single, of_one_person).into_iter().map(person).collect();
    people.sort_by(|a, b| a.name.cmp(&b.name));
    for sheet in joint {
        match people.iter_mut().find(|person| is_about(sheet, person)) {
            Some(person) => person.sheets.push(sheet),
            None => people.push(person(vec![sheet])),
        }
    }
    for sheet in nameless {
        match people.first_mut() {
            Some(person) => person.sheets.push(sheet),
            None => people.push(person(vec![sheet])),
        }
    }
    for person in &mut people {
        person.sheets.sort_by(|a, b| by_content(*a, *b));
    }
    (people, shared)
}

/// Tells whether nobody can say from a paper whose income it is about.
pub(super) fn is_nameless(sheet: Sheet<'_>) -> bool {
    SUBJECTS.contains_key(sheet.type_id()) && name_of(sheet).is_none() && tail_of(sheet).is_none()
}

/// Tells whether a paper is about the income of somebody with this name or number; where both have one, the number tells.
pub(super) fn names(sheet: Sheet<'_>, name: Option<&str>, number: Option<&str>) -> bool {
    match (tail_of(sheet), number.and_then(tail)) {
        (Some(a), Some(b)) => a == b,
        _ => name_of(sheet).zip(name).is_some_and(|(a, b)| !is_joint(a) && same_person(a, b) && same_person(b, a)),
    }
}

fn person(sheets: Vec<Sheet<'_>>) -> Person<'_> {
    let mut names: Vec<&str> = sheets.iter().filter_map(|sheet| name_of(*sheet)).collect();
    names
        .sort_by_key(|name| (std::cmp::Reverse(name.chars().filter(|letter| letter.is_alphanumeric()).count()), *name));
    Person { name: names.first().map(|name| (*name).to_string()), sheets }
}

fn of_one_person(a: Sheet<'_>, b: Sheet<'_>) -> bool {
    match (tail_of(a), tail_of(b)) {
        (Some(a), Some(b)) => a == b,
        _ => match (name_of(a), name_of(b)) {
            (Some(a), Some(b)) => same_person(a, b) && same_person(b, a),
            _ => false,
        },
    }
}

/// A paper of two belongs to the one whose number it has, else to the one of its names who comes first.
fn is_about(sheet: Sheet<'_>, person: &Person<'_>) -> bool {
    let tail = tail_of(sheet);
    if let Some(tail) = &tail
        && person.sheets.iter().any(|known| tail_of(*known).as_ref() == Some(tail))
    {
        return true;
    }
    let names =
        |known: &Sheet<'_>| name_of(sheet).zip(name_of(*known)).is_some_and(|(both, one)| same_person(both, one));
    let known_by_another = person.sheets.iter().any(|known| tail.is_some() && tail_of(*known).is_some());
    !known_by_another && person.sheets.iter().any(names)
}

fn is_joint(name: &str) -> bool {
    name.contains('&') || name.contains(';') || name.to_lowercase().split_whitespace().any(|word| word == "and")
}

fn name_of(sheet: Sheet<'_>) -> Option<&str> {
    let subject = SUBJECTS.get(sheet.type_id())?;
    sheet.text(&subject.name)
}

fn tail_of(sheet: Sheet<'_>) -> Option<String> {
    tail(sheet.text(SUBJECTS.get(sheet.type_id())?.number.as_deref()?)?)
}

/// The last digits, which are printed also where the rest is masked.
pub(super) fn tail(number: &str) -> Option<String> {
    let digits: Vec<char> = number.chars().filter(char::is_ascii_alphanumeric).collect();
    let tail: String = digits.get(digits.len().checked_sub(TAIL)?..)?.iter().collect();
    tail.chars().all(|digit| digit.is_ascii_digit()).then_some(tail)
}
