//! Finds boxes to tick among the drawn squares, characters and form buttons, and whether they are ticked.
//!
//! Invariant: a box is small and stands alone; squares that share a side are the cells of a comb or a table.

use super::form_fields::{Widget, WidgetKind};
use super::glyphs::{Glyph, Kind};
use super::outline::Shape;
use super::recorder::{Area, Recording};
use crate::model::{Confidence, Source};
use crate::page::{CheckBox, Rect};

/// Sides of a box, in points.
const SMALLEST: f32 = 3.6;
const LARGEST: f32 = 17.0;
/// More squares than this are a pattern, such as a bar code.
const MOST: usize = 400;
/// Characters that tick a box when they stand in it.
const TICKS: [&str; 12] =
    ["X", "x", "\u{d7}", "\u{25a0}", "\u{25cf}", "\u{2022}", "\u{25aa}", "\u{2573}", "*", "V", "/", "\u{25fc}"];
/// A fill darker than this is a mark.
const DARK: f32 = 0.55;

/// How sure the reader is of a drawn box, by what it saw.
const SURE_OF_CHARACTER: f32 = 0.97;
const SURE_OF_STROKES: f32 = 0.92;
const SURE_OF_EMPTY: f32 = 0.94;

/// Returns the boxes that the page draws.
pub(super) fn find(recording: &Recording) -> Vec<CheckBox> {
    let mut squares: Vec<Rect> = drawn_squares(recording);
    if squares.len() > MOST {
        squares.clear();
    }
    let ticks = ticking_characters(recording);
    let squares = outermost(squares);
    let mut found: Vec<CheckBox> = alone(&squares, recording).map(|rect| judged(rect, &ticks, recording)).collect();
    for glyph in recording.glyphs.iter().filter(|glyph| glyph.visible) {
        if let Kind::TickBox(marked) = glyph.kind {
            let rect = glyph.ink.unwrap_or_else(|| glyph.rect());
            let drawn = judged(rect, &ticks, recording);
            found.push(CheckBox { ticked: marked || drawn.ticked, ..drawn });
        }
    }
    found
}

/// Lays the form's buttons over the drawn boxes: what the form says of a box is certain.
pub(super) fn add_buttons(widgets: &[Widget], check_boxes: &mut Vec<CheckBox>) {
    for widget in widgets {
        let WidgetKind::Button(ticked) = widget.kind else { continue };
        let button = CheckBox { rect: widget.rect, ticked, confidence: Confidence::CERTAIN, source: Source::Acroform };
        let around = widget.rect.grown(2.0);
        check_boxes.retain(|drawn| {
            drawn.source == Source::Acroform || !around.contains(drawn.rect.center_x(), drawn.rect.center_y())
        });
        check_boxes.push(button);
    }
}

fn is_square(rect: &Rect) -> bool {
    let (width, height) = (rect.width(), rect.height());
    let sides = SMALLEST..=LARGEST;
    sides.contains(&width) && sides.contains(&height) && (0.75..=1.34).contains(&(width / height))
}

fn drawn_squares(recording: &Recording) -> Vec<Rect> {
    let square = |area: &&Area| is_square(&area.rect) && area.shape != Shape::Other;
    let outlines = recording.areas.iter().filter(square).filter(|area| !area.filled).map(|area| area.rect);
    let mut squares: Vec<Rect> = outlines.collect();
    // A dark square with a smaller light one on top, or drawn with a hole, is a frame.
    let filled: Vec<&Area> = recording.areas.iter().filter(square).filter(|area| area.filled).take(4 * MOST).collect();
    for outer in filled.iter().filter(|area| area.luma < DARK) {
        let hole = |inner: &&Area| {
            let lightened = inner.luma > 0.9 && inner.sequence > outer.sequence;
            let pierced = inner.sequence == outer.sequence && inner.shape == outer.shape;
            lies_in(&inner.rect, &outer.rect) && (lightened || pierced)
        };
        if filled.iter().any(|inner| hole(inner) && inner.rect.area() > outer.rect.area() * 0.4) {
            squares.push(outer.rect);
        }
    }
    squares.extend(squares_of_lines(recording));
    squares
}

/// Squares drawn as four separate lines.
fn squares_of_lines(recording: &Recording) -> Vec<Rect> {
    let length = SMALLEST..=LARGEST + 1.0;
    let short: Vec<Rect> = recording.lines.iter().map(|line| line.rect).collect();
    let (flat, upright): (Vec<Rect>, Vec<Rect>) = short.into_iter().partition(|rect| rect.width() >= rect.height());
    let flat: Vec<Rect> = flat.into_iter().filter(|rect| length.contains(&rect.width())).take(2 * MOST).collect();
    let upright: Vec<Rect> =
        upright.into_iter().filter(|rect| length.contains(&rect.height())).take(2 * MOST).collect();
    let near = |one: f32, other: f32| (one - other).abs() < 1.2;
    let mut squares = Vec::new();
    for top in &flat {
        let below = flat.iter().find(|bottom| {
            near(bottom.left, top.left)
                && near(bottom.right, top.right)
                && is_square(&Rect::new(top.left, top.center_y(), top.right, bottom.center_y()))
        });
        let Some(bottom) = below else { continue };
        let side = |x: f32| {
            upright.iter().any(|line| {
                near(line.center_x(), x) && near(line.top, top.center_y()) && near(line.bottom, bottom.center_y())
            })
        };
        if side(top.left) && side(top.right) {
            squares.push(Rect::new(top.left, top.center_y(), top.right, bottom.center_y()));
        }
    }
    squares
}

