//! A line as a row: a leading date, figures under their headings, and what is left as text.

use super::headings::Heading;
use super::{Band, Context};
use crate::extract::locate::choice_in;
use crate::extract::region::misalignment;
use crate::extract::sheet::Sheet;
use crate::extract::table::row::{cell, read};
use crate::extract::table::{Cell, Row};
use crate::extract::value::{Reading, Run, clean_text, complete_date, read_amounts};
use crate::library::{ColumnDefinition, TableDefinition};
use crate::model::{Source, ValueKind};
use crate::page::{Rect, key};

/// Reads a line as a row: a leading date, figures under their headings, and what is left as text.
pub(super) fn row(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    index: usize,
    band: &Band,
    table: usize,
    words: &[usize],
) -> Option<Row> {
    let definition = &context.definition.tables[table];
    let mut rest: Vec<usize> = words.to_vec();
    let mut cells: Vec<Cell> = Vec::new();
    let dates = definition.columns.iter().filter(|column| column.kind == ValueKind::Date);
    if dates.clone().count() > 1 && !dates.clone().any(|column| column.required) {
        cells.extend(date_cells(context, sheet, index, band, table, &mut rest));
    } else if let Some(column) = dates.clone().next() {
        let date = leading_date(context, sheet, &rest);
        // Where rows must have a date it leads them; elsewhere it may stand in any column, or be missing.
        let date = if column.required { Some(date?) } else { date.or_else(|| later_date(context, sheet, &rest)) };
        if let Some(date) = date {
            rest.retain(|word| !date.words.contains(word));
            cells.push(cell(sheet, index, column, date));
        }
    }
    let mut figures = figure_cells(context, sheet, index, band, table, &mut rest);
    figures.extend(percent_cells(context, sheet, index, band, table, &mut rest));
    if (figures.is_empty() && has_figures(definition)) || begins_with_heading(definition, sheet, &rest) {
        return None;
    }
    cells.extend(figures);
    cells.extend(tick_cells(context, sheet, index, band, table, words, &mut rest));
    cells.extend(text_cells(context, sheet, index, band, table, &rest));
    let carried = definition.columns.iter().find(|column| column.carried);
    if let (Some(column), Some(account)) = (carried, &band.account) {
        cells.push(Cell { column: column.id.clone(), sheet: index, ..account.clone() });
    }
    add_decided(definition, &mut cells);
    Some(Row { cells })
}

/// Tables of persons and the like have no amounts, or have them elsewhere than beside the number by which a row is
/// known; a line is a row of theirs when its required columns can be read.
pub(super) fn has_figures(definition: &TableDefinition) -> bool {
    let numbered =
        |column: &ColumnDefinition| column.required && matches!(column.kind, ValueKind::Ein | ValueKind::Ssn);
    definition.columns.iter().any(|column| is_figure(column.kind)) && !definition.columns.iter().any(numbered)
}

/// `Current` or `Year to date` before figures heads a summary that lies on its side: no row of this table.
fn begins_with_heading(definition: &TableDefinition, sheet: &Sheet<'_>, rest: &[usize]) -> bool {
    let Some(&first) = rest.first() else { return false };
    let figures = definition.columns.iter().filter(|column| is_figure(column.kind));
    figures.flat_map(|column| &column.headings).any(|heading| {
        sheet.places(heading).iter().any(|place| place.score > 0.9 && place.words.first() == Some(&first))
    })
}

fn leading_date(context: &Context<'_>, sheet: &Sheet<'_>, words: &[usize]) -> Option<Reading> {
    let layout = &sheet.layout;
    (1..=words.len().min(3)).rev().find_map(|count| {
        let used = words[..count].to_vec();
        let raw = layout.text(&used);
        let value = complete_date(&raw, context.start.as_deref(), context.end.as_deref())?;
        Some(Reading { value, raw, words: used, quality: 1.0 })
    })
}

fn later_date(context: &Context<'_>, sheet: &Sheet<'_>, words: &[usize]) -> Option<Reading> {
    (1..words.len()).find_map(|from| leading_date(context, sheet, &words[from..]))
}

