//! A result as files that people print and keep.

use crate::error::{Error, Result};
use crate::income::IncomeData;
use crate::model::Timestamp;
use crate::ops::{Caller, find_loan};
use crate::pdf::write::report;
use crate::views::Worksheet;
use crate::workspace::Workspace;

/// A worksheet in three formats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorksheetFiles {
    /// The caller's id for the loan.
    pub loan: String,
    /// Comma-separated values.
    pub csv: String,
    /// A page to read and print that needs nothing else.
    pub html: String,
    /// The same to keep.
    pub pdf: Vec<u8>,
}

/// Returns the worksheet of a loan's result.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn income_worksheet(
    workspace: &Workspace,
    caller: &Caller,
    loan: &str,
    calculated_at: Option<Timestamp>,
    data: &IncomeData,
) -> Result<WorksheetFiles> {
    let loan = workspace.store.read(|reader| find_loan(reader, caller, loan))?;
    let sheet = Worksheet::new(&loan.external_loan_id, calculated_at, data);
    let pdf = report(&sheet.lines())
        .map_err(|error| Error::internal("the worksheet cannot be written as PDF").caused_by(error))?;
    Ok(WorksheetFiles { csv: sheet.csv(), html: sheet.html(), pdf, loan: sheet.loan })
}
