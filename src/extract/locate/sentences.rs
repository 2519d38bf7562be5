//! Values in running text: a clause leaves their place open, and they may run over the end of a line.

use super::Place;
use super::choices::read_choice;
use super::clauses::{CAPTION_BARS, clause, is_open};
use crate::extract::candidate::Candidate;
use crate::extract::value::{Reading, Run, clean_text, pattern};
use crate::library::Part;
use crate::model::{Source, ValueKind};
use crate::page::{Layout, Rect};
use regex::Regex;
use std::ops::Range;

/// A value at either end of a clause is looked for in so many characters.
const REACH: usize = 100;
/// A line that ends so far, as a share of the page's width, before the longest one does is the last of its paragraph.
const SHORT_LINE: f32 = 0.1;
/// Lines of one text begin within so many points of each other, and stand at most so many apart.
const SAME_TEXT: f32 = 20.0;
const NEAR_LINES: f32 = 110.0;

pattern!(ZIP, r"\d{5}(?:-\d{4})?\b");
pattern!(
    SUFFIX,
    r"(?i)^,\s*(?:L\.?L\.?C|Inc|Incorporated|Corp|Co|Ltd|L\.?P|L\.?L\.?P|N\.?A|P\.?C|Jr|Sr|II|III|IV|Esq)\b\.?"
);

impl Place<'_, '_> {
    /// The values that stand where one of the field's sentences leaves a place open.
    pub(super) fn in_sentences(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        let text = self.sheet.running_text();
        let run = text.run();
        for (rank, sentence) in self.field.sentences.iter().enumerate() {
            let clause = clause(sentence);
            let Some(pattern) = clause.pattern_for(text) else { continue };
            let support = weight * 0.92 * 0.98f32.powi(i32::try_from(rank).unwrap_or(9));
            for place in places(pattern, sentence, run.text()) {
                let Some((start, end)) = self.bounds(sentence, &run.text()[place.clone()]) else { continue };
                let mut words = run.words(place.start + start, place.start + end);
                let is_open = is_open(sentence);
                let mut paragraph = paragraph_end(layout, &words, is_open);
                // What stands before the clause may reach back over the end of the paragraph before it.
                while sentence.starts_with("{}") && paragraph < words.len() {
                    words.drain(..paragraph);
                    paragraph = paragraph_end(layout, &words, is_open);
                }
                if paragraph < words.len() && !sentence.ends_with("{}") {
                    continue;
                }
                words.truncate(paragraph);
                let Some(reading) = self.read_clause(&words) else { continue };
                let height = layout.rect_around(&reading.words).top / layout.page.frame.height;
                self.push(reading, support * (1.0 - 0.05 * height), found);
            }
        }
    }

