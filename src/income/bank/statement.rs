//! A statement by itself: its accounts, what each received and paid out, and whether its totals add up.

use super::accounts::{Part, parts};
use super::balance::{Checksum, overdrafts_of};
use super::deposits::{Kind, kind_among, payer_words};
use crate::income::case::Paper;
use crate::income::large_deposits::masked;
use crate::income::people::tail;
use crate::income::sheet::{Sheet, SheetRow};
use crate::model::DocumentTypeId;
use chrono::NaiveDate;
use rust_decimal::Decimal;

/// An account in a statement.
#[derive(Debug, Clone, PartialEq)]
pub struct StatementAccount {
    /// The bank.
    pub bank: Option<String>,
    /// The number as printed; it is not masked.
    pub number: Option<String>,
    /// The digits at its end, by which other papers name it.
    pub tail: Option<String>,
    /// Whose it is.
    pub holder: Option<String>,
    /// What kind of account: `Business Checking`.
    pub account_type: Option<String>,
    /// The statement's last day.
    pub end: Option<NaiveDate>,
    /// Whether its totals lead from one balance to the other.
    pub checksum: Checksum,
    /// How often it was overdrawn.
    pub overdrafts: u32,
    /// What came in, in the order of the rows.
    pub deposits: Vec<StatementDeposit>,
    /// What went out, in the order of the rows.
    pub withdrawals: Vec<StatementWithdrawal>,
}

/// A deposit of a statement.
#[derive(Debug, Clone, PartialEq)]
pub struct StatementDeposit {
    /// The day.
    pub date: Option<NaiveDate>,
    /// What the bank printed, long numbers masked.
    pub description: String,
    /// The words of it that tell who pays.
    pub payer: String,
    /// How much.
    pub amount: Decimal,
    printed: String,
}

/// A withdrawal of a statement.
#[derive(Debug, Clone, PartialEq)]
pub struct StatementWithdrawal {
    /// The day.
    pub date: Option<NaiveDate>,
    /// How much, positive.
    pub amount: Decimal,
}

/// Tells whether papers of a type are statements of a bank.
pub fn is_bank_statement(document_type: &DocumentTypeId) -> bool {
    document_type.as_str() == "bank_statement"
}

/// Returns the accounts of a statement, that of its summary first.
pub fn statement_accounts(paper: &Paper) -> Vec<StatementAccount> {
    let sheet = Sheet::new(paper);
    let end = sheet.date("statement_end_date").or_else(|| sheet.date("statement_start_date"));
    // Which month it is plays no part here.
    let parts = parts(sheet, end.unwrap_or_default());
    parts.into_iter().map(|part| StatementAccount::new(sheet, end, &part)).collect()
}

impl StatementAccount {
    fn new(sheet: Sheet<'_>, end: Option<NaiveDate>, part: &Part<'_>) -> Self {
        let rows = &part.month.rows;
        let amounts: Vec<Decimal> = rows.iter().filter_map(|row| row.number("amount")).collect();
        let owned = |text: Option<&str>| text.map(str::to_string);
        Self {
            bank: owned(sheet.text("bank_name")),
            number: owned(part.number),
            tail: part.number.and_then(tail),
            holder: owned(sheet.text("account_holder_name")),
            account_type: owned(part.kind),
            end,
            checksum: part.month.totals.checksum(&amounts),
            overdrafts: overdrafts_of(&part.month),
            deposits: rows.iter().filter_map(|row| StatementDeposit::new(*row)).collect(),
            withdrawals: rows.iter().filter_map(|row| StatementWithdrawal::new(*row)).collect(),
        }
    }

    /// Returns what people call it: `Summit Bank ...1234`.
    pub fn name(&self) -> String {
        let bank = self.bank.as_deref().unwrap_or("Bank");
        self.tail.as_ref().map_or_else(|| bank.to_string(), |tail| format!("{bank} ...{tail}"))
    }

    /// Returns the largest deposit, the first of several that are equal.
    pub fn largest_deposit(&self) -> Option<&StatementDeposit> {
        self.deposits.iter().rev().max_by_key(|deposit| deposit.amount)
    }
}

impl StatementDeposit {
    fn new(row: SheetRow<'_>) -> Option<Self> {
        let amount = row.number("amount").filter(|amount| *amount > Decimal::ZERO)?;
        let printed = row.text("description").unwrap_or_default().to_string();
        let (description, payer) = (masked(&printed), payer_words(&printed));
        Some(Self { date: row.date("date"), description, payer, amount, printed })
    }

    /// Returns what kind of deposit it is by its description, other accounts of the same people, and its account's
    /// holder: the kind's name, and whether that explains a large one. `None` when nothing tells.
    pub fn kind<'t>(
        &self,
        own_tails: impl IntoIterator<Item = &'t String>,
        holder: Option<&str>,
    ) -> Option<(&'static str, bool)> {
        kind_among(&self.printed, own_tails, holder).map(|Kind { name, explained, .. }| (name.as_str(), *explained))
    }
}

impl StatementWithdrawal {
    fn new(row: SheetRow<'_>) -> Option<Self> {
        let amount = row.number("amount").filter(|amount| *amount < Decimal::ZERO)?;
        Some(Self { date: row.date("date"), amount: amount.abs() })
    }
}
