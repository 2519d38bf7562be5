//! What differs between the values of two documents.
//!
//! Values are matched by their name within the type, so that documents of two types can be compared in what both have.
//! Rows of a table are matched by what stands in them: a row that was put in at the top does not make all rows below it
//! differ. Invariant: pure; the same values in the same order give the same answer.

use crate::model::Field;
use std::collections::BTreeMap;

/// Rows that have less in common are two rows, one that came and one that went.
const SAME_ROW: f64 = 0.55;

/// A shorter beginning that two texts share says nothing.
const LEAST_SHARED: usize = 4;

/// How alike two texts must be to be readings of one.
const LIKE: f64 = 0.8;

/// What differs between two documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference<'f> {
    /// Single values that differ, in the order of the first document, then those that only the second one has.
    pub values: Vec<Changed<'f>>,
    /// Rows that differ, by table.
    pub tables: Vec<TableDifference<'f>>,
    /// How many single values and rows are the same.
    pub unchanged: usize,
}

/// A value on both sides; one of them may be missing, not both.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Changed<'f> {
    /// The first document's.
    pub before: Option<&'f Field>,
    /// The second document's.
    pub after: Option<&'f Field>,
}

/// The rows of a table that differ.
#[derive(Debug, Clone, PartialEq)]
pub struct TableDifference<'f> {
    /// The table's name within the type.
    pub table: String,
    /// The rows, in the order of the second document; one that went stands where it was.
    pub rows: Vec<ChangedRow<'f>>,
}

/// A row on both sides; one of them may be missing, not both.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedRow<'f> {
    /// Its number in the first document, from 0.
    pub before: Option<u32>,
    /// Its number in the second document, from 0.
    pub after: Option<u32>,
    /// All its cells, those that are the same too.
    pub cells: Vec<Changed<'f>>,
}

impl Changed<'_> {
    /// Tells whether both sides say the same.
    pub fn is_same(&self) -> bool {
        matches!((self.before, self.after), (Some(one), Some(two)) if same(&one.value, &two.value))
    }
}

/// Compares the values of two documents.
pub fn diff<'f>(before: &'f [Field], after: &'f [Field]) -> Difference<'f> {
    let mut values = paired(&singles(before), &singles(after));
    let all = values.len();
    values.retain(|changed| !changed.is_same());
    let mut difference = Difference { unchanged: all - values.len(), values, tables: Vec::new() };
    let (mut old, mut new) = (tables(before), tables(after));
    let names: Vec<&str> = old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))).copied().collect();
    for table in names {
        let (old, new) = (old.remove(table).unwrap_or_default(), new.remove(table).unwrap_or_default());
        let (rows, unchanged) = compared_rows(&old, &new);
        difference.unchanged += unchanged;
        if !rows.is_empty() {
            difference.tables.push(TableDifference { table: table.to_string(), rows });
        }
    }
    difference
}

/// A row of a table: its number and its cells by column.
type NumberedRow<'f> = (u32, Vec<&'f Field>);

fn singles(fields: &[Field]) -> Vec<&Field> {
    fields.iter().filter(|field| field.row_index.is_none()).collect()
}

fn tables(fields: &[Field]) -> BTreeMap<&str, Vec<NumberedRow<'_>>> {
    let mut rows: BTreeMap<(&str, u32), Vec<&Field>> = BTreeMap::new();
    for field in fields {
        let Some(row) = field.row_index else { continue };
        let name = name_in_type(field);
        rows.entry((name.split_once('.').map_or(name, |(table, _)| table), row)).or_default().push(field);
    }
    let mut tables: BTreeMap<&str, Vec<NumberedRow<'_>>> = BTreeMap::new();
    for ((table, row), cells) in rows {
        tables.entry(table).or_default().push((row, cells));
    }
    tables
}

/// `w2.box_12.code` is `box_12.code`.
fn name_in_type(field: &Field) -> &str {
    let id = field.field_type.as_str();
    id.split_once('.').map_or(id, |(_, name)| name)
}

