//! Tables under heading lines.
//!
//! Going down a page, a line with two or more column headings opens a *band*: the columns that the lines under it
//! follow, until another heading line replaces them. Within a band, titles switch the table and the section, so that
//! one heading line may serve earnings, taxes and deductions. Bands carry over to the next page when it has no
//! heading line of its own above its rows.

mod accounts;
mod cells;
mod headings;
mod titles;

use super::{Cell, Row, is_complete};
use crate::extract::ExtractedField;
use crate::extract::sheet::Sheet;
use crate::extract::value::{Reading, Run, read_amounts};
use crate::library::DocumentType;
use crate::page::Rect;
use accounts::{known_account, printed_accounts};
use cells::{continue_description, has_figures, row};
use headings::{Heading, headings, open_bands};
use titles::{Title, title_above, titles};

/// A line of running text has at least so many words.
const SHORTEST_RUNNING_LINE: usize = 7;

/// The columns that the lines under a heading line follow.
#[derive(Debug, Clone)]
struct Band {
    left: f32,
    right: f32,
    headings: Vec<Heading>,
    other_headings: Vec<Rect>,
    table: Option<usize>,
    section: Option<(usize, usize)>,
    account: Option<Cell>,
    closed: bool,
}

/// What the single values say that rows need.
struct Context<'a> {
    definition: &'a DocumentType,
    start: Option<String>,
    end: Option<String>,
    accounts: Vec<Cell>,
}

