//! The statements of a loan's accounts, with what makes a deposit of the loan a large one.

use super::ReportSource;
use crate::error::Result;
use crate::income::{LargeDepositLimit, Paper, StatementAccount, is_bank_statement, statement_accounts};
use crate::model::{Document, DocumentId, IncomeRunStatus, Loan, ValueKind, masked_number};

/// A statement with its accounts.
pub(super) struct Statement {
    pub document: DocumentId,
    pub file_name: String,
    pub accounts: Vec<StatementAccount>,
}

/// Returns the accounts of the statements among a loan's documents, in the order of the documents: of each that was
/// read and is neither old nor a copy.
pub(super) fn statements(source: &ReportSource<'_>, loan: &Loan, documents: &[Document]) -> Result<Vec<Statement>> {
    let mut files = None;
    let mut found = Vec::new();
    for document in documents.iter().filter(|document| document.counts()) {
        let type_id = document.document_type.as_ref().filter(|id| is_bank_statement(id));
        let Some(definition) = type_id.and_then(|id| source.library.get(id)) else { continue };
        if files.is_none() {
            files = Some(source.reader.source_files(source.tenant, loan.id)?);
        }
        let file = files.iter().flatten().find(|file| file.id == document.source_file);
        let file_name = file.map(|file| file.file_name.clone()).unwrap_or_default();
        let fields = source.reader.fields(source.tenant, document.id)?;
        let paper = Paper::new(document.id, file_name.clone(), definition, &fields);
        found.push(Statement { document: document.id, file_name, accounts: statement_accounts(&paper) });
    }
    Ok(found)
}

/// Returns what a deposit may be without being large: by the tenant's settings and the loan's last completed income run.
pub(super) fn large_deposit_limit(source: &ReportSource<'_>, loan: &Loan) -> Result<LargeDepositLimit> {
    let run = source.reader.latest_income_run(source.tenant, loan.id, IncomeRunStatus::Completed)?;
    let income = run.and_then(|run| run.result).map(|result| result.total_monthly_income);
    Ok(LargeDepositLimit::new(source.settings.large_deposit_threshold, income))
}

/// Returns the account's number as reports show it.
pub(super) fn shown_number(account: &StatementAccount) -> Option<String> {
    account.number.as_deref().map(|number| masked_number(ValueKind::AccountNumber, number))
}
