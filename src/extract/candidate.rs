//! A possible value of a field, with what speaks for it.

use super::value::Reading;
use crate::model::Source;
use crate::page::{Layout, Rect};

/// A possible value of a field.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Index of the field in the definition.
    pub field: usize,
    /// Index of the sheet.
    pub sheet: usize,
    /// The canonical value.
    pub value: String,
    /// What is printed.
    pub raw: String,
    /// Indices of the words it stands in; empty for a check box.
    pub words: Vec<usize>,
    /// Where it stands.
    pub rect: Rect,
    /// The support from label, relation, distance and shape, 0 to 1.
    pub score: f32,
    /// The lowest confidence of its words.
    pub reading: f32,
    /// How it was read.
    pub source: Source,
}

impl Candidate {
    /// Makes a candidate from a reading; `score` is the support of its place, the shape is added here.
    pub fn from_reading(layout: &Layout<'_>, (field, sheet): (usize, usize), reading: Reading, score: f32) -> Self {
        let rect = layout.rect_around(&reading.words);
        let words = || reading.words.iter().map(|&word| &layout.words[word].word);
        let confidence = words().map(|word| word.confidence.value()).fold(1.0, f32::min);
        Self {
            field,
            sheet,
            rect,
            score: score * reading.quality,
            reading: confidence,
            source: words().map(|word| word.source).min().unwrap_or(Source::TextLayer),
            value: reading.value,
            raw: reading.raw,
            words: reading.words,
        }
    }
}
