//! How far a workspace's loans are.

use super::{Caller, find_loan};
use crate::error::Result;
use crate::model::{LoanId, ProcessingStatus};
use crate::store::{Reader, Scope};
use crate::views::{FailureView, LoanStatusView, StatusView};
use crate::workspace::Workspace;
use std::collections::{BTreeMap, HashMap};

/// Returns the state of all loans of the tenant, or of one.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn status(workspace: &Workspace, caller: &Caller, loan: Option<&str>) -> Result<StatusView> {
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| {
        let one = loan.map(|loan| find_loan(reader, caller, loan)).transpose()?;
        let only = one.as_ref().map(|loan| loan.id);
        let loans = match one {
            Some(loan) => vec![loan],
            None => reader.loans(tenant)?,
        };
        let mut tallies: HashMap<LoanId, BTreeMap<ProcessingStatus, u64>> = HashMap::new();
        for tally in reader.document_tallies(tenant, only)? {
            tallies.entry(tally.loan).or_default().insert(tally.status, tally.documents);
        }
        let files: HashMap<LoanId, u64> = reader.source_file_counts(tenant, only)?.into_iter().collect();
        let tasks: HashMap<LoanId, u64> = reader.open_task_counts(tenant, only)?.into_iter().collect();
        let mut view = StatusView {
            loans: Vec::new(),
            failures: failures(reader, caller, only)?,
            backlog: reader.backlog(Scope { loan: only, ..Scope::of_tenant(tenant) })?.into(),
        };
        for loan in loans {
            view.loans.push(LoanStatusView {
                loan_id: loan.id,
                external_loan_id: loan.external_loan_id,
                source_files: files.get(&loan.id).copied().unwrap_or_default(),
                documents: tallies.remove(&loan.id).unwrap_or_default(),
                open_tasks: tasks.get(&loan.id).copied().unwrap_or_default(),
            });
        }
        Ok(view)
    })
}

fn failures(reader: &Reader<'_>, caller: &Caller, loan: Option<LoanId>) -> Result<Vec<FailureView>> {
    let tenant = caller.tenant.id;
    let documents = reader.failed_documents(tenant, loan)?;
    documents
        .into_iter()
        .map(|document| {
            let file = reader.source_file(tenant, document.source_file)?;
            Ok(FailureView::new(&document, file.map(|file| file.file_name).unwrap_or_default()))
        })
        .collect()
}
