//! Tables whose rows are parts of a form: every further employer or property has a part of its own under a title, with
//! labels for each value.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::region;
use crate::extract::sheet::Sheet;
use crate::extract::value::{Reading, clean_text};
use crate::library::{ColumnDefinition, TableDefinition};
use crate::model::ValueKind;
use crate::page::{LabelMatch, Rect};

/// Returns a row for each title with values under it.
pub fn rows(sheets: &[Sheet<'_>], table: &TableDefinition) -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, sheet) in sheets.iter().enumerate() {
        let mut tops = tops(sheet, &table.titles);
        let mut bounds = tops.clone();
        bounds.extend(self::tops(sheet, &table.ends));
        bounds.sort_by(f32::total_cmp);
        tops.dedup_by(|a, b| (*a - *b).abs() < 1.0);
        for top in tops {
            let bottom =
                bounds.iter().copied().find(|&bound| bound > top + 1.0).unwrap_or(sheet.layout.page.frame.height);
            let part = Rect { left: 0.0, top: top - 1.0, right: sheet.layout.page.frame.width, bottom };
            let cells: Vec<Cell> =
                table.columns.iter().filter_map(|column| value(sheet, index, column, &part)).collect();
            if cells.iter().any(|cell| cell.value != "false") {
                rows.push(Row { cells });
            }
        }
    }
    rows
}

fn tops(sheet: &Sheet<'_>, titles: &[String]) -> Vec<f32> {
    let places = titles.iter().flat_map(|title| sheet.places(title)).filter(|place| place.score >= 0.5);
    let mut tops: Vec<f32> = places.map(|place| place.rect.top).collect();
    tops.sort_by(f32::total_cmp);
    tops
}

/// The value beside the column's first label in a part, or under it.
fn value(sheet: &Sheet<'_>, index: usize, column: &ColumnDefinition, part: &Rect) -> Option<Cell> {
    if column.headings.is_empty() {
        return unlabelled(sheet, index, column, part);
    }
    let inside = |place: &&LabelMatch| part.contains(place.rect.center_x(), place.rect.center_y());
    column.headings.iter().find_map(|heading| {
        let label = sheet.places(heading).iter().find(inside)?;
        if column.kind == ValueKind::Checkbox {
            return ticked(sheet, index, column, label);
        }
        let first_line = |lines: Vec<Vec<usize>>| lines.into_iter().find(|line| !line.is_empty());
        let beside = worded(sheet, region::right_of(sheet, label));
        let reading = read(sheet, column, &beside)
            .or_else(|| read(sheet, column, &worded(sheet, first_line(region::below(sheet, label))?)))?;
        Some(cell(sheet, index, column, with_rest(sheet, column, part, reading)))
    })
}

/// What stands in a part without a label and has the column's shape: for a text the first phrase.
fn unlabelled(sheet: &Sheet<'_>, index: usize, column: &ColumnDefinition, part: &Rect) -> Option<Cell> {
    let layout = &sheet.layout;
    let lines = layout.lines_in(part);
    let bare = |words: Vec<usize>| words.into_iter().filter(|&word| !sheet.is_label[word]).collect::<Vec<_>>();
    let reading = lines
        .iter()
        .flat_map(|line| layout.phrases(line))
        .map(|phrase| bare(phrase.words))
        .filter(|words| !worded(sheet, words.clone()).is_empty())
        .find_map(|words| {
            let reading = read(sheet, column, &words)?;
            let text = matches!(column.kind, ValueKind::Text | ValueKind::Name | ValueKind::Enum);
            (text || reading.words.len() == words.len()).then_some(reading)
        })?;
    Some(cell(sheet, index, column, reading))
}

/// For texts only what stands together is one value; a dollar sign alone is none.
fn worded(sheet: &Sheet<'_>, words: Vec<usize>) -> Vec<usize> {
    let lettered = |word: &usize| !sheet.layout.words[*word].key.is_empty();
    if words.iter().any(lettered) { words } else { Vec::new() }
}

/// Adds what stands beside the labels of the value's further boxes.
fn with_rest(sheet: &Sheet<'_>, column: &ColumnDefinition, part: &Rect, first: Reading) -> Reading {
    let top = sheet.layout.rect_around(&first.words).top;
    column.rest.iter().fold(first, |mut whole, labels| {
        let place = sheet
            .any_places(labels)
            .map(|(_, place)| place)
            .find(|place| place.rect.top > top - 4.0 && part.contains(place.rect.center_x(), place.rect.center_y()));
        let words = place.map_or_else(Vec::new, |place| worded(sheet, region::right_of(sheet, place)));
        let text = clean_text(&sheet.layout.text(&words));
        if !text.is_empty() && !words.iter().any(|word| whole.words.contains(word)) {
            let between = if text.starts_with(|c: char| c.is_ascii_digit()) { " " } else { ", " };
            whole.value = format!("{}{between}{text}", whole.value.trim_end_matches(','));
            whole.raw = format!("{} {text}", whole.raw);
            whole.words.extend(words);
        }
        whole
    })
}

/// The box beside the label.
fn ticked(sheet: &Sheet<'_>, index: usize, column: &ColumnDefinition, label: &LabelMatch) -> Option<Cell> {
    let near = |rect: &Rect| {
        let across = (label.rect.left - rect.right).max(rect.left - label.rect.right);
        across < 30.0 && rect.overlap_y(&label.rect) > 0.3 * rect.height()
    };
    let check_box = sheet.layout.page.check_boxes.iter().find(|check_box| near(&check_box.rect))?;
    Some(Cell {
        column: column.id.clone(),
        value: check_box.ticked.to_string(),
        raw: if check_box.ticked { "X".to_owned() } else { String::new() },
        rect: check_box.rect,
        sheet: index,
        reading: check_box.confidence.value(),
        quality: 0.95,
        source: check_box.source,
    })
}
