//! How the upright reading frame of a page lies on the page as a viewer shows it.

use super::Rect;
use crate::model::BoundingBox;
use serde::{Deserialize, Serialize};

/// The size of the reading frame and the turn and skew that lead to it.
///
/// A scan that lies on its side is turned by `quarter_turns` clockwise quarter turns to stand upright, then turned by
/// `skew_degrees` counter-clockwise about its middle to lie straight. A page that is shown upright has both at 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Width of the upright page in points.
    pub width: f32,
    /// Height of the upright page in points.
    pub height: f32,
    /// Clockwise quarter turns from the page as shown to the upright page, 0 to 3.
    pub quarter_turns: u8,
    /// How far the upright page's lines slope: degrees clockwise, positive when they fall to the right.
    pub skew_degrees: f32,
}

impl Frame {
    /// Returns the frame of a page that is shown upright and straight.
    pub fn upright(width: f32, height: f32) -> Self {
        Self { width, height, quarter_turns: 0, skew_degrees: 0.0 }
    }

    /// Returns width and height in points of the page as shown.
    pub fn shown_size(&self) -> (f32, f32) {
        if self.quarter_turns.is_multiple_of(2) { (self.width, self.height) } else { (self.height, self.width) }
    }

    /// Returns where a rectangle of the reading frame lies on the page as shown, in points.
    ///
    /// Under skew it is the rectangle around the slanted one.
    pub fn shown(&self, rect: &Rect) -> Rect {
        let corners =
            [(rect.left, rect.top), (rect.right, rect.top), (rect.left, rect.bottom), (rect.right, rect.bottom)]
                .map(|(x, y)| self.shown_point(x, y));
        let mut around = Rect::new(f32::MAX, f32::MAX, f32::MIN, f32::MIN);
        for (x, y) in corners {
            around = around.union(&Rect::new(x, y, x, y));
        }
        around
    }

    /// Returns where a rectangle of the reading frame lies on the page as shown, in fractions of the page's size.
    ///
    /// What sticks out over the page's edge is cut off.
    pub fn shown_fractions(&self, rect: &Rect) -> BoundingBox {
        let (width, height) = self.shown_size();
        let shown = self.shown(rect);
        let share = |value: f32, whole: f32| if whole > 0.0 { (value / whole).clamp(0.0, 1.0) } else { 0.0 };
        let (left, top) = (share(shown.left, width), share(shown.top, height));
        let (right, bottom) = (share(shown.right, width), share(shown.bottom, height));
        BoundingBox { left, top, width: right - left, height: bottom - top }
    }

    fn shown_point(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = self.slanted_point(x, y);
        match self.quarter_turns % 4 {
            0 => (x, y),
            1 => (y, self.width - x),
            2 => (self.width - x, self.height - y),
            _ => (self.height - y, x),
        }
    }

    fn slanted_point(&self, x: f32, y: f32) -> (f32, f32) {
        if self.skew_degrees == 0.0 {
            return (x, y);
        }
        let (sin, cos) = self.skew_degrees.to_radians().sin_cos();
        let (middle_x, middle_y) = (self.width / 2.0, self.height / 2.0);
        let (dx, dy) = (x - middle_x, y - middle_y);
        (middle_x + dx * cos - dy * sin, middle_y + dx * sin + dy * cos)
    }
}
