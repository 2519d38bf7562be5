//! Recognition by the tesseract library.
//!
//! Invariant: one engine for each `Tesseract`, made at the first image and kept. The process must have been started
//! with `OMP_THREAD_LIMIT=1`: the library reads it before `main`, and without it its threads wait for each other in
//! busy loops and cost several times the work.

use super::{OcrError, PixelBox, RecognizedWord, Recognizer, Segmentation, junk};
use crate::model::Confidence;
use image::GrayImage;
use tesseract::{PageSegMode, Tesseract as Engine};

/// The only language of the papers.
const LANGUAGE: &str = "eng";

/// The tesseract engine, English.
#[derive(Default)]
pub struct Tesseract {
    /// The engine's methods take it by value and return it; it is missing only until the first image or after an
    /// image that it failed on.
    engine: Option<Engine>,
}

impl Tesseract {
    /// Makes a recognizer; the engine starts with the first image.
    pub fn new() -> Self {
        Self::default()
    }

    fn engine(&mut self) -> Result<Engine, OcrError> {
        match self.engine.take() {
            Some(engine) => Ok(engine),
            None => start(),
        }
    }
}

impl Recognizer for Tesseract {
    fn recognize(
        &mut self,
        image: &GrayImage,
        dots_per_inch: f32,
        segmentation: Segmentation,
    ) -> Result<Vec<RecognizedWord>, OcrError> {
        // The engine aborts the process on images without area.
        if image.width() < 3 || image.height() < 3 {
            return Ok(Vec::new());
        }
        let mut engine = self.engine()?;
        engine.set_page_seg_mode(match segmentation {
            Segmentation::Sparse => PageSegMode::PsmSparseText,
            Segmentation::Line => PageSegMode::PsmSingleLine,
        });
        let (width, height) = (image.width() as i32, image.height() as i32);
        let mut engine = engine
            .set_frame(image.as_raw(), width, height, 1, width)
            .map_err(|error| OcrError::failed(format!("image not taken: {error}")))?
            .set_source_resolution(dots_per_inch.round().clamp(70.0, 2400.0) as i32)
            .recognize()
            .map_err(|error| OcrError::failed(format!("image not recognised: {error}")))?;
        let table = engine.get_tsv_text(0).map_err(|error| OcrError::failed(format!("no words: {error}")))?;
        self.engine = Some(engine);
        Ok(table.lines().filter_map(word_of_row).filter_map(|word| junk::cleaned(word, dots_per_inch)).collect())
    }
}

fn start() -> Result<Engine, OcrError> {
    let engine = Engine::new(None, Some(LANGUAGE)).map_err(|error| {
        OcrError::unavailable(format!(
            "tesseract does not start: {error}; is its language file \"{LANGUAGE}\" installed?"
        ))
    })?;
    // Without this the library writes remarks such as "Detected 12 diacritics" to standard error.
    engine
        .set_variable("debug_file", "/dev/null")
        .map_err(|error| OcrError::unavailable(format!("tesseract refuses a setting: {error}")))
}

/// Reads one row of the engine's table; rows of pages, blocks and lines are `None`.
///
/// Columns: level, page, block, paragraph, line, word, left, top, width, height, confidence (0 to 100), text.
fn word_of_row(row: &str) -> Option<RecognizedWord> {
    let columns: Vec<&str> = row.splitn(12, '\t').collect();
    let ["5", _, _, _, _, _, left, top, width, height, confidence, text] = columns[..] else { return None };
    let [left, top, width, height] =
        [left, top, width, height].map(|number| number.parse::<i64>().unwrap_or(0).max(0) as u32);
    Some(RecognizedWord {
        text: text.trim().to_owned(),
        pixels: PixelBox::new(left, top, left + width, top + height),
        confidence: Confidence::new(confidence.parse::<f32>().unwrap_or(0.0) / 100.0),
    })
}
