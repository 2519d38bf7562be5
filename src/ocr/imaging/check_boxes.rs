//! Small squares to tick, and whether there is a mark in them.

use super::Ink;
use crate::model::Confidence;
use crate::ocr::PixelBox;

/// Smallest and largest side of a box, in inches (6 and 18 points).
const SIDES: (f32, f32) = (0.083, 0.25);
/// Share of a side that must be dark.
const SIDE_DENSITY: f32 = 0.85;
/// Share of dark pixels inside from which a box counts as ticked.
const TICKED: f32 = 0.06;

/// A box to tick on an image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SquareMark {
    /// The square with its border.
    pub pixels: PixelBox,
    /// The share of dark pixels inside the border.
    pub ink_share: f32,
    /// Whether there is a mark in it.
    pub ticked: bool,
    /// How clear that is.
    pub confidence: Confidence,
}

/// Returns the small empty or ticked squares of a straightened page.
///
/// A square whose sides go on past its corners is a cell of a table, not a box to tick.
pub fn check_boxes(ink: &Ink, dots_per_inch: f32) -> Vec<SquareMark> {
    if dots_per_inch < 250.0 {
        return boxes_in(ink, dots_per_inch);
    }
    let doubled = |mark: SquareMark| SquareMark { pixels: mark.pixels.multiplied(2), ..mark };
    boxes_in(&ink.reduced(2), dots_per_inch / 2.0).into_iter().map(doubled).collect()
}

fn boxes_in(ink: &Ink, dots_per_inch: f32) -> Vec<SquareMark> {
    let shortest = (SIDES.0 * dots_per_inch) as u32;
    let longest = (SIDES.1 * dots_per_inch) as u32;
    let mut found: Vec<SquareMark> = Vec::new();
    for y in 0..ink.height().saturating_sub(shortest) {
        for (left, right) in top_edges(ink.row(y), shortest, longest) {
            let known = found.iter().any(|mark| {
                y < mark.pixels.bottom && mark.pixels.top <= y && left < mark.pixels.right && mark.pixels.left < right
            });
            if !known && let Some(square) = square_below(ink, left, right, y, dots_per_inch) {
                found.extend(mark_in(ink, square, dots_per_inch));
            }
        }
    }
    found
}

/// Returns the stretches of a row that are as long as a box's side, over single missing pixels.
fn top_edges(row: &[u8], shortest: u32, longest: u32) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    let mut x = 0;
    while let Some(offset) = row[x..].iter().position(|&bit| bit == 1) {
        let left = x + offset;
        let mut right = left + 1;
        while right < row.len() && (row[right] == 1 || row.get(right + 1) == Some(&1)) {
            right += 1;
        }
        let length = (right - left) as u32;
        if length >= shortest && length <= longest {
            edges.push((left as u32, right as u32));
        }
        x = right;
    }
    edges
}

/// Returns the square under a top edge, when its other three sides are there and its corners end it.
fn square_below(ink: &Ink, left: u32, right: u32, top: u32, dots_per_inch: f32) -> Option<PixelBox> {
    let side = right - left;
    let slack = (dots_per_inch / 100.0).ceil() as u32;
    let bottom = (side * 4 / 5..=side * 5 / 4)
        .map(|height| top + height)
        .filter(|&bottom| row_density(ink, left, right, bottom, 1) >= SIDE_DENSITY)
        .min_by_key(|&bottom| (bottom - top).abs_diff(side))?;
    let left = straightest_column(ink, top, bottom, left, slack)?;
    let right = straightest_column(ink, top, bottom, right - 1, slack)? + 1;
    let square = PixelBox::new(left, top, right, bottom + 1);
    let is_box = sharp_corners(ink, &square)
        && sides_going_on(ink, &square, slack) < 4
        && !between_letters(ink, &square, dots_per_inch);
    is_box.then_some(square)
}

/// Returns the darkest column near `x`, when it is dark enough for the side of a box.
fn straightest_column(ink: &Ink, top: u32, bottom: u32, x: u32, slack: u32) -> Option<u32> {
    let (density, column) = (x.saturating_sub(slack)..=x + slack)
        .map(|column| ((column_density(ink, top, bottom, column, 0) * 1000.0) as u32, column))
        .max_by_key(|&(density, column)| (density, std::cmp::Reverse(column.abs_diff(x))))?;
    let straight = density as f32 / 1000.0 >= SIDE_DENSITY - 0.1;
    (straight && column_density(ink, top, bottom, column, 1) >= SIDE_DENSITY).then_some(column)
}

