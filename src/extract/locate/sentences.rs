//! Values in running text: a clause leaves their place open, and they may run over the end of a line.

use super::Place;
use crate::extract::candidate::Candidate;
use crate::extract::value::{Reading, Run, clean_text};
use crate::model::ValueKind;
use regex::{Regex, RegexBuilder, escape};

/// A value at the end of a clause is looked for in so many characters.
const REACH: usize = 100;
/// A text between two parts of a clause has at most so many characters.
const WITHIN: usize = 90;

impl Place<'_, '_> {
    /// The values that stand where one of the field's sentences leaves a place open.
    pub(super) fn in_sentences(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        let words: Vec<usize> = (0..layout.words.len()).collect();
        let run = Run::new(layout, &words);
        for (rank, sentence) in self.field.sentences.iter().enumerate() {
            let Some(pattern) = pattern(sentence) else { continue };
            let support = weight * 0.92 * 0.98f32.powi(i32::try_from(rank).unwrap_or(9));
            for captures in pattern.captures_iter(run.text()) {
                let Some(place) = captures.name("value") else { continue };
                let end = place.start() + length_of_value(self.field.kind, place.as_str());
                let Some(reading) = self.read_clause(&run.words(place.start(), end)) else { continue };
                let height = layout.rect_around(&reading.words).top / layout.page.frame.height;
                self.push(reading, support * (1.0 - 0.05 * height), found);
            }
        }
    }

    fn read_clause(&self, words: &[usize]) -> Option<Reading> {
        let mut reading = self.read_run(words)?;
        if matches!(self.field.kind, ValueKind::Name | ValueKind::Text) {
            reading.value = without_article(&clean_text(&reading.value)).trim_end_matches(['.', '"', '”']).to_owned();
        }
        let letters = reading.value.chars().filter(|c| c.is_alphabetic()).count();
        (self.field.kind != ValueKind::Name || letters >= 2).then_some(reading)
    }
}

/// A sentence as a pattern: words with any space between them, `{}` for the value, `*` for a few other words.
fn pattern(sentence: &str) -> Option<Regex> {
    let open_end = sentence.ends_with("{}");
    let value = if open_end { format!("(?P<value>.{{2,{REACH}}})") } else { format!("(?P<value>.{{1,{WITHIN}}}?)") };
    let words: Vec<String> = sentence
        .split_whitespace()
        .map(|word| match word {
            "*" => r"\S+(?:\s\S+){0,5}?".to_owned(),
            _ => escape(word).replace(r"\{\}", &value),
        })
        .collect();
    RegexBuilder::new(&format!(r"(?:^|\s|[(“\x22]){}", words.join(r"\s+"))).case_insensitive(true).build().ok()
}

/// How many bytes of what follows belong to a text or a name: up to a comma, a bracket or the end of the sentence.
/// Figures are found by their own shape.
fn length_of_value(kind: ValueKind, text: &str) -> usize {
    if !matches!(kind, ValueKind::Name | ValueKind::Text) {
        return text.len();
    }
    let mut word = 0;
    for (at, c) in text.char_indices() {
        match c {
            ',' | ';' | ':' | '(' | ')' | '[' => return at,
            // An initial or a short word before it is abbreviated.
            '.' if word >= 4 => return at,
            ' ' => word = 0,
            _ => word += 1,
        }
    }
    text.len()
}

fn without_article(text: &str) -> &str {
    text.strip_prefix("the ").or_else(|| text.strip_prefix("The ")).unwrap_or(text)
}