/// Puts values of the same name side by side.
fn paired<'f>(before: &[&'f Field], after: &[&'f Field]) -> Vec<Changed<'f>> {
    let named =
        |all: &[&'f Field], field: &Field| all.iter().find(|other| name_in_type(other) == name_in_type(field)).copied();
    let of_first = before.iter().map(|&field| Changed { before: Some(field), after: named(after, field) });
    let of_second = after.iter().filter(|field| named(before, field).is_none());
    of_first.chain(of_second.map(|&field| Changed { before: None, after: Some(field) })).collect()
}

/// Returns the rows that differ, and how many do not.
fn compared_rows<'f>(before: &[NumberedRow<'f>], after: &[NumberedRow<'f>]) -> (Vec<ChangedRow<'f>>, usize) {
    let partners = partners(before, after);
    let mut rows = Vec::new();
    let mut unchanged = 0;
    let mut next_gone = 0;
    let is_gone = |place: usize| !partners.contains(&Some(place));
    for ((number, cells), partner) in after.iter().zip(&partners) {
        let Some((place, (old_number, old_cells))) = partner.and_then(|place| Some((place, before.get(place)?))) else {
            rows.push(ChangedRow { before: None, after: Some(*number), cells: paired(&[], cells) });
            continue;
        };
        rows.extend(gone(before, next_gone..place, is_gone));
        next_gone = next_gone.max(place + 1);
        let cells = paired(old_cells, cells);
        if cells.iter().all(Changed::is_same) {
            unchanged += 1;
        } else {
            rows.push(ChangedRow { before: Some(*old_number), after: Some(*number), cells });
        }
    }
    rows.extend(gone(before, next_gone..before.len(), is_gone));
    (rows, unchanged)
}

fn gone<'f>(
    before: &[NumberedRow<'f>],
    places: std::ops::Range<usize>,
    is_gone: impl Fn(usize) -> bool,
) -> Vec<ChangedRow<'f>> {
    let rows = places.filter(|place| is_gone(*place)).filter_map(|place| before.get(place));
    rows.map(|(number, cells)| ChangedRow { before: Some(*number), after: None, cells: paired(cells, &[]) }).collect()
}

/// Returns for each row of the second document the place of its row in the first one.
///
/// Equal rows are matched first, in order; then those that have most in common, the nearest of them first.
fn partners(before: &[NumberedRow<'_>], after: &[NumberedRow<'_>]) -> Vec<Option<usize>> {
    let mut partners: Vec<Option<usize>> = vec![None; after.len()];
    let mut taken = vec![false; before.len()];
    let mut equal: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, (_, cells)) in before.iter().enumerate().rev() {
        equal.entry(content(cells)).or_default().push(place);
    }
    for (partner, (_, cells)) in partners.iter_mut().zip(after) {
        if let Some(place) = equal.get_mut(&content(cells)).and_then(Vec::pop) {
            *partner = Some(place);
            taken[place] = true;
        }
    }
    let mut candidates = Vec::new();
    for (new, (_, cells)) in after.iter().enumerate().filter(|(new, _)| partners[*new].is_none()) {
        for (old, (_, old_cells)) in before.iter().enumerate().filter(|(old, _)| !taken[*old]) {
            let likeness = likeness(old_cells, cells);
            if likeness >= SAME_ROW {
                candidates.push((likeness, old.abs_diff(new), old, new));
            }
        }
    }
    candidates.sort_by(|one, two| two.0.total_cmp(&one.0).then((one.1, one.3, one.2).cmp(&(two.1, two.3, two.2))));
    for (_, _, old, new) in candidates {
        if partners[new].is_none() && !taken[old] {
            partners[new] = Some(old);
            taken[old] = true;
        }
    }
    partners
}

fn content(cells: &[&Field]) -> String {
    let cell = |field: &&Field| format!("{}\u{1f}{}\u{1e}", name_in_type(field), plain(&field.value));
    cells.iter().map(cell).collect()
}

/// Returns the share of what two rows have in common; words say more about which row it is than figures.
fn likeness(before: &[&Field], after: &[&Field]) -> f64 {
    let (mut common, mut all) = (0.0, 0.0);
    for Changed { before, after } in paired(before, after) {
        let weight = before.into_iter().chain(after).map(|field| weight(&field.value)).fold(0.0, f64::max);
        all += weight;
        if let (Some(before), Some(after)) = (before, after) {
            common += weight * value_likeness(&before.value, &after.value);
        }
    }
    if all > 0.0 { common / all } else { 0.0 }
}

fn weight(value: &str) -> f64 {
    match value {
        "true" | "false" => 0.5,
        words if words.chars().any(char::is_alphabetic) => 1.5,
        _ => 1.0,
    }
}

fn value_likeness(one: &str, two: &str) -> f64 {
    if same(one, two) {
        return 1.0;
    }
    if !one.chars().any(char::is_alphabetic) || !two.chars().any(char::is_alphabetic) {
        return 0.0;
    }
    let (one, two) = (plain(one), plain(two));
    let (short, long) = if one.len() < two.len() { (&one, &two) } else { (&two, &one) };
    // "Appraisal" and "Appraisal fee".
    let is_more_of_it = short.len() >= LEAST_SHARED && long.starts_with(short.as_str());
    let alike = strsim::normalized_levenshtein(&one, &two);
    if alike >= LIKE || is_more_of_it { alike.max(LIKE) } else { 0.0 }
}

fn same(one: &str, two: &str) -> bool {
    plain(one) == plain(two)
}

/// In words case and punctuation do not count; in figures each sign does.
fn plain(value: &str) -> String {
    if value.chars().any(char::is_alphabetic) {
        value.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    } else {
        value.trim().to_string()
    }
}
