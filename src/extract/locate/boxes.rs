//! Values that a tick gives.

use super::Place;
use crate::extract::candidate::Candidate;
use crate::library::Choice;
use crate::page::{CheckBox, LabelKey, LabelMatch, Rect, find_label};

/// A choice away from the line of its question counts this much.
const OFF_LINE: f32 = 0.8;
/// A box at the far end of its line counts as one at this distance, in points.
const FAR_BOX: f32 = 30.0;

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
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .or_else(|| self.box_at_line_end(label).map(|check_box| (FAR_BOX, check_box)));
        if let Some((distance, check_box)) = nearest {
            let score = support * (1.0 - distance / 200.0);
            found.push(self.box_candidate(check_box, check_box.ticked.to_string(), score));
        }
    }

    /// The box in a column of boxes at the right: the only one on the label's line, with nothing but dots before it.
    fn box_at_line_end(&self, label: &LabelMatch) -> Option<&CheckBox> {
        let layout = &self.sheet.layout;
        let last = layout.rect(*label.words.last()?);
        let on_line =
            |rect: &Rect| rect.left > last.right && rect.overlap_y(last) > 0.4 * rect.height().min(last.height());
        let mut boxes = layout.page.check_boxes.iter().filter(|check_box| on_line(&check_box.rect));
        let check_box = boxes.next().filter(|_| boxes.next().is_none())?;
        let between = |rect: &Rect| on_line(rect) && rect.right < check_box.rect.left - 2.0;
        let wordy = |index: usize| layout.words[index].key.chars().count() > 0;
        (0..layout.words.len()).all(|index| !between(layout.rect(index)) || !wordy(index)).then_some(check_box)
    }

    /// The choice whose words stand beside a ticked box.
    pub(super) fn ticked_choice(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        let mut places: Vec<(&Choice, LabelMatch)> = Vec::new();
        for choice in &self.field.choices {
            for word in choice.words.iter().chain([&choice.value]) {
                places.extend(find_label(layout, &LabelKey::new(word)).into_iter().map(|place| (choice, place)));
            }
        }
        for (choice, place) in &places {
            // `One` within `One with Accessory Unit` is no choice of its own.
            let longer = places.iter().any(|(_, other)| {
                other.words.len() > place.words.len() && place.words.iter().all(|word| other.words.contains(word))
            });
            let leftmost = leftmost_on_line(places.iter().map(|(_, place)| place), place);
            let ticked = own_box(&layout.page.check_boxes, place, leftmost).filter(|check_box| check_box.ticked);
            if let Some(check_box) = ticked.filter(|_| !longer) {
                let distance = 1.0 - box_distance(check_box, place) / 150.0;
                let score = weight * place.score * distance * self.line_support(place);
                found.push(self.box_candidate(check_box, choice.value.clone(), score));
            }
        }
    }

    /// Less than 1 for a choice that does not stand on the line of the field's label although the label is printed:
    /// a form asks several questions with the same answers.
    fn line_support(&self, choice: &LabelMatch) -> f32 {
        let mut labels = self.sheet.any_places(&self.field.labels).map(|(_, label)| label).peekable();
        let beside = |label: &LabelMatch| {
            label.rect.left < choice.rect.left
                && label.rect.overlap_y(&choice.rect) > 0.3 * label.rect.height().min(choice.rect.height())
        };
        if labels.peek().is_none() || labels.any(beside) { 1.0 } else { OFF_LINE }
    }

    /// The answer to a question: which of the boxes marked Yes and No on its line is ticked.
    pub(super) fn yes_or_no(&self, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        self.yes_or_no_column(label, support * 0.9, found);
        let nearest = |word: &str| {
            find_label(layout, &LabelKey::new(word))
                .into_iter()
                .filter(|place| {
                    place.rect.left > label.rect.left
                        && place.rect.overlap_y(&label.rect.grown(3.0)) > 0.5 * place.rect.height()
                })
                .min_by(|a, b| a.rect.left.total_cmp(&b.rect.left))
        };
        let answers = [("true", nearest("Yes")), ("false", nearest("No"))];
        let places = || answers.iter().filter_map(|(_, place)| place.as_ref());
        for (answer, place) in &answers {
            let Some(place) = place else { continue };
            let leftmost = leftmost_on_line(places(), place);
            let ticked = own_box(&layout.page.check_boxes, place, leftmost).filter(|check_box| check_box.ticked);
            if let Some(check_box) = ticked {
                found.push(self.box_candidate(check_box, (*answer).to_owned(), support));
            }
        }
    }

    /// The answer under one of the headings Yes and No, which stand over the boxes of several questions.
    fn yes_or_no_column(&self, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        let Some(&last) = label.words.last() else { return };
        let line = layout.rect(last);
        let on_line =
            |rect: &Rect| rect.left > line.right && rect.overlap_y(line) > 0.4 * rect.height().min(line.height());
        let ticked = layout.page.check_boxes.iter().filter(|check_box| check_box.ticked).cloned();
        let crosses = layout.words.iter().filter(|placed| placed.key == "X").map(|placed| CheckBox {
            rect: placed.word.rect,
            ticked: true,
            confidence: placed.word.confidence,
            source: placed.word.source,
        });
        for mark in ticked.chain(crosses).filter(|mark| on_line(&mark.rect)) {
            for (word, answer) in [("Yes", "true"), ("No", "false")] {
                let heads = find_label(layout, &LabelKey::new(word)).into_iter().any(|place| {
                    place.rect.bottom <= mark.rect.top
                        && place.rect.overlap_x(&mark.rect) > 0.0
                        && layout.phrases(&layout.lines[layout.words[place.words[0]].line].words).len() >= 2
                });
                if heads {
                    found.push(self.box_candidate(&mark, answer.to_owned(), support));
                }
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

/// The first of several answers on the line of one of them.
fn leftmost_on_line<'m>(places: impl Iterator<Item = &'m LabelMatch>, place: &'m LabelMatch) -> &'m LabelMatch {
    places
        .filter(|other| other.rect.overlap_y(&place.rect) > 0.5 * place.rect.height())
        .fold(place, |first, other| if other.rect.left < first.rect.left { other } else { first })
}

/// The box that belongs to a word, ticked or not. Of two beside it, it is the one on the same side as the box of the
/// first answer on the line: a form prints all its boxes before the words or all behind them.
fn own_box<'b>(boxes: &'b [CheckBox], place: &LabelMatch, leftmost: &LabelMatch) -> Option<&'b CheckBox> {
    let before = |check_box: &CheckBox, place: &LabelMatch| check_box.rect.center_x() < place.rect.left;
    let boxes_first = boxes.iter().any(|check_box| is_beside(check_box, leftmost) && before(check_box, leftmost));
    let beside = || boxes.iter().filter(|check_box| is_beside(check_box, place));
    let nearest = |a: &&CheckBox, b: &&CheckBox| box_distance(a, place).total_cmp(&box_distance(b, place));
    let on_side = beside().filter(|check_box| before(check_box, place) == boxes_first).min_by(nearest);
    on_side.or_else(|| beside().min_by(nearest))
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
