//! Values that a tick gives.

use super::Place;
use crate::extract::candidate::Candidate;
use crate::library::{Choice, FieldDefinition, Relation};
use crate::model::Source;
use crate::page::{CheckBox, LabelKey, LabelMatch, Layout, PlacedWord, Rect, find_label};

/// A ticked box with the words beside it.
struct Tick<'d> {
    choice: &'d Choice,
    check_box: CheckBox,
    label: LabelMatch,
}

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
            .filter(|(distance, check_box)| *distance < 45.0 || is_beside(check_box, label))
            // One beside the label is its own, also where the next line's boxes stand nearer under it.
            .min_by(|a, b| is_beside(b.1, label).cmp(&is_beside(a.1, label)).then(a.0.total_cmp(&b.0)));
        // The box at the end of the label's own line is nearer than one of another line.
        let beside = nearest.is_some_and(|(_, check_box)| check_box.rect.overlap_y(&label.rect) > 0.0);
        let at_end = || self.box_at_line_end(label).map(|check_box| (FAR_BOX, check_box));
        let nearest = nearest.filter(|_| beside).or_else(at_end).or(nearest);
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
        for tick in self.ticks() {
            let score = weight * tick.label.score * (1.0 - box_distance(&tick.check_box, &tick.label) / 150.0);
            found.push(self.box_candidate(&tick.check_box, tick.choice.value.clone(), score));
        }
    }

    /// The words beside all ticked boxes of a text, in the order of its choices.
    pub(super) fn ticked_texts(&self, weight: f32, found: &mut Vec<Candidate>) {
        let mut ticks: Vec<Tick<'_>> = Vec::new();
        for tick in self.ticks() {
            // Of two choices beside one box the longer is printed there: the other is a part of its words.
            match ticks.iter_mut().find(|known| known.check_box.rect == tick.check_box.rect) {
                Some(known) if known.label.words.len() >= tick.label.words.len() => {}
                Some(known) => *known = tick,
                None => ticks.push(tick),
            }
        }
        let Some(first) = ticks.first() else { return };
        let value = ticks.iter().map(|tick| tick.choice.value.as_str()).collect::<Vec<_>>().join(", ");
        let rect = ticks.iter().fold(first.check_box.rect, |all, tick| all.union(&tick.check_box.rect));
        let surest = CheckBox { rect, ..first.check_box };
        found.push(self.box_candidate(&surest, value, weight * 0.95));
    }

    /// The ticked boxes beside the words of the field's choices, within its part of the form and under its heading.
    fn ticks(&self) -> Vec<Tick<'_>> {
        let layout = &self.sheet.layout;
        let mut places: Vec<(&Choice, LabelMatch)> = Vec::new();
        for choice in &self.field.choices {
            for word in choice.words.iter().chain([&choice.value]) {
                places.extend(find_label(layout, &LabelKey::new(word)).into_iter().map(|label| (choice, label)));
            }
        }
        let boxes: Vec<CheckBox> = layout.page.check_boxes.iter().copied().chain(printed_marks(layout)).collect();
        let mut ticks = Vec::new();
        for (choice, label) in &places {
            // `One` within `One with Accessory Unit` is no choice of its own.
            let longer = places.iter().any(|(_, other)| {
                other.words.len() > label.words.len() && label.words.iter().all(|word| other.words.contains(word))
            });
            let leftmost = leftmost_on_line(places.iter().map(|(_, other)| other), label);
            let Some(check_box) = own_box(&boxes, label, leftmost) else { continue };
            let here = check_box.ticked
                && self.sections.hold(&self.field.section, self.at.1, check_box.rect.bottom)
                && !self.is_of_another(choice, &check_box.rect);
            if here && !longer {
                ticks.push(Tick { choice, check_box: *check_box, label: label.clone() });
            }
        }
        ticks
    }

    /// Tells whether a box stands under or beside the heading of another field that offers the same choice.
    fn is_of_another(&self, choice: &Choice, check_box: &Rect) -> bool {
        let nearest = |field: &FieldDefinition| {
            self.sheet
                .any_places(&field.labels)
                .filter(|(_, place)| place.score >= 0.5)
                .filter_map(|(_, place)| heading_distance(&place.rect, check_box))
                .reduce(f32::min)
        };
        let own = nearest(self.field).unwrap_or(f32::MAX);
        let offers = |field: &&FieldDefinition| {
            field.id != self.field.id
                && field.find.contains(&Relation::CheckBox)
                && field.choices.iter().any(|other| other.value == choice.value)
        };
        self.definition.fields.iter().filter(offers).filter_map(nearest).any(|other| other < own)
    }

    /// The answer to a question: which of the boxes marked Yes and No on its line is ticked.
    pub(super) fn yes_or_no(&self, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        self.yes_or_no_column(label, support * 0.9, found);
        let nearest = |word: &str| {
            find_label(layout, &LabelKey::new(word))
                .into_iter()
                .filter(|place| {
                    // A question may say `If "No," see instructions`: an answer has a box.
                    place.rect.left > label.rect.left
                        && place.rect.overlap_y(&label.rect.grown(3.0)) > 0.5 * place.rect.height()
                        && layout.page.check_boxes.iter().any(|check_box| is_beside(check_box, place))
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
            } else if let Some(other) = self.other_of_two(label, place).filter(|check_box| check_box.ticked) {
                // The word beside the other box may be misread with it.
                let opposite = if *answer == "true" { "false" } else { "true" };
                found.push(self.box_candidate(other, opposite.to_owned(), support * 0.9));
            }
        }
    }

    /// The other one of the only two boxes on a question's line, when one stands beside a word.
    fn other_of_two(&self, label: &LabelMatch, word: &LabelMatch) -> Option<&CheckBox> {
        let boxes = &self.sheet.layout.page.check_boxes;
        let beside = own_box(boxes, word, word)?;
        let mut others = boxes.iter().filter(|check_box| {
            check_box.rect != beside.rect
                && check_box.rect.left > label.rect.right
                && check_box.rect.overlap_y(&beside.rect) > 0.5 * beside.rect.height()
        });
        others.next().filter(|_| others.next().is_none())
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

/// Ticked boxes that are printed as characters: `[X]`, `☒`, and the round ones that a reader of scans takes for `®`.
fn printed_marks(layout: &Layout<'_>) -> impl Iterator<Item = CheckBox> {
    let marks = |placed: &PlacedWord| {
        let text = placed.word.text.trim_matches(['(', ')', '[', ']', ' ']);
        let bracketed = placed.word.text.starts_with(['[', '(']) && matches!(text, "X" | "x" | "✓" | "✔");
        bracketed || matches!(text, "☒" | "☑" | "⊠" | "⊗") || (placed.word.source == Source::Ocr && text == "®")
    };
    layout.words.iter().filter(move |placed| marks(placed)).map(|placed| CheckBox {
        rect: placed.word.rect,
        ticked: true,
        confidence: placed.word.confidence,
        source: placed.word.source,
    })
}

/// How far a box is from a heading that stands before it on its line or somewhere above it; on the line counts less.
fn heading_distance(heading: &Rect, check_box: &Rect) -> Option<f32> {
    if heading.overlap_y(check_box) > 0.3 * check_box.height().min(heading.height()) {
        return (heading.right <= check_box.left + 2.0).then_some(0.15 * (check_box.left - heading.right));
    }
    let down = check_box.top - heading.bottom;
    let across = (heading.left - check_box.right).max(check_box.left - heading.right).max(0.0);
    let aligned = (-12.0..30.0).contains(&(check_box.left - heading.left));
    let down_counts = if aligned { 0.25 } else { 1.0 };
    (-2.0..250.0).contains(&down).then_some(down_counts * down.max(0.0) + 0.6 * across)
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
