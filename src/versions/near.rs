//! Whether two papers show the same, but for how they were printed, scanned and read.
//!
//! A copy that is scanned again differs in words that were misread, and nowhere else. A paper that only looks alike (the
//! statement of the next month, the letter of the other parent) has other words in the same places, and both are read
//! without doubt. Invariant: pure, and `true` only where nothing speaks against it; most doubt ends in `false`.

use crate::page::{Page, Word};
use std::collections::HashMap;

/// A word read below this may be misread.
const SURE: f32 = 0.85;

/// How many of the words may differ by misreading, at most.
const MOST_MISREAD: f32 = 0.10;

/// How alike a misread word is to what stands there.
const LIKE: f64 = 0.5;

/// How far a word may have moved from one scan to the next, in points.
const MOVED: f32 = 30.0;

/// Fewer words than this say too little.
const LEAST_WORDS: usize = 20;

/// Tells whether two papers, page by page, show the same.
pub fn show_the_same(one: &[Page], other: &[Page]) -> bool {
    let words: usize = one.iter().map(|page| page.words.len()).sum();
    one.len() == other.len()
        && words >= LEAST_WORDS
        && one.iter().zip(other).all(|(one, other)| page_shows_the_same(one, other))
}

fn page_shows_the_same(one: &Page, other: &Page) -> bool {
    if ticks(one) != ticks(other) {
        return false;
    }
    let (left, right) = without_common(one, other);
    let words = one.words.len().max(other.words.len());
    let differing = left.len().max(right.len());
    // A page of very few words may have one that was misread.
    differing as f32 <= (words as f32 * MOST_MISREAD).max(1.0) && are_misreadings(left, right)
}

/// Copies have the same boxes ticked; where no boxes were found nothing can be compared.
fn ticks(page: &Page) -> Vec<bool> {
    let mut boxes: Vec<_> = page.check_boxes.iter().collect();
    boxes.sort_by(|one, two| {
        let row = |found: f32| (found / MOVED).floor();
        row(one.rect.top).total_cmp(&row(two.rect.top)).then(one.rect.left.total_cmp(&two.rect.left))
    });
    boxes.into_iter().map(|found| found.ticked).collect()
}

/// Returns the words of each page that the other has not, or has less often.
fn without_common<'p>(one: &'p Page, other: &'p Page) -> (Vec<&'p Word>, Vec<&'p Word>) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for word in &other.words {
        *counts.entry(shown(word)).or_default() += 1;
    }
    let mut take = |word: &&Word| match counts.get_mut(&shown(word)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let left: Vec<&Word> = one.words.iter().filter(|word| says_something(word)).filter(&mut take).collect();
    // What is left of the counts stands on the other page only: its last occurrences are as good as any.
    let mut right = Vec::new();
    for word in other.words.iter().rev().filter(|word| says_something(word)) {
        if let Some(count) = counts.get_mut(&shown(word)).filter(|count| **count > 0) {
            *count -= 1;
            right.push(word);
        }
    }
    (left, right)
}

/// A sign and a decimal point tell two figures apart; elsewhere case and punctuation do not count.
fn shown(word: &Word) -> String {
    let figure = has_digit(word);
    let counts = |letter: &char| letter.is_alphanumeric() || (figure && matches!(letter, '.' | '-' | '('));
    word.text.chars().filter(counts).flat_map(char::to_lowercase).collect()
}

fn says_something(word: &Word) -> bool {
    word.text.chars().any(char::is_alphanumeric)
}

fn has_digit(word: &Word) -> bool {
    word.text.chars().any(|letter| letter.is_ascii_digit())
}

/// Tells whether each word that only one page has is a misreading of one that only the other has, in the same place.
fn are_misreadings(left: Vec<&Word>, mut right: Vec<&Word>) -> bool {
    for word in left {
        let fits = |other: &&Word| is_misreading(word, other);
        match right.iter().position(fits) {
            Some(place) => {
                right.swap_remove(place);
            }
            None if may_be_dirt(word) => {}
            None => return false,
        }
    }
    right.into_iter().all(may_be_dirt)
}

/// Two readings of one word: at least one of them in doubt, alike, and in the same place.
fn is_misreading(one: &Word, other: &Word) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() <= MOVED;
    is_doubtful(one) | is_doubtful(other)
        && near(one.rect.center_y(), other.rect.center_y())
        && near(one.rect.left, other.rect.left)
        && strsim::normalized_levenshtein(&shown(one), &shown(other)) >= LIKE
}

/// Specks and edges of a scan are read as short words in doubt; a figure that one page lacks is no dirt.
fn may_be_dirt(word: &Word) -> bool {
    is_doubtful(word) && !has_digit(word) && shown(word).chars().count() <= 3
}

fn is_doubtful(word: &Word) -> bool {
    word.confidence.value() < SURE
}