/// Gives each date of the line to the date column whose heading it stands under, and takes its words from `rest`.
fn date_cells(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    index: usize,
    band: &Band,
    table: usize,
    rest: &mut Vec<usize>,
) -> Vec<Cell> {
    let columns = &context.definition.tables[table].columns;
    let mut cells: Vec<Cell> = Vec::new();
    let mut from = 0;
    while from < rest.len() {
        let Some(date) = leading_date(context, sheet, &rest[from..]) else {
            from += 1;
            continue;
        };
        let rect = sheet.layout.rect_around(&date.words);
        let headings = band.headings.iter().filter(|heading| heading.table == table);
        let nearest = headings
            .map(|heading| (misalignment(&rect, &heading.rect), &columns[heading.column]))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, column)| column)
            .filter(|column| column.kind == ValueKind::Date && !cells.iter().any(|cell| cell.column == column.id));
        rest.drain(from..from + date.words.len());
        cells.extend(nearest.map(|column| cell(sheet, index, column, date)));
    }
    cells
}

/// Gives each figure of the line to the column whose heading it stands under, and takes its words from `rest`.
fn figure_cells(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    index: usize,
    band: &Band,
    table: usize,
    rest: &mut Vec<usize>,
) -> Vec<Cell> {
    let definition = &context.definition.tables[table];
    let layout = &sheet.layout;
    let negative_section = band
        .section
        .filter(|(owner, _)| *owner == table)
        .is_some_and(|(_, section)| definition.sections[section].negative);
    let mut cells: Vec<Cell> = Vec::new();
    for mut figure in read_amounts(&Run::new(layout, rest)).into_iter().rev() {
        let rect = layout.rect_around(&figure.words);
        let heading = band
            .headings
            .iter()
            .filter(|heading| heading.table == table && is_figure(definition.columns[heading.column].kind))
            .map(|heading| (misalignment(&rect, &heading.rect), heading))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(off, _)| *off < HEADING_REACH)
            .map(|(_, heading)| heading);
        let Some(heading) = heading else { continue };
        let column = &definition.columns[heading.column];
        if let Some(known) = cells.iter().position(|cell| cell.column == column.id) {
            // Of a debit and a credit column the one that has no amount may print a zero.
            if is_zero(&figure.value) {
                rest.retain(|word| !figure.words.contains(word));
            }
            if is_zero(&figure.value) || !is_zero(&cells[known].value) {
                continue;
            }
            cells.remove(known);
        }
        if column.kind != ValueKind::Money {
            figure.value = figure.raw.replace([',', '$'], "");
        } else if (heading.negative || (negative_section && takes_sign(band, heading, column)))
            && !figure.value.starts_with('-')
        {
            figure.value = format!("-{}", figure.value);
        }
        rest.retain(|word| !figure.words.contains(word));
        cells.push(cell(sheet, index, column, figure));
    }
    cells.reverse();
    if let Some(last) = unheaded_figure(context, sheet, index, band, table, rest, &cells) {
        rest.retain(|&word| !last.rect.contains(layout.rect(word).center_x(), layout.rect(word).center_y()));
        cells.push(last);
    }
    cells
}

fn is_zero(amount: &str) -> bool {
    amount.chars().all(|c| matches!(c, '0' | '.' | '-'))
}

/// A figure beyond the last headed one belongs to the next amount column, when that column's heading was not read.
fn unheaded_figure(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    index: usize,
    band: &Band,
    table: usize,
    rest: &[usize],
    cells: &[Cell],
) -> Option<Cell> {
    let definition = &context.definition.tables[table];
    let last = cells.last()?;
    let at = definition.columns.iter().position(|column| column.id == last.column)?;
    let column = definition.columns[at + 1..].iter().find(|column| column.kind == ValueKind::Money)?;
    let headed = |heading: &Heading| heading.table == table && definition.columns[heading.column].id == column.id;
    if band.headings.iter().any(headed) {
        return None;
    }
    let beyond: Vec<usize> =
        rest.iter().copied().filter(|&word| sheet.layout.rect(word).left > last.rect.right).collect();
    let figure = read_amounts(&Run::new(&sheet.layout, &beyond)).into_iter().find(|figure| figure.quality >= 0.9)?;
    Some(cell(sheet, index, column, figure))
}

