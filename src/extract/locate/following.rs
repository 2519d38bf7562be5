//! Values within running text: what follows a phrase, over the ends of lines, to the end of the thought.

use super::Place;
use crate::extract::block::split_persons;
use crate::extract::candidate::Candidate;
use crate::extract::value::{self, Reading, Run, clean_text};
use crate::library::Part;
use crate::model::ValueKind;
use crate::page::{Layout, key};

/// A value is at most this many words long, and stands at most this many words behind its phrase.
const REACH: usize = 48;
/// An address has at least so many words.
const SHORTEST_ADDRESS: usize = 4;
/// Lines further apart than this many times their height belong to two paragraphs.
const LINE_GAP: f32 = 2.2;
/// The value may stand so much further under the phrase that asks for it.
const FIRST_LINE_GAP: f32 = 3.2;
/// A label that begins a line has at most so many words.
const LONGEST_LABEL: usize = 4;
/// Words further apart than this many times the type size stand in two columns.
const WORD_GAP: f32 = 3.0;

/// Words after which a full stop ends no sentence, besides initials.
const ABBREVIATED: [&str; 31] = [
    "APR", "APT", "AUG", "AVE", "BLVD", "CO", "CORP", "CT", "DEC", "DR", "FEB", "FT", "INC", "JAN", "JR", "LN", "MAR",
    "MR", "MRS", "MS", "NO", "NOV", "OCT", "RD", "SEP", "SEPT", "SR", "ST", "STE", "US", "USA",
];
/// Small words that a name may have inside; at its end they belong to what follows.
const WITHIN_NAMES: [&str; 17] =
    ["al", "and", "bin", "da", "de", "del", "der", "di", "du", "el", "for", "la", "le", "of", "the", "van", "von"];

impl Place<'_, '_> {
    /// Reads what follows each of the field's phrases in running text.
    pub(super) fn following(&self, weight: f32, found: &mut Vec<Candidate>) {
        for (rank, label) in self.field.labels.iter().enumerate() {
            let support = weight * 0.99f32.powi(i32::try_from(rank).unwrap_or(9));
            for (next, fit) in self.ends_of(label) {
                let words = self.thought(next);
                if let Some(reading) = self.read_thought(&words) {
                    self.push(reading, support * fit, found);
                }
            }
        }
    }

    /// The words that follow each print of a phrase, with how well the phrase fits. In running text other words lean
    /// on it and it may go on on the next line, which counts against a form's label and not here.
    fn ends_of(&self, label: &str) -> Vec<(usize, f32)> {
        let layout = &self.sheet.layout;
        let wanted = key(label);
        let exact = (0..layout.words.len()).filter_map(|start| phrase_end(layout, start, &wanted));
        // The first word of a longer label, as `Property` of `Property Address:`, asks for something else.
        let longer = |next: usize| {
            !wanted.is_empty()
                && !label.contains(' ')
                && !layout.words[next - 1].ends_label
                && layout
                    .words
                    .get(next)
                    .is_some_and(|word| word.ends_label && word.line == layout.words[next - 1].line)
        };
        let with_colon = |next: usize| !longer(next) && (!label.ends_with(':') || layout.words[next - 1].ends_label);
        let mut ends: Vec<(usize, f32)> = exact.filter(|&next| with_colon(next)).map(|next| (next, 0.97)).collect();
        for place in self.sheet.places(label) {
            let Some(&last) = place.words.last() else { continue };
            if with_colon(last + 1) && !ends.iter().any(|(next, _)| *next == last + 1) {
                ends.push((last + 1, 0.9));
            }
        }
        ends
    }

    /// The words from `next` on to the first of the field's closing phrases or the end of the sentence.
    fn thought(&self, next: usize) -> Vec<usize> {
        let layout = &self.sheet.layout;
        let closing: Vec<String> = self.field.until.iter().map(|phrase| key(phrase)).collect();
        let textual = matches!(self.field.kind, ValueKind::Text | ValueKind::Name | ValueKind::Address);
        let mut words: Vec<usize> = Vec::new();
        for at in (next..layout.words.len()).take(REACH) {
            let text = layout.words[at].word.text.as_str();
            let closes = closing.iter().any(|phrase| phrase_end(layout, at, phrase).is_some());
            let defined = textual && text.starts_with('(');
            let gap = if words.is_empty() { FIRST_LINE_GAP } else { LINE_GAP };
            let parted = at > 0 && is_parted(layout, at - 1, at, gap);
            let next_item = !words.is_empty() && is_item_number(layout, at);
            let next_label = at > next && begins_with_label(layout, at);
            if closes || (defined && !words.is_empty()) || parted || next_item || next_label {
                break;
            }
            words.push(at);
            let zip = self.field.kind == ValueKind::Address
                && words.len() >= SHORTEST_ADDRESS
                && is_zip(text)
                && self.is_behind_street_or_state(&words);
            if zip || ends_sentence(layout, at) {
                break;
            }
        }
        words
    }

    /// A house number of five digits is no ZIP code: the street or the state stands before that.
    fn is_behind_street_or_state(&self, words: &[usize]) -> bool {
        let Some((_, before)) = words.split_last() else { return false };
        let text = |word: usize| self.sheet.layout.words[word].word.text.as_str();
        let state =
            |word: &usize| self.sheet.layout.words[*word].key.len() == 2 && text(*word).starts_with(char::is_uppercase);
        before.iter().any(|&word| begins_address(text(word))) || before.last().is_some_and(state)
    }

