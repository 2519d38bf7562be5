//! What a row of a statement is by its description, as data: `deposits.toml`.

use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Descriptions {
    kind: Vec<Kind>,
    overdrafts: Overdrafts,
}

/// A kind of deposit.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::income) struct Kind {
    /// The name for people.
    pub name: String,
    /// Whether it is no income of a business.
    pub left_out: bool,
    /// Whether the description says where it comes from, so that a large one needs no other explanation.
    pub explained: bool,
    phrases: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Overdrafts {
    phrases: Vec<String>,
    not: Vec<String>,
}

static DESCRIPTIONS: LazyLock<Descriptions> = LazyLock::new(|| {
    toml::from_str(include_str!("deposits.toml")).unwrap_or_else(|error| unreachable!("deposits.toml: {error}"))
});

/// Returns the kind of a deposit by the longest phrase in its description; `None` when it tells nothing.
pub(in crate::income) fn kind_of(description: &str) -> Option<&'static Kind> {
    let words = spaced(description);
    let found = DESCRIPTIONS.kind.iter().filter_map(|kind| {
        let lengths = kind.phrases.iter().filter(|phrase| holds(&words, phrase)).map(String::len);
        lengths.max().map(|length| (length, kind))
    });
    found.max_by_key(|(length, kind)| (*length, kind.left_out)).map(|(_, kind)| kind)
}

/// Returns the kind of a deposit by its description and by whose accounts it names: what a description says plainly
/// wins, then the digits that end other accounts of the person, then the person's name.
pub(super) fn kind_among<'t>(
    description: &str,
    own_tails: impl IntoIterator<Item = &'t String>,
    name: Option<&str>,
) -> Option<&'static Kind> {
    let by_words = kind_of(description);
    if by_words.is_some_and(|kind| kind.left_out) {
        return by_words;
    }
    let is_own = own_tails.into_iter().any(|tail| holds_number(description, tail))
        || name.is_some_and(|name| holds_name(description, name));
    if is_own { own_transfer() } else { by_words }
}

/// Returns the words that tell who pays: of the description all that hold no digit.
pub(super) fn payer_words(description: &str) -> String {
    let words = spaced(description);
    let plain = words.split_whitespace().filter(|word| !word.chars().any(|letter| letter.is_ascii_digit()));
    plain.collect::<Vec<_>>().join(" ")
}

/// Returns the kind of transfers between own accounts.
pub(super) fn own_transfer() -> Option<&'static Kind> {
    DESCRIPTIONS.kind.first()
}

/// Returns the kind of what a business receives.
pub(super) fn business_receipt() -> Option<&'static Kind> {
    DESCRIPTIONS.kind.iter().find(|kind| kind.explained && !kind.left_out)
}

/// Tells whether a row is a charge for an overdraft.
pub(super) fn is_overdraft(description: &str) -> bool {
    let words = spaced(description);
    let any = |phrases: &[String]| phrases.iter().any(|phrase| holds(&words, phrase));
    any(&DESCRIPTIONS.overdrafts.phrases) && !any(&DESCRIPTIONS.overdrafts.not)
}

/// Tells whether a description holds all words of a name that are longer than a letter.
pub(super) fn holds_name(description: &str, name: &str) -> bool {
    let (words, name) = (spaced(description), spaced(name));
    let mut long = name.split_whitespace().filter(|word| word.len() > 1).peekable();
    long.peek().is_some() && long.all(|word| holds(&words, word))
}

/// Tells whether a description ends a number with these digits.
pub(super) fn holds_number(description: &str, tail: &str) -> bool {
    spaced(description).split_whitespace().any(|word| word.ends_with(tail))
}

fn holds(words: &str, phrase: &str) -> bool {
    words.contains(&format!(" {phrase} "))
}

fn spaced(text: &str) -> String {
    let plain: String =
        text.to_lowercase().chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
    format!(" {} ", plain.split_whitespace().collect::<Vec<_>>().join(" "))
}
