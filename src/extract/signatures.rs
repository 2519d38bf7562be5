//! Whether there is a signature on each signature line that the type expects.
//!
//! Signature lines are found by their labels: the rule over, under or beside them, or the box that they stand in.
//! Invariant: a line that cannot be found is no empty one; then there is no value.

use super::ExtractedField;
use super::region;
use super::sheet::Sheet;
use super::value::is_short_date;
use crate::library::{DocumentType, FieldDefinition, Relation};
use crate::model::{Confidence, Source, ValueKind};
use crate::page::{FormValue, LabelMatch, Rect};

/// Height over a rule in which a signature stands, in points.
const HEIGHT: f32 = 30.0;
/// It may reach this far under the rule.
const DEPTH: f32 = 8.0;
/// Lengths of a line to sign on, in points.
const LENGTHS: std::ops::RangeInclusive<f32> = 70.0..=460.0;
/// How far a label may be from its rule: under it, and over it.
const UNDER: f32 = 16.0;
const OVER: f32 = 9.0;
/// How far beside the label the rule may begin or end.
const BESIDE: f32 = 14.0;
/// Places without a rule come after so many labels with one.
const OPEN: usize = 100;
/// A box to sign in is at most so high.
const BOX_HEIGHT: f32 = 80.0;
/// A closing phrase leaves so much room to sign under it.
const CLOSING_ROOM: f32 = 60.0;
/// A place without a rule is taken to be so long.
const OPEN_LENGTH: f32 = 200.0;
/// Marks that reach into the place by less than this, in points, belong elsewhere.
const INTO: f32 = 10.0;
/// Print that stands for a signature.
const STANDS_FOR: [&str; 8] = [
    "/s/",
    "electronically signed",
    "digitally signed",
    "docusigned",
    "esigned",
    "e-signed",
    "e-signature",
    "signed by:",
];

/// How sure a verdict is, by what it rests on.
const DRAWN: f32 = 0.96;
const INKED: f32 = 0.93;
const TYPED: f32 = 0.7;
const READ: f32 = 0.82;
const EMPTY: f32 = 0.93;
const EMPTY_SCAN: f32 = 0.87;

/// A place to sign.
struct Spot {
    sheet: usize,
    place: Rect,
    kind: SpotKind,
    score: f32,
}

/// What a place to sign is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
enum SpotKind {
    /// The room over a line at this height.
    Line(f32),
    /// A box, or the room beside a label.
    Box,
    /// The room under a closing phrase, such as `Sincerely`.
    UnderClosing,
}

