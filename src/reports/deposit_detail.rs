//! Deposit Detail: one row a deposit, with what its description tells, whether it is large, whether it comes back in other
//! months, and the withdrawal of another account that it matches.

use super::column::Cell;
use super::declare::{Declared, RecordSink, number, text};
use super::received::each_loan;
use super::statements::{Statement, large_deposit_limit, shown_number, statements};
use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::income::{LargeDepositLimit, StatementAccount, StatementDeposit};
use crate::model::{DocumentId, Loan};
use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A transfer arrives at most so many days after it left, or is booked so many days before.
const TRANSFER_DAYS: i64 = 5;

/// Amounts that differ by no more than this part of the larger one are near each other.
const NEAR: Decimal = Decimal::from_parts(10, 0, 0, false, 2);

/// A deposit.
pub(super) struct Detailed {
    loan: Arc<Loan>,
    document: DocumentId,
    file_name: Arc<str>,
    account: Arc<StatementAccount>,
    deposit: StatementDeposit,
    kind: Option<(&'static str, bool)>,
    is_large: bool,
    is_recurring: bool,
    transfer: Option<String>,
}

pub(super) const DEPOSIT_DETAIL: Declared<Detailed> = Declared {
    id: "deposit-detail",
    name: "Deposit Detail",
    about: "Each deposit of each statement: what kind, whether large, whether it recurs, which transfer it matches",
    columns: &[
        text("loanId", "Loan id", |row| row.loan.id.to_string().into()),
        text("externalLoanId", "Loan", |row| row.loan.external_loan_id.clone().into()),
        text("documentId", "Document", |row| row.document.to_string().into()),
        text("fileName", "File", |row| row.file_name.as_ref().into()),
        text("bank", "Bank", |row| row.account.bank.clone().into()),
        text("accountNumber", "Account", |row| shown_number(&row.account).into()),
        text("accountType", "Account type", |row| row.account.account_type.clone().into()),
        text("date", "Date", |row| row.deposit.date.map(|date| date.to_string()).into()),
        text("description", "Description", |row| row.deposit.description.clone().into()),
        number("amount", "Amount", |row| row.deposit.amount.normalize().into()),
        text("kind", "Kind", |row| row.kind.map_or("unknown", |(kind, _)| kind).into()),
        text("explained", "Explained", |row| row.kind.is_some_and(|(_, explained)| explained).into()),
        text("large", "Large", |row| row.is_large.into()),
        text("recurring", "Recurring", |row| row.is_recurring.into()),
        text("matchedTransfer", "Matched transfer", |row| row.transfer.clone().into()),
        number("overdrafts", "Overdrafts", |row| Cell::from(row.account.overdrafts)),
    ],
    records,
};

fn records(source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RecordSink<'_, Detailed>) -> Result<()> {
    each_loan(source, filter, |loan, documents| {
        let statements = statements(source, loan, documents)?;
        if statements.is_empty() {
            return Ok(());
        }
        let limit = large_deposit_limit(source, loan)?;
        let recurring = Recurring::new(&statements);
        let transfers = transfers(&statements);
        let loan = Arc::new(loan.clone());
        let tails: HashSet<String> = accounts(&statements).filter_map(|account| account.tail.clone()).collect();
        for (at, statement) in statements.into_iter().enumerate() {
            let file_name: Arc<str> = statement.file_name.into();
            for (of, account) in statement.accounts.into_iter().enumerate() {
                let account = Arc::new(account);
                for (row, deposit) in account.deposits.iter().enumerate() {
                    sink(Detailed {
                        loan: Arc::clone(&loan),
                        document: statement.document,
                        file_name: Arc::clone(&file_name),
                        account: Arc::clone(&account),
                        kind: kind(deposit, &account, &tails),
                        is_large: is_large(&limit, deposit),
                        is_recurring: recurring.holds(deposit, &account),
                        transfer: transfers.get(&Place { at, of, row }).cloned(),
                        deposit: deposit.clone(),
                    })?;
                }
            }
        }
        Ok(())
    })
}

fn accounts(statements: &[Statement]) -> impl Iterator<Item = &StatementAccount> {
    statements.iter().flat_map(|statement| &statement.accounts)
}

fn kind(
    deposit: &StatementDeposit,
    account: &StatementAccount,
    tails: &HashSet<String>,
) -> Option<(&'static str, bool)> {
    let others = tails.iter().filter(|tail| account.tail.as_ref() != Some(*tail));
    deposit.kind(others, account.holder.as_deref())
}

fn is_large(limit: &LargeDepositLimit, deposit: &StatementDeposit) -> bool {
    limit.is_passed_by(deposit.amount)
}

/// What each payer paid in which month.
struct Recurring {
    paid: HashMap<String, Vec<(i32, Decimal)>>,
}

impl Recurring {
    fn new(statements: &[Statement]) -> Self {
        let mut paid: HashMap<String, Vec<(i32, Decimal)>> = HashMap::new();
        for account in accounts(statements) {
            for deposit in &account.deposits {
                if let Some(month) = month(deposit, account) {
                    paid.entry(deposit.payer.clone()).or_default().push((month, deposit.amount));
                }
            }
        }
        Self { paid }
    }

