//! Joins the pieces of drawn lines into whole ones.
//!
//! Invariant: lines stay horizontal or vertical; the sides of boxes to tick are not lines.

use super::recorder::Recording;
use crate::page::{CheckBox, Rect, Rule};

/// Shorter lines than this say nothing, in points.
const SHORTEST: f32 = 6.0;
/// Pieces whose middles differ by less than this lie on one line.
const ASIDE: f32 = 0.9;
/// Pieces with a smaller gap than this are one line.
const GAP: f32 = 1.5;

/// Returns the page's straight lines, longest possible.
pub(super) fn merged(recording: &Recording, check_boxes: &[CheckBox]) -> Vec<Rule> {
    let boxes: Vec<Rect> = check_boxes.iter().map(|check_box| check_box.rect.grown(1.0)).collect();
    let of_a_box = |rect: &Rect| {
        let short = rect.width() <= 20.0 && rect.height() <= 20.0;
        short
            && boxes.iter().any(|frame| frame.contains(rect.left, rect.top) && frame.contains(rect.right, rect.bottom))
    };
    let (flat, upright): (Vec<Rect>, Vec<Rect>) = recording
        .lines
        .iter()
        .map(|line| line.rect)
        .filter(|rect| !of_a_box(rect))
        .partition(|rect| rect.width() >= rect.height());
    let upright = upright.into_iter().map(turned).collect();
    let mut rules: Vec<Rule> = joined(flat).into_iter().map(|rect| Rule { rect }).collect();
    rules.extend(joined(upright).into_iter().map(|rect| Rule { rect: turned(rect) }));
    rules
}

fn turned(rect: Rect) -> Rect {
    Rect::new(rect.top, rect.left, rect.bottom, rect.right)
}

/// Joins horizontal pieces: first gathers those at one height, then walks from left to right.
fn joined(mut pieces: Vec<Rect>) -> Vec<Rect> {
    pieces.sort_by(|one, other| one.center_y().total_cmp(&other.center_y()));
    let mut lines = Vec::new();
    let mut rest = pieces.as_mut_slice();
    while let Some(first) = rest.first() {
        let height = first.center_y();
        let count = rest.partition_point(|piece| piece.center_y() - height < ASIDE);
        let (level, after) = rest.split_at_mut(count.max(1));
        level.sort_by(|one, other| one.left.total_cmp(&other.left));
        let mut open: Option<Rect> = None;
        for piece in level.iter() {
            open = Some(match open {
                Some(line) if piece.left <= line.right + GAP => line.union(piece),
                Some(line) => {
                    lines.push(line);
                    *piece
                }
                None => *piece,
            });
        }
        lines.extend(open);
        rest = after;
    }
    lines.retain(|line| line.width() >= SHORTEST);
    lines
}
