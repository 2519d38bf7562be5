//! Takes out of a recognizer's answer what is no writing: specks, and pieces of ruled lines read as characters.

use super::RecognizedWord;

/// Characters that ruled lines are read as.
const LINE_CHARACTERS: [char; 12] = ['|', '_', '—', '–', '¦', '=', '~', '‗', '¯', '│', '─', '-'];

/// Returns the word without pieces of ruled lines at its ends, or `None` when nothing of it was writing.
///
/// A short dash stands for "none" or "to" in tables and stays.
pub(super) fn cleaned(mut word: RecognizedWord, dots_per_inch: f32) -> Option<RecognizedWord> {
    let trimmed = trimmed(&word.text);
    if trimmed.is_empty() {
        return None;
    }
    let points = 72.0 / dots_per_inch;
    let (width, height) = (word.pixels.width() as f32 * points, word.pixels.height() as f32 * points);
    if trimmed.chars().any(char::is_alphanumeric) {
        // Letters less than 2 points high are dirt, and so are letters drawn as hairlines.
        if height < 2.0 || width < 0.7 {
            return None;
        }
    } else if is_line_piece(trimmed, width, height) || is_speck(width, height, word.confidence.value()) {
        return None;
    }
    if trimmed.len() != word.text.len() {
        word.text = trimmed.to_owned();
    }
    Some(word)
}

fn trimmed(text: &str) -> &str {
    let text = text.trim_matches(['|', '_', '¦', '│', '‗', '¯']);
    // A bracket without its partner is the side of a ruled box.
    let text = if text.contains(']') { text } else { text.trim_start_matches('[') };
    if text.contains('[') { text } else { text.trim_end_matches(']') }
}

fn is_line_piece(text: &str, width: f32, height: f32) -> bool {
    text.chars().all(|character| LINE_CHARACTERS.contains(&character))
        && (width > 14.0 || height > 14.0 || text.chars().count() > 2)
}

fn is_speck(width: f32, height: f32, confidence: f32) -> bool {
    width.max(height) < 2.0 || (width.max(height) < 4.0 && confidence < 0.5)
}
