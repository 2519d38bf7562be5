//! Loans: listed, created, changed.

use super::change::{Changing, change};
use super::configurations::{NO_CONFIGURATION, find_configuration};
use super::{Caller, check_loan_id, find_loan};
use crate::error::{Error, Result};
use crate::model::{ConfigurationId, Loan, LoanId, LoanStatus};
use crate::pipeline::recheck_loan;
use crate::store::Reader;
use crate::views::LoanView;
use crate::workspace::Workspace;
use serde_json::{Value, json};

/// A loan to be created.
#[derive(Debug, Clone, Copy)]
pub struct CreateLoan<'l> {
    /// The caller's id for it.
    pub external_loan_id: &'l str,
    /// Where it stands.
    pub status: LoanStatus,
    /// What its papers are checked against, by name or id.
    pub configuration: Option<&'l str>,
}

/// What to change of a loan; what is `None` stays.
#[derive(Debug, Clone, Copy, Default)]
pub struct UpdateLoan<'l> {
    /// The caller's id for it.
    pub external_loan_id: Option<&'l str>,
    /// Where it stands.
    pub status: Option<LoanStatus>,
    /// What its papers are checked against, by name or id; `none` for the checks of their types only.
    pub configuration: Option<&'l str>,
}

/// Creates a loan without papers.
///
/// # Errors
/// `InvalidInput` when the id cannot be one, `Conflict` when the tenant has such a loan, `NotFound` for an unknown
/// configuration.
pub fn create_loan(workspace: &Workspace, caller: &Caller, input: CreateLoan<'_>) -> Result<LoanView> {
    check_loan_id(input.external_loan_id)?;
    change(workspace, caller, |changing| {
        let (writer, now) = (changing.writer(), changing.record.now);
        check_unused(writer, caller, input.external_loan_id)?;
        let loan = Loan {
            id: LoanId::new(changing.record.new_id()),
            external_loan_id: input.external_loan_id.to_string(),
            status: input.status,
            configuration: match input.configuration {
                Some(name) => configuration(writer, caller, name)?,
                None => None,
            },
            created_at: now,
            updated_at: now,
        };
        writer.add_loan(changing.tenant, &loan)?;
        changing.log_of("loan.create", "loan", loan.id.to_string(), Value::Null, logged(&loan))?;
        super::show::loan_view(writer, caller, &loan)
    })
}

/// Changes a loan; nothing is changed and nothing logged when it is so already. Another configuration checks the loan's
/// documents again.
///
/// # Errors
/// `NotFound` for an unknown loan or configuration, `InvalidInput` and `Conflict` as for a new loan.
pub fn update_loan(
    workspace: &Workspace,
    caller: &Caller,
    name_or_id: &str,
    input: UpdateLoan<'_>,
) -> Result<LoanView> {
    change(workspace, caller, |changing| {
        let writer = changing.writer();
        let known = find_loan(writer, caller, name_or_id)?;
        let mut loan = known.clone();
        if let Some(id) = input.external_loan_id.filter(|id| *id != known.external_loan_id) {
            check_loan_id(id)?;
            check_unused(writer, caller, id)?;
            loan.external_loan_id = id.to_string();
        }
        loan.status = input.status.unwrap_or(known.status);
        if let Some(name) = input.configuration {
            loan.configuration = configuration(writer, caller, name)?;
        }
        save_loan(changing, &known, &mut loan)?;
        super::show::loan_view(writer, caller, &loan)
    })
}

/// Stores and logs a loan that was changed, and checks its documents again when it has another configuration.
pub(super) fn save_loan(changing: &Changing<'_, '_>, known: &Loan, loan: &mut Loan) -> Result<()> {
    if loan == known {
        return Ok(());
    }
    loan.updated_at = changing.record.now;
    changing.writer().save_loan(changing.tenant, loan)?;
    changing.log_of("loan.update", "loan", loan.id.to_string(), logged(known), logged(loan))?;
    if loan.configuration == known.configuration {
        return Ok(());
    }
    recheck_loan(&changing.record, loan.id)
}

fn configuration(reader: &Reader<'_>, caller: &Caller, name: &str) -> Result<Option<ConfigurationId>> {
    if name == NO_CONFIGURATION {
        return Ok(None);
    }
    find_configuration(reader, caller, name).map(|kept| Some(kept.id))
}

fn check_unused(reader: &Reader<'_>, caller: &Caller, id: &str) -> Result<()> {
    match reader.loan(caller.tenant.id, id)? {
        None => Ok(()),
        Some(known) => Err(Error::conflict(format!("there is a loan {} already", known.external_loan_id))
            .hint("two loans cannot have one id; \"loanfile loan list\" lists them")),
    }
}

/// What the log keeps of a loan.
fn logged(loan: &Loan) -> Value {
    json!({
        "externalLoanId": loan.external_loan_id,
        "status": loan.status,
        "configurationId": loan.configuration,
    })
}
