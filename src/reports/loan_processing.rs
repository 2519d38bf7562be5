//! Loan Processing: how long documents took from pickup to push into the LOS.

use super::column::{Cell, Column};
use super::declare::{Declared, RecordSink, Report, number, text};
use super::received::{each_processed, each_received};
use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::model::ProcessingStatus;
use crate::store::{ReceivedDocument, ReceivedKey};
use serde::Serialize;
use std::ops::ControlFlow;
use utoipa::ToSchema;

/// A document with its times.
pub(super) struct Processed {
    document: ReceivedDocument,
    type_name: String,
}

pub(super) const LOAN_PROCESSING: Declared<Processed> = Declared {
    id: "loan-processing",
    name: "Loan Processing",
    about: "Each document with the time from its pickup to its push into the LOS",
    columns: &[
        text("loanId", "Loan id", |row| row.document.loan.to_string().into()),
        text("externalLoanId", "Loan", |row| row.document.external_loan_id.clone().into()),
        text("documentId", "Document", |row| row.document.key.document.to_string().into()),
        text("documentTypeId", "Type id", |row| row.document.document_type.as_ref().map(|id| id.to_string()).into()),
        text("docTypeName", "Type", |row| row.type_name.clone().into()),
        text("fileName", "File", |row| row.document.file_name.clone().into()),
        number("pageCount", "Pages", |row| (row.document.last_page + 1 - row.document.key.first_page).into()),
        text("processingStatus", "Status", |row| row.document.status.to_string().into()),
        text("docPullDateTime", "Received", |row| row.document.key.received_at.into()),
        text("docPushDateTime", "Pushed", |row| row.document.pushed_at.into()),
        number("processingSeconds", "Seconds", |row| {
            seconds(&row.document).map(|seconds| Cell::float(seconds, 3)).into()
        }),
    ],
    records,
};

fn records(source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RecordSink<'_, Processed>) -> Result<()> {
    each_received(source, filter, None, |document| {
        sink(processed(source, document))?;
        Ok(ControlFlow::Continue(()))
    })
}

fn processed(source: &ReportSource<'_>, document: ReceivedDocument) -> Processed {
    Processed { type_name: source.type_name(document.document_type.as_ref()), document }
}

/// The seconds from pickup to push; `None` before the push.
fn seconds(document: &ReceivedDocument) -> Option<f64> {
    let micros = document.pushed_at?.micros() - document.key.received_at.micros();
    Some(micros as f64 / 1e6)
}

/// A page of rows, with the place behind its last one.
pub struct RowPage {
    /// The columns of the report.
    pub columns: Vec<Column>,
    /// The rows in the order of the report's columns.
    pub rows: Vec<Vec<Cell>>,
    /// Where the next page begins; `None` behind the last row.
    pub next: Option<ReceivedKey>,
}

/// Returns a page of the report's rows, at most `limit`.
///
/// # Errors
/// Any failure of the store.
pub fn loan_processing_page(
    source: &ReportSource<'_>,
    filter: &ReportFilter,
    after: Option<ReceivedKey>,
    limit: usize,
) -> Result<RowPage> {
    let mut rows = Vec::new();
    let (mut last, mut next) = (None, None);
    each_received(source, filter, after, |document| {
        if rows.len() == limit {
            next = last;
            return Ok(ControlFlow::Break(()));
        }
        last = Some(document.key);
        rows.push(LOAN_PROCESSING.cells(&processed(source, document)));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(RowPage { columns: LOAN_PROCESSING.columns(), rows, next })
}

/// What all documents of a filter come to.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessingSummary {
    /// How many documents there are.
    pub documents: u64,
    /// How many were pushed.
    pub exported: u64,
    /// How many failed.
    pub failed: u64,
    /// The average seconds from pickup to push; null without a push.
    pub mean_seconds: Option<f64>,
    /// Half took no longer.
    pub median_seconds: Option<f64>,
    /// 95 of 100 took no longer.
    pub p95_seconds: Option<f64>,
}

/// Returns the summary over all documents of a filter.
///
/// # Errors
/// Any failure of the store.
pub fn processing_summary(source: &ReportSource<'_>, filter: &ReportFilter) -> Result<ProcessingSummary> {
    let (mut documents, mut failed) = (0, 0);
    let mut taken: Vec<f64> = Vec::new();
    each_processed(source, filter, |status, micros| {
        documents += 1;
        failed += u64::from(status == ProcessingStatus::Failed);
        taken.extend(micros.map(|micros| micros as f64 / 1e6));
    })?;
    taken.sort_by(f64::total_cmp);
    let mean = (!taken.is_empty()).then(|| taken.iter().sum::<f64>() / taken.len() as f64);
    Ok(ProcessingSummary {
        documents,
        exported: taken.len() as u64,
        failed,
        mean_seconds: mean.map(to_millis),
        median_seconds: percentile(&taken, 0.5).map(to_millis),
        p95_seconds: percentile(&taken, 0.95).map(to_millis),
    })
}

/// Returns the smallest value that a share of sorted values does not exceed.
pub(super) fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied()
}

fn to_millis(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
