//! Reports of the catalog: each declared once, by its columns over a kind of record.
//!
//! Invariant: the catalog entry, JSON, CSV, tables and pages come from the same declaration; rows are streamed, so that
//! memory does not grow with them; the same data gives the same rows in the same order.

mod ai_performance;
mod bank_statement_analysis;
mod closing_cross_check;
mod column;
mod declare;
mod deposit_detail;
mod document_inventory;
mod exceptions;
mod filter;
mod income_summary;
mod loan_processing;
mod overview;
pub mod page;
mod received;
mod review_queue;
mod statements;
mod threshold_simulation;
pub mod write;

pub use ai_performance::ai_performance_page;
pub use closing_cross_check::facts_of_loan;
pub use column::{Cell, Column, ColumnKind};
pub use declare::{Report, ReportSource, RowSink};
pub use filter::{ReportFilter, first_moment};
pub use loan_processing::{ProcessingSummary, RowPage, loan_processing_page, processing_summary};
pub use overview::overview;

/// Every report, in the order of the catalog.
static CATALOG: [&dyn Report; 10] = [
    &bank_statement_analysis::BANK_STATEMENT_ANALYSIS,
    &loan_processing::LOAN_PROCESSING,
    &ai_performance::AI_PERFORMANCE,
    &document_inventory::DOCUMENT_INVENTORY,
    &closing_cross_check::CLOSING_CROSS_CHECK,
    &income_summary::INCOME_SUMMARY,
    &deposit_detail::DEPOSIT_DETAIL,
    &review_queue::REVIEW_QUEUE,
    &exceptions::EXCEPTIONS,
    &threshold_simulation::THRESHOLD_SIMULATION,
];

/// Returns every report, in the order of the catalog.
pub fn catalog() -> &'static [&'static dyn Report] {
    &CATALOG
}

/// Returns the report of a name; letter case counts.
pub fn report(name: &str) -> Option<&'static dyn Report> {
    CATALOG.iter().copied().find(|report| report.name() == name)
}
