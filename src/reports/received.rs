//! Walks received documents in their order, a batch at a time.

use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::store::{ReceivedDocument, ReceivedKey, ReceivedRange};
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
    let mut known = std::collections::BTreeSet::new();
    for name in loans {
        let Some(loan) = source.reader.loan(source.tenant, name)? else { continue };
        if known.insert(loan.id) && walk(Some(loan.id))?.is_break() {
            break;
        }
    }
    Ok(())
}
