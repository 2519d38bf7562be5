//! Reports of the catalog.

use super::{Caller, find_loan};
use crate::error::{Error, Result};
use crate::model::Timestamp;
use crate::reports::write::RowWriter;
use crate::reports::{
    self, Report, ReportFilter, ReportSource, ai_performance_page, facts_of_loan, loan_processing_page,
    processing_summary,
};
use crate::store::ReceivedKey;
use crate::views::{AiPerformanceView, CatalogEntryView, CrossCheckView, LoanProcessingView};
use crate::workspace::Workspace;

/// The most documents or rows of a page.
const LARGEST_PAGE: usize = 1000;

/// The documents or rows of a page when nothing is said.
const USUAL_PAGE: usize = 100;

/// Which page of a report.
#[derive(Debug, Clone, Default)]
pub struct ReportPage {
    /// How many rows or documents, 1 to 1000; 100 when nothing is said.
    pub limit: Option<usize>,
    /// The cursor that came with the page before.
    pub cursor: Option<String>,
}

/// Returns the reports that the tenant has enabled.
///
/// # Errors
/// Any failure of the store.
pub fn report_catalog(workspace: &Workspace, caller: &Caller) -> Result<Vec<CatalogEntryView>> {
    let settings = workspace.store.read(|reader| reader.tenant_settings(caller.tenant.id))?;
    let enabled = |report: &&&'static dyn Report| settings.is_enabled(report.name());
    Ok(reports::catalog().iter().filter(enabled).map(|report| CatalogEntryView::new(*report)).collect())
}

/// Returns the report of a name; letter case counts.
///
/// # Errors
/// `NotFound` for an unknown name and for a report that the tenant has not enabled.
pub fn report_named(workspace: &Workspace, caller: &Caller, name: &str) -> Result<&'static dyn Report> {
    let settings = workspace.store.read(|reader| reader.tenant_settings(caller.tenant.id))?;
    let enabled = |report: &&'static dyn Report| settings.is_enabled(report.name());
    reports::report(name).filter(enabled).ok_or_else(|| {
        let known: Vec<&str> = reports::catalog().iter().copied().filter(enabled).map(|report| report.name()).collect();
        Error::not_found("report", name).hint(format!("there are {}; letter case counts", known.join(", ")))
    })
}

/// Gives all rows of a report to a writer; returns how many there are.
///
/// # Errors
/// What the writer returns, and any failure of the store.
pub fn write_report(
    workspace: &Workspace,
    caller: &Caller,
    report: &dyn Report,
    filter: &ReportFilter,
    mut writer: Box<dyn RowWriter + '_>,
) -> Result<u64> {
    let mut count = 0;
    with_source(workspace, caller, |source| {
        report.rows(source, filter, &mut |cells| {
            count += 1;
            writer.row(&cells)
        })
    })?;
    writer.finish()?;
    Ok(count)
}

/// What a page for people is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageOf<'p> {
    /// A loan, by the caller's id or its own.
    Loan(&'p str),
    /// Documents that were received from a day to another, both included.
    Period {
        /// The first day.
        from: Option<&'p str>,
        /// The last day.
        to: Option<&'p str>,
    },
}

