//! The parts of a letter: the paragraphs between the salutation and the closing, and who signs under the closing.

use super::Place;
use crate::extract::candidate::Candidate;
use crate::extract::value::{Reading, clean_text};
use crate::library::Part;
use crate::page::{LabelKey, LabelMatch, find_label};

/// Without a closing phrase a passage ends at a gap of so many line heights.
const LONGEST_GAP: f32 = 4.0;
/// The signer's name stands at most so many points under the closing: there is room for a signature.
const SIGNATURE_ROOM: f32 = 110.0;
/// It begins at most so many points from where the closing does.
const ASIDE: f32 = 40.0;
/// A title stands at most so many line heights under the name.
const TITLE_GAP: f32 = 1.2;

impl Place<'_, '_> {
    /// The lines under each of the field's labels, to the line that begins with a closing phrase.
    pub(super) fn passage(&self, weight: f32, found: &mut Vec<Candidate>) {
        let closings: Vec<LabelMatch> =
            self.field.until.iter().flat_map(|phrase| find_label(&self.sheet.layout, &LabelKey::new(phrase))).collect();
        for (rank, label) in self.sheet.any_places(&self.field.labels) {
            let support = weight * 0.99f32.powi(i32::try_from(rank).unwrap_or(9)) * label.score.max(0.85);
            if let Some(reading) = self.lines_under(label, &closings) {
                self.push(reading, support, found);
            }
        }
    }

    fn lines_under(&self, label: &LabelMatch, closings: &[LabelMatch]) -> Option<Reading> {
        let layout = &self.sheet.layout;
        let from = layout.words[*label.words.last()?].line;
        let closes = |words: &[usize]| closings.iter().any(|closing| closing.words.first() == words.first());
        let closed = layout.lines[from + 1..].iter().any(|line| closes(&line.words));
        let mut words: Vec<usize> = Vec::new();
        let mut bottom = label.rect.bottom;
        for line in &layout.lines[from + 1..] {
            let gap = line.rect.top - bottom;
            if closes(&line.words) || (!closed && gap > LONGEST_GAP * line.rect.height().max(6.0)) {
                break;
            }
            bottom = line.rect.bottom;
            words.extend(&line.words);
        }
        let value = clean_text(&layout.text(&words));
        let letters = value.chars().filter(|c| c.is_alphabetic()).count();
        let quality = if closed { 1.0 } else { 0.8 };
        (letters >= 12).then_some(Reading { raw: value.clone(), value, words, quality })
    }

    /// Who signs under a closing phrase: the name, or with the part `last` the title on the line under it or behind a
    /// comma.
    pub(super) fn closing(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        for (rank, label) in self.sheet.any_places(&self.field.labels) {
            let line = &layout.lines[layout.words[label.words[0]].line];
            if line.words.first() != label.words.first() || line.words.len() > label.words.len() + 1 {
                continue;
            }
            let support = weight * 0.99f32.powi(i32::try_from(rank).unwrap_or(9));
            if let Some(reading) = self.signer_under(label) {
                self.push(reading, support, found);
            }
        }
    }

    fn signer_under(&self, label: &LabelMatch) -> Option<Reading> {
        let layout = &self.sheet.layout;
        let lines: Vec<Vec<usize>> = layout
            .lines
            .iter()
            .filter(|line| {
                line.rect.top > label.rect.bottom - 1.0 && line.rect.top < label.rect.bottom + SIGNATURE_ROOM
            })
            .filter_map(|line| layout.phrases(&line.words).into_iter().next())
            .filter(|phrase| (phrase.rect.left - label.rect.left).abs() < ASIDE)
            .map(|phrase| phrase.words)
            .collect();
        let text_of = |at: usize| lines.get(at).map(|words| clean_text(&layout.text(words))).unwrap_or_default();
        let mut at = (0..lines.len()).find(|&at| is_person(&text_of(at)))?;
        if is_person(&text_of(at + 1)) && alike(&text_of(at), &text_of(at + 1)) {
            // The signature was read as well.
            at += 1;
        }
        let text = text_of(at);
        let (name, behind) = text.split_once(", ").unwrap_or((&text, ""));
        if self.field.part != Part::Last {
            let (value, words) = (name.to_owned(), lines[at].clone());
            return Some(Reading { raw: value.clone(), value, words, quality: 0.95 });
        }
        if !behind.is_empty() {
            let (value, words) = (behind.to_owned(), lines[at].clone());
            return Some(Reading { raw: value.clone(), value, words, quality: 0.95 });
        }
        let (above, words) = (layout.rect_around(&lines[at]), lines.get(at + 1)?);
        let rect = layout.rect_around(words);
        let value = clean_text(&layout.text(words));
        let worded = value.chars().filter(|c| c.is_alphabetic()).count() >= 3
            && value.chars().filter(char::is_ascii_digit).count() < 3;
        let near = rect.top - above.bottom < TITLE_GAP * rect.height().max(6.0);
        (worded && near).then(|| Reading { raw: value.clone(), value, words: words.clone(), quality: 0.9 })
    }
}

/// Tells whether two texts are mostly the same.
fn alike(a: &str, b: &str) -> bool {
    strsim::normalized_levenshtein(&a.to_lowercase(), &b.to_lowercase()) > 0.5
}

/// A person's name: two words or more that begin with capitals, without figures.
fn is_person(text: &str) -> bool {
    let name = text.split(", ").next().unwrap_or_default();
    let words: Vec<&str> = name.split_whitespace().collect();
    let capital = |word: &&str| word.starts_with(|c: char| c.is_uppercase());
    let lettered = |word: &&&str| word.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    (2..=5).contains(&words.len())
        && words.iter().all(capital)
        && words.iter().filter(lettered).count() >= 2
        && !name.chars().any(|c| c.is_ascii_digit() || matches!(c, '@' | ':' | '/'))
}
