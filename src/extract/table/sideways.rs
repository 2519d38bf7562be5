//! Tables that lie on their side: each property of a rental schedule is a column headed by a letter, and the lines at
//! the left say what stands in it.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::region::{misalignment, right_of};
use crate::extract::sheet::Sheet;
use crate::extract::value::{Run, read_amounts};
use crate::library::{ColumnDefinition, TableDefinition};
use crate::model::ValueKind;
use crate::page::{Phrase, Rect};

/// Letters that stand closer than this, in points, head no columns.
const NARROWEST: f32 = 40.0;
/// A value of the list above the columns stands at most this far from its heading's edge or middle.
const HEADING_REACH: f32 = 30.0;

/// A column's letter and the middle of the column.
struct Letter {
    value: String,
    middle: f32,
}

/// The letters that head the columns of a part of a page, which ends where the next ones stand.
struct Band {
    letters: Vec<Letter>,
    top: f32,
    bottom: f32,
}

/// Returns a row for each letter under or beside which something is printed.
pub fn rows(sheets: &[Sheet<'_>], table: &TableDefinition) -> Vec<Row> {
    let Some(key) = table.columns.iter().find(|column| column.kind == ValueKind::Enum && column.headings.is_empty())
    else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    for (index, sheet) in sheets.iter().enumerate() {
        let bands = bands(sheet, key);
        let list_end = bands.first().map_or(0.0, |band| band.top);
        for letter in &key.choices {
            let mut cells = listed(sheet, index, table, &letter.value, list_end);
            for band in &bands {
                cells.extend(under(sheet, index, table, band, &letter.value));
            }
            if !cells.is_empty() {
                cells.push(key_cell(&cells[0], key, &letter.value));
                rows.push(Row { cells });
            }
        }
    }
    rows
}

fn key_cell(basis: &Cell, key: &ColumnDefinition, letter: &str) -> Cell {
    Cell { column: key.id.clone(), value: letter.to_owned(), raw: letter.to_owned(), ..basis.clone() }
}

/// The lines with two or more of the letters, wide apart, that stand over amounts.
fn bands(sheet: &Sheet<'_>, key: &ColumnDefinition) -> Vec<Band> {
    let layout = &sheet.layout;
    let mut bands: Vec<Band> = Vec::new();
    for line in &layout.lines {
        let letters: Vec<Letter> = line
            .words
            .iter()
            .filter(|&&word| key.choices.iter().any(|choice| choice.value == layout.words[word].word.text))
            .map(|&word| Letter { value: layout.words[word].word.text.clone(), middle: layout.rect(word).center_x() })
            .collect();
        let apart =
            letters.windows(2).all(|pair| pair[0].value < pair[1].value && pair[1].middle - pair[0].middle > NARROWEST);
        if letters.len() >= 2 && apart {
            if let Some(last) = bands.last_mut() {
                last.bottom = line.rect.top;
            }
            bands.push(Band { letters, top: line.rect.bottom, bottom: layout.page.frame.height });
        }
    }
    bands
}

/// The amounts in a letter's column, each on the line that its heading names.
fn under(sheet: &Sheet<'_>, index: usize, table: &TableDefinition, band: &Band, letter: &str) -> Vec<Cell> {
    let Some(at) = band.letters.iter().position(|known| known.value == letter) else { return Vec::new() };
    let pitch = band.letters.windows(2).map(|pair| pair[1].middle - pair[0].middle).fold(f32::MAX, f32::min);
    let middle = band.letters[at].middle;
    let mut cells: Vec<Cell> = Vec::new();
    for column in table.columns.iter().filter(|column| column.kind == ValueKind::Money) {
        let amount = column
            .headings
            .iter()
            .flat_map(|heading| sheet.places(heading))
            .filter(|place| place.score > 0.5 && place.rect.top > band.top - 2.0 && place.rect.bottom < band.bottom)
            .filter(|place| place.rect.right < band.letters[0].middle)
            .flat_map(|place| {
                // The line's number stands between its label and the columns.
                let mut words = right_of(sheet, place);
                words.retain(|&word| sheet.layout.rect(word).center_x() > band.letters[0].middle - pitch / 2.0);
                read_amounts(&Run::new(&sheet.layout, &words))
            })
            .find(|amount| (sheet.layout.rect_around(&amount.words).center_x() - middle).abs() < pitch / 2.0);
        if let Some(mut amount) = amount {
            // A loss is printed within parentheses that belong to the form.
            amount.quality = amount.quality.max(0.9);
            cells.push(cell(sheet, index, column, amount));
        }
    }
    cells
}

/// What the list above the columns says beside a letter: the address, the kind of property, the days.
fn listed(sheet: &Sheet<'_>, index: usize, table: &TableDefinition, letter: &str, end: f32) -> Vec<Cell> {
    let layout = &sheet.layout;
    let mut cells: Vec<Cell> = Vec::new();
    for line in layout.lines.iter().filter(|line| line.rect.top < end) {
        let phrases = layout.phrases(&line.words);
        let mut beside = false;
        for phrase in &phrases {
            let text = layout.text(&phrase.words);
            if text.chars().count() == 1 && text.chars().all(|c| c.is_ascii_uppercase()) {
                beside = text == letter;
            } else if beside
                && let Some(found) = listed_cell(sheet, index, table, phrase)
                && !cells.iter().any(|known| known.column == found.column)
            {
                cells.push(found);
            }
        }
    }
    cells
}

/// Reads a phrase as the column whose heading stands nearest above it.
fn listed_cell(sheet: &Sheet<'_>, index: usize, table: &TableDefinition, phrase: &Phrase) -> Option<Cell> {
    let (_, column) = table
        .columns
        .iter()
        .filter(|column| {
            matches!(column.kind, ValueKind::Address | ValueKind::Enum | ValueKind::Integer | ValueKind::Text)
        })
        .filter_map(|column| Some((nearest_heading(sheet, column, &phrase.rect)?, column)))
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    let words: Vec<usize> = phrase.words.iter().copied().filter(|&word| !sheet.is_label[word]).collect();
    Some(cell(sheet, index, column, read(sheet, column, &words)?))
}

/// How far a phrase is from the nearest of a column's headings over it, `None` when it stands under none.
fn nearest_heading(sheet: &Sheet<'_>, column: &ColumnDefinition, phrase: &Rect) -> Option<f32> {
    column
        .headings
        .iter()
        .flat_map(|heading| sheet.places(heading))
        .filter(|place| place.rect.top < phrase.top && phrase.top - place.rect.bottom < 60.0)
        .map(|place| (misalignment(phrase, &place.rect), phrase.top - place.rect.bottom))
        .filter(|(off, _)| *off < HEADING_REACH)
        .map(|(off, down)| off + 0.5 * down.max(0.0))
        .reduce(f32::min)
}
