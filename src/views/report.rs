//! The shapes of reports.

use crate::reports::write::JsonRow;
use crate::reports::{Column, ProcessingSummary, Report, RowPage};
use crate::store::ReceivedKey;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A report of the catalog.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct CatalogEntryView {
    pub id: &'static str,
    pub report_name: &'static str,
    /// What it tells, in a sentence.
    pub description: &'static str,
    pub column_definitions: Vec<Column>,
    pub active: bool,
}

impl CatalogEntryView {
    /// Shows a report that is enabled.
    pub fn new(report: &dyn Report) -> Self {
        Self {
            id: report.id(),
            report_name: report.name(),
            description: report.about(),
            column_definitions: report.columns(),
            active: true,
        }
    }
}

/// Where the next page begins.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct PageMeta {
    /// Null behind the last row.
    pub next_cursor: Option<String>,
}

/// A page of the loan processing report.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct LoanProcessingView {
    pub data: LoanProcessingPage,
}

/// The content of a page of the loan processing report.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct LoanProcessingPage {
    pub summary: ProcessingSummary,
    pub rows: Vec<Value>,
    pub meta: PageMeta,
}

impl LoanProcessingView {
    /// Shows a page with the summary over all rows.
    pub fn new(summary: ProcessingSummary, page: RowPage) -> Self {
        let (rows, meta) = shown(page);
        Self { data: LoanProcessingPage { summary, rows, meta } }
    }
}

/// A page of the AI performance report.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct AiPerformanceView {
    pub data: Vec<Value>,
    pub meta: PageMeta,
}

impl AiPerformanceView {
    /// Shows a page.
    pub fn new(page: RowPage) -> Self {
        let (data, meta) = shown(page);
        Self { data, meta }
    }
}

fn shown(page: RowPage) -> (Vec<Value>, PageMeta) {
    let object =
        |cells: &Vec<_>| serde_json::to_value(JsonRow::new(&page.columns, cells)).unwrap_or_else(|_| json!({}));
    let rows = page.rows.iter().map(object).collect();
    (rows, PageMeta { next_cursor: page.next.map(ReceivedKey::to_cursor) })
}