/// A text of a table without figures stands at most this far, in points, from its heading's edge or middle.
const TEXT_REACH: f32 = 40.0;

/// A number stands at most this far, in points, from the heading that makes it none of the table's.
const OTHER_REACH: f32 = 6.0;

/// A note beside a row, such as `See details on page 2`, has at least so many words.
const SHORTEST_NOTE: usize = 3;
/// A figure stands at most this far, in points, from its heading's edge or middle.
const HEADING_REACH: f32 = 22.0;

pub(super) fn is_figure(kind: ValueKind) -> bool {
    matches!(kind, ValueKind::Money | ValueKind::Duration | ValueKind::Integer | ValueKind::Percent)
}

/// A section's sign applies to amounts that could stand in a debit column, where the table has no such column.
fn takes_sign(band: &Band, heading: &Heading, column: &ColumnDefinition) -> bool {
    let same = |other: &&Heading| other.table == heading.table && other.column == heading.column;
    !column.negative_headings.is_empty() && !band.headings.iter().filter(same).any(|other| other.negative)
}

fn text_cells(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    index: usize,
    band: &Band,
    table: usize,
    rest: &[usize],
) -> Vec<Cell> {
    let definition = &context.definition.tables[table];
    let layout = &sheet.layout;
    let texts: Vec<&ColumnDefinition> = definition
        .columns
        .iter()
        .filter(|column| !is_figure(column.kind) && !matches!(column.kind, ValueKind::Date | ValueKind::Checkbox))
        .filter(|column| !column.from_description && !column.carried)
        .collect();
    // Without figures nothing else tells a row from the notes beside it.
    let strict = !has_figures(definition);
    let mut by_column: Vec<Vec<usize>> = vec![Vec::new(); texts.len()];
    let notes = context.definition.ignored.iter().flat_map(|label| sheet.places(label));
    let notes = notes.filter(|place| place.words.len() >= SHORTEST_NOTE);
    let notes: Vec<usize> = notes.flat_map(|place| place.words.iter().copied()).collect();
    let rest: Vec<usize> = rest.iter().copied().filter(|word| !notes.contains(word)).collect();
    for phrase in layout.phrases(&rest) {
        if strict && phrase.words.iter().any(|&word| sheet.is_label[word]) {
            continue;
        }
        let nearest = texts
            .iter()
            .enumerate()
            .filter_map(|(at, column)| {
                let off = band
                    .headings
                    .iter()
                    .filter(|heading| heading.table == table && definition.columns[heading.column].id == column.id)
                    .map(|heading| misalignment(&phrase.rect, &heading.rect))
                    .reduce(f32::min)?;
                Some((off, at))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if strict && nearest.is_none_or(|(off, _)| off > TEXT_REACH) {
            continue;
        }
        let other = band.other_headings.iter().map(|heading| misalignment(&phrase.rect, heading)).reduce(f32::min);
        let lettered = layout.text(&phrase.words).chars().any(char::is_alphabetic);
        if !lettered && other.is_some_and(|off| off < OTHER_REACH && nearest.is_none_or(|(own, _)| off < own)) {
            // A number under a heading that the type has no column for, such as that of a check.
            continue;
        }
        let nearest = nearest.map_or(0, |(_, at)| at);
        if let Some(words) = by_column.get_mut(nearest) {
            words.extend(phrase.words);
        }
    }
    texts
        .into_iter()
        .zip(by_column)
        .filter_map(|(column, words)| Some(cell(sheet, index, column, read(sheet, column, &words)?)))
        .collect()
}

/// The words with a percent sign that stand under the headings of percent columns; they are taken from `rest`.
fn percent_cells(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    index: usize,
    band: &Band,
    table: usize,
    rest: &mut Vec<usize>,
) -> Vec<Cell> {
    let definition = &context.definition.tables[table];
    let columns = definition.columns.iter().enumerate().filter(|(_, column)| column.kind == ValueKind::Percent);
    let mut cells: Vec<Cell> = Vec::new();
    for (at, column) in columns {
        let Some(heading) = band.headings.iter().find(|heading| heading.table == table && heading.column == at) else {
            continue;
        };
        let under = rest.iter().position(|&word| {
            sheet.layout.words[word].word.text.ends_with('%')
                && misalignment(sheet.layout.rect(word), &heading.rect) < HEADING_REACH
        });
        if let Some(position) = under
            && let Some(reading) = read(sheet, column, &rest[position..=position])
        {
            rest.remove(position);
            cells.push(cell(sheet, index, column, reading));
        }
    }
    cells
}

/// What check box columns say on the line: a box under the heading, or a printed yes or no, taken from `rest`.
fn tick_cells(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    index: usize,
    band: &Band,
    table: usize,
    words: &[usize],
    rest: &mut Vec<usize>,
) -> Vec<Cell> {
    let definition = &context.definition.tables[table];
    let layout = &sheet.layout;
    let line = layout.rect_around(words);
    let columns = definition.columns.iter().enumerate().filter(|(_, column)| column.kind == ValueKind::Checkbox);
    let mut cells: Vec<Cell> = Vec::new();
    for (at, column) in columns {
        let Some(heading) = band.headings.iter().find(|heading| heading.table == table && heading.column == at) else {
            continue;
        };
        let on_line = |rect: &Rect| rect.center_y() > line.top && rect.center_y() < line.bottom;
        let check_box =
            layout.page.check_boxes.iter().find(|check_box| {
                on_line(&check_box.rect) && misalignment(&check_box.rect, &heading.rect) < HEADING_REACH
            });
        if let Some(check_box) = check_box {
            cells.push(Cell {
                column: column.id.clone(),
                value: check_box.ticked.to_string(),
                raw: if check_box.ticked { "X".to_owned() } else { String::new() },
                rect: check_box.rect,
                sheet: index,
                reading: check_box.confidence.value(),
                quality: 0.95,
                source: check_box.source,
            });
            continue;
        }
        let under =
            layout.phrases(rest).into_iter().find(|phrase| misalignment(&phrase.rect, &heading.rect) < HEADING_REACH);
        if let Some(phrase) = under
            && let Some(answer) = answer(column, &layout.text(&phrase.words))
        {
            rest.retain(|word| !phrase.words.contains(word));
            let raw = layout.text(&phrase.words);
            cells.push(cell(sheet, index, column, Reading { value: answer, raw, words: phrase.words, quality: 1.0 }));
        }
    }
    cells
}

/// A printed answer: `Yes`, `X` or the column's own name; `No` or `Not` before it.
fn answer(column: &ColumnDefinition, text: &str) -> Option<String> {
    let text = key(text);
    let yes = matches!(text.as_str(), "YES" | "Y" | "X" | "TRUE") || text == key(&column.name);
    let no = matches!(text.as_str(), "NO" | "N" | "FALSE") || text == format!("NOT{}", key(&column.name));
    (yes || no).then(|| yes.to_string())
}

/// Adds the columns that the description decides, such as an earning's category.
fn add_decided(definition: &TableDefinition, cells: &mut Vec<Cell>) {
    for column in definition.columns.iter().filter(|column| column.from_description) {
        let decided = cells
            .iter()
            .filter(|cell| cell.column == "description")
            .find_map(|cell| Some((cell.clone(), choice_in(&column.choices, &cell.value)?.0)));
        if let Some((basis, value)) = decided {
            cells.push(Cell { column: column.id.clone(), value, source: Source::Derived, ..basis });
        }
    }
}

/// A line without figures under a row goes on with its description.
pub(super) fn continue_description(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    table: usize,
    words: &[usize],
    rect: &Rect,
    found: &mut [Vec<Row>],
) {
    let definition = &context.definition.tables[table];
    if !definition.wraps || words.iter().any(|&word| sheet.is_label[word]) {
        return;
    }
    let Some(row) = found[table].last_mut() else { return };
    let Some(cell) = row.cells.iter_mut().find(|cell| cell.column == "description") else { return };
    let gap = rect.top - cell.rect.bottom;
    let aligned = (rect.left - cell.rect.left).abs() < 12.0;
    if aligned && (-2.0..0.6 * rect.height().max(6.0)).contains(&gap) {
        let more = clean_text(&sheet.layout.text(words));
        cell.value = format!("{} {more}", cell.value);
        cell.raw = format!("{} {more}", cell.raw);
        cell.rect = cell.rect.union(rect);
    }
}
