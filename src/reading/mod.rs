//! How the words of a page are read: live form fields, text layer, optical recognition, or several together.
//!
//! The decision is made page by page. A text layer is used when it reads like text and, on a scan, when the picture
//! confirms it; recognition, which costs hundreds of times as much, does the rest. The result is in the page's reading
//! frame, upright and straight.
//!
//! Invariant: nothing is shown as read that neither the page's picture nor its visible text supports.

mod layer_check;
mod layer_frame;
mod layer_quality;
mod page_reader;
mod raster;
mod recognition;
mod regions;
mod sheet;
mod vocabulary;

pub use layer_quality::LayerQuality;

use crate::ocr::Recognizer;
use crate::page::Page;
use crate::pdf::{Pdf, PdfError};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A page as it was read, and what is worth knowing about the reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageReading {
    /// The words, rules, boxes and fields.
    pub page: Page,
    /// SHA-256 of the page's scanned image: equal for two scans of the same bytes. `None` for pages that are no scan.
    pub image_digest: Option<String>,
    /// Whether there is nothing on the page but dirt.
    pub blank: bool,
    /// What a person should know.
    pub notes: Vec<ReadingNote>,
    /// How long the parts took.
    pub timings: Timings,
}

/// Something about the reading that a person should know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingNote {
    /// A stable code, one of the constants below.
    pub code: String,
    /// One sentence, in lower case without full stop.
    pub message: String,
}

impl ReadingNote {
    /// The page needs recognition and there is none.
    pub const OCR_UNAVAILABLE: &'static str = "ocr_unavailable";
    /// Recognition was tried and failed; other words of the page are there.
    pub const RECOGNITION_FAILED: &'static str = "recognition_failed";
    /// The page's text layer was not used, because it is no text or the picture shows something else.
    pub const LAYER_IGNORED: &'static str = "text_layer_ignored";
    /// The page's text layer was used without comparing it with the picture.
    pub const LAYER_UNCONFIRMED: &'static str = "text_layer_unconfirmed";

    /// Makes a note from its code and message.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into() }
    }
}

/// Wall time that the parts of a reading took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Timings {
    /// Reading the page's drawing instructions.
    pub layer_ms: u32,
    /// Decoding or drawing its picture and setting it upright.
    pub image_ms: u32,
    /// Recognising words.
    pub recognition_ms: u32,
}

/// Why a page cannot be read at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingError {
    /// A code of [`PdfError`].
    pub code: &'static str,
    /// What is wrong, for a person.
    pub message: String,
}

impl fmt::Display for ReadingError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for ReadingError {}

impl From<PdfError> for ReadingError {
    fn from(error: PdfError) -> Self {
        Self { code: error.code, message: error.message }
    }
}

/// Reads a page, from 1.
///
/// Trouble with recognition is no error but a note: what can be read without it is returned.
///
/// # Errors
/// `page_missing` or `damaged`.
pub fn read_page(pdf: &Pdf, page: u32, recognizer: &mut dyn Recognizer) -> Result<PageReading, ReadingError> {
    page_reader::PageReader::new(pdf, page, recognizer)?.read()
}