/// Returns the rows of each table of the definition, by its index.
pub fn rows(sheets: &[Sheet<'_>], definition: &DocumentType, fields: &[ExtractedField]) -> Vec<Vec<Row>> {
    let mut found: Vec<Vec<Row>> = vec![Vec::new(); definition.tables.len()];
    if !definition.tables.iter().any(|table| table.layout.has_headings()) {
        return found;
    }
    let date =
        |part: &str| fields.iter().find(|field| field.field.as_str().ends_with(part)).map(|field| field.value.clone());
    let accounts = printed_accounts(sheets, definition);
    let context = Context { definition, start: date("start_date"), end: date("end_date"), accounts };
    let mut carried: Vec<Band> = Vec::new();
    for (index, sheet) in sheets.iter().enumerate() {
        carried = read_sheet(&context, sheet, index, carried, &mut found);
    }
    found
}

fn read_sheet(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    index: usize,
    mut bands: Vec<Band>,
    found: &mut [Vec<Row>],
) -> Vec<Band> {
    let headings = headings(context.definition, sheet);
    for line in 0..sheet.layout.lines.len() {
        let opened = open_bands(context, sheet, &headings, line);
        if !opened.is_empty() {
            let opened: Vec<Band> = opened
                .into_iter()
                .map(|band| titled(context, sheet, with_upper_lines(band, &bands), line, &bands))
                .collect();
            bands.retain(|band| !opened.iter().any(|new| overlaps(band, new)));
            bands.extend(opened);
            continue;
        }
        for band in &mut bands {
            read_line(context, sheet, index, band, line, found);
        }
    }
    bands
}

/// Adds the columns whose headings end on a line above, where a heading of the band begins on that line already: all are
/// lines of one heading.
fn with_upper_lines(mut band: Band, before: &[Band]) -> Band {
    let upper = before.iter().find(|old| old.headings.iter().any(|heading| band.headings.contains(heading)));
    let Some(upper) = upper else { return band };
    for heading in &upper.headings {
        let known = band.headings.iter().any(|own| (own.table, own.column) == (heading.table, heading.column));
        if !known && band.headings.iter().all(|own| own.rect.overlap_x(&heading.rect) <= 0.0) {
            band.headings.push(heading.clone());
        }
    }
    band.left = band.left.min(upper.left);
    band.right = band.right.max(upper.right);
    band
}

/// Gives a new band the table and section of the title above it, or of the band that its heading line repeats.
fn titled(context: &Context<'_>, sheet: &Sheet<'_>, mut band: Band, line: usize, before: &[Band]) -> Band {
    let repeated = before.iter().find(|old| overlaps(old, &band));
    band.account = repeated.and_then(|old| old.account.clone());
    if let Some((table, section)) = title_above(context, sheet, &band, line) {
        let fitting = |table: usize| band.headings.iter().filter(|heading| heading.table == table).count();
        if band.table.is_none_or(|own| fitting(table) > fitting(own)) {
            band.table = Some(table);
        }
        if band.table == Some(table) {
            band.section = section.map(|section| (table, section));
        }
    } else if let Some(old) = repeated {
        band.table = band.table.or(old.table);
        band.section = old.section.filter(|(table, _)| band.table == Some(*table));
    }
    band
}

fn overlaps(a: &Band, b: &Band) -> bool {
    a.right.min(b.right) - a.left.max(b.left) > 10.0
}

fn has_amount(figures: &[Reading]) -> bool {
    figures.iter().any(|figure| figure.quality >= 0.9)
}

fn read_line(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    index: usize,
    band: &mut Band,
    line: usize,
    found: &mut [Vec<Row>],
) {
    let layout = &sheet.layout;
    let words: Vec<usize> = layout.lines[line]
        .words
        .iter()
        .copied()
        .filter(|&word| {
            let middle = layout.rect(word).center_x();
            middle >= band.left && middle <= band.right
        })
        .collect();
    if words.is_empty() {
        return;
    }
    let rect = layout.rect_around(&words);
    let figures = read_amounts(&Run::new(layout, &words));
    let has_figure = has_amount(&figures);
    if let Some(account) = known_account(context, sheet, &words, found) {
        band.account = Some(account);
    }
    if !has_figure && switch(context, sheet, band, &rect) {
        return;
    }
    if ends_here(context, sheet, band, &words) {
        band.closed = true;
        return;
    }
    let Some(table) = band.table.filter(|_| !band.closed) else { return };
    if let Some((_, section)) = band.section.filter(|(owner, _)| *owner == table)
        && context.definition.tables[table].sections[section].skip
    {
        return;
    }
    let definition = &context.definition.tables[table];
    let row = row(context, sheet, index, band, table, &words);
    let complete = row.as_ref().is_some_and(|row| is_complete(definition, row));
    if !complete && !has_figures(definition) && is_running_text(sheet, &words) {
        // Without figures nothing but its place tells a row: running text under the rows ends them.
        band.closed = true;
        return;
    }
    match row {
        Some(row) => found[table].push(row),
        None if !has_figure => continue_description(context, sheet, table, &words, &rect, found),
        None => {}
    }
}

/// A line of one phrase of many words is running text.
fn is_running_text(sheet: &Sheet<'_>, words: &[usize]) -> bool {
    words.len() >= SHORTEST_RUNNING_LINE && sheet.layout.phrases(words).len() == 1
}

/// Follows a title: the band goes on with that table and section.
fn switch(context: &Context<'_>, sheet: &Sheet<'_>, band: &mut Band, line: &Rect) -> bool {
    let on_line = |title: &Title<'_>| {
        let place = &title.place.rect;
        place.overlap_y(line) > 0.5 * place.height() && place.center_x() >= band.left && place.center_x() <= band.right
    };
    let last = titles(context, sheet).filter(on_line).max_by(|a, b| a.place.rect.left.total_cmp(&b.place.rect.left));
    let Some(title) = last else { return false };
    band.table = Some(title.table);
    band.section = title.section.map(|section| (title.table, section));
    band.closed = false;
    true
}

/// A total or the next part of the paper ends the table: the row belongs to no table.
fn ends_here(context: &Context<'_>, sheet: &Sheet<'_>, band: &Band, words: &[usize]) -> bool {
    let Some(table) = band.table else { return false };
    let Some(&first) = words.first() else { return false };
    let second = words.get(1).copied();
    context.definition.tables[table].ends.iter().flat_map(|end| sheet.places(end)).any(|place| {
        place.score >= 0.5
            && (place.words.contains(&first) || second.is_some_and(|word| place.words.first() == Some(&word)))
    })
}
