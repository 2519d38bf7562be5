//! Names that stand before what they are: `John A. Doe   - Borrower` under the rule of a signature.

use super::Place;
use crate::extract::block::split_persons;
use crate::extract::candidate::Candidate;
use crate::extract::region;
use crate::extract::value::{self, Reading, Run, clean_text};
use crate::library::{Part, Relation};
use crate::model::ValueKind;
use crate::page::{LabelMatch, key};

/// The name ends at most this far before the label, as a share of the page's width.
const REACH: f32 = 0.45;

/// Gives each field that looks for it the first name of the document before one of its labels, or the second.
pub(super) fn named(places: &[Place<'_, '_>], found: &mut Vec<Candidate>) {
    let Some(first) = places.first() else { return };
    let Some(rank) = first.field.find.iter().position(|&relation| relation == Relation::Before) else { return };
    let weight = 0.95f32.powi(i32::try_from(rank).unwrap_or(9));
    let mut names: Vec<(usize, f32, Reading)> = Vec::new();
    for (sheet, place) in places.iter().enumerate() {
        for (fit, reading) in place.names_before() {
            if !names.iter().any(|(_, _, name)| key(&name.value) == key(&reading.value)) {
                names.push((sheet, fit, reading));
            }
        }
    }
    let wanted = usize::from(matches!(first.field.part, Part::SecondName | Part::Last));
    if names.len() > wanted {
        let (sheet, fit, reading) = names.swap_remove(wanted);
        places[sheet].push(reading, weight * fit, found);
    }
}

impl Place<'_, '_> {
    /// Reads the names before the field's labels on one sheet.
    fn names_before(&self) -> Vec<(f32, Reading)> {
        let mut names: Vec<(f32, Reading)> = Vec::new();
        let mut labels: Vec<&LabelMatch> = self.sheet.any_places(&self.field.labels).map(|(_, label)| label).collect();
        labels.sort_by(|a, b| a.rect.top.total_cmp(&b.rect.top).then(a.rect.left.total_cmp(&b.rect.left)));
        for label in labels.into_iter().filter(|label| self.ends_line_of_signer(label)) {
            let before = self.words_before(label);
            let lines = if before.is_empty() { region::above(self.sheet, label) } else { vec![before] };
            let read = |line: &Vec<usize>| value::read(ValueKind::Name, &Run::new(&self.sheet.layout, line));
            for reading in lines.iter().filter_map(read) {
                let persons = split_persons(&reading.value).into_iter();
                let full = persons.filter(|person| person.split_whitespace().count() >= 2);
                names.extend(full.map(|value| (label.score.max(0.9), Reading { value, ..reading.clone() })));
            }
        }
        names
    }

    /// A label that names a signer ends its phrase, or is followed by a seal's place alone, and begins it but for the
    /// name and a dash.
    fn ends_line_of_signer(&self, label: &LabelMatch) -> bool {
        let layout = &self.sheet.layout;
        let (Some(&first), Some(&last)) = (label.words.first(), label.words.last()) else { return false };
        let line = &layout.lines[layout.words[last].line].words;
        let phrase = layout.phrases(line).into_iter().find(|phrase| phrase.words.contains(&last));
        let Some(phrase) = phrase else { return false };
        let ends = phrase.words.iter().all(|&word| word <= last || layout.words[word].key.is_empty());
        let led = first.checked_sub(1).filter(|before| phrase.words.contains(before)).is_none_or(|before| {
            layout.words[before].key.is_empty() || layout.words[first].word.text.starts_with(['-', '–', '—'])
        });
        ends && led && !label.ends_label
    }

    /// The nearest phrase to the left of a label on its line.
    fn words_before(&self, label: &LabelMatch) -> Vec<usize> {
        let layout = &self.sheet.layout;
        let Some(&first) = label.words.first() else { return Vec::new() };
        let line = &layout.lines[layout.words[first].line].words;
        let before: Vec<usize> =
            line.iter().copied().filter(|&word| word < first && !layout.words[word].key.is_empty()).collect();
        let near = |rect_right: f32| label.rect.left - rect_right < REACH * layout.page.frame.width;
        layout
            .phrases(&before)
            .pop()
            .filter(|phrase| near(phrase.rect.right) && !phrase.words.iter().any(|&word| self.sheet.is_label[word]))
            .filter(|phrase| !clean_text(&layout.text(&phrase.words)).is_empty())
            .map_or_else(Vec::new, |phrase| phrase.words)
    }
}
