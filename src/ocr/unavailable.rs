//! The recognizer of a build or a machine without an engine.

use super::{OcrError, RecognizedWord, Recognizer, Segmentation};
use image::GrayImage;

/// Answers every image with `ocr_unavailable`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unavailable;

impl Recognizer for Unavailable {
    fn recognize(&mut self, _: &GrayImage, _: f32, _: Segmentation) -> Result<Vec<RecognizedWord>, OcrError> {
        Err(OcrError::unavailable("this build has no optical recognition (feature \"tesseract\")"))
    }
}
