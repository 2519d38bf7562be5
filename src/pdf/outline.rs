//! The pieces of drawn paths: straight sides, rectangles, round shapes.
//!
//! Invariant: geometry only; what a piece means is decided where it is used.

use crate::page::Rect;
use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect as DrawnRect};
use std::ops::RangeInclusive;

/// A filled rectangle thinner than this, and much longer, is a line.
pub(super) const LINE_THICKNESS: f32 = 3.5;
/// Points of a circle or rounded square: one to begin with and three for each of four curves, with four sides between.
const ROUND_POINTS: RangeInclusive<usize> = 13..=18;

/// What a closed shape looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A rectangle along the sides of the page.
    Rectangle,
    /// A circle or a square with rounded corners.
    Round,
    /// Anything else, such as a letter's outline.
    Other,
}

/// One piece of a path, with points on the page as shown.
pub(super) struct Outline {
    points: Vec<Point>,
    closed: bool,
    pub(super) curved: bool,
}

impl Outline {
    pub(super) fn around(&self) -> Rect {
        around_points(&self.points)
    }

    pub(super) fn segments(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let closing = match (self.closed, self.points.last(), self.points.first()) {
            (true, Some(last), Some(first)) if last != first => Some((*last, *first)),
            _ => None,
        };
        let pairs = self.points.windows(2).map(|pair| (pair[0], pair[1]));
        pairs.filter(|_| !self.curved).chain(closing.filter(|_| !self.curved))
    }

    pub(super) fn shape(&self) -> Shape {
        let around = self.around();
        let level = (0.85..=1.18).contains(&(around.width() / around.height()));
        if self.is_rectangle() {
            Shape::Rectangle
        } else if self.curved && level && ROUND_POINTS.contains(&self.points.len()) {
            Shape::Round
        } else {
            Shape::Other
        }
    }

    pub(super) fn ends_where_it_began(&self) -> bool {
        let ends = self.points.first().zip(self.points.last());
        self.closed || ends.is_some_and(|(first, last)| (*first - *last).hypot() < 0.3)
    }

    pub(super) fn is_rectangle(&self) -> bool {
        if self.curved {
            return false;
        }
        let corners = match self.points.as_slice() {
            [a, b, c, d] => [*a, *b, *c, *d],
            [a, b, c, d, e] if (*a - *e).hypot() < 0.05 => [*a, *b, *c, *d],
            _ => return false,
        };
        let flat = |from: Point, to: Point| (from.y - to.y).abs() < 0.05;
        let steep = |from: Point, to: Point| (from.x - to.x).abs() < 0.05;
        let [a, b, c, d] = corners;
        (flat(a, b) && steep(b, c) && flat(c, d) && steep(d, a))
            || (steep(a, b) && flat(b, c) && steep(c, d) && flat(d, a))
    }

    /// Tells whether it may be a circle or a frame with rounded corners.
    pub(super) fn is_frame(&self) -> bool {
        self.curved && self.ends_where_it_began() && ROUND_POINTS.contains(&self.points.len())
    }

    /// Returns the extent of a piece that is no more than a line, though it is filled and not quite a rectangle.
    pub(super) fn bar(&self) -> Option<Rect> {
        let around = self.around();
        let (short, long) = (around.width().min(around.height()), around.width().max(around.height()));
        (!self.curved && short <= LINE_THICKNESS && long > 4.0 * short.max(0.5)).then_some(around)
    }
}

/// Whether a shape may be a box to tick or a mark in one.
pub(super) fn is_small(rect: &Rect) -> bool {
    rect.width() <= 24.0 && rect.height() <= 24.0
}

/// Splits a path into its pieces; the points of curves are their end points.
pub(super) fn outlines(path: &BezPath, transform: Affine) -> impl Iterator<Item = Outline> {
    let mut found = Vec::new();
    let mut current = Outline { points: Vec::new(), closed: false, curved: false };
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(to) => {
                let next = Outline { points: vec![transform * to], closed: false, curved: false };
                found.push(std::mem::replace(&mut current, next));
            }
            PathEl::LineTo(to) => current.points.push(transform * to),
            PathEl::QuadTo(middle, to) => {
                current.curved = true;
                current.points.extend([transform * middle, transform * to]);
            }
            PathEl::CurveTo(first, second, to) => {
                current.curved = true;
                current.points.extend([transform * first, transform * second, transform * to]);
            }
            PathEl::ClosePath => {
                current.closed = true;
                let start = current.points.first().copied().unwrap_or_default();
                let next = Outline { points: vec![start], closed: false, curved: false };
                found.push(std::mem::replace(&mut current, next));
            }
        }
    }
    found.push(current);
    found.into_iter().filter(|outline| outline.points.len() > 1)
}

/// Returns the extent of a line between two points if it runs along a side of the page.
pub(super) fn straight(from: Point, to: Point, thickness: f32) -> Option<Rect> {
    let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
    let half = thickness / 2.0;
    let around = around_points(&[from, to]);
    if dy <= 0.3 + dx * 0.004 && dx > dy {
        Some(Rect::new(around.left, around.top - half, around.right, around.bottom + half))
    } else if dx <= 0.3 + dy * 0.004 && dy > dx {
        Some(Rect::new(around.left - half, around.top, around.right + half, around.bottom))
    } else {
        None
    }
}

/// Returns a line without thickness that lies within the clip.
pub(super) fn thin(rect: &Rect, clip: &Rect) -> Option<Rect> {
    let inside = rect.left < clip.right && rect.right > clip.left && rect.top <= clip.bottom && rect.bottom >= clip.top;
    let upright =
        rect.top < clip.bottom && rect.bottom > clip.top && rect.left <= clip.right && rect.right >= clip.left;
    let flat = rect.width() <= 0.0 || rect.height() <= 0.0;
    (flat && (inside || upright)).then(|| {
        Rect::new(
            rect.left.max(clip.left),
            rect.top.max(clip.top),
            rect.right.min(clip.right),
            rect.bottom.min(clip.bottom),
        )
    })
}

fn around_points(points: &[Point]) -> Rect {
    let mut around = Rect::new(f32::MAX, f32::MAX, f32::MIN, f32::MIN);
    for point in points {
        let (x, y) = (point.x as f32, point.y as f32);
        around = around.union(&Rect::new(x, y, x, y));
    }
    around
}

pub(super) fn rect_of(rect: DrawnRect) -> Rect {
    Rect::new(rect.min_x() as f32, rect.min_y() as f32, rect.max_x() as f32, rect.max_y() as f32)
}

pub(super) fn scale_of(transform: Affine) -> f32 {
    transform.determinant().abs().sqrt() as f32
}
