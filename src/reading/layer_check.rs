//! Whether the text layer of a scan says what its picture shows.
//!
//! Invariant: a layer is trusted only after the picture itself confirmed it. A few lines are recognised and compared.

use super::sheet::Sheet;
use crate::ocr::{OcrError, PixelBox, Recognizer, Segmentation};
use crate::page::{Rect, Word};

/// Lines that are compared.
const COMPARED: usize = 5;
/// Two readings of a line agree from this likeness on.
const ALIKE: f64 = 0.75;
/// Lines that the recognizer itself doubts, such as handwriting, prove nothing.
const DOUBTFUL: f32 = 0.7;

/// What the picture says of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The lines looked at agree, and nearly all lines are in the layer.
    Confirmed,
    /// Lines differ, are missing, or there is nothing to compare.
    Refuted,
}

/// Compares a layer, given in the reading frame, with the sheet.
///
/// # Errors
/// What the recognizer answers.
pub(super) fn check(sheet: &Sheet, layer: &[Word], recognizer: &mut dyn Recognizer) -> Result<Verdict, OcrError> {
    let said: Vec<(PixelBox, String)> =
        sheet.lines.iter().map(|line| (*line, said_there(layer, &sheet.rect(line)))).collect();
    let silent = said.iter().filter(|(_, text)| text.is_empty()).count();
    if said.is_empty() || silent * 10 > said.len() {
        return Ok(Verdict::Refuted);
    }
    let (mut compared, mut alike) = (0, 0);
    for (line, text) in samples(said) {
        let words = recognizer.recognize(&sheet.cut(&line, 4), sheet.dots_per_inch, Segmentation::Line)?;
        let seen: String = words.iter().map(|word| plain(&word.text)).collect();
        let confidence = words.iter().map(|word| word.confidence.value()).sum::<f32>() / words.len().max(1) as f32;
        if seen.chars().count() < 4 || confidence < DOUBTFUL {
            continue;
        }
        compared += 1;
        alike += usize::from(agree(&seen, &text));
    }
    // One line in five may be misread.
    Ok(if compared >= 2 && alike * 5 >= compared * 4 { Verdict::Confirmed } else { Verdict::Refuted })
}

/// Returns what the layer says in a line's place, as plain letters and figures.
fn said_there(layer: &[Word], line: &Rect) -> String {
    let line = line.grown(1.0);
    let mut words: Vec<&Word> =
        layer.iter().filter(|word| line.contains(word.rect.center_x(), word.rect.center_y())).collect();
    words.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
    words.iter().map(|word| plain(&word.text)).collect()
}

/// Picks lines from all over the page; in each part of it one with figures, if there is one: those matter most.
fn samples(mut lines: Vec<(PixelBox, String)>) -> Vec<(PixelBox, String)> {
    lines.retain(|(_, text)| text.len() >= 4);
    lines.sort_by_key(|(line, _)| line.top);
    let part = lines.len().div_ceil(COMPARED).max(1);
    let figures = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    lines
        .chunks(part)
        .filter_map(|part| part.iter().max_by_key(|(_, text)| (figures(text).min(8), text.len().min(40))))
        .cloned()
        .collect()
}

fn agree(seen: &str, said: &str) -> bool {
    let figures = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (seen_figures, said_figures) = (figures(seen), figures(said));
    let figures_agree = seen_figures.len() < 3 || strsim::normalized_levenshtein(&seen_figures, &said_figures) >= ALIKE;
    figures_agree && strsim::normalized_levenshtein(seen, said) >= ALIKE
}

fn plain(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
