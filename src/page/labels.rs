//! Finding a printed label among the words of a page, through wraps, odd spacing and reading errors.

use super::Rect;
use super::layout::{Layout, key};
use super::starts::SHORTEST_MISREAD;
use crate::model::Source;

/// Where a label stands and how well it fits.
#[derive(Debug, Clone)]
pub struct LabelMatch {
    /// Indices of its words in the layout.
    pub words: Vec<usize>,
    /// The rectangle around them.
    pub rect: Rect,
    /// 1 for a clean match that stands alone; less for reading errors and for a part of a longer phrase.
    pub score: f32,
    /// Whether a colon ends it.
    pub ends_label: bool,
}

/// A label made ready for searching.
#[derive(Debug, Clone)]
pub struct LabelKey(Vec<char>);

impl LabelKey {
    /// Prepares a label; case, spaces and punctuation do not count.
    pub fn new(label: &str) -> Self {
        Self(key(label).chars().collect())
    }

    /// Returns how many letters and digits it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Tells whether nothing is left of the label.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Finds every place where a label is printed, on one line or wrapped over lines that begin at the same side.
pub fn find_label(layout: &Layout<'_>, label: &LabelKey) -> Vec<LabelMatch> {
    if label.is_empty() {
        return Vec::new();
    }
    let starts = layout.may_begin(&label.0);
    starts.iter().filter_map(|&start| match_at(layout, label, start)).collect()
}

fn match_at(layout: &Layout<'_>, label: &LabelKey, start: usize) -> Option<LabelMatch> {
    let mut errors = 0;
    let mut rest = &label.0[..];
    let mut words = Vec::new();
    let mut at = start;
    loop {
        let placed = &layout.words[at];
        let tolerant = placed.word.source == Source::Ocr;
        if placed.key.is_empty() && !words.is_empty() {
            // Punctuation that stands alone, such as a dash between two words of the label.
        } else {
            let (used, wrong) = consume(rest, &placed.key, tolerant)?;
            errors += wrong;
            rest = &rest[used..];
        }
        words.push(at);
        if rest.is_empty() {
            break;
        }
        if label.0.iter().all(char::is_ascii_digit) {
            // A figure over another makes no label of figures.
            return None;
        }
        at = next_word(layout, at, words[0], rest)?;
    }
    if errors * 7 > label.len() {
        return None;
    }
    let rect = layout.rect_around(&words);
    let last = *words.last()?;
    let alone = stands_alone(layout, words[0], last);
    let score = (1.0 - 2.0 * errors as f32 / label.len() as f32) * alone;
    Some(LabelMatch { rect, score, ends_label: layout.words[last].ends_label, words })
}

/// Returns how many characters of `rest` the word accounts for and how many of them are misread.
fn consume(rest: &[char], word: &str, tolerant: bool) -> Option<(usize, usize)> {
    if word.is_empty() {
        return None;
    }
    if let Some(length) = length_if_exact(rest, word) {
        return Some((length, 0));
    }
    let length = if tolerant { word.chars().count() } else { 0 };
    if length < SHORTEST_MISREAD {
        return None;
    }
    let figures = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    if figures(word) && rest.len() >= length && rest[..length].iter().all(char::is_ascii_digit) {
        // Figures that are not those of the label are those of another form.
        return None;
    }
    let mut letters = word.chars();
    let alike = rest.first().copied() == letters.next() || rest.get(1).copied() == letters.next();
    if !alike {
        return None;
    }
    // A misread word may have lost or gained a letter, so neighbouring lengths are tried as well.
    let allowed = if length >= 8 { 2 } else { 1 };
    [length, length + 1, length.saturating_sub(1)]
        .into_iter()
        .filter(|&taken| taken > 0 && taken <= rest.len())
        .map(|taken| {
            let expected: String = rest[..taken].iter().collect();
            (taken, strsim::levenshtein(&expected, word))
        })
        .filter(|&(_, wrong)| wrong <= allowed)
        .min_by_key(|&(_, wrong)| wrong)
}

/// Returns how many letters a word has when `rest` begins with them. Most words differ in the first letters, so these are
/// not counted before they are compared.
fn length_if_exact(rest: &[char], word: &str) -> Option<usize> {
    let mut length = 0;
    for letter in word.chars() {
        if rest.get(length) != Some(&letter) {
            return None;
        }
        length += 1;
    }
    Some(length)
}

/// A word this close, in type sizes, goes on with the phrase.
const NEXT_TO: f32 = 0.45;

/// Returns the word that follows within a label: to the right, or at the start of the next line of the same block.
fn next_word(layout: &Layout<'_>, at: usize, first: usize, rest: &[char]) -> Option<usize> {
    let here = layout.rect(at);
    let own_size = layout.words[at].word.size;
    let size = own_size.max(4.0);
    let right = at + 1;
    if right < layout.words.len() && layout.words[right].line == layout.words[at].line {
        let gap = layout.rect(right).left - here.right;
        if gap < size * 2.2 && continues(rest, &layout.words[right].key) {
            return Some(right);
        }
        if gap < size * NEXT_TO && leans(layout, at, right) {
            // The line goes on with other words: what stands under it begins something else.
            return None;
        }
    }
    if layout.words[at].ends_label {
        // `Lender:` over `Loan number:` are two labels, not the one of a lender's loan number.
        return None;
    }
    let start = layout.rect(first);
    (at + 1..layout.words.len())
        .take_while(|&index| layout.rect(index).top < here.bottom + 0.9 * size.max(5.0))
        .filter(|&index| {
            let rect = layout.rect(index);
            let same_type = (layout.words[index].word.size - own_size).abs() < 0.3 * own_size.max(1.0);
            // A dot of a leader on the next line is no word of the label.
            !layout.words[index].key.is_empty()
                && rect.top > here.center_y()
                && same_type
                && rect.left < here.right
                && rect.right > start.left - size
                && continues(rest, &layout.words[index].key)
        })
        .min_by(|&a, &b| {
            let far = |index: usize| {
                let rect = layout.rect(index);
                (rect.top - here.bottom).abs() + (rect.left - start.left).abs()
            };
            far(a).total_cmp(&far(b))
        })
}

fn continues(rest: &[char], word: &str) -> bool {
    word.is_empty() || consume(rest, word, true).is_some()
}

/// Returns 1 when no other word leans on the label, less when it is a part of a longer phrase.
fn stands_alone(layout: &Layout<'_>, first: usize, last: usize) -> f32 {
    let mut score = 1.0;
    if first > 0 && leans(layout, first - 1, first) {
        score *= 0.6;
    }
    if last + 1 < layout.words.len() && !layout.words[last].ends_label && leans(layout, last, last + 1) {
        score *= 0.85;
    }
    score
}

/// Tells whether two neighbouring words belong to one run of prose.
fn leans(layout: &Layout<'_>, left: usize, right: usize) -> bool {
    let (a, b) = (&layout.words[left], &layout.words[right]);
    let wordy = |key: &str| key.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    a.line == b.line
        && !a.ends_label
        && wordy(&a.key)
        && wordy(&b.key)
        && b.word.rect.left - a.word.rect.right < 0.7 * b.word.size
        && b.word.rect.left > a.word.rect.left
}
