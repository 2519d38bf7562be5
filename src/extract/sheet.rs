//! A page made ready for extraction: its layout, the places of all labels of the type, its address blocks.

use super::block::{self, AddressBlock};
use super::running_text::RunningText;
use super::type_keys::TypeKeys;
use crate::page::{LabelMatch, Layout, Page, find_label};
use std::cell::OnceCell;
use std::collections::HashMap;

/// A page with everything on it that the type's definition names.
pub struct Sheet<'p> {
    /// Words in reading order.
    pub layout: Layout<'p>,
    /// What the type asks for.
    pub keys: &'p TypeKeys<'p>,
    /// The places of each label of the type, in the order of its keys.
    labels: Vec<Vec<LabelMatch>>,
    running_text: OnceCell<RunningText>,
    /// For each word whether it belongs to a label and is no value.
    pub is_label: Vec<bool>,
    /// Name and address blocks.
    pub blocks: Vec<AddressBlock>,
    /// Whether amounts on this page are printed with cents, so that a bare number is none.
    pub prints_cents: bool,
}

impl<'p> Sheet<'p> {
    /// Finds the labels and blocks of a page.
    pub fn new(page: &'p Page, keys: &'p TypeKeys<'p>) -> Self {
        let layout = Layout::new(page);
        let places = keys.labels().iter().map(|label| {
            let mut found = find_label(&layout, &label.key);
            found.retain(|place| label.key.len() > LONGEST_NUMBER || place.ends_label || begins_phrase(&layout, place));
            found
        });
        let mut labels: Vec<Vec<LabelMatch>> = places.collect();
        keep_longest(&mut labels);
        let mut is_label = vec![false; layout.words.len()];
        for (label, found) in keys.labels().iter().zip(&labels).filter(|(label, _)| !label.signer) {
            // A heading in capitals is no part of a value either where it runs on with other headings.
            let clear = if label.heading { 0.5 } else { 0.8 };
            for word in found.iter().filter(|found| found.score >= clear).flat_map(|found| &found.words) {
                is_label[*word] = true;
            }
        }
        let blocks = block::find(&layout, &is_label);
        let prints_cents = layout.words.iter().filter(|placed| has_cents(&placed.word.text)).count() >= PRINTS_CENTS;
        Self { layout, keys, labels, running_text: OnceCell::new(), is_label, blocks, prints_cents }
    }

    /// Returns the places where a label is printed.
    pub fn places(&self, label: &str) -> &[LabelMatch] {
        self.keys.index(label).and_then(|at| self.labels.get(at)).map_or(&[], Vec::as_slice)
    }

    /// Returns all words of the page as one text, made when it is first asked for.
    pub fn running_text(&self) -> &RunningText {
        self.running_text.get_or_init(|| RunningText::new(&self.layout))
    }

    /// Returns the places of any of several labels, with the rank of the label in the list.
    pub fn any_places<'s>(&'s self, labels: &'s [String]) -> impl Iterator<Item = (usize, &'s LabelMatch)> {
        labels.iter().enumerate().flat_map(|(rank, label)| self.places(label).iter().map(move |found| (rank, found)))
    }
}

/// Labels so short are the numbers of a form's boxes.
const LONGEST_NUMBER: usize = 2;

/// The number of a box begins what stands there; within a text, as in `Apt 8`, it is none.
fn begins_phrase(layout: &Layout<'_>, place: &LabelMatch) -> bool {
    let Some(&first) = place.words.first() else { return false };
    let line = &layout.lines[layout.words[first].line];
    layout.phrases(&line.words).iter().any(|phrase| phrase.words.first() == Some(&first))
}

/// So many amounts with cents on a page say that all its amounts have them.
const PRINTS_CENTS: usize = 5;

fn has_cents(text: &str) -> bool {
    let digits = text.trim_matches(|c: char| !c.is_ascii_digit());
    digits.len() >= 4
        && digits.as_bytes()[digits.len() - 3] == b'.'
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'.')
}

/// Drops every match that is only a part of a longer label's match: `Wages` within `Social security wages`.
fn keep_longest(labels: &mut [Vec<LabelMatch>]) {
    let mut longest: HashMap<usize, usize> = HashMap::new();
    for found in labels.iter().flatten().filter(|found| found.score >= 0.7) {
        for &word in &found.words {
            let length = longest.entry(word).or_default();
            *length = (*length).max(found.words.len());
        }
    }
    for matches in labels {
        matches.retain(|found| {
            let own = found.words.len();
            found.words.iter().any(|word| longest.get(word).is_none_or(|&length| length <= own))
        });
    }
}
