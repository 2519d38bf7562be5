//! Makes sure that each shown form value stands among the page's words, once.
//!
//! Invariant: where the page or the field's own appearance draws the value, those words are kept and marked; only a
//! value that nothing draws is laid into the field's rectangle.

use super::form_fields::{TextWidget, Widget, WidgetKind};
use super::words::GroupedWord;
use crate::model::{Confidence, Source};
use crate::page::{Rect, Word};

/// Average width of a letter, in parts of the type size.
const LETTER_WIDTH: f32 = 0.5;
/// Height of a line, in parts of the type size.
const LINE_HEIGHT: f32 = 1.15;
/// Largest and smallest type for a field that does not fix its size.
const SIZES: (f32, f32) = (4.0, 12.0);

/// Marks the words that fields draw, joins letters that are set apart and adds values that nothing draws.
pub(super) fn settle(widgets: &[Widget], words: &mut Vec<GroupedWord>) {
    if widgets.is_empty() {
        return;
    }
    let mut unwanted = vec![false; words.len()];
    let mut added = Vec::new();
    for widget in widgets {
        let place = widget.rect.grown(1.0);
        let inside: Vec<usize> = (0..words.len())
            .filter(|index| !unwanted[*index] && center_lies_in(&words[*index].word.rect, &place))
            .collect();
        match &widget.kind {
            WidgetKind::Text(text) => {
                let drawn: Vec<usize> = inside.iter().copied().filter(|index| words[*index].annotation).collect();
                let drawn = if drawn.is_empty() { printed(&text.value, &inside, words) } else { drawn };
                match joined(text, &drawn, words) {
                    Some(tokens) => {
                        drawn.iter().for_each(|index| unwanted[*index] = true);
                        added.extend(tokens);
                    }
                    None if drawn.is_empty() => added.extend(laid_out(text, &widget.rect)),
                    None => drawn.iter().for_each(|index| words[*index].word.source = Source::Acroform),
                }
            }
            // What a button draws is its mark, not a word.
            WidgetKind::Button(_) => {
                inside.iter().filter(|index| words[**index].annotation).for_each(|index| unwanted[*index] = true)
            }
            WidgetKind::Signature(_) => {}
        }
    }
    let mut wanted = unwanted.iter().map(|unwanted| !unwanted);
    words.retain(|_| wanted.next().unwrap_or(true));
    words.extend(added.into_iter().map(|word| GroupedWord { word, annotation: true }));
}

fn center_lies_in(rect: &Rect, place: &Rect) -> bool {
    place.contains(rect.center_x(), rect.center_y())
}

/// Returns the page's own words in the field if they are the value: a form that was printed into the page.
fn printed(value: &str, inside: &[usize], words: &[GroupedWord]) -> Vec<usize> {
    let together: String = inside.iter().map(|index| words[*index].word.text.as_str()).collect();
    let same = !inside.is_empty() && letters(&together).eq(letters(value));
    if same { inside.to_vec() } else { Vec::new() }
}

fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|character| !character.is_whitespace())
}

/// Joins letters that stand apart into the words of the value; `None` when there is nothing to join.
fn joined(text: &TextWidget, drawn: &[usize], words: &[GroupedWord]) -> Option<Vec<Word>> {
    let tokens: Vec<&str> = text.value.split_whitespace().collect();
    if drawn.len() <= tokens.len() {
        return None;
    }
    let mut pieces: Vec<&Word> = drawn.iter().map(|index| &words[*index].word).collect();
    if !text.multiline {
        pieces.sort_by(|one, other| one.rect.left.total_cmp(&other.rect.left));
    }
    let mut pieces = pieces.into_iter();
    let mut joined = Vec::new();
    for token in tokens {
        let mut word = pieces.next()?.clone();
        while word.text.len() < token.len() {
            let piece = pieces.next()?;
            word.text.push_str(&piece.text);
            word.rect = word.rect.union(&piece.rect);
        }
        if word.text != token {
            return None;
        }
        joined.push(Word { source: Source::Acroform, ..word });
    }
    pieces.next().is_none().then_some(joined)
}

/// Lays a value that nothing draws into its field, about as a viewer would.
fn laid_out(text: &TextWidget, rect: &Rect) -> Vec<Word> {
    if text.value.trim().is_empty() {
        return Vec::new();
    }
    if text.sideways {
        let turned = Rect::new(rect.top, rect.left, rect.bottom, rect.right);
        let upright = TextWidget { sideways: false, ..text.clone() };
        let mut words = laid_out(&upright, &turned);
        for word in &mut words {
            word.rect = Rect::new(word.rect.top, word.rect.left, word.rect.bottom, word.rect.right);
        }
        return words;
    }
    let size = if text.size > 0.0 { text.size } else { (rect.height() * 0.7).clamp(SIZES.0, SIZES.1) };
    let lines = lines_of(text, rect, size);
    let height = (size * LINE_HEIGHT).min(rect.height() / lines.len() as f32);
    let top = if text.multiline { rect.top } else { rect.center_y() - height * lines.len() as f32 / 2.0 };
    let mut words = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let line_top = top + height * index as f32;
        let place = Rect::new(rect.left, line_top, rect.right, line_top + height);
        words.extend(line_words(text, line, &place, size));
    }
    words
}

fn lines_of(text: &TextWidget, rect: &Rect, size: f32) -> Vec<String> {
    if !text.multiline {
        return vec![text.value.clone()];
    }
    let room = (rect.width() / (size * LETTER_WIDTH)).max(1.0) as usize;
    let mut lines = Vec::new();
    for paragraph in text.value.split(['\r', '\n']) {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

fn line_words(text: &TextWidget, line: &str, place: &Rect, size: f32) -> Vec<Word> {
    let letters = line.chars().count().max(1) as f32;
    let (start, step) = match text.cells {
        Some(cells) => (place.left, place.width() / cells.max(1) as f32),
        None => {
            let room = (place.width() - 4.0).max(1.0);
            let width = (letters * size * LETTER_WIDTH).min(room);
            let start = match text.alignment {
                1 => place.center_x() - width / 2.0,
                2 => place.right - 2.0 - width,
                _ => place.left + 2.0,
            };
            (start, width / letters)
        }
    };
    let mut words = Vec::new();
    let mut position = 0.0;
    for part in line.split(char::is_whitespace) {
        let length = part.chars().count() as f32;
        if length > 0.0 {
            let left = start + position * step;
            let rect = Rect::new(left, place.top, left + length * step, place.bottom);
            let confidence = Confidence::CERTAIN;
            words.push(Word { text: part.to_owned(), rect, confidence, source: Source::Acroform, size, bold: false });
        }
        position += length + 1.0;
    }
    words
}
