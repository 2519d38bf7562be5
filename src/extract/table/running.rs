//! Rows with a running balance: the step from one balance to the next is the amount, with its sign. It settles a minus
//! that a scan lost, and mends an amount of which a figure was misread.

use super::Row;
use crate::extract::ExtractedField;
use crate::library::TableDefinition;

/// An amount with more misread figures than this is not mended.
const MOST_MISREAD: usize = 2;
/// So many rows must be told by their balances before the others are settled by them.
const FEWEST_STEPS: usize = 2;

/// Settles the amounts of rows by their balances; `fields` may hold the balance before the first row.
pub fn settle(table: &TableDefinition, fields: &[ExtractedField], rows: &mut [Row]) {
    let Some((amount, balance)) = &table.running else { return };
    let first = fields.iter().find(|field| field.field.as_str().ends_with(".beginning_balance"));
    let first = first.and_then(|field| cents(&field.value));
    let amounts: Vec<Option<i64>> = rows.iter().map(|row| cents(&row.cell(amount)?.value)).collect();
    let balances: Vec<Option<i64>> = rows.iter().map(|row| cents(&row.cell(balance)?.value)).collect();
    let forward = steps(&balances, first);
    let backward: Vec<Option<i64>> =
        (0..balances.len()).map(|at| Some(balances[at]? - balances.get(at + 1).copied().flatten()?)).collect();
    let told =
        |steps: &[Option<i64>]| steps.iter().zip(&amounts).filter(|(step, amount)| agree(**step, **amount)).count();
    // Some papers list the newest row first.
    let steps = if told(&backward) > told(&forward) { backward } else { forward };
    if told(&steps) < FEWEST_STEPS {
        return;
    }
    for (at, row) in rows.iter_mut().enumerate() {
        let (Some(step), Some(printed)) = (steps[at], amounts[at]) else { continue };
        if step == printed || step == 0 {
            continue;
        }
        let flipped = step == -printed;
        // A balance that the next step confirms is right, and so is the step that leads to it.
        let confirmed = at + 1 == steps.len() || agree(steps[at + 1], amounts[at + 1]);
        if flipped || (confirmed && misread(step, printed) <= MOST_MISREAD) {
            let Some(cell) = row.cells.iter_mut().find(|cell| cell.column == *amount) else { continue };
            cell.value = text(step);
            cell.quality *= if flipped { 1.0 } else { 0.9 };
        }
    }
}

/// What each row adds to the balance before it.
fn steps(balances: &[Option<i64>], first: Option<i64>) -> Vec<Option<i64>> {
    (0..balances.len()).map(|at| Some(balances[at]? - if at == 0 { first } else { balances[at - 1] }?)).collect()
}

/// Tells whether a step is the amount, whatever its sign.
fn agree(step: Option<i64>, amount: Option<i64>) -> bool {
    matches!((step, amount), (Some(step), Some(amount)) if step.abs() == amount.abs())
}

fn misread(step: i64, printed: i64) -> usize {
    strsim::levenshtein(&step.abs().to_string(), &printed.abs().to_string())
}

fn cents(amount: &str) -> Option<i64> {
    let digits: String = amount.chars().filter(char::is_ascii_digit).collect();
    let value: i64 = digits.parse().ok()?;
    let whole = if amount.contains('.') { value } else { value.checked_mul(100)? };
    Some(if amount.starts_with('-') { -whole } else { whole })
}

fn text(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}