/// Reads the signature fields of a type.
pub fn read(sheets: &[Sheet<'_>], definition: &DocumentType) -> Vec<ExtractedField> {
    let wanted: Vec<&FieldDefinition> =
        definition.fields.iter().filter(|field| field.kind == ValueKind::Signature).collect();
    let mut offers: Vec<(usize, usize, Spot)> = Vec::new();
    for (index, field) in wanted.iter().enumerate() {
        for (rank, spot) in spots(sheets, field) {
            offers.push((rank, index, spot));
        }
    }
    // The best label first; of equal ones the first on the paper.
    offers.sort_by(|(rank_a, a, one), (rank_b, b, other)| {
        let order = |spot: &Spot| (spot.sheet, (spot.place.bottom / 6.0) as i32, spot.place.left as i32);
        rank_a.cmp(rank_b).then(order(one).cmp(&order(other))).then(a.cmp(b))
    });
    let mut taken: Vec<Option<Spot>> = wanted.iter().map(|_| None).collect();
    for (_, index, spot) in offers {
        let free = !taken.iter().flatten().any(|other| is_same(other, &spot));
        if taken[index].is_none() && free {
            taken[index] = Some(spot);
        }
    }
    let fields = wanted.iter().zip(taken);
    fields.filter_map(|(field, spot)| spot.map(|spot| verdict(sheets, definition, field, &spot))).collect()
}

fn is_same(one: &Spot, other: &Spot) -> bool {
    let common = one.place.intersection(&other.place).map_or(0.0, |common| common.area());
    one.sheet == other.sheet && common > 0.4 * one.place.area().min(other.place.area())
}

/// The places to sign beside a field's labels, with the ranks of the labels.
fn spots(sheets: &[Sheet<'_>], field: &FieldDefinition) -> Vec<(usize, Spot)> {
    let mut found = Vec::new();
    for (index, sheet) in sheets.iter().enumerate() {
        for widget in &sheet.layout.page.form_fields {
            let named = field.form_fields.iter().any(|name| widget.name.ends_with(name.as_str()));
            if named || (matches!(widget.value, FormValue::Signed(_)) && is_beside(sheet, field, &widget.rect)) {
                found.push((0, Spot { sheet: index, place: widget.rect, kind: SpotKind::Box, score: 1.0 }));
            }
        }
        for (rank, label) in sheet.any_places(&field.labels).filter(|(_, label)| label.score >= 0.5) {
            if let Some((place, kind)) = place_of(sheet, field, label) {
                // A line to sign on is surer than an open place, whatever the label.
                let rank = if matches!(kind, SpotKind::Line(_)) { rank } else { rank + OPEN };
                found.push((rank, Spot { sheet: index, place, kind, score: label.score }));
            }
        }
    }
    found
}

fn is_beside(sheet: &Sheet<'_>, field: &FieldDefinition, widget: &Rect) -> bool {
    let around = Rect::new(widget.left - 120.0, widget.top - 14.0, widget.right + 14.0, widget.bottom + 18.0);
    sheet.any_places(&field.labels).any(|(_, label)| around.contains(label.rect.center_x(), label.rect.center_y()))
}

/// The place to sign that a label names: over its rule, in its box, under a closing phrase, or right of it.
fn place_of(sheet: &Sheet<'_>, field: &FieldDefinition, label: &LabelMatch) -> Option<(Rect, SpotKind)> {
    let last_on_line = field.find.contains(&Relation::Row).then(|| last_rule_beside(sheet, label)).flatten();
    if let Some(rule) = last_on_line.or_else(|| rule_of(sheet, label)) {
        let y = rule.center_y();
        return Some((Rect::new(rule.left - 4.0, y - HEIGHT, rule.right + 4.0, y + DEPTH), SpotKind::Line(y)));
    }
    if let Some(cell) = region::ruled_cell(sheet, label).filter(|cell| cell.height() < BOX_HEIGHT) {
        return Some((Rect { top: cell.top - 2.0, ..cell }, SpotKind::Box));
    }
    if !stands_alone(sheet, label) {
        return None;
    }
    if field.find.contains(&Relation::Below) {
        let (left, top) = (label.rect.left, label.rect.bottom);
        let place = Rect::new(left - 10.0, top, left + OPEN_LENGTH, top + CLOSING_ROOM);
        return Some((place, SpotKind::UnderClosing));
    }
    let (right, bottom) = (label.rect.right, label.rect.bottom);
    let place = Rect::new(right, bottom - HEIGHT * 0.7, right + OPEN_LENGTH, bottom + 4.0);
    let free = place.right < sheet.layout.page.frame.width + 60.0;
    (free && field.find.contains(&Relation::Right)).then_some((place, SpotKind::Box))
}

/// A word within running text names no place to sign.
fn stands_alone(sheet: &Sheet<'_>, label: &LabelMatch) -> bool {
    let layout = &sheet.layout;
    let line = &layout.lines[layout.words[label.words[0]].line];
    layout
        .phrases(&line.words)
        .iter()
        .any(|phrase| phrase.words.first() == label.words.first() && phrase.words.len() <= label.words.len() + 3)
}

/// The rule to sign on: drawn, or typed as a row of underscores.
fn rule_of(sheet: &Sheet<'_>, label: &LabelMatch) -> Option<Rect> {
    let page = sheet.layout.page;
    let drawn = page.rules.iter().filter(|rule| rule.is_horizontal()).map(|rule| rule.rect);
    let underscores = page
        .words
        .iter()
        .filter(|word| is_underscores(&word.text))
        .map(|word| Rect { top: word.rect.bottom - 1.0, ..word.rect });
    drawn
        .chain(underscores)
        .filter(|rule| LENGTHS.contains(&rule.width()) || is_underscored(rule))
        .filter_map(|rule| distance(&rule, &label.rect).map(|distance| (rule, distance)))
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(rule, _)| rule)
}

/// The last rule at the height of a label, when there is one besides its own: a check is signed right of its memo.
fn last_rule_beside(sheet: &Sheet<'_>, label: &LabelMatch) -> Option<Rect> {
    let page = sheet.layout.page;
    let rules = page.rules.iter().filter(|rule| rule.is_horizontal()).map(|rule| rule.rect);
    let level = |rule: &Rect| rule.center_y() > label.rect.top - 4.0 && rule.center_y() < label.rect.bottom + 8.0;
    let last =
        rules.filter(|rule| level(rule) && LENGTHS.contains(&rule.width())).max_by(|a, b| a.left.total_cmp(&b.left));
    last.filter(|rule| rule.left > label.rect.right + 3.0 * BESIDE)
}

fn is_underscores(text: &str) -> bool {
    let lines = text.chars().filter(|&character| character == '_').count();
    lines >= 8 && lines * 10 >= text.chars().count() * 8
}

/// A row of underscores is as high as it was made and no shorter than a short signature.
fn is_underscored(rule: &Rect) -> bool {
    rule.height() == 1.0 && rule.width() >= 40.0
}

/// How far a rule is from a label that may name it; `None` when it is another's.
fn distance(rule: &Rect, label: &Rect) -> Option<f32> {
    let y = rule.center_y();
    let under = label.top - y;
    let across = (label.left - rule.right).max(rule.left - label.right);
    if across < 0.0 {
        let is_under = (-1.5..UNDER).contains(&under);
        let is_over = (-1.5..OVER).contains(&(y - label.bottom)) && label.width() < 0.6 * rule.width();
        return match (is_under, is_over) {
            (true, _) => Some(under.abs()),
            (_, true) => Some(4.0 + (y - label.bottom).abs()),
            _ => None,
        };
    }
    let level = y > label.top - 2.0 && y < label.bottom + 7.0;
    (level && across < BESIDE).then_some(6.0 + across)
}

fn verdict(sheets: &[Sheet<'_>], definition: &DocumentType, field: &FieldDefinition, spot: &Spot) -> ExtractedField {
    let sheet = &sheets[spot.sheet];
    let page = sheet.layout.page;
    let scanned = page.words.iter().filter(|word| word.source == Source::Ocr).count() * 2 > page.words.len();
    let (signed, rect, sure, source) = match sign_in(sheet, spot) {
        Some((rect, sure, source)) => (true, rect, sure, source),
        None if scanned => (false, spot.place, EMPTY_SCAN, Source::Ocr),
        None => (false, spot.place, EMPTY, Source::TextLayer),
    };
    ExtractedField {
        field: definition.field_id(&field.id),
        row: None,
        value: signed.to_string(),
        raw: if signed { "signed".to_owned() } else { String::new() },
        page: page.number,
        rect,
        confidence: Confidence::new(sure * (0.9 + 0.1 * spot.score)),
        source,
    }
}

/// What stands at a place as a signature: where, how surely, and how it was seen.
fn sign_in(sheet: &Sheet<'_>, spot: &Spot) -> Option<(Rect, f32, Source)> {
    let page = sheet.layout.page;
    let place = &spot.place;
    let widget = page
        .form_fields
        .iter()
        .find(|widget| widget.rect.intersection(place).is_some_and(|part| part.area() > 0.5 * widget.rect.area()));
    match widget.map(|widget| (&widget.value, widget.rect)) {
        Some((FormValue::Signed(true), rect)) => return Some((rect, DRAWN, Source::Acroform)),
        Some((FormValue::Text(text), rect)) if !text.trim().is_empty() => {
            return Some((rect, TYPED, Source::Acroform));
        }
        _ => {}
    }
    let mark = page.ink_marks.iter().find(|mark| {
        let part = mark.rect.intersection(place);
        part.is_some_and(|part| {
            part.width() >= INTO.min(mark.rect.width())
                && part.height() >= 0.35 * mark.rect.height().min(place.height())
        })
    });
    if let Some(mark) = mark {
        let sure = if mark.source == Source::Ocr { INKED } else { DRAWN };
        return Some((mark.rect, sure, mark.source));
    }
    typed_in(sheet, spot)
}

/// Print on the line: a phrase that stands for a signature, or writing that was recognised as words.
fn typed_in(sheet: &Sheet<'_>, spot: &Spot) -> Option<(Rect, f32, Source)> {
    let layout = &sheet.layout;
    let inside = |word: &usize| {
        let rect = layout.rect(*word);
        spot.place.contains(rect.center_x(), rect.center_y())
    };
    let words: Vec<usize> = (0..layout.words.len()).filter(|word| !sheet.is_label[*word]).filter(inside).collect();
    let text = layout.text(&words).to_lowercase();
    if STANDS_FOR.iter().any(|phrase| text.contains(phrase)) {
        return Some((layout.rect_around(&words), DRAWN, Source::TextLayer));
    }
    let written: Vec<usize> = words.into_iter().filter(|word| is_written(sheet, *word)).collect();
    let line = match spot.kind {
        SpotKind::Line(y) => written.into_iter().filter(|word| (layout.rect(*word).bottom - y).abs() < 9.0).collect(),
        SpotKind::Box => written,
        SpotKind::UnderClosing => signature_over_name(sheet, &written),
    };
    (!line.is_empty()).then(|| (layout.rect_around(&line), READ, Source::Ocr))
}

/// Writing by hand that a scanner read as words. A name that software typed there is none.
fn is_written(sheet: &Sheet<'_>, word: usize) -> bool {
    let word = &sheet.layout.words[word].word;
    let letters = word.text.chars().filter(|character| character.is_alphabetic()).count();
    word.source == Source::Ocr && letters >= 3 && !is_short_date(&word.text)
}

/// Under a closing phrase the signature comes first and the printed name follows; a name alone is the printed one.
fn signature_over_name(sheet: &Sheet<'_>, words: &[usize]) -> Vec<usize> {
    let layout = &sheet.layout;
    let Some(first) = layout.lines_of(words).into_iter().next() else { return Vec::new() };
    let rect = layout.rect_around(&first);
    let named = layout.lines.iter().any(|line| {
        (2.0..CLOSING_ROOM).contains(&(line.rect.center_y() - rect.bottom)) && line.rect.overlap_x(&rect) > 0.0
    });
    if named { first } else { Vec::new() }
}
