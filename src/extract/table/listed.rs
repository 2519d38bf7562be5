//! Lists without column headings: between a title and an end each line has a text at the left and an amount at the
//! right, as the payers of interest or the other expenses of a business.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::sheet::Sheet;
use crate::extract::value::{Run, read_amounts};
use crate::library::{Section, TableDefinition};
use crate::model::{Source, ValueKind};
use crate::page::{LabelMatch, Phrase};

/// A line of the list begins at most this far, in points, to the left of the title; further out are side notes.
const LEFT_REACH: f32 = 60.0;
/// An amount stands at least this far, in points, from the text before it.
const AMOUNT_GAP: f32 = 12.0;

/// Returns the rows of every list of the paper: a page may hold a part of it, and the next one go on.
pub fn rows(sheets: &[Sheet<'_>], table: &TableDefinition) -> Vec<Row> {
    sheets.iter().enumerate().flat_map(|(index, sheet)| rows_of_sheet(sheet, index, table)).collect()
}

fn rows_of_sheet(sheet: &Sheet<'_>, index: usize, table: &TableDefinition) -> Vec<Row> {
    let best = |places: &mut dyn Iterator<Item = &LabelMatch>| -> Option<LabelMatch> {
        places.filter(|place| place.score >= 0.6).min_by(|a, b| a.rect.top.total_cmp(&b.rect.top)).cloned()
    };
    let Some(title) = best(&mut table.titles.iter().flat_map(|title| sheet.places(title))) else { return Vec::new() };
    let below = title.rect.bottom;
    let last = title.words.last().copied();
    let title_line = last.map(|last| sheet.layout.words[last].line);
    let mut ends = table.ends.iter().flat_map(|end| sheet.places(end)).filter(|place| place.rect.top > below);
    let bottom = best(&mut ends).map_or(sheet.layout.page.frame.height, |end| end.rect.top);
    let mut section = title.words.first().and_then(|_| section_named(sheet, table, &title.words));
    let mut rows = Vec::new();
    let lines = sheet.layout.lines.iter().enumerate();
    for (at, line) in lines.filter(|(at, line)| Some(*at) == title_line || line.rect.center_y() > below - 2.0) {
        if line.rect.center_y() >= bottom {
            continue;
        }
        // The first row may stand beside the title.
        let words: Vec<usize> = if Some(at) == title_line {
            line.words.iter().copied().filter(|&word| Some(word) > last).collect()
        } else {
            line.words.clone()
        };
        // Lines of a list with sections may carry the labels of single values.
        let labelled = |phrase: &Phrase| {
            table.sections.is_empty()
                && phrase.words.iter().any(|&word| sheet.is_label[word] && !is_line_letter(sheet, word))
        };
        let phrases: Vec<Phrase> = sheet
            .layout
            .phrases(&words)
            .into_iter()
            .filter(|phrase| phrase.rect.left > title.rect.left - LEFT_REACH)
            .filter(|phrase| !labelled(phrase))
            .collect();
        let named = phrases.first().and_then(|first| section_named(sheet, table, &first.words));
        if named.is_some_and(|named| named.skip) {
            continue;
        }
        match row(sheet, index, table, &phrases) {
            Some(mut row) => {
                row.cells.extend(section_cell(table, named.or(section), &row));
                rows.push(row);
            }
            None => section = named.or(section),
        }
    }
    rows
}

/// The section that a phrase names.
fn section_named<'t>(sheet: &Sheet<'_>, table: &'t TableDefinition, phrase: &[usize]) -> Option<&'t Section> {
    let names = |title: &String| sheet.places(title).iter().any(|place| place.words == phrase);
    table.sections.iter().find(|section| section.titles.iter().any(names))
}

/// What the enum column says of a row: the section in which it stands.
fn section_cell(table: &TableDefinition, section: Option<&Section>, row: &Row) -> Option<Cell> {
    let column = table.columns.iter().find(|column| column.kind == ValueKind::Enum)?;
    let value = section?.value.clone()?;
    Some(Cell { column: column.id.clone(), value, source: Source::Derived, ..row.cells.first()?.clone() })
}

/// The last phrase is the amount, all before it the text.
fn row(sheet: &Sheet<'_>, index: usize, table: &TableDefinition, phrases: &[Phrase]) -> Option<Row> {
    let amount_column = table.columns.iter().find(|column| column.kind == ValueKind::Money)?;
    let text_column = table.columns.iter().find(|column| matches!(column.kind, ValueKind::Text | ValueKind::Name))?;
    let (last, before) = phrases.split_last()?;
    let before = match before {
        [text @ .., number] if !text.is_empty() && is_box_number(sheet, number) => text,
        _ => before,
    };
    // Figures before the text are those of the column at its left.
    let lettered = |word: &usize| sheet.layout.words[*word].key.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    let before = before.iter().position(|phrase| phrase.words.iter().any(lettered)).map_or(before, |at| &before[at..]);
    let words: Vec<usize> = before.iter().flat_map(|phrase| phrase.words.iter().copied()).collect();
    let apart = before.last().is_some_and(|phrase| last.rect.left - phrase.rect.right > AMOUNT_GAP);
    if !apart || !words.iter().any(lettered) {
        return None;
    }
    let run = Run::new(&sheet.layout, &last.words);
    let mut amount = read_amounts(&run).into_iter().next()?;
    if amount.words.len() != last.words.len() {
        return None;
    }
    // Whole dollars are usual here, and the place says that it is an amount.
    amount.quality = amount.quality.max(0.9);
    let text = read(sheet, text_column, without_line_letter(sheet, &words))?;
    Some(Row { cells: vec![cell(sheet, index, text_column, text), cell(sheet, index, amount_column, amount)] })
}

/// One or two digits apart from the text, with a letter or without, are the number of the form's line before its box.
fn is_box_number(sheet: &Sheet<'_>, phrase: &Phrase) -> bool {
    let [word] = phrase.words[..] else { return false };
    let text = &sheet.layout.words[word].word.text;
    let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    text.len() <= digits.len() + 1 && matches!(digits.len(), 1 | 2) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The words of a text without the letter of its line: `a` or `32a` before what is written there.
fn without_line_letter<'w>(sheet: &Sheet<'_>, words: &'w [usize]) -> &'w [usize] {
    match words {
        [letter, rest @ ..] if !rest.is_empty() && is_line_letter(sheet, *letter) => rest,
        _ => words,
    }
}

fn is_line_letter(sheet: &Sheet<'_>, word: usize) -> bool {
    let text = sheet.layout.words[word].word.text.as_str();
    let letter = text.trim_start_matches(|c: char| c.is_ascii_digit());
    letter.len() == 1 && text.len() <= 3 && letter.bytes().all(|byte| byte.is_ascii_lowercase())
}
