//! Walks received documents in their order, a batch at a time.

use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::model::{Document, Loan, ProcessingStatus, Stage};
use crate::store::{LoanRange, ReceivedDocument, ReceivedKey, ReceivedRange};
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
            let is_last = (batch.len() as u64) < BATCH;
            range.after = batch.last().map(|document| document.key);
            for document in batch {
                if visit(document)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            if is_last {
                return Ok(ControlFlow::Continue(()));
            }
        }
    };
    let Some(loans) = &filter.loans else { return walk(None).map(|_: ControlFlow<()>| ()) };
    for loan in each_once(source, loans)? {
        if walk(Some(loan.id))?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Gives the state of each document that a filter lets through to a function, with the microseconds from its receipt
/// to its push; in no particular order.
pub(super) fn each_processed(
    source: &ReportSource<'_>,
    filter: &ReportFilter,
    mut visit: impl FnMut(ProcessingStatus, Option<i64>),
) -> Result<()> {
    let range = ReceivedRange { from: filter.from, before: filter.before, loan: None, after: None };
    let Some(loans) = &filter.loans else {
        return source.reader.processing_times(source.tenant, &range, visit);
    };
    for loan in each_once(source, loans)? {
        let of_loan = ReceivedRange { loan: Some(loan.id), ..range };
        source.reader.processing_times(source.tenant, &of_loan, &mut visit)?;
    }
    Ok(())
}

/// Gives each run of a stage of the documents that a filter lets through to a function, with the microseconds it took;
/// in no particular order.
pub(super) fn each_stage_time(
    source: &ReportSource<'_>,
    filter: &ReportFilter,
    mut visit: impl FnMut(Stage, i64),
) -> Result<()> {
    let range = ReceivedRange { from: filter.from, before: filter.before, loan: None, after: None };
    let Some(loans) = &filter.loans else { return source.reader.stage_times(source.tenant, &range, visit) };
    for loan in each_once(source, loans)? {
        let of_loan = ReceivedRange { loan: Some(loan.id), ..range };
        source.reader.stage_times(source.tenant, &of_loan, &mut visit)?;
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
    walk_loans(source, filter, |loan| {
        if filter.from.is_none() && filter.before.is_none() {
            let documents = source.reader.documents_of_loan(source.tenant, loan.id)?;
            return if documents.is_empty() { Ok(()) } else { visit(loan, &documents) };
        }
        let mut known = BTreeSet::new();
        let mut range = ReceivedRange { from: filter.from, before: filter.before, loan: Some(loan.id), after: None };
        loop {
            let batch = source.reader.received_documents(source.tenant, &range, BATCH)?;
            known.extend(batch.iter().map(|document| document.key.document));
            range.after = batch.last().map(|document| document.key);
            if (batch.len() as u64) < BATCH {
                break;
            }
        }
        if known.is_empty() {
            return Ok(());
        }
        let mut documents = source.reader.documents_of_loan(source.tenant, loan.id)?;
        documents.retain(|document| known.contains(&document.id));
        visit(loan, &documents)
    })
}

/// Gives each loan of a filter to a function, in the order of the caller's ids for them, a batch at a time.
fn walk_loans(
    source: &ReportSource<'_>,
    filter: &ReportFilter,
    mut visit: impl FnMut(&Loan) -> Result<()>,
) -> Result<()> {
    if let Some(names) = &filter.loans {
        let mut found = each_once(source, names)?;
        found.sort_by(|a, b| a.external_loan_id.cmp(&b.external_loan_id));
        return found.iter().try_for_each(visit);
    }
    let mut last = None;
    loop {
        let after = last.as_ref().map(|loan: &Loan| loan.external_loan_id.as_str());
        let range = LoanRange { from: filter.from, before: filter.before, after, ..LoanRange::default() };
        let batch = source.reader.loans_after(source.tenant, &range, BATCH)?;
        batch.iter().try_for_each(&mut visit)?;
        if (batch.len() as u64) < BATCH {
            return Ok(());
        }
        last = batch.into_iter().next_back();
    }
}

/// Returns the loans of names as they stand, each once; an unknown one is left out.
fn each_once(source: &ReportSource<'_>, names: &[String]) -> Result<Vec<Loan>> {
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for name in names {
        found.extend(source.reader.loan(source.tenant, name)?.filter(|loan| known.insert(loan.id)));
    }
    Ok(found)
}