/// Returns a page with charts as HTML that needs no network.
///
/// # Errors
/// `NotFound` for an unknown loan, `InvalidInput` for what is no date, and any failure of the store.
pub fn report_page(workspace: &Workspace, caller: &Caller, which: &PageOf<'_>) -> Result<String> {
    with_source(workspace, caller, |source| {
        let (title, filter) = match *which {
            PageOf::Loan(name) => {
                let loan = find_loan(source.reader, caller, name)?;
                let only = ReportFilter { loans: Some(vec![loan.id.to_string()]), ..ReportFilter::default() };
                (format!("Loan {}", loan.external_loan_id), only)
            }
            PageOf::Period { from, to } => {
                let title = match (from, to) {
                    (Some(from), Some(to)) if from.trim() == to.trim() => from.trim().to_string(),
                    (Some(from), Some(to)) => format!("{} to {}", from.trim(), to.trim()),
                    (Some(from), None) => format!("From {} on", from.trim()),
                    (None, Some(to)) => format!("Until {}", to.trim()),
                    (None, None) => "All documents".to_string(),
                };
                (title, ReportFilter::read(from, to, None)?)
            }
        };
        let mut content = reports::overview(source, &filter, matches!(which, PageOf::Loan(_)))?;
        content.title = title;
        content.subtitle = match which {
            PageOf::Loan(_) => format!("Tenant {}", caller.tenant.name),
            PageOf::Period { .. } => {
                format!("Documents by the day in UTC on which their file was received. Tenant {}", caller.tenant.name)
            }
        };
        content.made = format!("Made by loanfile {} at {}", env!("CARGO_PKG_VERSION"), source.now);
        Ok(reports::page::html(&content))
    })
}

/// Returns a page of the loan processing report with the summary over all its rows.
///
/// # Errors
/// `InvalidInput` for a limit or cursor that cannot be, and any failure of the store.
pub fn loan_processing(
    workspace: &Workspace,
    caller: &Caller,
    filter: &ReportFilter,
    page: &ReportPage,
) -> Result<LoanProcessingView> {
    let (limit, after) = page.read()?;
    with_source(workspace, caller, |source| {
        let summary = processing_summary(source, filter)?;
        Ok(LoanProcessingView::new(summary, loan_processing_page(source, filter, after, limit)?))
    })
}

/// Returns a page of the AI performance report: the rows of at most `limit` documents.
///
/// # Errors
/// As [`loan_processing`].
pub fn ai_performance(
    workspace: &Workspace,
    caller: &Caller,
    filter: &ReportFilter,
    page: &ReportPage,
) -> Result<AiPerformanceView> {
    let (limit, after) = page.read()?;
    with_source(workspace, caller, |source| {
        Ok(AiPerformanceView::new(ai_performance_page(source, filter, after, limit)?))
    })
}

/// Returns what the papers of a loan say of each fact that several of them state.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn cross_check(workspace: &Workspace, caller: &Caller, loan: &str) -> Result<CrossCheckView> {
    with_source(workspace, caller, |source| {
        let loan = find_loan(source.reader, caller, loan)?;
        let documents = source.reader.documents_of_loan(source.tenant, loan.id)?;
        let name = |id| {
            let place = documents.iter().position(|document| document.id == id).unwrap_or_default();
            format!("{}/{}", loan.external_loan_id, place + 1)
        };
        Ok(CrossCheckView::new(&facts_of_loan(source, loan.id)?, name))
    })
}

impl ReportPage {
    fn read(&self) -> Result<(usize, Option<ReceivedKey>)> {
        let limit = self.limit.unwrap_or(USUAL_PAGE);
        if !(1..=LARGEST_PAGE).contains(&limit) {
            return Err(Error::invalid_input(format!("limit is {limit}")).hint(format!("use 1 to {LARGEST_PAGE}")));
        }
        let wrong = || Error::invalid_input("cursor is none of ours").hint("use nextCursor of the page before");
        let after = self.cursor.as_deref().map(|text| ReceivedKey::from_cursor(text).ok_or_else(wrong));
        Ok((limit, after.transpose()?))
    }
}

/// All of a report comes from one state of the store.
fn with_source<T>(
    workspace: &Workspace,
    caller: &Caller,
    run: impl FnOnce(&ReportSource<'_>) -> Result<T>,
) -> Result<T> {
    let tenant = caller.tenant.id;
    let library = workspace.library(tenant)?;
    workspace.store.read(|reader| {
        let settings = reader.tenant_settings(tenant)?;
        run(&ReportSource { reader, tenant, library: &library, settings: &settings, now: Timestamp::system_now() })
    })
}
