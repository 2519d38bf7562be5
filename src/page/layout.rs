//! The words of a page in reading order: lines, phrases, neighbours.
//!
//! A [`Layout`] is made once for a page and serves every search on it.

use super::starts::Starts;
use super::{Page, Rect, Rule, Word, comb};
use std::borrow::Cow;

/// A page's words in reading order, with what stands beside what.
pub struct Layout<'p> {
    /// The page.
    pub page: &'p Page,
    /// The words, top to bottom and left to right; words such as `Date:08/31` are cut at the colon.
    pub words: Vec<PlacedWord>,
    /// The lines, top to bottom.
    pub lines: Vec<Line>,
    starts: Starts,
    usual_size: f32,
}

/// A word with its place in the reading order.
#[derive(Debug, Clone)]
pub struct PlacedWord {
    /// The word.
    pub word: Word,
    /// Its letters and digits in upper case; empty for punctuation.
    pub key: String,
    /// The line it stands on.
    pub line: usize,
    /// Whether a colon ends it.
    pub ends_label: bool,
}

/// Words at one height across the page.
#[derive(Debug, Clone)]
pub struct Line {
    /// Indices of the words, left to right.
    pub words: Vec<usize>,
    /// The rectangle around them.
    pub rect: Rect,
}

/// A run of words on a line without a wide gap or a ruled line between them.
#[derive(Debug, Clone)]
pub struct Phrase {
    /// Indices of the words, left to right.
    pub words: Vec<usize>,
    /// The rectangle around them.
    pub rect: Rect,
}

/// So many underscores make a line to be filled in.
const SHORTEST_BLANK: usize = 3;
/// A gap wider than this many times the type size parts two phrases.
const PHRASE_GAP: f32 = 0.9;

impl<'p> Layout<'p> {
    /// Arranges the words of a page.
    pub fn new(page: &'p Page) -> Self {
        let mut words: Vec<Word> = page.words.iter().flat_map(cut_at_colon).map(without_blank_line).collect();
        words.retain(|word| !word.text.is_empty() && !is_leader(&word.text));
        let lines = group_lines(&words);
        let mut placed = Vec::with_capacity(words.len());
        let mut arranged = Vec::with_capacity(lines.len());
        for members in lines {
            let line = arranged.len();
            let start = placed.len();
            let mut rect = words[members[0]].rect;
            for word in comb::join(&words, &members) {
                rect = rect.union(&word.rect);
                placed.push(PlacedWord { key: key(&word.text), line, ends_label: word.text.ends_with(':'), word });
            }
            arranged.push(Line { words: (start..placed.len()).collect(), rect });
        }
        let (starts, usual_size) = (Starts::new(&placed), usual_size(&placed));
        Self { page, words: placed, lines: arranged, starts, usual_size }
    }

    /// Returns the rectangle of a word.
    pub fn rect(&self, word: usize) -> &Rect {
        &self.words[word].word.rect
    }

    /// Returns the rectangle around words; empty at the origin for none.
    pub fn rect_around(&self, words: &[usize]) -> Rect {
        words.iter().map(|&word| *self.rect(word)).reduce(|a, b| a.union(&b)).unwrap_or_default()
    }

    /// Returns the words as text, one space between them.
    pub fn text(&self, words: &[usize]) -> String {
        let mut text = String::new();
        for &word in words {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&self.words[word].word.text);
        }
        text
    }

    /// Returns the phrases of a run of words that stand on one line, left to right.
    pub fn phrases(&self, words: &[usize]) -> Vec<Phrase> {
        let mut phrases: Vec<Phrase> = Vec::new();
        for &index in words {
            let rect = *self.rect(index);
            match phrases.last_mut() {
                Some(phrase) if !self.parted(&phrase.rect, index) => {
                    phrase.words.push(index);
                    phrase.rect = phrase.rect.union(&rect);
                }
                _ => phrases.push(Phrase { words: vec![index], rect }),
            }
        }
        phrases
    }

    /// Tells whether a wide gap or a vertical rule lies between what ends at `before` and the word.
    fn parted(&self, before: &Rect, index: usize) -> bool {
        let rect = self.rect(index);
        let size = self.words[index].word.size.min(rect.height() * 1.4).max(4.0);
        let gap = rect.left - before.right;
        gap > size * PHRASE_GAP || (gap > 0.5 && self.vertical_rule_between(before.right, rect.left, rect.center_y()))
    }

    fn vertical_rule_between(&self, left: f32, right: f32, y: f32) -> bool {
        self.page.rules.iter().any(|rule| {
            !rule.is_horizontal()
                && rule.rect.center_x() >= left - 0.5
                && rule.rect.center_x() <= right + 0.5
                && rule.rect.top <= y
                && rule.rect.bottom >= y
        })
    }

    /// Returns the words whose middle lies in a region, as lines from top to bottom.
    ///
    /// The lines are made anew from these words alone, so that a neighbour in the next column does not join two.
    pub fn lines_in(&self, region: &Rect) -> Vec<Vec<usize>> {
        let members: Vec<usize> = (0..self.words.len())
            .filter(|&index| {
                let rect = self.rect(index);
                region.contains(rect.center_x(), rect.center_y())
            })
            .collect();
        self.lines_of(&members)
    }

    /// Groups the given words into lines, top to bottom, each left to right.
    pub fn lines_of(&self, members: &[usize]) -> Vec<Vec<usize>> {
        let rects: Vec<Rect> = members.iter().map(|&index| *self.rect(index)).collect();
        group_rects(&rects).into_iter().map(|line| line.into_iter().map(|at| members[at]).collect()).collect()
    }

    /// Returns the ruled cell around a point: the nearest rules on each side, or the page's edge.
    pub fn cell_at(&self, x: f32, y: f32) -> Rect {
        let mut cell = Rect::new(0.0, 0.0, self.page.frame.width, self.page.frame.height);
        for Rule { rect } in self.page.rules.iter().filter(|rule| rule.is_horizontal()) {
            if rect.left <= x + 1.0 && rect.right >= x - 1.0 {
                let at = rect.center_y();
                if at <= y && at > cell.top {
                    cell.top = at;
                } else if at > y && at < cell.bottom {
                    cell.bottom = at;
                }
            }
        }
        for Rule { rect } in self.page.rules.iter().filter(|rule| !rule.is_horizontal()) {
            if rect.top <= y + 1.0 && rect.bottom >= y - 1.0 {
                let at = rect.center_x();
                if at <= x && at > cell.left {
                    cell.left = at;
                } else if at > x && at < cell.right {
                    cell.right = at;
                }
            }
        }
        cell
    }

    /// Returns the usual type size of the page in points, 10 for a page without words.
    pub fn usual_size(&self) -> f32 {
        self.usual_size
    }

    /// Returns the words that may be the first one of a label, in reading order, given its letters.
    pub(super) fn may_begin(&self, label: &[char]) -> Cow<'_, [usize]> {
        self.starts.of(label)
    }
}

