//! Pages from plain text, for tests and for writing down layouts.

use super::{Frame, Page, Rect, Word};
use crate::model::{Confidence, Source};

/// Width of a character and height of a line of a grid page, in points.
const CHARACTER_WIDTH: f32 = 6.0;
const LINE_HEIGHT: f32 = 12.0;

impl Page {
    /// Makes page 1 from text: each character is 6 points wide, each line 12 points high.
    ///
    /// Words are read from the text layer with full confidence.
    pub fn from_grid(text: &str) -> Self {
        let mut words = Vec::new();
        let mut width: f32 = 612.0;
        for (row, line) in text.lines().enumerate() {
            let top = 36.0 + row as f32 * LINE_HEIGHT;
            let mut column = 0usize;
            for part in line.split(' ') {
                let length = part.chars().count();
                if length > 0 {
                    let left = 36.0 + column as f32 * CHARACTER_WIDTH;
                    let right = left + length as f32 * CHARACTER_WIDTH;
                    width = width.max(right + 36.0);
                    words.push(Word {
                        text: part.to_owned(),
                        rect: Rect::new(left, top, right, top + 10.0),
                        confidence: Confidence::CERTAIN,
                        source: Source::TextLayer,
                        size: 10.0,
                        bold: false,
                    });
                }
                column += length + 1;
            }
        }
        let height = (72.0 + text.lines().count() as f32 * LINE_HEIGHT).max(792.0);
        Self {
            number: 1,
            frame: Frame::upright(width, height),
            words,
            rules: Vec::new(),
            check_boxes: Vec::new(),
            form_fields: Vec::new(),
            ink_marks: Vec::new(),
        }
    }

    /// Returns the same page with another number.
    #[must_use]
    pub fn numbered(mut self, number: u32) -> Self {
        self.number = number;
        self
    }
}
