//! Walks received documents in their order, a batch at a time.

use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::model::{Document, Loan};
use crate::store::{ReceivedDocument, ReceivedKey, ReceivedRange};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// How many documents are fetched at once.
const BATCH: u64 = 500;

/// Gives each document that a filter lets through to a function, in the order in which they were received, until it
/// has enough. Documents of named loans come loan by loan.
pub(super) fn each_received(
    source: &ReportSource<'_>,
    filter: &ReportFilter,
    after: Option<ReceivedKey>,
    mut visit: impl FnMut(ReceivedDocument) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let mut walk = |loan| {
        let mut range = ReceivedRange { from: filter.from, before: filter.before, loan, after };
        loop {
            let batch = source.reader.received_documents(source.tenant, &range, BATCH)?;
            let Some(last) = batch.last() else { return Ok(ControlFlow::Continue(())) };
            range.after = Some(last.key);
            for document in batch {
                if visit(document)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    };
    let Some(loans) = &filter.loans else { return walk(None).map(|_: ControlFlow<()>| ()) };
    let mut known = BTreeSet::new();
    for name in loans {
        let Some(loan) = source.reader.loan(source.tenant, name)? else { continue };
        if known.insert(loan.id) && walk(Some(loan.id))?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Gives each loan that a filter lets through to a function, with those of its documents that it lets through, in the
/// order of the caller's ids for the loans. A loan without such documents is left out.
pub(super) fn each_loan(
    source: &ReportSource<'_>,
    filter: &ReportFilter,
    mut visit: impl FnMut(&Loan, &[Document]) -> Result<()>,
) -> Result<()> {
    for loan in loans(source, filter)? {
        let of_loan = ReportFilter { loans: Some(vec![loan.id.to_string()]), ..filter.clone() };
        let mut known = BTreeSet::new();
        each_received(source, &of_loan, None, |document| {
            known.insert(document.key.document);
            Ok(ControlFlow::Continue(()))
        })?;
        if known.is_empty() {
            continue;
        }
        let mut documents = source.reader.documents_of_loan(source.tenant, loan.id)?;
        documents.retain(|document| known.contains(&document.id));
        visit(&loan, &documents)?;
    }
    Ok(())
}

/// Returns the loans of a filter in the order of the caller's ids for them.
pub(super) fn loans(source: &ReportSource<'_>, filter: &ReportFilter) -> Result<Vec<Loan>> {
    let Some(names) = &filter.loans else { return source.reader.loans(source.tenant) };
    let mut found: Vec<Loan> = Vec::new();
    for name in names {
        found.extend(
            source.reader.loan(source.tenant, name)?.filter(|loan| found.iter().all(|known| known.id != loan.id)),
        );
    }
    found.sort_by(|a, b| a.external_loan_id.cmp(&b.external_loan_id));
    Ok(found)
}