    /// Which part of what the pattern took is the value, in bytes; `None` when a value would end before the clause
    /// goes on.
    fn bounds(&self, sentence: &str, text: &str) -> Option<(usize, usize)> {
        let is_text = matches!(self.field.kind, ValueKind::Name | ValueKind::Text | ValueKind::Address);
        if !is_text || !sentence.contains("{}") {
            // Figures are found by their own shape; the nearest to the clause counts.
            let single = matches!(self.field.kind, ValueKind::Percent | ValueKind::Money | ValueKind::Integer);
            let start = match sentence.starts_with("{}") {
                true if single => text.trim_end().rfind(' ').map_or(0, |space| space + 1),
                true => text.len().saturating_sub(40),
                false => 0,
            };
            let start = (start..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            return Some((start, text.len()));
        }
        if sentence.starts_with("{}") {
            return Some((start_of_value(text), text.len()));
        }
        let whole_line = self.field.kind == ValueKind::Address || self.field.part == Part::Line;
        let end = if whole_line { length_of_address(text) } else { length_of_text(text) };
        (sentence.ends_with("{}") || end == text.len()).then_some((0, end))
    }

    fn read_clause(&self, words: &[usize]) -> Option<Reading> {
        if self.field.kind == ValueKind::Text && !self.field.choices.is_empty() {
            return read_choice(&self.field.choices, &Run::new(&self.sheet.layout, words), words);
        }
        let mut reading = self.read_run(words)?;
        if matches!(self.field.kind, ValueKind::Name | ValueKind::Text | ValueKind::Address) {
            let text = clean_text(&reading.value);
            let bare = text.trim_end_matches(['"', '”', '(', '“', ' ']).trim_start_matches(['"', '“']);
            reading.value = without_full_stop(bare).to_owned();
        }
        let letters = reading.value.chars().filter(|c| c.is_alphabetic()).count();
        let article = ["the", "a", "an"].contains(&reading.value.to_lowercase().as_str());
        (!article && (self.field.kind != ValueKind::Name || letters >= 2)).then_some(reading)
    }
}

/// Drops the full stop of a sentence, but not that of an abbreviation.
fn without_full_stop(text: &str) -> &str {
    let last = text.rsplit(' ').next().unwrap_or_default();
    let abbreviated = last.len() <= 4 && !last.contains(|c: char| c.is_ascii_digit());
    if abbreviated { text } else { text.strip_suffix('.').unwrap_or(text) }
}

/// The places of the value, in bytes, wherever a sentence fits.
///
/// The pattern of a sentence that is open at an end is that of its clause only: what stands before or after it is taken
/// from the text, which costs less than a pattern for a hundred of any characters.
fn places(pattern: &Regex, sentence: &str, text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    while let Some(captures) = pattern.captures_at(text, from) {
        let Some(clause) = captures.get(0) else { break };
        let place = if sentence.ends_with("{}") {
            Some(after(text, clause.end()))
        } else if sentence.starts_with("{}") {
            Some(before(text, clause.start(), from))
        } else {
            captures.name("value").map(|value| value.range())
        };
        let place = place.filter(|place| text[place.clone()].chars().nth(1).is_some() || !is_open(sentence));
        // Places do not overlap.
        from = place.as_ref().map_or(clause.end(), |place| clause.end().max(place.end));
        found.extend(place);
        if from >= text.len() {
            break;
        }
    }
    found
}

/// What follows a place, as far as a value reaches.
fn after(text: &str, start: usize) -> Range<usize> {
    let rest = text[start..].char_indices();
    let end = rest.take(REACH).find(|(_, letter)| CAPTION_BARS.contains(*letter)).map(|(at, _)| at);
    let reach = text[start..].char_indices().nth(REACH).map_or(text.len() - start, |(at, _)| at);
    start..start + end.unwrap_or(reach)
}

/// What stands before a place, as far back as a value reaches, but not before `from`.
fn before(text: &str, end: usize, from: usize) -> Range<usize> {
    let back = text[from..end].char_indices().rev().take(REACH);
    let start = back.take_while(|(_, letter)| !CAPTION_BARS.contains(*letter)).last().map_or(end, |(at, _)| from + at);
    start..end
}

/// How many bytes belong to a text or a name: up to a comma, a bracket or the end of the sentence.
fn length_of_text(text: &str) -> usize {
    let mut word = 0;
    let mut from = 0;
    for (at, c) in text.char_indices() {
        match c {
            _ if at < from => {}
            ',' if SUFFIX.is_match(&text[at..]) => from = at + SUFFIX.find(&text[at..]).map_or(1, |found| found.len()),
            ',' | ';' | ':' | '(' | ')' | '[' | '§' => return at,
            // An initial or a short word before it is abbreviated.
            '.' if word >= 4 => return at,
            ' ' => word = 0,
            _ => word += 1,
        }
    }
    text.len()
}

/// How many bytes belong to an address: up to its ZIP code, or to the end of the sentence.
fn length_of_address(text: &str) -> usize {
    let street = text.find(' ').unwrap_or(0);
    let zip = ZIP.find_at(text, street).map(|zip| zip.end());
    let sentence = text.find([';', '(']).unwrap_or(text.len());
    zip.filter(|&end| end <= sentence).unwrap_or_else(|| {
        let dot = text
            .match_indices(". ")
            .map(|(at, _)| at)
            .find(|&at| text[..at].rsplit(' ').next().is_some_and(|word| word.len() >= 5));
        dot.unwrap_or(text.len()).min(sentence)
    })
}

/// Where a name at the beginning of a clause starts: its words are the last ones that begin with capitals.
fn start_of_value(text: &str) -> usize {
    let mut start = text.len();
    for word in text.rsplit(' ') {
        let at = start.saturating_sub(word.len() + usize::from(start < text.len()));
        let capital = word.trim_start_matches(['(', '"', '“']).starts_with(|c: char| c.is_uppercase());
        let ends_before =
            start < text.len() && word.ends_with([',', ';', ':', '.']) && word.trim_end_matches('.').len() > 2;
        if !capital || ends_before {
            break;
        }
        start = at;
    }
    start + text[start..].len() - text[start..].trim_start().len()
}

/// How many of the words stand before the end of the paragraph that the first one is in. A clause that is closed at both
/// ends may go on from one centred line to the next, as the name of a court over a caption does.
fn paragraph_end(layout: &Layout<'_>, words: &[usize], is_open: bool) -> usize {
    let short = |line: usize| {
        let own = &layout.lines[line].rect;
        // Lines of the same text begin where this one does; a footer or a stamp may reach further.
        let beside = |rect: &Rect| {
            (rect.left - own.left).abs() < SAME_TEXT && (rect.center_y() - own.center_y()).abs() < NEAR_LINES
        };
        let right = layout.lines.iter().map(|line| &line.rect).filter(|rect| beside(rect)).map(|rect| rect.right);
        own.right < right.fold(0.0, f32::max) - SHORT_LINE * layout.page.frame.width
    };
    (1..words.len())
        .find(|&at| {
            let (before, here) = (&layout.words[words[at - 1]], &layout.words[words[at]]);
            // The type of a scan is measured by its letters and differs from word to word.
            let scanned = here.word.source == Source::Ocr;
            let other_size = !scanned && (before.word.size / here.word.size - 1.0).abs() > 0.15;
            let other_type = before.word.bold != here.word.bold || other_size;
            let centred = !is_open && are_centred(layout, before.line, here.line);
            let parted = is_open && leaves_a_line(layout, before.line, here.line);
            before.line != here.line && ((short(before.line) && !centred) || parted || other_type)
        })
        .unwrap_or(words.len())
}

/// Tells whether a line and the next one have one middle, and neither begins where the other does.
fn are_centred(layout: &Layout<'_>, line: usize, next: usize) -> bool {
    let (a, b) = (&layout.lines[line].rect, &layout.lines[next].rect);
    let size = a.height().max(6.0);
    (a.center_x() - b.center_x()).abs() < size && (a.left - b.left).abs() > 0.3 * size && b.top - a.bottom < size
}

/// Tells whether there is room for an empty line between two lines.
fn leaves_a_line(layout: &Layout<'_>, line: usize, next: usize) -> bool {
    let (a, b) = (&layout.lines[line].rect, &layout.lines[next].rect);
    b.top - a.bottom > 1.2 * a.height().max(6.0)
}
