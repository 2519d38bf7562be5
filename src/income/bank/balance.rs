//! Whether statements agree with themselves and with each other, and how often an account was overdrawn.

use super::accounts::Month;
use super::deposits::is_overdraft;
use crate::income::amount::shown;
use crate::income::notes::{Code, Notes};
use crate::income::sheet::{Sheet, SheetRow};
use rust_decimal::Decimal;
use std::fmt;

/// Amounts that differ by this much are the same.
const TOLERANCE: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

/// The balances of an account in a statement, and what lies between them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Totals {
    pub beginning: Option<Decimal>,
    pub deposits: Option<Decimal>,
    pub withdrawals: Option<Decimal>,
    pub ending: Option<Decimal>,
    /// Some banks take these off apart from the withdrawals, or add the interest apart from the deposits.
    interest: Option<Decimal>,
    fees: Option<Decimal>,
    checks: Option<Decimal>,
}

/// Whether the totals of a statement lead from its beginning balance to its ending balance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checksum {
    /// They do.
    Passes {
        /// The sum in words: `1,000.00 + 2,500.00 - 700.00`.
        sum: String,
        /// What it comes to, and the ending balance.
        ending: Decimal,
    },
    /// They do not.
    Fails {
        /// The sum in words.
        sum: String,
        /// What it comes to.
        due: Decimal,
        /// The ending balance as printed.
        ending: Decimal,
    },
    /// Something is missing.
    Incomplete {
        /// What was not read: `ending balance`.
        missing: Vec<&'static str>,
    },
}

impl Totals {
    pub fn of_summary(sheet: Sheet<'_>) -> Self {
        let value = |field: &str| sheet.figure(field).map(|figure| figure.value);
        Self {
            beginning: value("beginning_balance"),
            deposits: value("total_deposits"),
            withdrawals: value("total_withdrawals"),
            ending: value("ending_balance"),
            interest: value("total_interest_paid"),
            fees: value("total_service_fees"),
            checks: value("total_checks"),
        }
    }

    pub fn of_row(row: SheetRow<'_>) -> Self {
        Self {
            beginning: row.number("beginning_balance"),
            deposits: row.number("total_deposits"),
            withdrawals: row.number("total_withdrawals"),
            ending: row.number("ending_balance"),
            ..Self::default()
        }
    }

    /// Adds what the account's own row says: its totals are nearer to it than the summary's, which may be of all.
    pub fn with_row(self, row: SheetRow<'_>) -> Self {
        let of_row = Self::of_row(row);
        Self {
            beginning: self.beginning.or(of_row.beginning),
            deposits: of_row.deposits.or(self.deposits),
            withdrawals: of_row.withdrawals.or(self.withdrawals),
            ending: self.ending.or(of_row.ending),
            ..self
        }
    }

    /// Compares the sum with the ending balance; a total that was not read is that of the rows listed, where there are
    /// such and the sum comes out.
    pub fn checksum(self, listed: &[Decimal]) -> Checksum {
        let mut missing = Vec::new();
        let (Some(beginning), Some(ending)) = (self.beginning, self.ending) else {
            self.note_missing(&mut missing);
            return Checksum::Incomplete { missing };
        };
        if let (Some(deposits), Some(withdrawals)) = (self.deposits, self.withdrawals) {
            return self.compared(beginning, deposits, withdrawals, ending);
        }
        self.note_missing(&mut missing);
        let sum_of = |is_in: bool| -> Decimal {
            listed.iter().filter(|amount| amount.is_sign_positive() == is_in).map(Decimal::abs).sum()
        };
        let (deposits, withdrawals) =
            (self.deposits.unwrap_or(sum_of(true)), self.withdrawals.unwrap_or(sum_of(false)));
        let something = !listed.is_empty() || self.deposits.is_some() || self.withdrawals.is_some();
        match self.compared(beginning, deposits, withdrawals, ending) {
            passes @ Checksum::Passes { .. } if something => passes,
            _ => Checksum::Incomplete { missing },
        }
    }