/// Tells whether all four corners are dark: those of letters such as D and 0 are round.
fn sharp_corners(ink: &Ink, square: &PixelBox) -> bool {
    let (last_column, last_row) = (square.right - 1, square.bottom - 1);
    [(square.left, square.top), (last_column, square.top), (square.left, last_row), (last_column, last_row)]
        .into_iter()
        .all(|(x, y)| ink.at(x, y) || (ink.at(x, y.saturating_sub(1)) || ink.at(x, y + 1)))
}

/// Tells whether there is print close to the left or right side, as there is beside a letter in a word.
fn between_letters(ink: &Ink, square: &PixelBox, dots_per_inch: f32) -> bool {
    let near = (dots_per_inch / 72.0 * 2.2) as u32;
    let clear = 2;
    let before = PixelBox::new(
        square.left.saturating_sub(clear + near),
        square.top,
        square.left.saturating_sub(clear),
        square.bottom,
    );
    let after = PixelBox::new(square.right + clear, square.top, square.right + clear + near, square.bottom);
    let limit = u64::from(square.height() * near) / 8;
    ink.count(&before) > limit || ink.count(&after) > limit
}

/// Returns the share of columns that are dark in a row or within `slack` rows of it.
fn row_density(ink: &Ink, left: u32, right: u32, y: u32, slack: u32) -> f32 {
    let dark = (left..right).filter(|&x| (y.saturating_sub(slack)..=y + slack).any(|y| ink.at(x, y))).count();
    dark as f32 / (right - left).max(1) as f32
}

/// Returns the share of rows that are dark in a column or within `slack` columns of it.
fn column_density(ink: &Ink, top: u32, bottom: u32, x: u32, slack: u32) -> f32 {
    let dark = (top..bottom).filter(|&y| (x.saturating_sub(slack)..=x + slack).any(|x| ink.at(x, y))).count();
    dark as f32 / (bottom - top).max(1) as f32
}

/// Returns how many of the eight ends of a square's sides have ink beyond the corner.
fn sides_going_on(ink: &Ink, square: &PixelBox, slack: u32) -> usize {
    let beyond = slack * 2 + 1;
    let (last_column, last_row) = (square.right - 1, square.bottom - 1);
    let near = |x: u32, y: u32, across: bool| {
        (0..=slack * 2).any(|step| {
            let (x, y) =
                if across { (x, (y + step).saturating_sub(slack)) } else { ((x + step).saturating_sub(slack), y) };
            ink.at(x, y)
        })
    };
    let left = square.left.checked_sub(beyond);
    let top = square.top.checked_sub(beyond);
    [
        left.is_some_and(|x| near(x, square.top, true)),
        left.is_some_and(|x| near(x, last_row, true)),
        near(last_column + beyond, square.top, true),
        near(last_column + beyond, last_row, true),
        top.is_some_and(|y| near(square.left, y, false)),
        top.is_some_and(|y| near(last_column, y, false)),
        near(square.left, last_row + beyond, false),
        near(last_column, last_row + beyond, false),
    ]
    .into_iter()
    .filter(|&there| there)
    .count()
}

/// Measures the mark inside a square, or `None` when it is no box to tick but a solid block.
fn mark_in(ink: &Ink, square: PixelBox, dots_per_inch: f32) -> Option<SquareMark> {
    // The border with its blur: at least a point and a quarter from the outer edge.
    let inset = ((dots_per_inch / 72.0 * 1.4).ceil() as u32).max(2).min(square.width() / 3);
    let inside = PixelBox::new(
        square.left + inset,
        square.top + inset,
        square.right - inset,
        square.bottom.saturating_sub(inset),
    );
    let area = u64::from(inside.width()) * u64::from(inside.height());
    if area == 0 {
        return None;
    }
    let ink_share = ink.count(&inside) as f32 / area as f32;
    if ink_share > 0.95 {
        return None;
    }
    let ticked = ink_share >= TICKED;
    // Twice or half the threshold is clear; near it, it might be a speck or the tip of a pen.
    let distance = ((ink_share + 0.005) / (TICKED + 0.005)).ln().abs();
    let confidence = Confidence::new(0.6 + 0.38 * (distance / 1.1).min(1.0));
    Some(SquareMark { pixels: square, ink_share, ticked, confidence })
}
