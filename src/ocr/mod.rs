//! Optical recognition: words with places and confidence from a grey image.
//!
//! Invariant: the only home of tesseract. Everything here speaks pixels of the image it was given; points and pages
//! are the business of [`crate::reading`]. Functions of [`imaging`] are pure.

pub mod imaging;
#[cfg(feature = "tesseract")]
mod junk;
mod recorded;
#[cfg(feature = "tesseract")]
mod tesseract;
mod unavailable;

pub use recorded::{Recorded, image_digest};
#[cfg(feature = "tesseract")]
pub use tesseract::Tesseract;
pub use unavailable::Unavailable;

use crate::model::Confidence;
use image::GrayImage;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How the recognizer is to look for text on an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Segmentation {
    /// Text anywhere, in any arrangement: forms, tables, whole pages.
    Sparse,
    /// One line of text.
    Line,
}

/// A rectangle of whole pixels; right and bottom lie just outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PixelBox {
    /// First column.
    pub left: u32,
    /// First row.
    pub top: u32,
    /// The column after the last.
    pub right: u32,
    /// The row after the last.
    pub bottom: u32,
}

impl PixelBox {
    /// Makes a box from its four sides.
    pub fn new(left: u32, top: u32, right: u32, bottom: u32) -> Self {
        Self { left, top, right, bottom }
    }

    /// Returns the number of columns.
    pub fn width(&self) -> u32 {
        self.right.saturating_sub(self.left)
    }

    /// Returns the number of rows.
    pub fn height(&self) -> u32 {
        self.bottom.saturating_sub(self.top)
    }

    /// Returns the box moved right and down.
    #[must_use]
    pub fn moved(&self, right: u32, down: u32) -> Self {
        Self::new(self.left + right, self.top + down, self.right + right, self.bottom + down)
    }

    /// Returns the box on an image `factor` times as large.
    #[must_use]
    pub fn multiplied(&self, factor: u32) -> Self {
        Self::new(self.left * factor, self.top * factor, self.right * factor, self.bottom * factor)
    }

    /// Returns the box on an image `factor` times as small.
    #[must_use]
    pub fn divided(&self, factor: u32) -> Self {
        Self::new(self.left / factor, self.top / factor, self.right.div_ceil(factor), self.bottom.div_ceil(factor))
    }

    /// Returns the part inside an image.
    #[must_use]
    pub fn within(&self, width: u32, height: u32) -> Self {
        Self::new(self.left.min(width), self.top.min(height), self.right.min(width), self.bottom.min(height))
    }
}

/// A word as the recognizer read it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecognizedWord {
    /// The characters.
    pub text: String,
    /// Where it stands, in pixels of the image.
    pub pixels: PixelBox,
    /// How sure the recognizer says it is; not yet calibrated.
    pub confidence: Confidence,
}

/// Why an image could not be recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OcrError {
    /// A stable code: `ocr_unavailable` when there is no engine or no language file, otherwise `ocr_failed`.
    pub code: &'static str,
    /// What happened, for a person.
    pub message: String,
}

impl OcrError {
    /// The code of an engine that is not there.
    pub const UNAVAILABLE: &'static str = "ocr_unavailable";
    /// The code of an engine that gave up on an image.
    pub const FAILED: &'static str = "ocr_failed";

    /// Says that there is no engine.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self { code: Self::UNAVAILABLE, message: message.into() }
    }

    /// Says that the engine gave up.
    pub fn failed(message: impl Into<String>) -> Self {
        Self { code: Self::FAILED, message: message.into() }
    }
}

impl fmt::Display for OcrError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for OcrError {}

/// Reads the words on an image.
pub trait Recognizer {
    /// Returns the words on the image with boxes in its pixels, in no particular order.
    ///
    /// # Errors
    /// `ocr_unavailable` when there is no engine to ask, `ocr_failed` when it gave up on this image.
    fn recognize(
        &mut self,
        image: &GrayImage,
        dots_per_inch: f32,
        segmentation: Segmentation,
    ) -> Result<Vec<RecognizedWord>, OcrError>;
}

/// Returns the recognizer that this build has: tesseract, or one that says that there is none.
pub fn installed_recognizer() -> Box<dyn Recognizer> {
    #[cfg(feature = "tesseract")]
    return Box::new(Tesseract::new());
    #[cfg(not(feature = "tesseract"))]
    return Box::new(Unavailable);
}

/// Tells whether the engine is there with its language data.
pub fn is_available() -> bool {
    let blank = GrayImage::from_pixel(BLANK_SIDE, BLANK_SIDE, image::Luma([u8::MAX]));
    let tried = installed_recognizer().recognize(&blank, 300.0, Segmentation::Sparse);
    !tried.is_err_and(|error| error.code == OcrError::UNAVAILABLE)
}

/// The side of an image on which there is nothing to read, in pixels.
const BLANK_SIDE: u32 = 64;
