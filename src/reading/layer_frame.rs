//! Carries what the PDF says of a page, as shown, into the page's reading frame.

use crate::model::Source;
use crate::page::{CheckBox, FormField, Frame, InkMark, Rect, Rule, Word};

/// Words that must speak for a turn.
const WITNESSES: usize = 8;

/// Returns how many clockwise quarter turns set a page upright whose text was drawn sideways.
///
/// Words of several letters are wide; where nearly all are high instead, the lines run up or down. Which of the two is
/// told from the order of drawing, which follows the lines.
pub(super) fn quarter_turns(words: &[Word]) -> u8 {
    let long: Vec<&Word> =
        words.iter().filter(|word| word.source != Source::Acroform && word.text.chars().count() >= 4).collect();
    let high = long.iter().filter(|word| word.rect.height() > word.rect.width() * 1.2).count();
    if long.len() < WITNESSES || high * 10 < long.len() * 8 {
        return 0;
    }
    let along = |pair: &[&Word]| (pair[1].rect.left - pair[0].rect.left).abs() < pair[0].rect.width() * 0.5;
    let (mut down, mut up) = (0, 0);
    for pair in long.windows(2).filter(|pair| along(pair)) {
        if pair[1].rect.center_y() > pair[0].rect.center_y() { down += 1 } else { up += 1 }
    }
    // Text that runs up the page stands upright after a clockwise turn.
    if up >= down { 1 } else { 3 }
}

/// Returns where a rectangle of the page as shown lies in the reading frame.
///
/// Under skew its middle is carried and its size kept: writing keeps its height.
pub(super) fn rect(shown: &Rect, frame: &Frame) -> Rect {
    let (width, height) = frame.shown_size();
    let turned = match frame.quarter_turns % 4 {
        0 => *shown,
        1 => Rect::new(height - shown.bottom, shown.left, height - shown.top, shown.right),
        2 => Rect::new(width - shown.right, height - shown.bottom, width - shown.left, height - shown.top),
        _ => Rect::new(shown.top, width - shown.right, shown.bottom, width - shown.left),
    };
    if frame.skew_degrees == 0.0 {
        return turned;
    }
    let (sin, cos) = (-frame.skew_degrees).to_radians().sin_cos();
    let (dx, dy) = (turned.center_x() - frame.width / 2.0, turned.center_y() - frame.height / 2.0);
    let (x, y) = (frame.width / 2.0 + dx * cos - dy * sin, frame.height / 2.0 + dx * sin + dy * cos);
    let (half_width, half_height) = (turned.width() / 2.0, turned.height() / 2.0);
    Rect::new(x - half_width, y - half_height, x + half_width, y + half_height)
}

pub(super) fn words(mut words: Vec<Word>, frame: &Frame) -> Vec<Word> {
    for word in &mut words {
        word.rect = rect(&word.rect, frame);
    }
    words
}

pub(super) fn ink_marks(marks: &[InkMark], frame: &Frame) -> Vec<InkMark> {
    marks.iter().map(|mark| InkMark { rect: rect(&mark.rect, frame), ..*mark }).collect()
}

pub(super) fn rules(rules: &[Rule], frame: &Frame) -> Vec<Rule> {
    rules.iter().map(|rule| Rule { rect: rect(&rule.rect, frame) }).collect()
}

pub(super) fn check_boxes(check_boxes: &[CheckBox], frame: &Frame) -> Vec<CheckBox> {
    check_boxes.iter().map(|check_box| CheckBox { rect: rect(&check_box.rect, frame), ..*check_box }).collect()
}

pub(super) fn fields(mut fields: Vec<FormField>, frame: &Frame) -> Vec<FormField> {
    for field in &mut fields {
        field.rect = rect(&field.rect, frame);
    }
    fields
}
