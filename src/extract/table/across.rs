//! Tables whose rows are columns on the page: each stands under a title of its own, such as `Comparable Sale # 1`, and
//! the headings at the left, or again under each title, name what stands on each line.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::block::address_text;
use crate::extract::sheet::Sheet;
use crate::extract::value::{Reading, Run, read_amounts};
use crate::library::{Choice, ColumnDefinition, TableDefinition};
use crate::model::ValueKind;
use crate::page::{LabelMatch, Rect, key};

/// A ruled line of the table is at most this high, in points; a higher box is no line of it.
const HIGHEST_LINE: f32 = 48.0;
/// A heading under a title begins at most this far, in points, from where the title does.
const ALIGNED: f32 = 15.0;
/// A sign stands at most this far, in points, behind its box.
const SIGN_REACH: f32 = 14.0;

/// A title over a part of the page's width, which ends where the next titles stand.
struct Head<'s> {
    title: &'s LabelMatch,
    left: f32,
    right: f32,
    /// Where the next title on the line begins.
    next: f32,
    /// Where the first of the titles on this line begins: the headings stand to the left of it.
    edge: f32,
    bottom: f32,
    /// How many titles of the same words stand before it on its line.
    turn: usize,
}

/// Returns a row for each title under which something is printed.
pub fn rows(sheets: &[Sheet<'_>], table: &TableDefinition) -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, sheet) in sheets.iter().enumerate() {
        for head in heads(sheet, table) {
            let mut cells: Vec<Cell> = table
                .columns
                .iter()
                .filter(|column| !column.headings.is_empty())
                .filter_map(|column| Some(cell(sheet, index, column, value_under(sheet, column, &head)?)))
                .collect();
            if !cells.is_empty() {
                cells.extend(title_cells(sheet, index, table, &head));
                rows.push(Row { cells });
            }
        }
    }
    rows
}

/// What the title itself says: the number of the comparable, the name of the period, its year.
fn title_cells(sheet: &Sheet<'_>, index: usize, table: &TableDefinition, head: &Head<'_>) -> Vec<Cell> {
    let layout = &sheet.layout;
    let line = &layout.lines[layout.words[head.title.words[0]].line];
    let phrase = layout.phrases(&line.words).into_iter().find(|phrase| phrase.words.contains(&head.title.words[0]));
    let words = phrase.map_or_else(|| head.title.words.clone(), |phrase| phrase.words);
    let number: Vec<usize> =
        words.iter().copied().filter(|&word| layout.words[word].key.bytes().any(|b| b.is_ascii_digit())).collect();
    let columns = table.columns.iter().filter(|column| column.headings.is_empty() && !column.carried);
    columns
        .filter_map(|column| {
            let reading = match column.kind {
                ValueKind::Enum => named_in_turn(sheet, column, head)?,
                ValueKind::Year | ValueKind::Date => read(sheet, column, &words)?,
                _ if number.is_empty() => read(sheet, column, &words)?,
                _ => read(sheet, column, &number)?,
            };
            Some(cell(sheet, index, column, reading))
        })
        .collect()
}

/// The choice that a title means. Choices with the same words are taken in turn: the first past year, the second.
fn named_in_turn(sheet: &Sheet<'_>, column: &ColumnDefinition, head: &Head<'_>) -> Option<Reading> {
    let title = key(&sheet.layout.text(&head.title.words));
    let means = |choice: &&Choice| choice.words.iter().chain([&choice.value]).any(|word| key(word) == title);
    let choice = column.choices.iter().filter(means).nth(head.turn)?;
    let raw = sheet.layout.text(&head.title.words);
    Some(Reading { value: choice.value.clone(), raw, words: head.title.words.clone(), quality: 1.0 })
}

