//! Statements put together by account, month after month.

use super::balance::Totals;
use super::deposits::{Kind, business_receipt, holds_number, kind_among};
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::people::{Person, tail};
use crate::income::sheet::{Sheet, SheetRow};
use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// An account with its statements.
#[derive(Debug, Clone)]
pub(super) struct Account<'c> {
    pub bank: &'c str,
    pub tail: Option<String>,
    /// As printed: `Business Checking`.
    pub kind: Option<&'c str>,
    /// Oldest first, one a month.
    pub months: Vec<Month<'c>>,
}

/// A month of an account.
#[derive(Debug, Clone)]
pub(super) struct Month<'c> {
    pub sheet: Sheet<'c>,
    pub end: NaiveDate,
    pub deposits: Option<Figure>,
    /// Its balances with what lies between them.
    pub totals: Totals,
    /// How many overdrafts the bank counts; `None` where it does not say.
    pub overdrafts: Option<u32>,
    /// Whether the total of deposits holds interest.
    pub with_interest: bool,
    pub rows: Vec<SheetRow<'c>>,
}

/// A deposit of a month.
#[derive(Debug, Clone)]
pub(super) struct Deposit {
    pub amount: Figure,
    pub kind: Option<&'static Kind>,
}

impl<'c> Account<'c> {
    /// Returns what people call it: `Summit Bank ...1234`.
    pub fn name(&self) -> String {
        match &self.tail {
            Some(tail) => format!("{} ...{tail}", self.bank),
            None => self.bank.to_string(),
        }
    }

    pub fn is_business(&self) -> bool {
        self.kind.is_some_and(|kind| kind.starts_with("Business"))
    }

    /// Savings hold what came in elsewhere.
    pub fn receives_income(&self) -> bool {
        !self.kind.is_some_and(|kind| {
            ["Savings", "Money Market", "Certificate of Deposit"].iter().any(|saving| kind.ends_with(saving))
        })
    }

    /// Returns the newest statements without a gap, oldest first, and the month that is missing before them.
    pub fn run(&self) -> (&[Month<'c>], Option<(i32, u32)>) {
        let mut start = self.months.len().saturating_sub(1);
        while let Some([before, after]) = start.checked_sub(1).and_then(|index| self.months.get(index..index + 2)) {
            if month_number(after.end) - month_number(before.end) != 1 {
                let missing = month_number(after.end) - 1;
                let month = u32::try_from(missing.rem_euclid(12) + 1).unwrap_or(1);
                return (self.months.get(start..).unwrap_or_default(), Some((missing.div_euclid(12), month)));
            }
            start -= 1;
        }
        (self.months.get(start..).unwrap_or_default(), None)
    }
}

impl<'c> Month<'c> {
    /// Returns the label of the month: `2026-09`.
    pub fn label(&self) -> String {
        format!("{}-{:02}", self.end.year(), self.end.month())
    }

    /// Returns what came in, row by row, with what its description tells; `own` are other accounts of the person.
    pub fn deposits(&self, person: &Person<'c>, own: &[Account<'c>], unseen: &[String]) -> Vec<Deposit> {
        let deposit = |row: &SheetRow<'c>| {
            let amount = row.figure("amount").filter(|amount| amount.value > Decimal::ZERO)?;
            let description = row.text("description").unwrap_or_default();
            let from_unseen = unseen.iter().any(|tail| holds_number(description, tail));
            let tails = own.iter().filter_map(|account| account.tail.as_ref());
            let kind =
                if from_unseen { business_receipt() } else { kind_among(description, tails, person.name.as_deref()) };
            Some(Deposit { amount, kind })
        };
        self.rows.iter().filter_map(deposit).collect()
    }
}

fn month_number(day: NaiveDate) -> i32 {
    day.year() * 12 + i32::try_from(day.month0()).unwrap_or_default()
}

/// Puts a person's statements together by bank and account.
pub(super) fn accounts<'c>(sheets: &[Sheet<'c>], notes: &mut Notes) -> Vec<Account<'c>> {
    let mut found: BTreeMap<(String, Option<String>), Account<'c>> = BTreeMap::new();
    for sheet in sheets {
        let Some(end) = sheet.date("statement_end_date").or_else(|| sheet.date("statement_start_date")) else {
            let message = format!("{} has no dates: its deposits are not counted", sheet.title());
            notes.warn_of(Code::NotComputed, *sheet, message);
            continue;
        };
        let bank = sheet.text("bank_name").unwrap_or("Bank");
        for Part { number, kind, month } in parts(*sheet, end) {
            let number = number.and_then(tail);
            let key = (bank.to_lowercase(), number.clone());
            let account = found.entry(key).or_insert_with(|| Account { bank, tail: number, kind, months: Vec::new() });
            account.kind = account.kind.or(kind);
            account.months.push(month);
        }
    }
    let mut accounts: Vec<Account<'c>> = found.into_values().collect();
    for account in &mut accounts {
        account.months.sort_by_key(|month| month.end);
        account.months.dedup_by(|later, earlier| {
            let same = month_number(later.end) == month_number(earlier.end);
            if same && later.totals.ending != earlier.totals.ending {
                let message = format!("{} and {} are of one month", earlier.sheet.title(), later.sheet.title());
                notes.warn_of(Code::ValuesContradict, later.sheet, message);
            }
            same
        });
    }
    accounts
}

/// One account of a statement.
pub(super) struct Part<'c> {
    /// The number as printed.
    pub number: Option<&'c str>,
    pub kind: Option<&'c str>,
    pub month: Month<'c>,
}

/// The accounts of one statement: the first by the summary, each by its row.
pub(super) fn parts<'c>(sheet: Sheet<'c>, end: NaiveDate) -> Vec<Part<'c>> {
    let number = |text: Option<&'c str>| text.and_then(tail);
    let listed = sheet.rows("accounts");
    // Where the summary names no account it is that of the first row.
    let printed = sheet.text("account_number").or_else(|| listed.first()?.text("account_number"));
    let primary = number(printed);
    let rows = sheet.rows("transactions");
    let of = |asked: &Option<String>, is_primary: bool| -> Vec<SheetRow<'c>> {
        let is_its = |row: &SheetRow<'c>| match number(row.text("account_number")) {
            None => is_primary,
            own => own == *asked,
        };
        rows.iter().copied().filter(is_its).collect()
    };
    let mut first = Month {
        sheet,
        end,
        deposits: sheet.figure("total_deposits"),
        totals: Totals::of_summary(sheet),
        overdrafts: sheet.text("number_of_overdrafts").and_then(|text| text.parse().ok()),
        with_interest: sheet.figure("total_interest_paid").is_none(),
        rows: of(&primary, true),
    };
    let mut kind = sheet.text("account_type");
    let mut others = Vec::new();
    for (index, row) in listed.into_iter().enumerate() {
        let own = number(row.text("account_number"));
        let deposits = row.figure("total_deposits");
        if (own.is_some() && own == primary) || (index == 0 && own.is_none()) {
            first.with_interest |= deposits.is_some();
            first.deposits = deposits.or(first.deposits);
            first.totals = first.totals.with_row(row);
            kind = kind.or(row.text("account_type"));
        } else if own.is_some() {
            let totals = Totals::of_row(row);
            let rows = of(&own, false);
            let month = Month { sheet, end, deposits, totals, overdrafts: None, with_interest: true, rows };
            others.push(Part { number: row.text("account_number"), kind: row.text("account_type"), month });
        }
    }
    others.insert(0, Part { number: printed, kind, month: first });
    others
}
