//! Income by statements of a bank, where the guideline takes it.
//!
//! Invariants: pay, benefits and transfers between own accounts are never income here; a month that is missing is told
//! and ends the run of months; what the statements' own totals contradict is told.

mod accounts;
mod balance;
pub(super) mod deposits;
mod income;
mod statement;

pub use balance::Checksum;
pub use statement::{StatementAccount, StatementDeposit, StatementWithdrawal, is_bank_statement, statement_accounts};

use super::age::note_old;
use super::desk::Desk;
use super::draft::{Draft, Findings};
use super::notes::Code;
use super::people::Person;
use super::result::StreamKind;
use accounts::{Account, accounts};
use rust_decimal::Decimal;

/// Adds a person's streams; `others` is what all other streams of the loan bring a month.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, others: Decimal, found: &mut Findings<'c>) {
    let statements = person.papers("bank_statement");
    if !desk.rules.bank_statements.is_income || statements.is_empty() {
        return;
    }
    let accounts = accounts(&statements, &mut found.notes);
    let least = desk.rules.bank_statements.months.iter().min().copied().unwrap_or(12);
    let is_whole = |account: &Account<'c>| account.run().0.len() >= usize::try_from(least).unwrap_or(12);
    // A business account of which too few months are there shows where transfers to a personal one come from: those are
    // income, because they are not counted where they come from.
    let any_personal = accounts.iter().any(|account| !account.is_business() && is_whole(account));
    let shows_only = |account: &Account<'c>| any_personal && account.is_business() && !is_whole(account);
    let unseen: Vec<String> =
        accounts.iter().filter(|account| shows_only(account)).filter_map(|account| account.tail.clone()).collect();
    for account in accounts.iter().filter(|account| account.receives_income() && !shows_only(account)) {
        let Some(newest) = account.months.last() else { continue };
        let draft = income::draft(desk, person, account, &accounts, &unseen, others);
        let Some(mut draft) = draft else { continue };
        note_old(desk, newest.sheet, Some(newest.end), &mut draft.notes);
        found.used.extend(account.months.iter().map(|month| month.sheet));
        found.drafts.push(draft);
    }
    let is_short =
        |draft: &Draft| draft.kind == StreamKind::BankStatement && draft.notes.contains(Code::HistoryTooShort);
    if found.drafts.iter().any(is_short) {
        found.miss("Bank Statement", None, format!("{least} months in a row are needed"));
    }
}
