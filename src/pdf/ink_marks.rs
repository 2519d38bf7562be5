//! What a page draws that is no print: signatures as curves or pictures, stamps, logos.
//!
//! Invariant: pieces of one drawing make one mark; what is as large as a part of the page is none.

use super::recorder::Recording;
use crate::model::Source;
use crate::page::{InkMark, Rect};

/// Curves nearer than this along and across the line, in points, belong together.
const GAP: (f32, f32) = (7.0, 3.0);
/// The smallest and the largest mark, in points.
const SMALLEST: (f32, f32) = (9.0, 4.0);
const LARGEST: (f32, f32) = (340.0, 130.0);

/// Returns the marks of a page.
pub(super) fn find(recording: &Recording) -> Vec<InkMark> {
    let mut rects = joined(&recording.curves);
    rects.extend(recording.images.iter().map(|image| image.rect));
    rects.retain(|rect| {
        rect.width() >= SMALLEST.0
            && rect.height() >= SMALLEST.1
            && rect.width() <= LARGEST.0
            && rect.height() <= LARGEST.1
    });
    rects.into_iter().map(|rect| InkMark { rect, source: Source::TextLayer }).collect()
}

/// Joins what lies close together, until nothing does.
fn joined(pieces: &[Rect]) -> Vec<Rect> {
    let mut marks: Vec<Rect> = Vec::new();
    for piece in pieces {
        let mut mark = *piece;
        while let Some(at) = marks.iter().position(|other| is_near(&mark, other)) {
            mark = mark.union(&marks.swap_remove(at));
        }
        marks.push(mark);
    }
    marks
}

fn is_near(one: &Rect, other: &Rect) -> bool {
    one.overlap_x(other) > -GAP.0 && one.overlap_y(other) > -GAP.1
}
