//! Values that a form parts over several boxes: first and last name, street and city.

use super::Place;
use crate::extract::region;
use crate::extract::value::{Reading, clean_text};
use crate::library::Relation;
use crate::model::ValueKind;
use crate::page::LabelMatch;

/// A part of the value stands at most this far, in points, under the first one's label.
const REACH: f32 = 75.0;

impl Place<'_, '_> {
    /// Adds the parts that stand in the further boxes of the field, in their order.
    pub(super) fn with_rest(&self, relation: Relation, label: &LabelMatch, first: Reading) -> Reading {
        self.field.rest.iter().fold(first, |whole, labels| match self.part(relation, label, labels) {
            Some(words) if !words.iter().any(|word| whole.words.contains(word)) => self.joined(whole, words),
            _ => whole,
        })
    }

    /// The first line of the nearest box with one of the labels, beside the first part or under it.
    fn part(&self, relation: Relation, first: &LabelMatch, labels: &[String]) -> Option<Vec<usize>> {
        let size = first.rect.height().max(6.0);
        let (_, label) = self
            .sheet
            .any_places(labels)
            .filter(|(_, place)| {
                let down = place.rect.top - first.rect.top;
                let beside = down.abs() < size && place.rect.left > first.rect.right;
                beside || (down >= size && down < REACH && place.rect.right > first.rect.left)
            })
            .min_by(|(_, a), (_, b)| {
                let far = |place: &LabelMatch| (place.rect.top - first.rect.top).max(0.0) * 4.0 + place.rect.left;
                far(a).total_cmp(&far(b))
            })?;
        let lines = match relation {
            Relation::Right => vec![region::right_of(self.sheet, label)],
            _ => region::below(self.sheet, label),
        };
        lines.into_iter().map(|line| self.wordy(line)).find(|line| !line.is_empty())
    }

    fn wordy(&self, line: Vec<usize>) -> Vec<usize> {
        line.into_iter().filter(|&word| !self.sheet.layout.words[word].key.is_empty()).collect()
    }

    fn joined(&self, whole: Reading, words: Vec<usize>) -> Reading {
        let text = clean_text(&self.sheet.layout.text(&words));
        if text.is_empty() {
            return whole;
        }
        // A ZIP code follows its state without a comma.
        let plain = self.field.kind != ValueKind::Address || text.starts_with(|c: char| c.is_ascii_digit());
        let between = if plain { " " } else { ", " };
        Reading {
            value: format!("{}{between}{text}", whole.value.trim_end_matches(',')),
            raw: format!("{} {text}", whole.raw),
            words: whole.words.iter().copied().chain(words).collect(),
            quality: whole.quality,
        }
    }
}
