//! Tables whose columns are labelled boxes of a form, each holding the values of all rows one under the other.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::region;
use crate::extract::sheet::Sheet;
use crate::library::{ColumnDefinition, TableDefinition};
use crate::page::{LabelMatch, Rect};

/// Returns the rows of the copy of the form that shows the most values.
pub fn rows(sheets: &[Sheet<'_>], table: &TableDefinition) -> Vec<Row> {
    let mut best: Vec<Row> = Vec::new();
    let size = |rows: &[Row]| rows.iter().map(|row| row.cells.len()).sum::<usize>();
    for (index, sheet) in sheets.iter().enumerate() {
        let copies = table.columns.iter().map(|column| places(sheet, column).len()).max().unwrap_or(0);
        for copy in 0..copies {
            let rows = rows_of_copy(sheet, index, table, copy);
            if size(&rows) > size(&best) {
                best = rows;
            }
        }
    }
    best
}

fn places<'s>(sheet: &'s Sheet<'_>, column: &ColumnDefinition) -> Vec<&'s LabelMatch> {
    // Of several synonyms the one that is printed most often is the form's own.
    let mut best: Vec<&LabelMatch> = Vec::new();
    for heading in &column.headings {
        let found: Vec<&LabelMatch> = sheet.places(heading).iter().filter(|place| place.score >= 0.6).collect();
        if found.len() > best.len() {
            best = found;
        }
    }
    best
}

/// The boxes of one row of values may stand in several bands, one under the other: the first values of all bands are
/// one row, the second values the next.
fn rows_of_copy(sheet: &Sheet<'_>, index: usize, table: &TableDefinition, copy: usize) -> Vec<Row> {
    let mut bands: Vec<(Rect, Vec<(f32, Row)>)> = Vec::new();
    for column in &table.columns {
        let Some(place) = places(sheet, column).get(copy).copied() else { continue };
        let beside = bands.iter().position(|(rect, _)| rect.overlap_y(&place.rect) > 0.0);
        let band = beside.unwrap_or_else(|| {
            bands.push((place.rect, Vec::new()));
            bands.len() - 1
        });
        add_cells(sheet, index, column, place, &mut bands[band].1);
    }
    let mut joined: Vec<Row> = Vec::new();
    for (_, mut rows) in bands {
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (number, (_, row)) in rows.into_iter().enumerate() {
            match joined.get_mut(number) {
                Some(known) => known.cells.extend(row.cells),
                None => joined.push(row),
            }
        }
    }
    joined
}

/// Adds the values under a column's label to the rows of its band.
fn add_cells(
    sheet: &Sheet<'_>,
    index: usize,
    column: &ColumnDefinition,
    place: &LabelMatch,
    rows: &mut Vec<(f32, Row)>,
) {
    for line in region::below(sheet, place).iter().filter(|line| !line.is_empty()) {
        let Some(reading) = read(sheet, column, line) else { continue };
        let cell: Cell = cell(sheet, index, column, reading);
        let middle = cell.rect.center_y();
        match rows.iter_mut().find(|(y, _)| (*y - middle).abs() < cell.rect.height().max(5.0) * 0.7) {
            Some((_, row)) if row.cell(&cell.column).is_none() => row.cells.push(cell),
            Some(_) => {}
            None => rows.push((middle, Row { cells: vec![cell] })),
        }
    }
}
