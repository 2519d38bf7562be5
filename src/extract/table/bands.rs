//! Tables under heading lines.
//!
//! Going down a page, a line with two or more column headings opens a *band*: the columns that the lines under it
//! follow, until another heading line replaces them. Within a band, titles switch the table and the section, so that
//! one heading line may serve earnings, taxes and deductions. Bands carry over to the next page when it has no
//! heading line of its own above its rows.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::ExtractedField;
use crate::extract::locate::choice_in;
use crate::extract::region::{misalignment, right_of};
use crate::extract::sheet::Sheet;
use crate::extract::value::{Reading, Run, clean_text, complete_date, read_amounts};
use crate::library::{ColumnDefinition, DocumentType, Section, TableDefinition, TableLayout};
use crate::model::{Source, ValueKind};
use crate::page::{LabelMatch, Rect};

/// A heading of a column at its place.
#[derive(Debug, Clone)]
struct Heading {
    table: usize,
    column: usize,
    negative: bool,
    rect: Rect,
}

/// The columns that the lines under a heading line follow.
#[derive(Debug, Clone)]
struct Band {
    left: f32,
    right: f32,
    headings: Vec<Heading>,
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
    if !definition.tables.iter().any(|table| table.layout == TableLayout::Columns) {
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
            let opened: Vec<Band> = opened.into_iter().map(|band| titled(context, sheet, band, line, &bands)).collect();
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

/// Gives a new band the table and section of the title above it, or of the band that its heading line repeats.
fn titled(context: &Context<'_>, sheet: &Sheet<'_>, mut band: Band, line: usize, before: &[Band]) -> Band {
    let repeated = before.iter().find(|old| overlaps(old, &band));
    band.account = repeated.and_then(|old| old.account.clone());
    if let Some((table, section)) = title_above(context, sheet, &band, line) {
        band.table = band.table.or(Some(table));
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

fn headings(definition: &DocumentType, sheet: &Sheet<'_>) -> Vec<Heading> {
    let mut found: Vec<Heading> = Vec::new();
    for (table_index, table) in definition.tables.iter().enumerate() {
        if table.layout != TableLayout::Columns {
            continue;
        }
        for (column_index, column) in table.columns.iter().enumerate() {
            let positive = column.headings.iter().map(|heading| (heading, false));
            let negative = column.negative_headings.iter().map(|heading| (heading, true));
            for (heading, negative) in positive.chain(negative) {
                for place in sheet.places(heading).iter().filter(|place| place.score >= 0.55) {
                    found.push(Heading { table: table_index, column: column_index, negative, rect: place.rect });
                }
            }
        }
    }
    found
}

/// Opens the bands that a line of headings makes: one for each run of columns without a repetition.
fn open_bands(context: &Context<'_>, sheet: &Sheet<'_>, headings: &[Heading], line: usize) -> Vec<Band> {
    let rect = sheet.layout.lines[line].rect;
    // A figure on the line makes it a row: headings are words.
    let figures = read_amounts(&Run::new(&sheet.layout, &sheet.layout.lines[line].words));
    if has_amount(&figures) {
        return Vec::new();
    }
    let mut here: Vec<&Heading> = headings
        .iter()
        .filter(|heading| heading.rect.overlap_y(&rect) > 0.5 * heading.rect.height().min(rect.height()))
        .collect();
    here.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
    let mut places: Vec<(Rect, Vec<&Heading>)> = Vec::new();
    for heading in here {
        match places.last_mut() {
            Some((place, group)) if place.overlap_x(&heading.rect) > 0.0 => {
                *place = place.union(&heading.rect);
                group.push(heading);
            }
            _ => places.push((heading.rect, vec![heading])),
        }
    }
    let mut segments: Vec<Vec<(Rect, Vec<&Heading>)>> = Vec::new();
    for place in places {
        let repeated = segments.last().is_some_and(|segment: &Vec<(Rect, Vec<&Heading>)>| {
            segment.iter().any(|(_, group)| {
                group
                    .iter()
                    .any(|a| place.1.iter().any(|b| (a.table, a.column, a.negative) == (b.table, b.column, b.negative)))
            }) || (starts_table(context, sheet, &place) && has_figures(context, segment))
        });
        match segments.last_mut() {
            Some(segment) if !repeated => segment.push(place),
            _ => segments.push(vec![place]),
        }
    }
    let mut bands = Vec::new();
    let mut left = 0.0;
    for (at, segment) in segments.iter().enumerate() {
        let next_left = segments.get(at + 1).and_then(|next| next.first()).map(|(rect, _)| rect.left - 4.0);
        let last_right = segment.last().map_or(0.0, |(rect, _)| rect.right);
        if segment.len() >= 2 {
            let table = segment_table(context, sheet, segment, line, left);
            bands.push(Band {
                left,
                right: next_left.unwrap_or(last_right + 40.0),
                headings: segment
                    .iter()
                    .flat_map(|(_, group)| group.iter().map(|heading| (*heading).clone()))
                    .collect(),
                table,
                section: None,
                account: None,
                closed: false,
            });
        }
        left = next_left.unwrap_or(left);
    }
    bands
}

fn has_figures(context: &Context<'_>, segment: &[(Rect, Vec<&Heading>)]) -> bool {
    let is_figure =
        |heading: &&Heading| is_figure(context.definition.tables[heading.table].columns[heading.column].kind);
    segment.iter().any(|(_, group)| group.iter().any(is_figure))
}

/// Tells whether a heading's place is also a table's title: `Taxes` over the descriptions of taxes.
fn starts_table(context: &Context<'_>, sheet: &Sheet<'_>, place: &(Rect, Vec<&Heading>)) -> bool {
    let text_column =
        |heading: &&Heading| context.definition.tables[heading.table].columns[heading.column].kind == ValueKind::Text;
    place.1.iter().any(text_column)
        || titles(context, sheet).any(|title| {
            title.section.is_none()
                && title.place.rect.overlap_x(&place.0) > 0.0
                && title.place.rect.overlap_y(&place.0) > 0.5 * place.0.height()
        })
}

/// A title of a table or of a section of one, where it is printed.
struct Title<'s> {
    table: usize,
    section: Option<usize>,
    place: &'s LabelMatch,
}

fn titles<'s>(context: &'s Context<'_>, sheet: &'s Sheet<'_>) -> impl Iterator<Item = Title<'s>> {
    let tables = context.definition.tables.iter().enumerate();
    tables.filter(|(_, table)| table.layout == TableLayout::Columns).flat_map(move |(index, definition)| {
        let own = definition.titles.iter().map(|title| (title, None));
        let sections = definition
            .sections
            .iter()
            .enumerate()
            .flat_map(|(at, section): (usize, &Section)| section.titles.iter().map(move |title| (title, Some(at))));
        own.chain(sections).flat_map(move |(title, section)| {
            let places = sheet.places(title).iter().filter(|place| place.score >= 0.75);
            places.map(move |place| Title { table: index, section, place })
        })
    })
}

/// The table that a title on the heading line itself names, or the only one that has all the headings.
fn segment_table(
    context: &Context<'_>,
    sheet: &Sheet<'_>,
    segment: &[(Rect, Vec<&Heading>)],
    line: usize,
    left: f32,
) -> Option<usize> {
    let rect = sheet.layout.lines[line].rect;
    let right = segment.last().map_or(rect.right, |(rect, _)| rect.right);
    let on_line = titles(context, sheet)
        .filter(|title| {
            let place = &title.place.rect;
            title.section.is_none()
                && place.overlap_y(&rect) > 0.5 * place.height()
                && place.left >= left - 2.0
                && place.right <= right
        })
        .max_by_key(|title| title.place.words.len());
    on_line.map(|title| title.table).or_else(|| {
        let untitled = |table: usize| context.definition.tables[table].titles.is_empty();
        let fits = |table: &usize| {
            let matched =
                segment.iter().filter(|(_, group)| group.iter().any(|heading| heading.table == *table)).count();
            let required = context.definition.tables[*table].columns.iter().enumerate().filter(|(_, c)| c.required);
            let has_required = required.into_iter().all(|(column, _)| {
                segment.iter().any(|(_, group)| group.iter().any(|h| h.table == *table && h.column == column))
            });
            untitled(*table) && matched >= 2 && has_required
        };
        (0..context.definition.tables.len()).filter(fits).max_by_key(|table| {
            segment.iter().filter(|(_, group)| group.iter().any(|heading| heading.table == *table)).count()
        })
    })
}

/// A section's title is alone on its line; with figures or other labels beside it it is a line of a summary.
fn stands_as_title(sheet: &Sheet<'_>, place: &LabelMatch) -> bool {
    let line = sheet.layout.words[place.words[0]].line;
    let words = &sheet.layout.lines[line].words;
    sheet.layout.phrases(words).len() == 1 && !has_amount(&read_amounts(&Run::new(&sheet.layout, words)))
}

fn has_amount(figures: &[Reading]) -> bool {
    figures.iter().any(|figure| figure.quality >= 0.9)
}

/// The nearest title above a band's heading line, within four lines.
fn title_above(context: &Context<'_>, sheet: &Sheet<'_>, band: &Band, line: usize) -> Option<(usize, Option<usize>)> {
    let rect = sheet.layout.lines[line].rect;
    titles(context, sheet)
        .filter(|title| {
            let place = &title.place.rect;
            let above = rect.top - place.bottom;
            above > -2.0
                && above < 5.0 * rect.height().max(8.0)
                && place.left < band.right
                && place.right > band.left
                && (title.section.is_none() || stands_as_title(sheet, title.place))
        })
        .max_by(|a, b| a.place.rect.bottom.total_cmp(&b.place.rect.bottom))
        .map(|title| (title.table, title.section))
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
    match row(context, sheet, index, band, table, &words) {
        Some(row) => found[table].push(row),
        None if !has_figure => continue_description(context, sheet, table, &words, &rect, found),
        None => {}
    }
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

/// The account numbers that stand beside their labels anywhere on the paper, each once.
fn printed_accounts(sheets: &[Sheet<'_>], definition: &DocumentType) -> Vec<Cell> {
    let carried = definition.tables.iter().flat_map(|table| &table.columns).find(|column| column.carried);
    let Some((column, field)) = carried.and_then(|column| Some((column, definition.field(&column.id)?))) else {
        return Vec::new();
    };
    let mut found: Vec<Cell> = Vec::new();
    for (index, sheet) in sheets.iter().enumerate() {
        for (_, place) in sheet.any_places(&field.labels) {
            let Some(reading) = read(sheet, column, &right_of(sheet, place)) else { continue };
            if !found.iter().any(|known| known.value == reading.value) {
                found.push(cell(sheet, index, column, reading));
            }
        }
    }
    found
}

/// The account whose number the line names, when the paper has several.
fn known_account(context: &Context<'_>, sheet: &Sheet<'_>, words: &[usize], found: &[Vec<Row>]) -> Option<Cell> {
    let tables = context.definition.tables.iter().zip(found);
    let listed = tables.flat_map(|(table, rows)| {
        let column = table.columns.iter().find(|column| column.kind == ValueKind::AccountNumber && column.required);
        rows.iter().filter_map(move |row| row.cell(&column?.id))
    });
    let accounts: Vec<&Cell> = context.accounts.iter().chain(listed).collect();
    let several = accounts.iter().any(|account| account.value != accounts[0].value);
    if !several {
        return None;
    }
    let here = words.iter().find_map(|&word| {
        let text = clean_text(&sheet.layout.words[word].word.text);
        accounts.iter().find(|account| account.value == text)
    })?;
    Some((*here).clone())
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

/// Reads a line as a row: a leading date, figures under their headings, and what is left as text.
fn row(
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
    if let Some(column) = definition.columns.iter().find(|column| column.kind == ValueKind::Date) {
        let date = leading_date(context, sheet, &rest)?;
        rest.retain(|word| !date.words.contains(word));
        cells.push(cell(sheet, index, column, date));
    }
    let figures = figure_cells(context, sheet, index, band, table, &mut rest);
    if figures.is_empty() {
        return None;
    }
    cells.extend(figures);
    cells.extend(text_cells(context, sheet, index, band, table, &rest));
    let carried = definition.columns.iter().find(|column| column.carried);
    if let (Some(column), Some(account)) = (carried, &band.account) {
        cells.push(Cell { column: column.id.clone(), sheet: index, ..account.clone() });
    }
    add_decided(definition, &mut cells);
    Some(Row { cells })
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
        if cells.iter().any(|cell| cell.column == column.id) {
            continue;
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
    cells
}

/// A figure stands at most this far, in points, from its heading's edge or middle.
const HEADING_REACH: f32 = 22.0;

fn is_figure(kind: ValueKind) -> bool {
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
        .filter(|column| !is_figure(column.kind) && column.kind != ValueKind::Date)
        .filter(|column| !column.from_description && !column.carried)
        .collect();
    let mut by_column: Vec<Vec<usize>> = vec![Vec::new(); texts.len()];
    for phrase in layout.phrases(rest) {
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
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or(0, |(_, at)| at);
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
fn continue_description(
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
