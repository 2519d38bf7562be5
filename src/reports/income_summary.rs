//! Income Summary: one row a source of income, as the loan's last completed analysis found it.

use super::declare::{Declared, RecordSink, number, text};
use super::received::each_loan;
use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::income::{Direction, IncomeData, Stream};
use crate::model::{IncomeRunStatus, Loan};
use crate::store::IncomeRun;
use std::sync::Arc;

/// A stream of a loan's last completed run.
pub(super) struct Earned {
    loan: Arc<Loan>,
    run: Arc<IncomeRun>,
    borrower: Option<String>,
    stream: Stream,
    warnings: u64,
}

pub(super) const INCOME_SUMMARY: Declared<Earned> = Declared {
    id: "income-summary",
    name: "Income Summary",
    about: "Each source of income of each loan, as the last completed analysis found it",
    columns: &[
        text("loanId", "Loan id", |row| row.loan.id.to_string().into()),
        text("externalLoanId", "Loan", |row| row.loan.external_loan_id.clone().into()),
        text("borrower", "Borrower", |row| row.borrower.clone().into()),
        text("type", "Type", |row| row.stream.kind.title().into()),
        text("payer", "Payer", |row| row.stream.payer.clone().into()),
        number("monthlyAmount", "Monthly", |row| row.stream.monthly_amount.normalize().into()),
        text("includedInTotal", "Included", |row| row.stream.include_in_total.into()),
        text("trend", "Trend", |row| direction(row.stream.trend.direction).into()),
        number("changePercent", "Change %", |row| row.stream.trend.change_pct.map(|change| change.normalize()).into()),
        text("method", "Method", |row| row.stream.method.clone().into()),
        text("guideline", "Guideline", |row| row.run.guideline.to_string().into()),
        text("edition", "Edition", |row| row.run.edition.clone().into()),
        number("warnings", "Warnings", |row| row.warnings.into()),
        text("calculatedAt", "Calculated", |row| row.run.calculated_at.into()),
        text("runId", "Run", |row| row.run.id.to_string().into()),
    ],
    records,
};

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Increasing => "increasing",
        Direction::Stable => "stable",
        Direction::Declining => "declining",
        Direction::Stabilized => "stabilized",
        Direction::Insufficient => "insufficient",
    }
}

fn records(source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RecordSink<'_, Earned>) -> Result<()> {
    each_loan(source, filter, |loan, _| {
        let run = source.reader.latest_income_run(source.tenant, loan.id, IncomeRunStatus::Completed)?;
        let Some(mut run) = run else { return Ok(()) };
        let Some(result) = run.result.take() else { return Ok(()) };
        let (loan, run) = (Arc::new(loan.clone()), Arc::new(run));
        for borrower in &result.borrowers {
            for stream in &borrower.streams {
                sink(Earned {
                    loan: Arc::clone(&loan),
                    run: Arc::clone(&run),
                    borrower: borrower.name.clone(),
                    warnings: warnings(&result, stream),
                    stream: stream.clone(),
                })?;
            }
        }
        Ok(())
    })
}

/// Engines tell what is to be known of a stream with the stream, with the whole, or with both.
fn warnings(result: &IncomeData, stream: &Stream) -> u64 {
    let told = result.warnings.iter().filter(|warning| warning.stream_id.as_ref() == Some(&stream.stream_id)).count();
    told.max(stream.warnings.len()) as u64
}
