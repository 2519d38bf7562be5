//! The words of a page by the letters that they begin with, so that a search for a label looks at few of them.

use super::PlacedWord;
use crate::model::Source;
use std::borrow::Cow;
use std::collections::HashMap;

/// Shorter words are not taken for misread ones.
pub const SHORTEST_MISREAD: usize = 4;

/// Where a label may begin, made once for a page.
///
/// Invariant: every word with which a label can begin, read rightly or not, is among those returned for it; they are in
/// reading order.
#[derive(Debug, Clone, Default)]
pub struct Starts {
    first: HashMap<char, Vec<usize>>,
    /// Words that a reader of scans may have begun with a wrong letter, by their second one.
    second: HashMap<char, Vec<usize>>,
}

impl Starts {
    /// Sorts the words of a page.
    pub fn new(words: &[PlacedWord]) -> Self {
        let mut starts = Self::default();
        for (at, placed) in words.iter().enumerate() {
            let mut letters = placed.key.chars();
            let (Some(first), second) = (letters.next(), letters.next()) else { continue };
            starts.first.entry(first).or_default().push(at);
            let misread = placed.word.source == Source::Ocr && placed.key.chars().count() >= SHORTEST_MISREAD;
            if let Some(second) = second.filter(|_| misread) {
                starts.second.entry(second).or_default().push(at);
            }
        }
        starts
    }

    /// Returns the words that may be the first one of a label, given its letters.
    pub fn of(&self, label: &[char]) -> Cow<'_, [usize]> {
        let first = letter_words(&self.first, label.first());
        let second = letter_words(&self.second, label.get(1));
        if second.is_empty() {
            return Cow::Borrowed(first);
        }
        let mut all = [first, second].concat();
        all.sort_unstable();
        all.dedup();
        Cow::Owned(all)
    }
}

fn letter_words<'s>(words: &'s HashMap<char, Vec<usize>>, letter: Option<&char>) -> &'s [usize] {
    letter.and_then(|letter| words.get(letter)).map_or(&[], Vec::as_slice)
}