    fn note_missing(self, missing: &mut Vec<&'static str>) {
        let parts = [
            (self.beginning, "beginning balance"),
            (self.deposits, "total of deposits"),
            (self.withdrawals, "total of withdrawals"),
            (self.ending, "ending balance"),
        ];
        missing.extend(parts.into_iter().filter(|(value, _)| value.is_none()).map(|(_, name)| name));
    }

    fn compared(self, beginning: Decimal, deposits: Decimal, withdrawals: Decimal, ending: Decimal) -> Checksum {
        let plain = format!("{} + {} - {}", shown(beginning), shown(deposits), shown(withdrawals.abs()));
        let due = beginning + deposits - withdrawals.abs();
        let apart = [('+', self.interest, "interest"), ('-', self.fees, "fees"), ('-', self.checks, "checks")];
        // Of three parts there are eight choices; the smallest number, none of them, comes first.
        for choice in 0..8_u8 {
            let (mut sum, mut words) = (due, plain.clone());
            let mut all_there = true;
            for (bit, (sign, part, name)) in apart.iter().enumerate() {
                if choice & (1 << bit) == 0 {
                    continue;
                }
                let Some(part) = part.map(|part| part.abs()).filter(|part| !part.is_zero()) else {
                    all_there = false;
                    break;
                };
                sum += if *sign == '+' { part } else { -part };
                words.push_str(&format!(" {sign} {} ({name})", shown(part)));
            }
            if all_there && (sum - ending).abs() <= TOLERANCE {
                return Checksum::Passes { sum: words, ending };
            }
        }
        Checksum::Fails { sum: plain, due, ending }
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passes { sum, ending } => write!(formatter, "PASS: {sum} = {}", shown(*ending)),
            Self::Fails { sum, due, ending } => {
                let (due_words, printed, apart) = (shown(*due), shown(*ending), shown((*due - *ending).abs()));
                write!(formatter, "FAIL: {sum} is {due_words}, the statement says {printed} ({apart} apart)")
            }
            Self::Incomplete { missing } => {
                let named: Vec<String> = missing.iter().map(|part| format!("no {part}")).collect();
                let (words, verb) = match named.as_slice() {
                    [] => return formatter.write_str("INCOMPLETE"),
                    [only] => (only.clone(), "was"),
                    [first @ .., last] => (format!("{} and {last}", first.join(", ")), "were"),
                };
                write!(formatter, "INCOMPLETE: {words} {verb} read")
            }
        }
    }
}

/// Warns of statements whose totals do not lead from one balance to the other, or from one month to the next.
pub(super) fn check(months: &[Month<'_>], notes: &mut Notes) {
    for month in months {
        if let Checksum::Fails { sum, due, ending } = month.totals.checksum(&[]) {
            let (title, label) = (month.sheet.title(), month.label());
            let message = format!("{title} of {label}: {sum} is {}, not {}", shown(due), shown(ending));
            notes.warn_of(Code::StatementUnbalanced, month.sheet, message);
        }
    }
    for pair in months.windows(2) {
        let [before, after] = pair else { continue };
        if let (Some(ending), Some(beginning)) = (before.totals.ending, after.totals.beginning)
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

/// Returns how often an account was overdrawn in some months.
pub(super) fn overdrafts(months: &[Month<'_>]) -> u32 {
    months.iter().map(overdrafts_of).sum()
}

/// Returns how often an account was overdrawn in a month: as printed, else by the charges.
pub(super) fn overdrafts_of(month: &Month<'_>) -> u32 {
    month.overdrafts.unwrap_or_else(|| {
        let charges = month.rows.iter().filter(|row| row.text("description").is_some_and(is_overdraft));
        u32::try_from(charges.count()).unwrap_or(u32::MAX)
    })
}
