//! Answers recorded earlier, found by the digest of the image: recognition for tests, quick and always the same.

use super::{OcrError, RecognizedWord, Recognizer, Segmentation};
use image::GrayImage;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Recorded answers, by digest of the image and kind of segmentation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Recorded {
    answers: BTreeMap<String, Vec<RecognizedWord>>,
}

impl Recorded {
    /// Reads answers from a JSON file.
    ///
    /// # Errors
    /// `ocr_unavailable` when the file cannot be read.
    pub fn open(path: &Path) -> Result<Self, OcrError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| OcrError::unavailable(format!("{}: {error}", path.display())))?;
        serde_json::from_str(&text).map_err(|error| OcrError::unavailable(format!("{}: {error}", path.display())))
    }

    /// Adds or replaces the answer for an image.
    pub fn record(&mut self, image: &GrayImage, segmentation: Segmentation, words: Vec<RecognizedWord>) {
        self.answers.insert(key(image, segmentation), words);
    }

    /// Returns the answers as JSON.
    ///
    /// # Errors
    /// `ocr_failed` if they cannot be written as JSON.
    pub fn to_json(&self) -> Result<String, OcrError> {
        serde_json::to_string_pretty(self).map_err(|error| OcrError::failed(error.to_string()))
    }
}

impl Recognizer for Recorded {
    fn recognize(
        &mut self,
        image: &GrayImage,
        _dots_per_inch: f32,
        segmentation: Segmentation,
    ) -> Result<Vec<RecognizedWord>, OcrError> {
        let key = key(image, segmentation);
        self.answers.get(&key).cloned().ok_or_else(|| OcrError::failed(format!("no recorded answer {key}")))
    }
}

fn key(image: &GrayImage, segmentation: Segmentation) -> String {
    let digest = image_digest(image);
    match segmentation {
        Segmentation::Sparse => digest,
        Segmentation::Line => format!("{digest}-line"),
    }
}

/// Returns the SHA-256 digest of an image's size and pixels, in lower-case hexadecimal.
pub fn image_digest(image: &GrayImage) -> String {
    let mut hash = Sha256::new();
    hash.update(image.width().to_le_bytes());
    hash.update(image.height().to_le_bytes());
    hash.update(image.as_raw());
    hash.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
