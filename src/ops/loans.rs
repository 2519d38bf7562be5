//! Loans: listed, created, changed.

use super::configurations::{NO_CONFIGURATION, find_configuration};
use super::{Caller, check_loan_id, find_loan};
use crate::error::{Error, Result};
use crate::model::{ConfigurationId, Loan, LoanId, LoanStatus};
use crate::store::{Change, Reader, Writer};
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
    let now = workspace.now();
    workspace.store.write(|writer| {
        check_unused(writer, caller, input.external_loan_id)?;
        let loan = Loan {
            id: LoanId::new(workspace.new_id()),
            external_loan_id: input.external_loan_id.to_string(),
            status: input.status,
            configuration: match input.configuration {
                Some(name) => configuration(writer, caller, name)?,
                None => None,
            },
            created_at: now,
            updated_at: now,
        };
        writer.add_loan(caller.tenant.id, &loan)?;
        log(workspace, writer, caller, "loan.create", &loan, Value::Null)?;
        super::show::loan_view(writer, caller, &loan)
    })
}

/// Changes a loan; nothing is changed and nothing logged when it is so already.
///
/// # Errors
/// `NotFound` for an unknown loan or configuration, `InvalidInput` and `Conflict` as for a new loan.
pub fn update_loan(
    workspace: &Workspace,
    caller: &Caller,
    name_or_id: &str,
    input: UpdateLoan<'_>,
) -> Result<LoanView> {
    workspace.store.write(|writer| {
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
        if loan != known {
            loan.updated_at = workspace.now();
            writer.save_loan(caller.tenant.id, &loan)?;
            log(workspace, writer, caller, "loan.update", &loan, logged(&known))?;
        }
        super::show::loan_view(writer, caller, &loan)
    })
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
pub(super) fn logged(loan: &Loan) -> Value {
    json!({
        "externalLoanId": loan.external_loan_id,
        "status": loan.status,
        "configurationId": loan.configuration,
    })
}

/// Logs that a loan is now as given.
pub(super) fn log(
    workspace: &Workspace,
    writer: &Writer<'_>,
    caller: &Caller,
    action: &str,
    loan: &Loan,
    before: Value,
) -> Result<()> {
    let change = Change {
        actor: &caller.actor,
        action,
        subject: "loan",
        subject_id: loan.id.to_string(),
        before,
        after: logged(loan),
    };
    writer.log(caller.tenant.id, change, workspace.now())
}
