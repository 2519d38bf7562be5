//! Words and codes of benefits and support, as data: `terms.toml`.

use chrono::NaiveDate;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Words and codes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Terms {
    pub distributions: Distributions,
    pub agencies: Agencies,
    pub claims: Claims,
    /// Payments a year by the name of the frequency.
    pub frequencies: BTreeMap<String, u32>,
    pub support: Support,
    pub payers: Payers,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Distributions {
    pub one_off: Vec<char>,
    pub early: Vec<char>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Agencies {
    pub social_security: Vec<String>,
    pub veterans: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claims {
    pub another: Vec<char>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Support {
    pub alimony_untaxed_after: NaiveDate,
    pub child_age: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Payers {
    pub forms: BTreeSet<String>,
}

pub(super) static TERMS: LazyLock<Terms> = LazyLock::new(|| {
    toml::from_str(include_str!("terms.toml")).unwrap_or_else(|error| unreachable!("terms.toml: {error}"))
});

/// Tells whether two names can be those of one payer: the words of one are among those of the other.
pub(super) fn same_payer(a: &str, b: &str) -> bool {
    let (a, b) = (words(a), words(b));
    !a.is_empty() && !b.is_empty() && (a.is_subset(&b) || b.is_subset(&a))
}

/// Tells whether a name holds one of several phrases.
pub(super) fn holds(name: &str, phrases: &[String]) -> bool {
    let name = name.to_lowercase();
    phrases.iter().any(|phrase| name.contains(phrase.as_str()))
}

fn words(name: &str) -> BTreeSet<String> {
    let lower = name.to_lowercase().replace(['.', '\''], "");
    let words = lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_string).filter(|word| !TERMS.payers.forms.contains(word)).collect()
}
