//! Heading lines: which columns they open, and for which table.

use super::cells::is_figure;
use super::titles::titles;
use super::{Band, Context, has_amount};
use crate::extract::sheet::Sheet;
use crate::extract::value::{Run, read_amounts};
use crate::library::DocumentType;
use crate::model::ValueKind;
use crate::page::Rect;

/// A heading of a column at its place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Heading {
    pub(super) table: usize,
    pub(super) column: usize,
    pub(super) negative: bool,
    pub(super) rect: Rect,
}

pub(super) fn headings(definition: &DocumentType, sheet: &Sheet<'_>) -> Vec<Heading> {
    let mut found: Vec<Heading> = Vec::new();
    for (table_index, table) in definition.tables.iter().enumerate() {
        if !table.layout.has_headings() {
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
pub(super) fn open_bands(context: &Context<'_>, sheet: &Sheet<'_>, headings: &[Heading], line: usize) -> Vec<Band> {
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
            Some((place, group)) if place.overlap_x(&heading.rect) > 0.0 || parts_of_one(context, group, heading) => {
                *place = place.union(&heading.rect);
                group.push(heading);
            }
            _ => places.push((heading.rect, vec![heading])),
        }
    }
    let mut segments: Vec<Vec<(Rect, Vec<&Heading>)>> = Vec::new();
    // A text column begins the next table only where there is another one.
    let several = context.definition.tables.iter().filter(|table| table.layout.has_headings()).count() > 1;
    for place in places {
        let repeated = segments.last().is_some_and(|segment: &Vec<(Rect, Vec<&Heading>)>| {
            segment.iter().any(|(_, group)| {
                group
                    .iter()
                    .any(|a| place.1.iter().any(|b| (a.table, a.column, a.negative) == (b.table, b.column, b.negative)))
            }) || (several && starts_table(context, sheet, &place) && has_figures(context, segment))
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
                other_headings: other_headings(sheet, line, segment),
                section: None,
                account: None,
                closed: false,
            });
        }
        left = next_left.unwrap_or(left);
    }
    bands
}

/// The phrases of a heading line that head no column of the type.
fn other_headings(sheet: &Sheet<'_>, line: usize, segment: &[(Rect, Vec<&Heading>)]) -> Vec<Rect> {
    let phrases = sheet.layout.phrases(&sheet.layout.lines[line].words).into_iter().map(|phrase| phrase.rect);
    phrases.filter(|rect| segment.iter().all(|(place, _)| place.overlap_x(rect) <= 0.0)).collect()
}

/// A text column may have several headings side by side: first name, last name.
fn parts_of_one(context: &Context<'_>, group: &[&Heading], next: &Heading) -> bool {
    let kind = context.definition.tables[next.table].columns[next.column].kind;
    matches!(kind, ValueKind::Name)
        && group.iter().all(|heading| (heading.table, heading.column) == (next.table, next.column))
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