    /// Tells whether the same payer paid nearly the same in another month.
    fn holds(&self, deposit: &StatementDeposit, account: &StatementAccount) -> bool {
        let Some(month) = month(deposit, account).filter(|_| !deposit.payer.is_empty()) else { return false };
        let is_near = |amount: Decimal| (amount - deposit.amount).abs() <= amount.max(deposit.amount) * NEAR;
        let others = self.paid.get(&deposit.payer).into_iter().flatten();
        others.into_iter().any(|(other, amount)| *other != month && is_near(*amount))
    }
}

fn month(deposit: &StatementDeposit, account: &StatementAccount) -> Option<i32> {
    let day = deposit.date.or(account.end)?;
    Some(day.year() * 12 + i32::try_from(day.month0()).unwrap_or_default())
}

/// Where a deposit or withdrawal stands: the statement, the account in it, the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Place {
    at: usize,
    of: usize,
    row: usize,
}

/// Something that was booked, and where.
struct Booked<'s> {
    place: Place,
    account: &'s StatementAccount,
    date: NaiveDate,
    amount: Decimal,
}

/// Names for deposits the withdrawals of equal amount from other accounts, each used once: the nearest in time first.
fn transfers(statements: &[Statement]) -> HashMap<Place, String> {
    let (mut came, mut went) = (Vec::new(), Vec::new());
    for (at, statement) in statements.iter().enumerate() {
        for (of, account) in statement.accounts.iter().enumerate() {
            let booked = |row: usize, date: Option<NaiveDate>, amount: Decimal| {
                date.map(|date| Booked { place: Place { at, of, row }, account, date, amount })
            };
            let deposits = account.deposits.iter().enumerate();
            came.extend(deposits.filter_map(|(row, deposit)| booked(row, deposit.date, deposit.amount)));
            let withdrawals = account.withdrawals.iter().enumerate();
            went.extend(withdrawals.filter_map(|(row, withdrawal)| booked(row, withdrawal.date, withdrawal.amount)));
        }
    }
    let mut by_amount: HashMap<Decimal, Vec<&Booked<'_>>> = HashMap::new();
    for booked in &went {
        by_amount.entry(booked.amount.normalize()).or_default().push(booked);
    }
    let mut pairs: Vec<(i64, &Booked<'_>, &Booked<'_>)> = Vec::new();
    for deposit in &came {
        for withdrawal in by_amount.get(&deposit.amount.normalize()).into_iter().flatten() {
            let days = (deposit.date - withdrawal.date).num_days().abs();
            if days <= TRANSFER_DAYS && is_other(deposit.account, withdrawal.account) {
                pairs.push((days, deposit, withdrawal));
            }
        }
    }
    pairs.sort_by_key(|(days, deposit, withdrawal)| (*days, deposit.place, withdrawal.place));
    let (mut named, mut used) = (HashMap::new(), HashSet::new());
    for (_, deposit, withdrawal) in pairs {
        if !named.contains_key(&deposit.place) && used.insert(withdrawal.place) {
            named.insert(deposit.place, format!("{} on {}", withdrawal.account.name(), withdrawal.date));
        }
    }
    named
}

/// Accounts are told apart by their bank and the end of their number, as statements of several months name them.
fn is_other(one: &StatementAccount, other: &StatementAccount) -> bool {
    one.tail != other.tail || one.name().to_lowercase() != other.name().to_lowercase()
}