/// The lines with two or more titles, from top to bottom, each title with its part of the width.
fn heads<'s>(sheet: &'s Sheet<'_>, table: &'s TableDefinition) -> Vec<Head<'s>> {
    let mut lines: Vec<Vec<&LabelMatch>> = Vec::new();
    for (_, place) in sheet.any_places(&table.titles) {
        match lines.iter_mut().find(|line| line[0].rect.overlap_y(&place.rect) > 0.5 * place.rect.height()) {
            // Synonyms may name one place twice.
            Some(line) if line.iter().any(|known| known.words == place.words) => {}
            Some(line) => line.push(place),
            None => lines.push(vec![place]),
        }
    }
    lines.retain(|line| line.len() >= 2);
    lines.sort_by(|a, b| a[0].rect.top.total_cmp(&b[0].rect.top));
    let tops: Vec<f32> = lines.iter().map(|line| line[0].rect.top).collect();
    let mut heads = Vec::new();
    for (number, mut line) in lines.into_iter().enumerate() {
        line.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
        let bottom = tops.get(number + 1).copied().unwrap_or(sheet.layout.page.frame.height);
        let middles: Vec<f32> = line.iter().map(|title| title.rect.center_x()).collect();
        let pitch = middles.windows(2).map(|pair| pair[1] - pair[0]).fold(f32::MAX, f32::min);
        let edge = middles[0] - pitch / 2.0;
        let names: Vec<String> = line.iter().map(|title| key(&sheet.layout.text(&title.words))).collect();
        let starts: Vec<f32> = line.iter().map(|title| title.rect.left).collect();
        for (at, title) in line.into_iter().enumerate() {
            let turn = names[..at].iter().filter(|name| **name == names[at]).count();
            let middle = middles[at];
            let left = if at == 0 { edge } else { (middles[at - 1] + middle) / 2.0 };
            let right = middles.get(at + 1).map_or(middle + pitch / 2.0, |next| (middle + next) / 2.0);
            let next = starts.get(at + 1).copied().unwrap_or(sheet.layout.page.frame.width);
            heads.push(Head { title, left, right, next, edge: edge.min(title.rect.left), bottom, turn });
        }
    }
    heads
}

fn value_under(sheet: &Sheet<'_>, column: &ColumnDefinition, head: &Head<'_>) -> Option<Reading> {
    column
        .headings
        .iter()
        .flat_map(|heading| sheet.places(heading))
        .filter(|place| place.rect.top > head.title.rect.bottom - 2.0 && place.rect.bottom < head.bottom)
        .find_map(|place| {
            // Headings stand at the left of all titles, or again under each title and aligned with it.
            let under = (place.rect.left - head.title.rect.left).abs() < ALIGNED;
            let sides = if under { (head.title.rect.left - 4.0, head.next - 4.0) } else { (head.left, head.right) };
            if under || place.rect.left < head.edge { value_on_line(sheet, column, sides, place) } else { None }
        })
}

fn value_on_line(
    sheet: &Sheet<'_>,
    column: &ColumnDefinition,
    (left, right): (f32, f32),
    place: &LabelMatch,
) -> Option<Reading> {
    let own = (place.rect.top - 2.0, place.rect.bottom + 2.0);
    let ruled = sheet.layout.cell_at(place.rect.center_x(), place.rect.center_y());
    let high = if ruled.height() < HIGHEST_LINE { (ruled.top, ruled.bottom) } else { own };
    // An address takes the whole height of its line; a figure beside the heading is nearer than one over it.
    let heights = if column.kind == ValueKind::Address { [high, own] } else { [own, high] };
    heights.into_iter().find_map(|(top, bottom)| value_in(sheet, column, Rect::new(left, top, right, bottom)))
}

fn value_in(sheet: &Sheet<'_>, column: &ColumnDefinition, region: Rect) -> Option<Reading> {
    let lines: Vec<Vec<usize>> = sheet
        .layout
        .lines_in(&region)
        .into_iter()
        .map(|line| line.into_iter().filter(|&word| !sheet.is_label[word]).collect::<Vec<_>>())
        .filter(|line| !line.is_empty())
        .collect();
    let words = lines.concat();
    match column.kind {
        ValueKind::Address => {
            let value = address_text(&sheet.layout, &lines);
            (value.len() > 5).then(|| Reading { raw: value.clone(), value, words, quality: 0.95 })
        }
        ValueKind::Money => {
            let mut amount = read_amounts(&Run::new(&sheet.layout, &words)).into_iter().next_back()?;
            // The place says that it is an amount; whole dollars are usual here.
            amount.quality = amount.quality.max(0.9);
            if let Some(less) = ticked_sign(sheet, &region) {
                let sum = amount.value.trim_start_matches('-');
                amount.value = if less { format!("-{sum}") } else { sum.to_owned() };
            }
            Some(amount)
        }
        _ => read(sheet, column, &words),
    }
}

/// Tells which sign is ticked, where a form prints both with boxes: whether it is the minus.
fn ticked_sign(sheet: &Sheet<'_>, region: &Rect) -> Option<bool> {
    let layout = &sheet.layout;
    let is_minus = |text: &str| matches!(text, "-" | "–" | "−");
    let boxes = layout.page.check_boxes.iter().map(|check_box| (check_box.ticked, check_box.rect));
    boxes
        .filter(|(ticked, rect)| *ticked && region.contains(rect.center_x(), rect.center_y()))
        .flat_map(|(_, rect)| {
            layout.words.iter().filter_map(move |placed| {
                let text = placed.word.text.as_str();
                let gap = placed.word.rect.left - rect.right;
                let follows = placed.word.rect.overlap_y(&rect) > 0.0 && (-1.0..SIGN_REACH).contains(&gap);
                (follows && (text == "+" || is_minus(text))).then_some((gap, is_minus(text)))
            })
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, minus)| minus)
}
