//! Choosing an enum's value by the words that are printed.

use super::Place;
use crate::extract::candidate::Candidate;
use crate::extract::value::{Reading, Run, clean_text};
use crate::library::Choice;
use crate::page::{LabelKey, find_label, key};

impl Place<'_, '_> {
    /// The words of an enum's value, printed in a title or beside the thing it describes.
    pub(super) fn printed_choice(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        for choice in &self.field.choices {
            for word in choice.words.iter().chain([&choice.value]) {
                let key = LabelKey::new(word);
                for place in find_label(layout, &key) {
                    let height = 1.0 - 0.5 * place.rect.top / layout.page.frame.height;
                    let bold = place.words.iter().any(|&at| layout.words[at].word.bold);
                    let large = place.rect.height() > layout.usual_size() * 1.15;
                    let length = (key.len() as f32 / 40.0).min(0.2);
                    let emphasis = if bold || large { 0.85 } else { 0.65 };
                    let reading = Reading {
                        value: choice.value.clone(),
                        raw: layout.text(&place.words),
                        words: place.words.clone(),
                        quality: 1.0,
                    };
                    self.push(reading, weight * place.score * height * emphasis + length, found);
                }
            }
        }
    }
}

/// Reads the choice whose words stand in the run; the longest match wins.
pub fn read_choice(choices: &[Choice], run: &Run, words: &[usize]) -> Option<Reading> {
    let (value, _) = choice_in(choices, run.text())?;
    Some(Reading { value, raw: clean_text(run.text()), words: words.to_vec(), quality: 1.0 })
}

/// Reads a printed answer to what a form elsewhere asks with a check box: yes or no, or the words of a choice.
pub fn read_answer(choices: &[Choice], run: &Run, words: &[usize]) -> Option<Reading> {
    let first = key(run.text().split_whitespace().next()?);
    let value = match first.as_str() {
        "YES" | "Y" | "TRUE" => "true".to_owned(),
        "NO" | "N" | "NONE" | "FALSE" => "false".to_owned(),
        _ => choice_in(choices, run.text())?.0,
    };
    Some(Reading { value, raw: clean_text(run.text()), words: words.to_vec(), quality: 1.0 })
}

/// Returns the choice that a text means and how many letters of it say so.
pub fn choice_in(choices: &[Choice], text: &str) -> Option<(String, usize)> {
    let text = key(text);
    choices
        .iter()
        .flat_map(|choice| choice.words.iter().chain([&choice.value]).map(move |word| (choice, key(word))))
        .filter(|(_, word)| !word.is_empty() && text.contains(word.as_str()))
        .max_by_key(|(_, word)| word.len())
        .map(|(choice, word)| (choice.value.clone(), word.len()))
}
