//! A whole sheet recognised: words, ruled lines and boxes to tick, in points of the reading frame.

use super::sheet::Sheet;
use crate::model::Source;
use crate::ocr::{OcrError, PixelBox, RecognizedWord, Recognizer, Segmentation, imaging};
use crate::page::{CheckBox, InkMark, Rect, Rule, Word};

/// Words of at least this confidence are print.
const PRINT: f32 = 0.6;

/// Recognises the words of a sheet.
///
/// # Errors
/// What the recognizer answers.
pub(super) fn words(sheet: &Sheet, recognizer: &mut dyn Recognizer) -> Result<Vec<Word>, OcrError> {
    let recognized = recognizer.recognize(&sheet.image, sheet.dots_per_inch, Segmentation::Sparse)?;
    Ok(recognized.into_iter().map(|word| placed(word, sheet)).collect())
}

/// Recognises the words of a part of a sheet.
///
/// # Errors
/// What the recognizer answers.
pub(super) fn words_in(sheet: &Sheet, part: &PixelBox, recognizer: &mut dyn Recognizer) -> Result<Vec<Word>, OcrError> {
    let image = sheet.cut(part, 0);
    let recognized = recognizer.recognize(&image, sheet.dots_per_inch, Segmentation::Sparse)?;
    let moved = |mut word: RecognizedWord| {
        word.pixels = word.pixels.moved(part.left, part.top);
        placed(word, sheet)
    };
    Ok(recognized.into_iter().map(moved).collect())
}

fn placed(word: RecognizedWord, sheet: &Sheet) -> Word {
    let rect = sheet.rect(&word.pixels);
    Word { text: word.text, rect, confidence: word.confidence, source: Source::Ocr, size: rect.height(), bold: false }
}

/// Finds the ruled lines and the boxes to tick of a sheet; `words` tell letters from boxes.
pub(super) fn drawings(sheet: &Sheet, words: &[Word]) -> (Vec<Rule>, Vec<CheckBox>) {
    let (ink, dots_per_inch) = (&sheet.ink, sheet.dots_per_inch);
    let lines = imaging::ruled_lines(&sheet.image, ink, dots_per_inch);
    let rules = lines
        .iter()
        .map(|line| Rule { rect: sheet.rect(&line.pixels) })
        .filter(|rule| !is_writing(rule, words))
        .collect();
    let boxes = imaging::check_boxes(ink, dots_per_inch)
        .iter()
        .map(|mark| CheckBox {
            rect: sheet.rect(&mark.pixels),
            ticked: mark.ticked,
            confidence: mark.confidence,
            source: Source::Ocr,
        })
        .filter(|check_box| !words.iter().any(|word| is_letter_of(&check_box.rect, word)))
        .collect();
    (rules, boxes)
}

/// Finds the ink of a sheet that no word, line or box accounts for. What was hardly read as a word counts for ink: that
/// is how writing by hand is read.
pub(super) fn ink_marks(sheet: &Sheet, words: &[Word], rules: &[Rule], check_boxes: &[CheckBox]) -> Vec<InkMark> {
    let print = words.iter().filter(|word| word.confidence.value() >= PRINT).map(|word| word.rect.grown(1.2));
    let drawn = rules.iter().map(|rule| rule.rect.grown(1.6));
    let boxes = check_boxes.iter().map(|check_box| check_box.rect.grown(2.0));
    let known: Vec<PixelBox> = print.chain(drawn).chain(boxes).map(|rect| sheet.pixels(&rect)).collect();
    let found = imaging::unexplained(&sheet.ink, &known, sheet.dots_per_inch);
    found.iter().map(|pixels| InkMark { rect: sheet.rect(pixels), source: Source::Ocr }).collect()
}

/// Tells whether a line is a row of small letters or the stem of a large one, to judge by the words there.
fn is_writing(rule: &Rule, words: &[Word]) -> bool {
    let line = &rule.rect;
    let read = words.iter().filter(|word| word.text.chars().any(char::is_alphanumeric));
    if !rule.is_horizontal() {
        let inside = |word: &Word| {
            word.rect.grown(1.0).intersection(line).is_some_and(|part| part.height() > line.height() * 0.8)
        };
        return read.filter(|word| word.text.chars().count() > 1).any(inside);
    }
    // Words stand on a line, not in it.
    let through = read.filter(|word| {
        let middle = word.rect.height() * 0.2;
        line.center_y() > word.rect.top + middle && line.center_y() < word.rect.bottom - middle
    });
    through.map(|word| word.rect.overlap_x(line).max(0.0)).sum::<f32>() > line.width() * 0.5
}

/// Tells whether a square is a letter inside a word that was read well.
fn is_letter_of(square: &Rect, word: &Word) -> bool {
    let letters = word.text.chars().filter(|character| character.is_alphanumeric()).count();
    // A box and the word after it are sometimes read as one: the box is then the word's first or last sign.
    let inside =
        square.left - word.rect.left > square.width() * 0.8 && word.rect.right - square.right > square.width() * 0.8;
    let rect = word.rect.grown(0.5);
    let same_height = (word.rect.height() - square.height()).abs() < square.height() * 0.35;
    rect.contains(square.center_x(), square.center_y())
        && word.confidence.value() > 0.7
        && letters >= 3
        && (inside || same_height)
}

/// Takes out signs that are pieces of ruled lines.
pub(super) fn drop_rule_pieces(words: &mut Vec<Word>, rules: &[Rule]) {
    words.retain(|word| {
        word.text.chars().any(char::is_alphanumeric)
            || !rules.iter().any(|rule| {
                let near = rule.rect.grown(1.5);
                near.contains(word.rect.center_x(), word.rect.center_y())
                    && (word.rect.height() < 4.0 || word.rect.width() < 3.0)
            })
    });
}
