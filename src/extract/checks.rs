//! Applies the type's arithmetic: what proves a value raises its confidence, what breaks lowers it below review.

use super::{CheckOutcome, ExtractedField, Extraction};
use crate::library::{Check, DocumentType};
use crate::model::{Confidence, FieldTypeId};

/// A value that a check proves is at least this sure.
const PROVED: f32 = 0.97;
/// A value that breaks a check is at most this sure.
const BROKEN: f32 = 0.6;

/// A value that takes part in checks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Checked<'v> {
    /// The field or column.
    pub field: &'v FieldTypeId,
    /// The row of the column's table; `None` for a single value.
    pub row: Option<u32>,
    /// The canonical value.
    pub value: &'v str,
}

/// A check of the type that has all its values.
struct Relation {
    check: String,
    /// Indices of the values that take part.
    members: Vec<usize>,
    expected: i128,
    found: i128,
    holds: bool,
    /// Whether each member is in doubt when it does not hold.
    doubts: bool,
}

/// Runs every check that has all its values and moves the confidences.
pub fn apply(definition: &DocumentType, fields: Vec<ExtractedField>) -> Extraction {
    let mut extraction = Extraction { fields, ..Extraction::default() };
    let values: Vec<Checked<'_>> = extraction
        .fields
        .iter()
        .map(|field| Checked { field: &field.field, row: field.row, value: &field.value })
        .collect();
    let relations = relations(definition, &values);
    let outcomes: Vec<CheckOutcome> = relations.iter().map(|relation| relation.outcome(&values)).collect();
    for (relation, outcome) in relations.iter().zip(outcomes) {
        for &member in &relation.members {
            let confidence = &mut extraction.fields[member].confidence;
            if relation.holds {
                *confidence = Confidence::new(confidence.value().max(PROVED));
            } else if relation.doubts {
                *confidence = confidence.min(Confidence::new(BROKEN));
            }
        }
        if relation.holds { extraction.proofs.push(outcome) } else { extraction.breaks.push(outcome) }
    }
    extraction
}

/// Returns the relations between values that hold, and those that do not.
pub fn check_values(definition: &DocumentType, values: &[Checked<'_>]) -> (Vec<CheckOutcome>, Vec<CheckOutcome>) {
    let (holding, broken): (Vec<Relation>, Vec<Relation>) =
        relations(definition, values).into_iter().partition(|relation| relation.holds);
    let outcomes = |relations: Vec<Relation>| relations.iter().map(|relation| relation.outcome(values)).collect();
    (outcomes(holding), outcomes(broken))
}

impl Relation {
    fn outcome(&self, values: &[Checked<'_>]) -> CheckOutcome {
        CheckOutcome {
            check: self.check.clone(),
            fields: self.members.iter().map(|&member| values[member].field.clone()).collect(),
            expected: shown(self.expected),
            found: shown(self.found),
        }
    }
}

fn relations(definition: &DocumentType, values: &[Checked<'_>]) -> Vec<Relation> {
    let relation = |check: &Check| match check {
        Check::Sum { id, plus, minus, equals } => sum(definition, values, id, plus, minus, equals),
        Check::Product { id, field, of, rate, tolerance } => {
            product(definition, values, id, (field, of), *rate, *tolerance)
        }
        Check::ColumnTotal { id, table, column, equals } => {
            column_total(definition, values, id, (table, column), equals)
        }
    };
    definition.checks.iter().filter_map(relation).collect()
}

/// Returns an amount in ten-thousandths, so that rates of pay keep their four decimals.
fn amount(value: &str) -> Option<i128> {
    let (sign, digits) = value.strip_prefix('-').map_or((1, value), |rest| (-1, rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = format!("{fraction:0<4}");
    let whole: i128 = whole.parse().ok()?;
    Some(sign * (whole * 10_000 + fraction.get(..4)?.parse::<i128>().ok()?))
}

fn shown(amount: i128) -> String {
    format!("{:.2}", amount as f64 / 10_000.0)
}

fn single(definition: &DocumentType, values: &[Checked<'_>], field: &str) -> Option<(usize, i128)> {
    let id = definition.field_id(field);
    let index = values.iter().position(|known| *known.field == id && known.row.is_none())?;
    Some((index, amount(values[index].value)?))
}

fn sum(
    definition: &DocumentType,
    values: &[Checked<'_>],
    id: &str,
    plus: &[String],
    minus: &[String],
    equals: &str,
) -> Option<Relation> {
    let read = |names: &[String]| -> Option<Vec<(usize, i128)>> {
        names.iter().map(|name| single(definition, values, name)).collect()
    };
    let (plus, minus) = (read(plus)?, read(minus)?);
    let (result, found) = single(definition, values, equals)?;
    let total = |members: &[(usize, i128)]| members.iter().map(|(_, value)| value).sum::<i128>();
    let expected = total(&plus) - total(&minus);
    let members = plus.iter().chain(&minus).map(|(index, _)| *index).chain([result]).collect();
    let holds = (expected - found).abs() <= 100;
    Some(Relation { check: id.to_owned(), members, expected, found, holds, doubts: true })
}

fn product(
    definition: &DocumentType,
    values: &[Checked<'_>],
    id: &str,
    (field, of): (&str, &str),
    rate: f64,
    tolerance: f64,
) -> Option<Relation> {
    let (index, found) = single(definition, values, field)?;
    let (base_index, base) = single(definition, values, of).filter(|(_, base)| *base != 0)?;
    let expected = (base as f64 * rate).round() as i128;
    let holds = (expected - found).abs() as f64 <= tolerance * 10_000.0;
    Some(Relation { check: id.to_owned(), members: vec![index, base_index], expected, found, holds, doubts: true })
}

fn column_total(
    definition: &DocumentType,
    values: &[Checked<'_>],
    id: &str,
    (table, column): (&str, &str),
    equals: &str,
) -> Option<Relation> {
    let (result, found) = single(definition, values, equals)?;
    let column = definition.column_id(table, column);
    let cells: Vec<(usize, i128)> = values
        .iter()
        .enumerate()
        .filter(|(_, known)| *known.field == column)
        .filter_map(|(index, known)| Some((index, amount(known.value)?)))
        .collect();
    if cells.is_empty() {
        return None;
    }
    let expected: i128 = cells.iter().map(|(_, value)| value).sum();
    let members = cells.iter().map(|(index, _)| *index).chain([result]).collect();
    let holds = (expected - found).abs() <= 200;
    // Many cells and one total: which of them is wrong is unknown, so no single value is put in doubt.
    Some(Relation { check: id.to_owned(), members, expected, found, holds, doubts: false })
}
