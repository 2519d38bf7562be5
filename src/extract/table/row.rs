//! Making cells out of words.

use super::Cell;
use crate::extract::locate::choice_in;
use crate::extract::sheet::Sheet;
use crate::extract::value::{self, Reading, Run, clean_text};
use crate::library::ColumnDefinition;
use crate::model::{Source, ValueKind};

/// Makes a cell of a column from a reading.
pub fn cell(sheet: &Sheet<'_>, sheet_index: usize, column: &ColumnDefinition, reading: Reading) -> Cell {
    let layout = &sheet.layout;
    let words = || reading.words.iter().map(|&word| &layout.words[word].word);
    let value = if column.magnitude { reading.value.trim_start_matches('-').to_owned() } else { reading.value };
    Cell {
        column: column.id.clone(),
        rect: layout.rect_around(&reading.words),
        sheet: sheet_index,
        reading: words().map(|word| word.confidence.value()).fold(1.0, f32::min),
        source: words().map(|word| word.source).min().unwrap_or(Source::TextLayer),
        quality: 0.95 * reading.quality,
        value,
        raw: reading.raw,
    }
}

/// Reads words as the kind of a column.
pub fn read(sheet: &Sheet<'_>, column: &ColumnDefinition, words: &[usize]) -> Option<Reading> {
    let run = Run::new(&sheet.layout, words);
    match column.kind {
        ValueKind::Enum => {
            let (value, _) = choice_in(&column.choices, run.text())?;
            Some(Reading { value, raw: clean_text(run.text()), words: words.to_vec(), quality: 1.0 })
        }
        ValueKind::Text if !column.choices.is_empty() => listed_word(sheet, column, words),
        ValueKind::Text | ValueKind::Name if words.is_empty() => None,
        kind => value::read(kind, &run),
    }
}

/// The word that is one of those a text column lists: the code of a box amid what a scan left of its label. The last
/// one stands nearest to the amount.
fn listed_word(sheet: &Sheet<'_>, column: &ColumnDefinition, words: &[usize]) -> Option<Reading> {
    let (word, choice) = words.iter().rev().find_map(|&word| {
        let text = &sheet.layout.words[word].word.text;
        Some((word, column.choices.iter().find(|choice| choice.means(text))?))
    })?;
    let raw = sheet.layout.words[word].word.text.clone();
    Some(Reading { value: choice.value.clone(), raw, words: vec![word], quality: 1.0 })
}
