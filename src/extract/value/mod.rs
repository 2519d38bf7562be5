//! Reading a printed value as its kind: from words to the canonical form.
//!
//! Invariant: what cannot be read as the kind gives `None`, never a guess at zero. Repairs of misread characters
//! happen only where the shape demands it (a letter O amid digits) and cost quality.

mod amount;
mod date;
mod number;
mod text;

pub use date::{complete_date, is_short_date, read_date};
pub use number::read_duration;
pub use text::{account, bare_name, clean_text, is_mask, is_written_amount, valid_email};

use crate::model::ValueKind;
use crate::page::Layout;

/// A value read from words.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The canonical form.
    pub value: String,
    /// What is printed.
    pub raw: String,
    /// Indices of the words it was read from.
    pub words: Vec<usize>,
    /// 1 when the shape is exactly that of the kind; less for repairs and weak shapes.
    pub quality: f32,
}

/// A run of words joined to one text, with the way back from characters to words.
pub struct Run {
    text: String,
    spans: Vec<(usize, usize, usize)>,
    /// The bytes of the spaces that stand for a gap as wide as a column's.
    wide: Vec<usize>,
}

/// A gap of so many times a word's height is none within a number.
const WIDE_GAP: f32 = 1.2;

impl Run {
    /// Joins words with single spaces.
    pub fn new(layout: &Layout<'_>, words: &[usize]) -> Self {
        let mut text = String::new();
        let mut spans = Vec::with_capacity(words.len());
        let mut wide = Vec::new();
        let mut before: Option<usize> = None;
        for &word in words {
            if let Some(before) = before.replace(word) {
                let (left, right) = (layout.rect(before), layout.rect(word));
                if right.left - left.right > WIDE_GAP * left.height().max(right.height()) {
                    wide.push(text.len());
                }
                text.push(' ');
            }
            let start = text.len();
            text.push_str(&layout.words[word].word.text);
            spans.push((start, text.len(), word));
        }
        Self { text, spans, wide }
    }

    /// Makes a run of a text that stands on no page; it has no words.
    pub fn of_text(text: &str) -> Self {
        Self { text: text.to_string(), spans: Vec::new(), wide: Vec::new() }
    }

    /// Returns the joined text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the words that a range of bytes touches.
    pub fn words(&self, start: usize, end: usize) -> Vec<usize> {
        self.spans.iter().filter(|(from, to, _)| *from < end && *to > start).map(|&(_, _, word)| word).collect()
    }

    /// Returns the first wide gap in a range of bytes.
    fn wide_gap(&self, start: usize, end: usize) -> Option<usize> {
        self.wide.iter().copied().find(|at| (start..end).contains(at))
    }

    fn reading(&self, start: usize, end: usize, value: String, quality: f32) -> Reading {
        Reading { value, raw: self.text[start..end].trim().to_owned(), words: self.words(start, end), quality }
    }
}

/// Reads the first value of a kind in a run of words.
///
/// Texts, names and addresses take the whole run. Check boxes, enums and signatures have readers of their own and
/// give `None` here.
pub fn read(kind: ValueKind, run: &Run) -> Option<Reading> {
    match kind {
        ValueKind::Money => amount::first_amount(run),
        ValueKind::Date => date::first_date(run),
        ValueKind::Year => number::first_year(run),
        ValueKind::Integer => number::first_integer(run),
        ValueKind::Percent => number::first_percent(run),
        ValueKind::Duration => number::first_decimal(run),
        ValueKind::Ssn | ValueKind::Ein => number::first_taxpayer_number(run, kind),
        ValueKind::Phone => number::first_phone(run),
        ValueKind::Email => text::first_email(run),
        ValueKind::AccountNumber => text::first_account(run),
        ValueKind::Text | ValueKind::Name | ValueKind::Address => text::whole(run, kind),
        ValueKind::Checkbox | ValueKind::Enum | ValueKind::Signature => None,
    }
}

/// Reads every amount of a run from left to right.
pub fn read_amounts(run: &Run) -> Vec<Reading> {
    amount::all_amounts(run)
}

/// Reads the number that stands before the word for years, or for months: `6 years 3 months`.
pub fn read_count(run: &Run, of_years: bool) -> Option<Reading> {
    number::count_before_unit(run, of_years)
}

/// Compiles a pattern once; the patterns of this module are fixed and tested.
macro_rules! pattern {
    ($name:ident, $text:expr) => {
        static $name: std::sync::LazyLock<regex::Regex> = std::sync::LazyLock::new(|| {
            #[allow(clippy::unwrap_used, reason = "a fixed pattern that the tests run")]
            regex::Regex::new($text).unwrap()
        });
    };
}
pub(crate) use pattern;
