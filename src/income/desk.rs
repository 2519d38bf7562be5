//! What the rules of each kind of income work with: the case, the guideline, what a person stated.

use super::amount;
use super::case::{IncomeCase, StatedFact};
use super::figure::Figure;
use super::guideline::Rules;
use super::result::StreamKind;
use super::sheet::Sheet;
use rust_decimal::Decimal;

/// What the rules of each kind of income work with.
#[derive(Debug)]
pub(super) struct Desk<'c> {
    pub case: &'c IncomeCase,
    pub rules: &'static Rules,
    /// Papers that are about nobody's income by themselves: mortgage statements, leases, returns of businesses.
    pub shared: Vec<Sheet<'c>>,
    /// The names of all whose income the papers show.
    pub names: Vec<String>,
}

impl<'c> Desk<'c> {
    /// Returns what a person stated about a stream.
    pub fn stated(&self, kind: StreamKind, payer: &str, fact: StatedFact) -> Option<&'c str> {
        let key = stream_key(kind, payer);
        let about = |asked: &str| same_key(asked, &key);
        self.case
            .overrides
            .iter()
            .filter(|given| about(&given.stream_key))
            .find_map(|given| given.facts.get(&fact).map(String::as_str))
    }

    /// Returns whether a person stated that a fact is true, or false; `None` when nothing was said.
    pub fn stated_truth(&self, kind: StreamKind, payer: &str, fact: StatedFact) -> Option<bool> {
        self.stated(kind, payer, fact).map(|text| text == "true")
    }

    /// Returns a number that a person stated.
    pub fn stated_figure(&self, kind: StreamKind, payer: &str, fact: StatedFact, label: &str) -> Option<Figure> {
        let number = amount::parse(self.stated(kind, payer, fact)?)?;
        Some(Figure::stated(format!("{label} (stated)"), number, fact.name()))
    }

    /// Returns a percentage of the guideline as a figure.
    pub fn percent(&self, label: &str, percent: Decimal, rule: &str) -> Figure {
        Figure::rule(label, percent, self.rules.citation(rule))
    }

    /// Returns the papers of a type that are about nobody's income by themselves.
    pub fn shared_papers(&self, document_type: &str) -> Vec<Sheet<'c>> {
        self.shared.iter().copied().filter(|sheet| sheet.is(document_type)).collect()
    }
}

/// Returns what overrides name a stream by.
pub(super) fn stream_key(kind: StreamKind, payer: &str) -> String {
    format!("{}:{}", kind.key(), payer.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Tells whether an override names a stream; a borrower's name after the payer does not count here.
pub(super) fn same_key(asked: &str, key: &str) -> bool {
    let (asked, key) = (asked.trim().to_lowercase(), key.to_lowercase());
    asked == key || asked.strip_prefix(&key).is_some_and(|rest| rest.starts_with(" | "))
}
