//! Bank Statement Analysis: one row an account of a statement, with its largest deposit, whether its totals add up, and
//! whether that deposit is a large one.

use super::column::Cell;
use super::declare::{Declared, RecordSink, number, text};
use super::received::each_loan;
use super::statements::{large_deposit_limit, shown_number, statements};
use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::income::{LargeDepositLimit, StatementAccount};
use crate::model::{DocumentId, Loan};
use std::sync::Arc;

/// An account of a statement.
pub(super) struct Analyzed {
    loan: Arc<Loan>,
    limit: Arc<LargeDepositLimit>,
    document: DocumentId,
    file_name: String,
    account: StatementAccount,
}

pub(super) const BANK_STATEMENT_ANALYSIS: Declared<Analyzed> = Declared {
    id: "bank-statement-analysis",
    name: "Bank Statement Analysis",
    about: "Each account of each statement: its largest deposit, whether it adds up, and whether the deposit is large",
    columns: &[
        text("loanNumber", "Loan number", |row| row.loan.external_loan_id.clone().into()),
        text("externalLoanId", "Loan", |row| row.loan.external_loan_id.clone().into()),
        text("loanLink", "Loan link", |row| format!("/loans/{}", row.loan.id).into()),
        text("docLink", "Document link", |row| format!("/documents/{}", row.document).into()),
        text("bankStatementFileName", "File", |row| row.file_name.clone().into()),
        text("accountNumber", "Account", |row| shown_number(&row.account).into()),
        number("depositAmount", "Largest deposit", |row| {
            row.account.largest_deposit().map(|deposit| deposit.amount.normalize()).into()
        }),
        text("depositDescription", "Description", |row| {
            row.account.largest_deposit().map(|deposit| deposit.description.clone()).into()
        }),
        text("checksumValidation", "Checksum", |row| row.account.checksum.to_string().into()),
        text("largeDepositValidation", "Large deposit", |row| row.verdict()),
    ],
    records,
};

impl Analyzed {
    fn verdict(&self) -> Cell {
        let Some(deposit) = self.account.largest_deposit() else {
            return "NONE: no deposit is listed".into();
        };
        let mut words = self.limit.words(deposit.amount);
        let kind = deposit.kind([], self.account.holder.as_deref());
        if let (true, Some((kind, true))) = (self.limit.is_passed_by(deposit.amount), kind) {
            words.push_str(&format!("; its description says: {kind}"));
        }
        words.into()
    }
}

fn records(source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RecordSink<'_, Analyzed>) -> Result<()> {
    each_loan(source, filter, |loan, documents| {
        let statements = statements(source, loan, documents)?;
        if statements.is_empty() {
            return Ok(());
        }
        let limit = Arc::new(large_deposit_limit(source, loan)?);
        let loan = Arc::new(loan.clone());
        for statement in statements {
            for account in statement.accounts {
                sink(Analyzed {
                    loan: Arc::clone(&loan),
                    limit: Arc::clone(&limit),
                    document: statement.document,
                    file_name: statement.file_name.clone(),
                    account,
                })?;
            }
        }
        Ok(())
    })
}
