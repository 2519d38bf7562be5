//! Large deposits on statements: single ones beyond a share of the income or an amount.

use super::bank::deposits::kind_of;
use super::case::{IncomeCase, LargeDepositThreshold, Transaction};
use super::figure::Figure;
use super::notes::{Code, Notes};
use super::sheet::Sheet;
use super::{amount, sheet};
use chrono::NaiveDate;
use rust_decimal::Decimal;

/// A deposit that is larger than the rest of the income lets expect.
#[derive(Debug, Clone, PartialEq)]
pub struct LargeDeposit {
    /// Where it stands.
    pub deposit: Figure,
    /// When it was paid in.
    pub date: Option<NaiveDate>,
    /// What the bank printed, long numbers masked.
    pub description: String,
    /// What a deposit may be without being large.
    pub limit: Decimal,
    /// Whether its source is to be documented: for a purchase.
    pub to_be_documented: bool,
}

/// What a deposit may be without being large, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct LargeDepositLimit {
    /// The largest amount that is not large.
    pub amount: Decimal,
    /// Where it comes from: `50% of 8,250.00 a month`.
    pub reason: String,
}

/// What counts where a share of the income is asked for and no income is known.
const WITHOUT_INCOME: Decimal = Decimal::from_parts(5_000, 0, 0, false, 0);

impl LargeDepositLimit {
    /// Returns the limit by a tenant's threshold and the monthly qualifying income, as far as that is known.
    pub fn new(threshold: LargeDepositThreshold, income: Option<Decimal>) -> Self {
        match (threshold, income.filter(|income| *income > Decimal::ZERO)) {
            (LargeDepositThreshold::Amount(amount), _) => Self { amount, reason: "the tenant's limit".to_string() },
            (LargeDepositThreshold::PercentOfIncome(percent), Some(income)) => {
                let reason = format!("{}% of {} a month", percent.normalize(), amount::shown(income));
                Self { amount: limit(threshold, income), reason }
            }
            (LargeDepositThreshold::PercentOfIncome(_), None) => {
                Self { amount: WITHOUT_INCOME, reason: "while no income is known".to_string() }
            }
        }
    }

    /// Tells whether a deposit is large.
    pub fn is_passed_by(&self, deposit: Decimal) -> bool {
        deposit > self.amount
    }

    /// Says whether a deposit is large, with the figures: `LARGE: 4,125.01 is more than 4,125.00 (...)`.
    pub fn words(&self, deposit: Decimal) -> String {
        let (verdict, compared) =
            if self.is_passed_by(deposit) { ("LARGE", "more than") } else { ("OK", "no more than") };
        let (deposit, limit) = (amount::shown(deposit), amount::shown(self.amount));
        format!("{verdict}: {deposit} is {compared} {limit} ({})", self.reason)
    }
}

/// Returns the largest amount that is not large; `income` is the monthly qualifying income.
pub(super) fn limit(threshold: LargeDepositThreshold, income: Decimal) -> Decimal {
    match threshold {
        LargeDepositThreshold::Amount(amount) => amount,
        LargeDepositThreshold::PercentOfIncome(percent) => income * percent / Decimal::ONE_HUNDRED,
    }
}

/// Returns the large deposits of all statements whose description does not say where they come from, in a fixed order.
pub fn large_deposits(case: &IncomeCase, monthly_income: Decimal) -> Vec<LargeDeposit> {
    let limit = limit(case.large_deposit, monthly_income);
    let mut statements: Vec<Sheet<'_>> =
        case.papers.iter().map(Sheet::new).filter(|sheet| sheet.is("bank_statement")).collect();
    sheet::in_order(&mut statements, |sheet| sheet.date("statement_end_date"));
    let mut found = Vec::new();
    for row in statements.into_iter().flat_map(|sheet| sheet.rows("transactions")) {
        let description = row.text("description").unwrap_or_default();
        let explained = kind_of(description).is_some_and(|kind| kind.explained);
        let Some(deposit) = row.figure("amount").filter(|amount| amount.value > limit && !explained) else { continue };
        if deposit.value > Decimal::ZERO {
            found.push(LargeDeposit {
                deposit,
                date: row.date("date"),
                description: masked(description),
                limit,
                to_be_documented: case.transaction != Transaction::Refinance,
            });
        }
    }
    found
}

/// Warns of the large deposits of a loan; a refinance asks for no explanation.
pub(super) fn note_large(case: &IncomeCase, monthly_income: Decimal, notes: &mut Notes) {
    // Without income every deposit would be large: nothing can be said.
    if monthly_income <= Decimal::ZERO && matches!(case.large_deposit, LargeDepositThreshold::PercentOfIncome(_)) {
        return;
    }
    for large in large_deposits(case, monthly_income).into_iter().filter(|large| large.to_be_documented) {
        let super::Origin::Read { source } = &large.deposit.origin else { continue };
        let day = large.date.map(|date| format!(" of {date}")).unwrap_or_default();
        let message = format!(
            "the deposit{day} of {} on {} is larger than {}: its source is to be documented",
            amount::shown(large.deposit.value),
            source.document_name,
            amount::shown(large.limit)
        );
        notes.warn_line(Code::LargeDeposit, source.document_id, None, message);
    }
}

/// Leaves the last four digits of long numbers.
pub(super) fn masked(text: &str) -> String {
    let mask = |word: &str| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        let mut hidden = digits.saturating_sub(4);
        let hide = |letter: char| {
            if letter.is_ascii_digit() && hidden > 0 {
                hidden -= 1;
                return '*';
            }
            letter
        };
        word.chars().map(hide).collect::<String>()
    };
    text.split(' ').map(mask).collect::<Vec<_>>().join(" ")
}
