//! Values that a tick gives.

use super::Place;
use crate::extract::candidate::Candidate;
use crate::page::{CheckBox, LabelKey, LabelMatch, find_label};

impl Place<'_, '_> {
    pub(super) fn check_box(&self, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
        let nearest = self
            .sheet
            .layout
            .page
            .check_boxes
            .iter()
            .map(|check_box| (box_distance(check_box, label), check_box))
            .filter(|(distance, _)| *distance < 45.0)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((distance, check_box)) = nearest {
            let score = support * (1.0 - distance / 200.0);
            found.push(self.box_candidate(check_box, check_box.ticked.to_string(), score));
        }
    }

    /// The choice whose words stand beside a ticked box.
    pub(super) fn ticked_choice(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        for choice in &self.field.choices {
            for word in choice.words.iter().chain([&choice.value]) {
                for place in find_label(layout, &LabelKey::new(word)) {
                    let ticked = layout
                        .page
                        .check_boxes
                        .iter()
                        .filter(|check_box| check_box.ticked && is_beside(check_box, &place))
                        .min_by(|a, b| box_distance(a, &place).total_cmp(&box_distance(b, &place)));
                    if let Some(check_box) = ticked {
                        let score = weight * place.score * (1.0 - box_distance(check_box, &place) / 150.0);
                        found.push(self.box_candidate(check_box, choice.value.clone(), score));
                    }
                }
            }
        }
    }

    /// The answer to a question: which of the boxes marked Yes and No on its line is ticked.
    pub(super) fn yes_or_no(&self, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        for (word, answer) in [("Yes", "true"), ("No", "false")] {
            let nearest = find_label(layout, &LabelKey::new(word))
                .into_iter()
                .filter(|place| {
                    place.rect.left > label.rect.left
                        && place.rect.overlap_y(&label.rect.grown(3.0)) > 0.5 * place.rect.height()
                })
                .min_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
            let Some(place) = nearest else { continue };
            let ticked =
                layout.page.check_boxes.iter().find(|check_box| check_box.ticked && is_beside(check_box, &place));
            if let Some(check_box) = ticked {
                found.push(self.box_candidate(check_box, answer.to_owned(), support));
            }
        }
    }

    pub(super) fn box_candidate(&self, check_box: &CheckBox, value: String, score: f32) -> Candidate {
        Candidate {
            field: self.at.0,
            sheet: self.at.1,
            raw: if check_box.ticked { "X".to_owned() } else { String::new() },
            value,
            words: Vec::new(),
            rect: check_box.rect,
            score,
            reading: check_box.confidence.value(),
            source: check_box.source,
        }
    }
}

/// A box and its word stand side by side on one line, the box usually first.
fn is_beside(check_box: &CheckBox, place: &LabelMatch) -> bool {
    let gap = (place.rect.left - check_box.rect.right).max(check_box.rect.left - place.rect.right);
    gap < 14.0 && check_box.rect.overlap_y(&place.rect) > 0.3 * check_box.rect.height().min(place.rect.height())
}

fn box_distance(check_box: &CheckBox, label: &LabelMatch) -> f32 {
    let across = (-check_box.rect.overlap_x(&label.rect)).max(0.0);
    let down = (-check_box.rect.overlap_y(&label.rect)).max(0.0);
    let off_center = (check_box.rect.center_x() - label.rect.center_x()).abs() * 0.1;
    across + down + off_center
}