fn lies_in(inner: &Rect, outer: &Rect) -> bool {
    let around = outer.grown(0.3);
    let smaller = inner.area() < outer.area() * 0.97;
    smaller && around.contains(inner.left, inner.top) && around.contains(inner.right, inner.bottom)
}

/// Keeps the outer one of squares drawn around each other.
fn outermost(mut squares: Vec<Rect>) -> Vec<Rect> {
    squares.sort_by(|one, other| other.area().total_cmp(&one.area()));
    let mut kept: Vec<Rect> = Vec::new();
    for square in squares {
        if !kept.iter().any(|outer| outer.contains(square.center_x(), square.center_y())) {
            kept.push(square);
        }
    }
    kept
}

/// Leaves out squares side by side without a gap, and those below each other that hold letters: cells of a comb or a
/// table. Boxes below each other may touch, as in a column of a table.
fn alone<'r>(squares: &'r [Rect], recording: &'r Recording) -> impl Iterator<Item = Rect> + 'r {
    squares.iter().enumerate().filter_map(move |(index, square)| {
        let mut others = squares.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, rect)| rect);
        let beside = others.clone().any(|other| {
            let level = (square.top - other.top).abs() < 1.0 && (square.bottom - other.bottom).abs() < 1.0;
            level && square.overlap_x(other).abs() < 1.0
        });
        let stacked = others.any(|other| {
            let below = (square.left - other.left).abs() < 1.0 && (square.right - other.right).abs() < 1.0;
            below && square.overlap_y(other).abs() < 1.0
        });
        let letter = beside || stacked && holds_letters(square, recording);
        (!letter).then_some(*square)
    })
}

fn holds_letters(square: &Rect, recording: &Recording) -> bool {
    recording.glyphs.iter().filter(|glyph| glyph.visible && glyph.kind == Kind::Letter).any(|glyph| {
        let place = glyph.rect();
        square.contains(place.center_x(), place.center_y()) && !TICKS.contains(&glyph.text(recording))
    })
}

fn judged(rect: Rect, ticks: &[Rect], recording: &Recording) -> CheckBox {
    let (ticked, confidence) = if has_character(&rect, ticks) {
        (true, SURE_OF_CHARACTER)
    } else if has_strokes(&rect, recording) || has_fill(&rect, recording) {
        (true, SURE_OF_STROKES)
    } else {
        (false, SURE_OF_EMPTY)
    };
    CheckBox { rect, ticked, confidence: Confidence::new(confidence), source: Source::TextLayer }
}

/// The places of all characters of the page that tick a box when they stand in one.
fn ticking_characters(recording: &Recording) -> Vec<Rect> {
    let ticking = |glyph: &&Glyph| {
        let letter = || glyph.kind == Kind::Letter && TICKS.contains(&glyph.text(recording));
        glyph.visible && (glyph.kind == Kind::Tick || letter())
    };
    recording.glyphs.iter().filter(ticking).map(Glyph::rect).collect()
}

fn has_character(rect: &Rect, ticks: &[Rect]) -> bool {
    let around = rect.grown(1.0);
    ticks.iter().any(|place| around.contains(place.center_x(), place.center_y()))
}

fn has_strokes(rect: &Rect, recording: &Recording) -> bool {
    recording.marks.iter().any(|mark| {
        let large = mark.rect.width() > rect.width() * 0.3 || mark.rect.height() > rect.height() * 0.3;
        large && rect.contains(mark.rect.center_x(), mark.rect.center_y())
    })
}

fn has_fill(rect: &Rect, recording: &Recording) -> bool {
    let limits = (0.22, 1.8);
    recording.areas.iter().filter(|area| area.filled && area.luma < DARK).any(|area| {
        let (width, height) = (area.rect.width() / rect.width(), area.rect.height() / rect.height());
        let fits = width.min(height) > limits.0 && width.max(height) < limits.1;
        let inside = rect.contains(area.rect.center_x(), area.rect.center_y());
        fits && inside && !is_hollow(area, recording)
    })
}

/// Whether a filled area only shows its rim: something light lies on it, or it is drawn as a frame.
fn is_hollow(area: &Area, recording: &Recording) -> bool {
    recording.areas.iter().filter(|other| other.filled).any(|other| {
        let lightened = other.luma > 0.9 && other.sequence > area.sequence;
        let framed =
            other.sequence == area.sequence && (lies_in(&other.rect, &area.rect) || lies_in(&area.rect, &other.rect));
        let over = other.rect.contains(area.rect.center_x(), area.rect.center_y());
        over && (framed || (lightened && other.rect.area() > area.rect.area() * 0.4))
    })
}
