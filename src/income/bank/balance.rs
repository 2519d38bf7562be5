//! Whether statements agree with themselves and with each other, and how often an account was overdrawn.

use super::accounts::Month;
use super::deposits::is_overdraft;
use crate::income::amount::shown;
use crate::income::notes::{Code, Notes};
use rust_decimal::Decimal;

/// Amounts that differ by this much are the same.
const TOLERANCE: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

/// Warns of statements whose totals do not lead from one balance to the other, or from one month to the next.
pub(super) fn check(months: &[Month<'_>], notes: &mut Notes) {
    for month in months {
        let deposits = month.deposits.as_ref().map(|deposits| deposits.value);
        let (Some(beginning), Some(deposits), Some(withdrawals), Some(ending)) =
            (month.beginning, deposits, month.withdrawals, month.ending)
        else {
            continue;
        };
        let due = beginning + deposits - withdrawals.abs();
        if (due - ending).abs() > TOLERANCE {
            let message = format!(
                "{} of {}: {} and {} of deposits less {} are {}, not {}",
                month.sheet.title(),
                month.label(),
                shown(beginning),
                shown(deposits),
                shown(withdrawals.abs()),
                shown(due),
                shown(ending)
            );
            notes.warn_of(Code::StatementUnbalanced, month.sheet, message);
        }
    }
    for pair in months.windows(2) {
        let [before, after] = pair else { continue };
        if let (Some(ending), Some(beginning)) = (before.ending, after.beginning)
            && (ending - beginning).abs() > TOLERANCE
        {
            let message = format!(
                "{} ends with {}, {} begins with {}",
                before.label(),
                shown(ending),
                after.label(),
                shown(beginning)
            );
            notes.warn_of(Code::StatementUnbalanced, after.sheet, message);
        }
    }
}

/// Returns how often an account was overdrawn in some months: as printed, else by the charges.
pub(super) fn overdrafts(months: &[Month<'_>]) -> u32 {
    let of_month = |month: &Month<'_>| -> u32 {
        if let Some(printed) = month.sheet.text("number_of_overdrafts").and_then(|text| text.parse().ok()) {
            return printed;
        }
        let charges = month.rows.iter().filter(|row| row.text("description").is_some_and(is_overdraft));
        u32::try_from(charges.count()).unwrap_or(u32::MAX)
    };
    months.iter().map(of_month).sum()
}
