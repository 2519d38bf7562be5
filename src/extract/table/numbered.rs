//! Numbered paragraphs, such as the findings of an underwriting system: each begins with the next number, and goes on
//! over lines and pages.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::sheet::Sheet;
use crate::extract::value::Reading;
use crate::library::{ColumnDefinition, TableDefinition};
use crate::page::Phrase;

/// Paragraphs may be missing from a paper, but not more than so many at a time.
const LONGEST_GAP: u32 = 3;
/// A line continues a paragraph when it is at most so many times its height below it.
const CONTINUES: f32 = 0.9;

/// Returns a row for each paragraph, in the order of their numbers.
pub fn rows(sheets: &[Sheet<'_>], table: &TableDefinition) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut last_number = 0;
    let mut open = table.titles.is_empty();
    for (index, sheet) in sheets.iter().enumerate() {
        let mut paragraph: Option<Paragraph> = None;
        for line in &sheet.layout.lines {
            if leads(sheet, &table.titles, &line.words) {
                open = true;
                continue;
            }
            if leads(sheet, &table.ends, &line.words) {
                rows.extend(paragraph.take().and_then(|done| done.row(sheet, index, table)));
                open = false;
            }
            if !open {
                continue;
            }
            let first = &sheet.layout.phrases(&line.words)[0];
            match number_of(sheet, first) {
                Some(number) if number > last_number && number <= last_number + LONGEST_GAP => {
                    rows.extend(paragraph.take().and_then(|done| done.row(sheet, index, table)));
                    last_number = number;
                    paragraph = Some(Paragraph::new(sheet, &line.words));
                }
                _ if paragraph.as_ref().is_some_and(|known| known.goes_on(sheet, &line.words)) => {
                    if let Some(known) = &mut paragraph {
                        known.lines.push(line.words.clone());
                    }
                }
                _ => rows.extend(paragraph.take().and_then(|done| done.row(sheet, index, table))),
            }
        }
        rows.extend(paragraph.take().and_then(|done| done.row(sheet, index, table)));
    }
    rows
}

/// Tells whether a line begins with one of the phrases.
fn leads(sheet: &Sheet<'_>, phrases: &[String], line: &[usize]) -> bool {
    phrases.iter().flat_map(|phrase| sheet.places(phrase)).any(|place| place.words.first() == line.first())
}

/// The number that a line begins with: `7`, `7.`, `(7)`.
fn number_of(sheet: &Sheet<'_>, first: &Phrase) -> Option<u32> {
    let text = sheet.layout.words[first.words[0]].word.text.trim_matches(|c: char| "().:".contains(c)).to_owned();
    (text.len() <= 3).then(|| text.parse().ok()).flatten()
}

/// A paragraph of one page: its number's word and the words of its lines.
struct Paragraph {
    number: usize,
    lines: Vec<Vec<usize>>,
}

impl Paragraph {
    fn new(sheet: &Sheet<'_>, line: &[usize]) -> Self {
        let rest: Vec<usize> =
            line[1..].iter().copied().filter(|&word| !sheet.layout.words[word].key.is_empty()).collect();
        Self { number: line[0], lines: vec![rest] }
    }

    fn goes_on(&self, sheet: &Sheet<'_>, line: &[usize]) -> bool {
        let Some(above) = self.lines.last().filter(|above| !above.is_empty()) else { return true };
        let (above, here) = (sheet.layout.rect_around(above), sheet.layout.rect_around(line));
        let indented = here.left > sheet.layout.rect(self.number).left - 4.0;
        indented && here.top - above.bottom < CONTINUES * here.height().max(6.0)
    }

    /// The first column is the number, the next one the text; further ones stand behind their headings in it.
    fn row(self, sheet: &Sheet<'_>, index: usize, table: &TableDefinition) -> Option<Row> {
        let text = self.lines.concat();
        let mut cells: Vec<Cell> = Vec::new();
        for (at, column) in table.columns.iter().enumerate() {
            let reading = match at {
                0 => Some(number_reading(sheet, self.number)),
                _ if column.headings.is_empty() => Some(read(sheet, column, &text)?),
                _ => behind_heading(sheet, column, &text),
            };
            cells.extend(reading.map(|reading| cell(sheet, index, column, reading)));
        }
        Some(Row { cells })
    }
}

/// The number without what is printed around it.
fn number_reading(sheet: &Sheet<'_>, word: usize) -> Reading {
    let raw = sheet.layout.words[word].word.text.clone();
    let value = raw.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    Reading { value, raw, words: vec![word], quality: 1.0 }
}

/// The number or code behind one of the column's headings, within the paragraph.
fn behind_heading(sheet: &Sheet<'_>, column: &ColumnDefinition, text: &[usize]) -> Option<Reading> {
    let places = column.headings.iter().flat_map(|heading| sheet.places(heading));
    let last = places.filter_map(|place| place.words.last()).find(|last| text.contains(last))?;
    let at = text.iter().position(|word| word == last)?;
    let numbered = |word: usize| sheet.layout.words[word].key.bytes().any(|b| b.is_ascii_digit());
    let code = text[at + 1..].iter().copied().take(2).find(|&word| numbered(word))?;
    let mut reading = read(sheet, column, &[code])?;
    reading.value = reading.value.trim_end_matches(['.', ',', ';', ')']).to_owned();
    Some(reading)
}
