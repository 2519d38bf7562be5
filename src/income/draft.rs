//! A stream in the making.

use super::figure::Figure;
use super::notes::Notes;
use super::result::{Candidate, Direction, MissingDocument, Period, StreamKind, Trend};
use super::sheet::Sheet;
use super::trend::Judged;
use rust_decimal::Decimal;

/// What the loss of a rental is set against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settling {
    /// Nothing: the borrower's home, and the property that the loan is for.
    Alone,
    /// Other rentals, where the guideline sums them.
    Together,
}

/// A stream before it is numbered and rounded.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub kind: StreamKind,
    /// Who pays, or which business or property.
    pub payer: String,
    /// How it was computed.
    pub method: &'static str,
    /// A month, not rounded.
    pub amount: Figure,
    /// Whether the rules let it count.
    pub include: bool,
    /// For rent: what its loss is set against before it is a liability instead of lowering income.
    pub settling: Option<Settling>,
    pub months: Option<Decimal>,
    pub candidates: Vec<Candidate>,
    pub trend: Trend,
    pub periods: Vec<Period>,
    pub notes: Notes,
    /// Names of rules in the guideline's citations.
    pub rules: Vec<&'static str>,
}

impl Draft {
    /// A stream of one figure, that counts and of whose development nothing is known.
    pub fn new(kind: StreamKind, payer: impl Into<String>, method: &'static str, amount: Figure) -> Self {
        Self {
            kind,
            payer: payer.into(),
            method,
            amount,
            include: true,
            settling: None,
            months: None,
            candidates: Vec::new(),
            trend: Trend { direction: Direction::Insufficient, change_pct: None },
            periods: Vec::new(),
            notes: Notes::default(),
            rules: Vec::new(),
        }
    }

    /// A stream of several periods, as they were judged.
    pub fn of_judged(kind: StreamKind, payer: impl Into<String>, judged: Judged) -> Self {
        Self {
            include: judged.include,
            months: Some(judged.months),
            candidates: judged.candidates,
            trend: judged.trend,
            periods: judged.periods,
            ..Self::new(kind, payer, judged.method, judged.amount)
        }
    }

    /// Names the rules that it follows.
    #[must_use]
    pub fn under(mut self, rules: &[&'static str]) -> Self {
        self.rules.extend_from_slice(rules);
        self
    }

    /// Adds what was met on the way.
    #[must_use]
    pub fn noting(mut self, notes: Notes) -> Self {
        self.notes.extend(notes);
        self
    }
}

/// What one piece of the rules found.
#[derive(Debug, Default)]
pub(super) struct Findings<'c> {
    pub drafts: Vec<Draft>,
    /// Warnings of no single stream.
    pub notes: Notes,
    pub missing: Vec<MissingDocument>,
    /// Papers whose income is in a draft, so that no other rule counts it again.
    pub used: Vec<Sheet<'c>>,
}

impl<'c> Findings<'c> {
    /// Tells whether a paper's income is in a draft.
    pub fn has_used(&self, sheet: Sheet<'c>) -> bool {
        self.used.iter().any(|used| used.document() == sheet.document())
    }

    /// Notes a paper that would make the result surer.
    pub fn miss(&mut self, document_type: &str, tax_year: Option<i32>, reason: impl Into<String>) {
        let missing = MissingDocument { document_type: document_type.to_string(), tax_year, reason: reason.into() };
        if !self.missing.contains(&missing) {
            self.missing.push(missing);
        }
    }
}
