//! Groups glyphs into words along their own direction of writing.
//!
//! Invariant: glyphs are taken in drawing order; a word never crosses a space, a wide gap, a step of the baseline or a
//! change of the type's size.

use super::glyphs::{Glyph, Kind};
use super::recorder::Recording;
use crate::model::{Confidence, Source};
use crate::page::{Rect, Word};
use std::collections::HashMap;

/// A wider gap than this, in parts of the type size, separates words.
const WORD_GAP: f32 = 0.13;
/// Letters may overlap by this much, in parts of the type size.
const OVERLAP: f32 = 0.4;
/// The baseline may move by this much, in parts of the type size.
const BASELINE_STEP: f32 = 0.12;
/// The same character within this distance, in parts of the type size, is the same one drawn again.
const AGAIN: f32 = 0.12;
/// Confidence of characters that were guessed from their codes.
const GUESSED: f32 = 0.5;

/// Which glyphs to group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// What a reader of the page sees.
    Visible,
    /// What is in the file but not seen.
    Invisible,
}

/// Takes out characters that are drawn a second time at the same place, as for a shadow or a heavier look.
pub(super) fn drop_repeated(recording: &mut Recording) {
    let mut seen: HashMap<(i32, i32, bool), Vec<usize>> = HashMap::with_capacity(recording.glyphs.len());
    for index in 0..recording.glyphs.len() {
        let glyph = recording.glyphs[index];
        if glyph.kind != Kind::Letter {
            continue;
        }
        let near = (glyph.size * AGAIN).max(0.1);
        let cell = |value: f32| (value / 4.0).floor() as i32;
        let (columns, rows) = (
            cell(glyph.origin.0 - near)..=cell(glyph.origin.0 + near),
            cell(glyph.origin.1 - near)..=cell(glyph.origin.1 + near),
        );
        let repeated =
            columns.flat_map(|column| rows.clone().map(move |row| (column, row, glyph.visible))).any(|key| {
                seen.get(&key)
                    .is_some_and(|others| others.iter().any(|other| same_place(recording, &glyph, *other, near)))
            });
        if repeated {
            recording.glyphs[index].kind = Kind::Nothing;
        } else {
            let key = (cell(glyph.origin.0), cell(glyph.origin.1), glyph.visible);
            seen.entry(key).or_default().push(index);
        }
    }
}

fn same_place(recording: &Recording, glyph: &Glyph, other: usize, near: f32) -> bool {
    let other = &recording.glyphs[other];
    (other.origin.0 - glyph.origin.0).abs() <= near
        && (other.origin.1 - glyph.origin.1).abs() <= near
        && (other.size / glyph.size - 1.0).abs() < 0.15
        && other.text(recording) == glyph.text(recording)
}

/// Returns the words; with `guess`, characters without Unicode are read from their codes where those are ASCII.
pub(super) fn group(recording: &Recording, wanted: Wanted, guess: bool) -> Vec<GroupedWord> {
    let mut words = Vec::new();
    let mut open: Option<Draft> = None;
    for glyph in &recording.glyphs {
        let seen = glyph.visible == (wanted == Wanted::Visible);
        let guessed;
        let (text, sure) = match glyph.kind {
            Kind::Nothing => continue,
            Kind::Letter => (glyph.text(recording), true),
            Kind::Unknown(Some(code)) if guess && code != b' ' => {
                guessed = char::from(code).to_string();
                (guessed.as_str(), false)
            }
            Kind::Space | Kind::TickBox(_) | Kind::Tick | Kind::Unknown(_) => ("", true),
        };
        if text.is_empty() || !seen {
            words.extend(open.take().and_then(Draft::finished));
            continue;
        }
        match &mut open {
            Some(draft) if draft.continues_with(glyph) => draft.push(glyph, text, sure),
            _ => {
                words.extend(open.take().and_then(Draft::finished));
                open = Some(Draft::new(glyph, text, sure));
            }
        }
    }
    words.extend(open.and_then(Draft::finished));
    words
}

/// A word and what is known of it besides.
#[derive(Debug, Clone)]
pub(super) struct GroupedWord {
    pub(super) word: Word,
    /// Whether an annotation draws it: for a widget, the field's value.
    pub(super) annotation: bool,
}

struct Draft {
    text: String,
    rect: Rect,
    size: f32,
    bold: i32,
    sure: bool,
    annotation: bool,
    last: Glyph,
}

impl Draft {
    fn new(glyph: &Glyph, text: &str, sure: bool) -> Self {
        Self {
            text: text.to_owned(),
            rect: glyph.rect(),
            size: glyph.size,
            bold: votes(glyph),
            sure,
            annotation: glyph.annotation,
            last: *glyph,
        }
    }

    fn push(&mut self, glyph: &Glyph, text: &str, sure: bool) {
        self.text.push_str(text);
        self.rect = self.rect.union(&glyph.rect());
        self.size = self.size.max(glyph.size);
        self.bold += votes(glyph);
        self.sure &= sure;
        self.last = *glyph;
    }

    fn continues_with(&self, next: &Glyph) -> bool {
        let last = &self.last;
        let (up, other) = (unit(last.up), unit(next.up));
        if last.annotation != next.annotation || up.0 * other.0 + up.1 * other.1 < 0.99 {
            return false;
        }
        let along = direction(last);
        let size = last.size.min(next.size);
        let end = (last.origin.0 + last.advance.0, last.origin.1 + last.advance.1);
        let step = (next.origin.0 - end.0, next.origin.1 - end.1);
        let gap = step.0 * along.0 + step.1 * along.1;
        let rise = step.0 * -along.1 + step.1 * along.0;
        // Small capitals are of two sizes, but close together.
        let ratio = last.size / next.size;
        let same_type = (0.87..=1.15).contains(&ratio) || ((0.68..=1.48).contains(&ratio) && gap.abs() < size * 0.1);
        same_type && rise.abs() < size * BASELINE_STEP && gap < size * WORD_GAP && gap > -size * OVERLAP
    }

    fn finished(self) -> Option<GroupedWord> {
        let text = without_soft_hyphens(self.text);
        if text.is_empty() {
            return None;
        }
        let confidence = if self.sure { Confidence::CERTAIN } else { Confidence::new(GUESSED) };
        let word =
            Word { text, rect: self.rect, confidence, source: Source::TextLayer, size: self.size, bold: self.bold > 0 };
        Some(GroupedWord { word, annotation: self.annotation })
    }
}

fn votes(glyph: &Glyph) -> i32 {
    match glyph.bold {
        Some(true) => 1,
        Some(false) => -1,
        None => 0,
    }
}

fn unit((x, y): (f32, f32)) -> (f32, f32) {
    let length = x.hypot(y);
    if length > 0.0 { (x / length, y / length) } else { (0.0, -1.0) }
}

/// Returns the direction of writing; glyphs without width are taken to be written at a right angle to their height.
fn direction(glyph: &Glyph) -> (f32, f32) {
    if glyph.advance.0.hypot(glyph.advance.1) > glyph.size * 0.02 {
        unit(glyph.advance)
    } else {
        let up = unit(glyph.up);
        (-up.1, up.0)
    }
}

/// A soft hyphen is drawn as a hyphen; only at the end of a word it stands for the break of a line.
fn without_soft_hyphens(text: String) -> String {
    const SOFT_HYPHEN: char = '\u{ad}';
    if text.contains(SOFT_HYPHEN) { text.trim_end_matches(SOFT_HYPHEN).replace(SOFT_HYPHEN, "-") } else { text }
}
