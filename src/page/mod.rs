//! Words with places on a page, however they were read.
//!
//! Invariant: plain values and geometry; nothing here reads a PDF or an image. All rectangles are in points in the
//! page's *reading frame*: turned upright and without skew. [`Frame::shown`] leads back to the page as a viewer
//! shows it.

mod comb;
mod frame;
mod grid;
mod labels;
mod layout;
mod rect;
mod starts;

pub use frame::Frame;
pub use labels::{LabelKey, LabelMatch, find_label};
pub use layout::{Layout, Line, Phrase, PlacedWord, group_lines, key};
pub use rect::Rect;

use crate::model::{Confidence, Source};
use serde::{Deserialize, Serialize};

/// A page of a source file as it was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// The number of the page in its source file, from 1.
    pub number: u32,
    /// How the reading frame lies on the page as shown.
    pub frame: Frame,
    /// The words, in no particular order.
    pub words: Vec<Word>,
    /// Straight lines drawn on the page, horizontal and vertical only.
    pub rules: Vec<Rule>,
    /// Boxes to tick.
    pub check_boxes: Vec<CheckBox>,
    /// The live form fields that have a place on this page. Their text also stands in `words`.
    pub form_fields: Vec<FormField>,
    /// What is neither print nor a line nor a box to tick.
    #[serde(default)]
    pub ink_marks: Vec<InkMark>,
}

/// A run of characters without a space.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Word {
    /// The characters as read.
    pub text: String,
    /// Where it stands, in the reading frame.
    pub rect: Rect,
    /// How sure the reader is of the characters.
    pub confidence: Confidence,
    /// How it was read.
    pub source: Source,
    /// Height of the type in points; from the font where known, otherwise from the box.
    pub size: f32,
    /// Whether the font says it is bold; false when unknown.
    pub bold: bool,
}

/// A straight line: much longer in one direction than in the other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// Its extent; the thickness is the smaller side and may be 0.
    pub rect: Rect,
}

impl Rule {
    /// Tells whether the line runs from left to right.
    pub fn is_horizontal(&self) -> bool {
        self.rect.width() >= self.rect.height()
    }
}

/// A small square that a person ticks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct CheckBox {
    /// The square.
    pub rect: Rect,
    /// Whether there is a mark in it.
    pub ticked: bool,
    /// How sure the reader is of that.
    pub confidence: Confidence,
    /// How it was read.
    pub source: Source,
}

/// Something put on the page that is no print: writing by hand, a stamp, a seal, a logo, a small picture.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct InkMark {
    /// Its extent.
    pub rect: Rect,
    /// How it was read: `Ocr` for ink on a scan, `TextLayer` for what the file draws.
    pub source: Source,
}

/// A live form field's widget on the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FormField {
    /// The full name of the field in the file, parts joined with dots.
    pub name: String,
    /// Where its widget stands.
    pub rect: Rect,
    /// What it holds.
    pub value: FormValue,
}

/// What a form field holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormValue {
    /// Text, empty when nothing was filled in.
    Text(String),
    /// A ticked or an empty button.
    Checked(bool),
    /// A signature field; true when it is signed.
    Signed(bool),
}