    fn read_thought(&self, words: &[usize]) -> Option<Reading> {
        if self.field.kind == ValueKind::Address && self.field.part == Part::Address {
            let street = words.iter().position(|&word| begins_address(&self.sheet.layout.words[word].word.text))?;
            return self.read_run(&words[street..]).map(without_full_stop);
        }
        if self.field.kind != ValueKind::Name {
            // A place without a number is none that can be found again.
            let numbered = |reading: &Reading| reading.value.contains(|c: char| c.is_ascii_digit());
            let reading = self.read_run(words).map(without_full_stop);
            return reading.filter(|reading| self.field.kind != ValueKind::Address || numbered(reading));
        }
        let name = name_words(&self.sheet.layout, words);
        let mut reading = without_full_stop(value::read(ValueKind::Name, &Run::new(&self.sheet.layout, name))?);
        let persons = split_persons(&reading.value);
        reading.value = match self.field.part {
            Part::BeforeComma => clean_text(reading.value.split(',').next()?),
            Part::AfterComma => clean_text(reading.value.split_once(',')?.1),
            Part::Name | Part::First => persons.first()?.clone(),
            Part::SecondName => persons.get(1)?.clone(),
            _ => reading.value,
        };
        Some(reading)
    }
}

/// Returns the word behind a phrase that begins at `start`.
fn phrase_end(layout: &Layout<'_>, start: usize, phrase: &str) -> Option<usize> {
    let mut rest = phrase;
    let mut at = start;
    if layout.words[start].key.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        rest = rest.strip_prefix(layout.words.get(at)?.key.as_str())?;
        at += 1;
    }
    (at > start).then_some(at)
}

/// Tells whether two neighbouring words stand in different paragraphs or columns.
fn is_parted(layout: &Layout<'_>, before: usize, word: usize, line_gap: f32) -> bool {
    let (a, b) = (layout.rect(before), layout.rect(word));
    let size = layout.words[word].word.size.max(5.0);
    if layout.words[before].line == layout.words[word].line {
        b.left - a.right > WORD_GAP * size
    } else {
        b.top - a.bottom > line_gap * size
    }
}

fn ends_sentence(layout: &Layout<'_>, word: usize) -> bool {
    let placed = &layout.words[word];
    let stopped = placed.word.text.trim_end_matches(['"', '”', ')']).ends_with(['.', ';']);
    stopped && (!is_shortened(&placed.key) || placed.word.text.ends_with(';'))
}

/// Takes away the full stop that ends a sentence, not the one of `Inc.` or of an initial.
fn without_full_stop(mut reading: Reading) -> Reading {
    let last = reading.value.split(' ').next_back().map(key).unwrap_or_default();
    if reading.value.ends_with('.') && !is_shortened(&last) {
        reading.value.pop();
    }
    reading
}

fn is_shortened(word: &str) -> bool {
    word.chars().count() <= 1 || ABBREVIATED.contains(&word)
}

/// The number of a section or paragraph at the start of a line: `12.`, `(a)`.
fn is_item_number(layout: &Layout<'_>, word: usize) -> bool {
    let text = layout.words[word].word.text.as_str();
    let starts = layout.lines[layout.words[word].line].words.first() == Some(&word);
    let inner = text.trim_start_matches('(').trim_end_matches(['.', ')']);
    let short = inner.len() <= 2 && !inner.is_empty();
    starts && short && inner.len() < text.len() && inner.chars().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase())
}

/// The next line of a form begins with a label of a few words and a colon.
fn begins_with_label(layout: &Layout<'_>, word: usize) -> bool {
    let line = &layout.lines[layout.words[word].line];
    line.words.first() == Some(&word)
        && layout.words[word].word.text.starts_with(char::is_uppercase)
        && line.words.iter().take(LONGEST_LABEL).any(|&word| layout.words[word].ends_label)
}

/// A ZIP code ends an address.
fn is_zip(text: &str) -> bool {
    let digits = key(text);
    matches!(digits.len(), 5 | 9) && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A house number or a post office box begins an address.
fn begins_address(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) || matches!(key(text).as_str(), "PO" | "POBOX")
}

/// The leading words that may belong to a name: it ends at the first word in small letters that names do not have,
/// at a number, a sum or at a punctuation mark standing alone.
fn name_words<'w>(layout: &Layout<'_>, words: &'w [usize]) -> &'w [usize] {
    let text = |word: usize| layout.words[word].word.text.as_str();
    let small = |word: usize| text(word).chars().next().is_some_and(char::is_lowercase);
    let bare = |word: usize| clean_text(text(word)).to_lowercase();
    let foreign = |word: usize| {
        (small(word) && !WITHIN_NAMES.contains(&bare(word).as_str()))
            || text(word).starts_with('$')
            || (layout.words[word].key.is_empty() && text(word) != "&")
    };
    let numbered = |at: usize, word: usize| at > 0 && text(word).starts_with(|c: char| c.is_ascii_digit());
    let end = words.iter().enumerate().position(|(at, &word)| foreign(word) || numbered(at, word));
    let end = end.unwrap_or(words.len());
    let trailing = words[..end].iter().rev().take_while(|&&word| small(word)).count();
    &words[..end - trailing]
}
