//! Tables whose rows are columns on the page: each stands under a title of its own, such as `Comparable Sale # 1`, and
//! the headings at the left, or again under each title, name what stands on each line.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::block::address_text;
use crate::extract::region::right_of;
use crate::extract::sheet::Sheet;
use crate::extract::value::{Reading, Run, read_amounts};
use crate::library::{Choice, ColumnDefinition, TableDefinition};
use crate::model::ValueKind;
use crate::page::{LabelMatch, Rect, key};

/// A ruled line of the table is at most this high, in points; a higher box is no line of it.
const HIGHEST_LINE: f32 = 48.0;
/// A heading under a title begins at most this far, in points, from where the title does.
const ALIGNED: f32 = 15.0;
/// A heading less clear than this leads no line of titles.
const CLEAR: f32 = 0.6;
/// A sign stands at most this far, in points, behind its box.
const SIGN_REACH: f32 = 14.0;

/// The words of a title.
#[derive(Clone)]
struct Title {
    words: Vec<usize>,
    rect: Rect,
}

/// A title over a part of the page's width, which ends where the next titles stand.
struct Head {
    title: Title,
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
                .filter(|column| !column.headings.is_empty() && !is_of_title(table, column))
                .filter_map(|column| Some(cell(sheet, index, column, value_under(sheet, table, column, &head)?)))
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
fn title_cells(sheet: &Sheet<'_>, index: usize, table: &TableDefinition, head: &Head) -> Vec<Cell> {
    let layout = &sheet.layout;
    let line = &layout.lines[layout.words[head.title.words[0]].line];
    let phrase = layout.phrases(&line.words).into_iter().find(|phrase| phrase.words.contains(&head.title.words[0]));
    let led = table.titles.is_empty();
    let words = phrase.filter(|_| !led).map_or_else(|| head.title.words.clone(), |phrase| phrase.words);
    let number: Vec<usize> =
        words.iter().copied().filter(|&word| layout.words[word].key.bytes().any(|b| b.is_ascii_digit())).collect();
    let columns = table.columns.iter().filter(|column| is_of_title(table, column));
    columns
        .filter_map(|column| {
            let reading = match column.kind {
                ValueKind::Enum => named_in_turn(sheet, column, head).or_else(|| read(sheet, column, &words))?,
                ValueKind::Year | ValueKind::Date => read(sheet, column, &words)?,
                _ if number.is_empty() || table.titles.is_empty() => read(sheet, column, &words)?,
                _ => read(sheet, column, &number)?,
            };
            Some(cell(sheet, index, column, reading))
        })
        .collect()
}

/// The choice that a title means. Choices with the same words are taken in turn: the first past year, the second.
fn named_in_turn(sheet: &Sheet<'_>, column: &ColumnDefinition, head: &Head) -> Option<Reading> {
    let title = key(&sheet.layout.text(&head.title.words));
    let means = |choice: &&Choice| choice.words.iter().chain([&choice.value]).any(|word| key(word) == title);
    let choice = column.choices.iter().filter(means).nth(head.turn)?;
    let raw = sheet.layout.text(&head.title.words);
    Some(Reading { value: choice.value.clone(), raw, words: head.title.words.clone(), quality: 1.0 })
}

/// Tells whether a column says what the title says: without fixed titles it is the first one, and its headings lead
/// their line.
fn is_of_title(table: &TableDefinition, column: &ColumnDefinition) -> bool {
    match table.titles.is_empty() {
        true => table.columns.first().is_some_and(|first| first.id == column.id),
        false => column.headings.is_empty() && !column.carried,
    }
}

/// The lines of titles from top to bottom, each title with its part of the width.
fn heads(sheet: &Sheet<'_>, table: &TableDefinition) -> Vec<Head> {
    let lines = if table.titles.is_empty() { led_lines(sheet, table) } else { titled_lines(sheet, table) };
    let width = sheet.layout.page.frame.width;
    let tops: Vec<f32> = lines.iter().map(|(_, line)| line[0].rect.top).collect();
    let ends = table.ends.iter().flat_map(|end| sheet.places(end)).map(|place| place.rect.top);
    let ends: Vec<f32> = ends.collect();
    let mut heads = Vec::new();
    for (number, (lead, line)) in lines.into_iter().enumerate() {
        let below = ends.iter().copied().filter(|&end| end > line[0].rect.bottom);
        let bottom =
            tops.get(number + 1).copied().into_iter().chain(below).fold(sheet.layout.page.frame.height, f32::min);
        let middles: Vec<f32> = line.iter().map(|title| title.rect.center_x()).collect();
        let pitch = middles.windows(2).map(|pair| pair[1] - pair[0]).fold(f32::MAX, f32::min);
        let names: Vec<String> = line.iter().map(|title| key(&sheet.layout.text(&title.words))).collect();
        let starts: Vec<f32> = line.iter().map(|title| title.rect.left).collect();
        let aligned = stand_under_starts(sheet, &line, bottom);
        let edge = if aligned { starts[0] - 4.0 } else { lead.unwrap_or(middles[0] - pitch / 2.0) };
        for (at, title) in line.into_iter().enumerate() {
            let turn = names[..at].iter().filter(|name| **name == names[at]).count();
            let middle = middles[at];
            let left = match at {
                0 => edge,
                _ if aligned => starts[at] - 4.0,
                _ => (middles[at - 1] + middle) / 2.0,
            };
            let right = match middles.get(at + 1) {
                Some(_) if aligned => starts[at + 1] - 4.0,
                Some(next) => (middle + next) / 2.0,
                None if aligned => width,
                None => width.min(middle + pitch / 2.0),
            };
            let next = starts.get(at + 1).copied().unwrap_or(width);
            heads.push(Head { edge: edge.min(title.rect.left), title, left, right, next, bottom, turn });
        }
    }
    heads
}

/// Tells whether most of what stands under the titles begins where they begin, not in their middle.
fn stand_under_starts(sheet: &Sheet<'_>, line: &[Title], bottom: f32) -> bool {
    let layout = &sheet.layout;
    let below = layout.lines.iter().filter(|under| under.rect.top > line[0].rect.bottom && under.rect.bottom < bottom);
    let (mut starts, mut others) = (0, 0);
    for phrase in below.flat_map(|under| layout.phrases(&under.words)) {
        let near = |a: f32, b: f32| (a - b).abs() < 3.0;
        if line.iter().any(|title| near(title.rect.left, phrase.rect.left)) {
            starts += 1;
        } else if line.iter().any(|title| phrase.rect.overlap_x(&title.rect) > 0.0) {
            others += 1;
        }
    }
    starts > others
}

/// A line of titles, with the place where its heading ends.
type TitleLine = (Option<f32>, Vec<Title>);

/// The lines with two or more of the fixed titles.
fn titled_lines(sheet: &Sheet<'_>, table: &TableDefinition) -> Vec<TitleLine> {
    let mut lines: Vec<TitleLine> = Vec::new();
    for (_, place) in sheet.any_places(&table.titles) {
        let title = Title { words: place.words.clone(), rect: place.rect };
        match lines.iter_mut().find(|(_, line)| line[0].rect.overlap_y(&place.rect) > 0.5 * place.rect.height()) {
            // Synonyms may name one place twice.
            Some((_, line)) if line.iter().any(|known| known.words == title.words) => {}
            Some((_, line)) => line.push(title),
            None => lines.push((None, vec![title])),
        }
    }
    lines.retain(|(_, line)| line.len() >= 2);
    for (_, line) in &mut lines {
        line.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
    }
    lines.sort_by(|a, b| a.1[0].rect.top.total_cmp(&b.1[0].rect.top));
    lines
}

/// The lines that a heading of the title's column leads: every phrase to its right is a title.
fn led_lines(sheet: &Sheet<'_>, table: &TableDefinition) -> Vec<TitleLine> {
    let Some(column) = table.columns.first() else { return Vec::new() };
    let mut lines: Vec<TitleLine> = Vec::new();
    for (_, place) in sheet.any_places(&column.headings).filter(|(_, place)| place.score >= CLEAR) {
        let titles: Vec<Title> = sheet
            .layout
            .phrases(&right_of(sheet, place))
            .into_iter()
            .map(|phrase| Title { words: phrase.words, rect: phrase.rect })
            .collect();
        let Some(first) = titles.first() else { continue };
        lines.push((Some((place.rect.right + first.rect.left) / 2.0), titles));
    }
    lines.sort_by(|a, b| a.1[0].rect.top.total_cmp(&b.1[0].rect.top));
    lines
}

fn value_under(sheet: &Sheet<'_>, table: &TableDefinition, column: &ColumnDefinition, head: &Head) -> Option<Reading> {
    column
        .headings
        .iter()
        .flat_map(|heading| sheet.places(heading))
        .filter(|place| place.rect.top > head.title.rect.bottom - 2.0 && place.rect.bottom < head.bottom)
        .find_map(|place| {
            // Headings stand at the left of all titles, or again under each title and aligned with it.
            let under = (place.rect.left - head.title.rect.left).abs() < ALIGNED;
            let sides = if under { (head.title.rect.left - 4.0, head.next - 4.0) } else { (head.left, head.right) };
            let beside = under || place.rect.left < head.edge;
            let below = || next_heading(sheet, table, head, place);
            if beside { value_on_line(sheet, column, sides, place, below) } else { None }
        })
}

/// Where the next heading under this one begins.
fn next_heading(sheet: &Sheet<'_>, table: &TableDefinition, head: &Head, place: &LabelMatch) -> f32 {
    let headings = table.columns.iter().flat_map(|column| sheet.any_places(&column.headings));
    let tops = headings.map(|(_, next)| next.rect).filter(|next| {
        next.top > place.rect.bottom - 1.0 && ((next.left - place.rect.left).abs() < ALIGNED || next.left < head.edge)
    });
    tops.map(|next| next.top - 1.0).fold(head.bottom, f32::min)
}

fn value_on_line(
    sheet: &Sheet<'_>,
    column: &ColumnDefinition,
    (left, right): (f32, f32),
    place: &LabelMatch,
    below: impl Fn() -> f32,
) -> Option<Reading> {
    let own = (place.rect.top - 2.0, place.rect.bottom + 2.0);
    let ruled = sheet.layout.cell_at(place.rect.center_x(), place.rect.center_y());
    let high = if ruled.height() < HIGHEST_LINE { (ruled.top, ruled.bottom) } else { own };
    let high = match column.kind {
        // An address goes on to the next heading, also over a rule.
        ValueKind::Address => (high.0, below().clamp(high.1, high.0.max(own.0) + HIGHEST_LINE)),
        _ => high,
    };
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
        // A span of amounts is none.
        ValueKind::Money if is_span(sheet, &words) => None,
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

/// Tells whether the words are a least and a most amount: `$1,943 min $3,924 max`, `$2,409 – $4,390`.
fn is_span(sheet: &Sheet<'_>, words: &[usize]) -> bool {
    let layout = &sheet.layout;
    let bounds = words.iter().any(|&word| matches!(layout.words[word].key.as_str(), "MIN" | "MAX"));
    let dashes = words.iter().skip(1).any(|&word| matches!(layout.words[word].word.text.as_str(), "-" | "–" | "—"));
    (bounds || dashes) && read_amounts(&Run::new(layout, words)).len() >= 2
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
