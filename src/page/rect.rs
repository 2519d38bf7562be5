//! Rectangles in points, origin top left, y growing downwards.

use serde::{Deserialize, Serialize};

/// A rectangle in points (1/72 inch), origin top left.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Distance of the left side from the left edge.
    pub left: f32,
    /// Distance of the top side from the top edge.
    pub top: f32,
    /// Distance of the right side from the left edge.
    pub right: f32,
    /// Distance of the bottom side from the top edge.
    pub bottom: f32,
}

impl Rect {
    /// Makes a rectangle from its four sides.
    pub fn new(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Self { left, top, right, bottom }
    }

    /// Returns the width.
    pub fn width(&self) -> f32 {
        self.right - self.left
    }

    /// Returns the height.
    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// Returns the area; 0 for an empty rectangle.
    pub fn area(&self) -> f32 {
        self.width().max(0.0) * self.height().max(0.0)
    }

    /// Returns the horizontal middle.
    pub fn center_x(&self) -> f32 {
        (self.left + self.right) / 2.0
    }

    /// Returns the vertical middle.
    pub fn center_y(&self) -> f32 {
        (self.top + self.bottom) / 2.0
    }

    /// Returns the smallest rectangle around both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::new(
            self.left.min(other.left),
            self.top.min(other.top),
            self.right.max(other.right),
            self.bottom.max(other.bottom),
        )
    }

    /// Returns the common part, or `None` when there is none.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let common = Self::new(
            self.left.max(other.left),
            self.top.max(other.top),
            self.right.min(other.right),
            self.bottom.min(other.bottom),
        );
        (common.left < common.right && common.top < common.bottom).then_some(common)
    }

    /// Tells whether the point lies inside or on the edge.
    pub fn contains(&self, x: f32, y: f32) -> bool {
        x >= self.left && x <= self.right && y >= self.top && y <= self.bottom
    }

    /// Returns how many points of width both have in common; negative for the gap between them.
    pub fn overlap_x(&self, other: &Self) -> f32 {
        self.right.min(other.right) - self.left.max(other.left)
    }

    /// Returns how many points of height both have in common; negative for the gap between them.
    pub fn overlap_y(&self, other: &Self) -> f32 {
        self.bottom.min(other.bottom) - self.top.max(other.top)
    }

    /// Returns the rectangle grown by `by` on each side.
    #[must_use]
    pub fn grown(&self, by: f32) -> Self {
        Self::new(self.left - by, self.top - by, self.right + by, self.bottom + by)
    }
}

/// Written as `[left, top, right, bottom]` in hundredths of a point: a page holds thousands of them.
impl Serialize for Rect {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.left, self.top, self.right, self.bottom].map(|side| (side * 100.0).round() as i32).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rect {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [left, top, right, bottom] = <[i32; 4]>::deserialize(deserializer)?.map(|side| side as f32 / 100.0);
        Ok(Self { left, top, right, bottom })
    }
}