fn usual_size(words: &[PlacedWord]) -> f32 {
    let mut sizes: Vec<f32> = words.iter().map(|placed| placed.word.size).collect();
    sizes.sort_unstable_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(10.0)
}

/// Returns the letters and digits of a text in upper case: the form in which labels and anchors are compared.
///
/// A number sign that stands for itself, as in `Check #`, counts as `NO`.
pub fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if c.is_alphanumeric() {
            key.extend(c.to_uppercase());
        } else if c == '#' && !characters.peek().is_some_and(|next| next.is_alphanumeric()) {
            key.push_str("NO");
        }
    }
    key
}

/// A word with the line that is to be filled in behind it, `Address______`, ends before that line.
fn without_blank_line(word: Word) -> Word {
    let text = word.text.trim_end_matches('_');
    let (kept, all) = (text.chars().count(), word.text.chars().count());
    if kept == 0 || all - kept < SHORTEST_BLANK {
        return word;
    }
    let right = word.rect.left + word.rect.width() * kept as f32 / all as f32;
    Word { text: text.to_owned(), rect: Rect { right, ..word.rect }, ..word }
}

/// Dot leaders and runs of dashes lead the eye; they are no words.
fn is_leader(text: &str) -> bool {
    let marks = text.chars().filter(|c| matches!(c, '.' | '_' | '…' | '·')).count();
    marks >= 2 && marks == text.chars().count()
}

fn cut_at_colon(word: &Word) -> Vec<Word> {
    let cut = word.text.find(':').map(|at| at + 1).filter(|&at| at < word.text.len() && at > 1);
    match cut {
        Some(at) if !is_time_like(&word.text) => {
            let (before, after) = word.text.split_at(at);
            let share = before.chars().count() as f32 / word.text.chars().count() as f32;
            let middle = word.rect.left + word.rect.width() * share;
            let first = Word { text: before.to_owned(), rect: Rect { right: middle, ..word.rect }, ..word.clone() };
            let rest = Word { text: after.to_owned(), rect: Rect { left: middle, ..word.rect }, ..word.clone() };
            std::iter::once(first).chain(cut_at_colon(&rest)).collect()
        }
        _ => vec![word.clone()],
    }
}

fn is_time_like(text: &str) -> bool {
    text.split(':').all(|part| !part.is_empty() && part.chars().next().is_some_and(|c| c.is_ascii_digit()))
}

/// Groups words into lines by the overlap of their heights, each line left to right, lines top to bottom.
pub fn group_lines(words: &[Word]) -> Vec<Vec<usize>> {
    let rects: Vec<Rect> = words.iter().map(|word| word.rect).collect();
    group_rects(&rects)
}

/// Groups words by their rectangles alone, as [`group_lines`] does.
fn group_rects(rects: &[Rect]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..rects.len()).collect();
    order.sort_by(|&a, &b| rects[a].center_y().total_cmp(&rects[b].center_y()));
    let mut lines: Vec<(f32, f32, Vec<usize>)> = Vec::new();
    for index in order {
        let rect = &rects[index];
        let middle = rect.center_y();
        let joined = lines.iter_mut().rev().take(4).find(|(center, height, members)| {
            let near = (middle - *center).abs() < 0.45 * rect.height().min(*height).max(3.0);
            // Two words that cover each other cannot stand on one line.
            near && !members.iter().any(|&other| rects[other].overlap_x(rect) > 0.6 * rect.width())
        });
        match joined {
            Some((center, height, members)) => {
                let count = members.len() as f32;
                *center = (*center * count + middle) / (count + 1.0);
                *height = (*height * count + rect.height()) / (count + 1.0);
                members.push(index);
            }
            None => lines.push((middle, rect.height(), vec![index])),
        }
    }
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    lines
        .into_iter()
        .map(|(_, _, mut members)| {
            members.sort_by(|&a, &b| rects[a].left.total_cmp(&rects[b].left));
            members
        })
        .collect()
}
