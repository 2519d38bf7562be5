//! Applies the type's arithmetic: what proves a value raises its confidence, what breaks lowers it below review.

use super::{CheckOutcome, ExtractedField, Extraction};
use crate::library::{Check, DocumentType};
use crate::model::Confidence;

/// A value that a check proves is at least this sure.
const PROVED: f32 = 0.97;
/// A value that breaks a check is at most this sure.
const BROKEN: f32 = 0.6;

/// Runs every check that has all its values and moves the confidences.
pub fn apply(definition: &DocumentType, fields: Vec<ExtractedField>) -> Extraction {
    let mut extraction = Extraction { fields, ..Extraction::default() };
    for check in &definition.checks {
        match check {
            Check::Sum { id, plus, minus, equals } => sum(definition, &mut extraction, id, plus, minus, equals),
            Check::Product { id, field, of, rate, tolerance } => {
                product(definition, &mut extraction, id, (field, of), *rate, *tolerance);
            }
            Check::ColumnTotal { id, table, column, equals } => {
                column_total(definition, &mut extraction, id, (table, column), equals);
            }
        }
    }
    extraction
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

fn single(definition: &DocumentType, extraction: &Extraction, field: &str) -> Option<(usize, i128)> {
    let id = definition.field_id(field);
    let index = extraction.fields.iter().position(|known| known.field == id && known.row.is_none())?;
    Some((index, amount(&extraction.fields[index].value)?))
}

fn sum(
    definition: &DocumentType,
    extraction: &mut Extraction,
    id: &str,
    plus: &[String],
    minus: &[String],
    equals: &str,
) {
    let read = |names: &[String]| -> Option<Vec<(usize, i128)>> {
        names.iter().map(|name| single(definition, extraction, name)).collect()
    };
    let (Some(plus), Some(minus), Some((result, found))) =
        (read(plus), read(minus), single(definition, extraction, equals))
    else {
        return;
    };
    let expected: i128 =
        plus.iter().map(|(_, value)| value).sum::<i128>() - minus.iter().map(|(_, value)| value).sum::<i128>();
    let members: Vec<usize> = plus.iter().chain(&minus).map(|(index, _)| *index).chain([result]).collect();
    conclude(extraction, id, &members, expected, found, (expected - found).abs() <= 100);
}

fn product(
    definition: &DocumentType,
    extraction: &mut Extraction,
    id: &str,
    (field, of): (&str, &str),
    rate: f64,
    tolerance: f64,
) {
    let (Some((index, found)), Some((base_index, base))) =
        (single(definition, extraction, field), single(definition, extraction, of))
    else {
        return;
    };
    if base == 0 {
        return;
    }
    let expected = (base as f64 * rate).round() as i128;
    let holds = (expected - found).abs() as f64 <= tolerance * 10_000.0;
    conclude(extraction, id, &[index, base_index], expected, found, holds);
}

fn column_total(
    definition: &DocumentType,
    extraction: &mut Extraction,
    id: &str,
    (table, column): (&str, &str),
    equals: &str,
) {
    let Some((result, found)) = single(definition, extraction, equals) else { return };
    let column = definition.column_id(table, column);
    let cells: Vec<(usize, i128)> = extraction
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| field.field == column)
        .filter_map(|(index, field)| Some((index, amount(&field.value)?)))
        .collect();
    if cells.is_empty() {
        return;
    }
    let expected: i128 = cells.iter().map(|(_, value)| value).sum();
    let members: Vec<usize> = cells.iter().map(|(index, _)| *index).chain([result]).collect();
    let holds = (expected - found).abs() <= 200;
    if holds {
        conclude(extraction, id, &members, expected, found, true);
    } else {
        // Many cells and one total: which of them is wrong is unknown, so no single value is put in doubt.
        record(extraction, id, &members, expected, found, false);
    }
}

fn conclude(extraction: &mut Extraction, id: &str, members: &[usize], expected: i128, found: i128, holds: bool) {
    for &member in members {
        let confidence = &mut extraction.fields[member].confidence;
        *confidence = if holds {
            Confidence::new(confidence.value().max(PROVED))
        } else {
            confidence.min(Confidence::new(BROKEN))
        };
    }
    record(extraction, id, members, expected, found, holds);
}

fn record(extraction: &mut Extraction, id: &str, members: &[usize], expected: i128, found: i128, holds: bool) {
    let outcome = CheckOutcome {
        check: id.to_owned(),
        fields: members.iter().map(|&member| extraction.fields[member].field.clone()).collect(),
        detail: format!("expected {}, found {}", shown(expected), shown(found)),
    };
    if holds { extraction.proofs.push(outcome) } else { extraction.breaks.push(outcome) }
}
