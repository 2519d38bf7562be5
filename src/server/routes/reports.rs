//! Reports of the catalog.

use crate::error::{Error, Result};
use crate::ops::{self, PageOf, ReportPage};
#[cfg(feature = "spreadsheets")]
use crate::reports::write::WorkbookRows;
use crate::reports::write::{CsvRows, JsonRows, RowWriter};
use crate::reports::{Column, Report, ReportFilter};
use crate::server::answer::{Answer, ErrorBody, Listed, streamed, with_header};
use crate::server::app::App;
use crate::server::ask::{Ids, Limit, Query};
use crate::server::caller::AsReader;
use crate::views::{AiPerformanceView, CatalogEntryView, LoanProcessingView};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::Response;
use futures_util::stream;
use serde::Deserialize;
use std::io::{self, BufWriter, Write};
use tokio::sync::mpsc;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many pieces of a report wait for a slow client.
const PIECES: usize = 8;

/// How large a piece is, in bytes.
const PIECE: usize = 64 * 1024;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(catalog))
        .routes(routes!(data))
        .routes(routes!(loan_processing))
        .routes(routes!(ai_performance))
        .routes(routes!(loan_page))
}

/// List the reports
///
/// Those that the tenant has enabled.
#[utoipa::path(get, path = "/reports", tag = "Reports", extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The catalog", body = Listed<CatalogEntryView>)))]
async fn catalog(State(app): State<App>, AsReader(caller): AsReader) -> Answer<Json<Listed<CatalogEntryView>>> {
    app.run(move |app| ops::report_catalog(app.workspace(), &caller)).await.map(|data| Json(Listed { data }))
}

/// Which rows, and how.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Which {
    /// The report's name as the catalog has it; letter case counts.
    #[param(example = "Bank Statement Analysis")]
    report_name: String,
    /// Documents received on this day (UTC) or at this moment, or later.
    date_from: Option<String>,
    /// Documents received on this day or before; a moment is taken as it is.
    date_to: Option<String>,
    /// Only these loans, by your ids for them, with commas between.
    loan_numbers: Option<String>,
    /// How the rows are written; JSON when nothing is said.
    #[param(inline)]
    format: Option<Format>,
}

/// How rows are written.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    /// `{"data": [...]}`, a row an object.
    #[default]
    Json,
    /// Comma-separated values, safe to open in a spreadsheet.
    Csv,
    /// An Excel workbook.
    #[cfg(feature = "spreadsheets")]
    Xlsx,
}

impl Format {
    fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8",
            #[cfg(feature = "spreadsheets")]
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    fn ending(self) -> Option<&'static str> {
        match self {
            Self::Json => None,
            Self::Csv => Some("csv"),
            #[cfg(feature = "spreadsheets")]
            Self::Xlsx => Some("xlsx"),
        }
    }

    fn writer<'w>(self, columns: &[Column], place: impl Write + Send + 'w) -> Result<Box<dyn RowWriter + 'w>> {
        Ok(match self {
            Self::Json => Box::new(JsonRows::new(columns, place)?),
            Self::Csv => Box::new(CsvRows::new(columns, place)?),
            #[cfg(feature = "spreadsheets")]
            Self::Xlsx => Box::new(WorkbookRows::new(columns, place)?),
        })
    }
}

/// The rows of a report.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the body")]
struct Rows {
    /// An object a row, with the keys of the report's columns.
    data: Vec<serde_json::Map<String, serde_json::Value>>,
}

/// The bytes of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[allow(dead_code, reason = "it only describes bodies")]
struct Binary(Vec<u8>);

/// Read all rows of a report
///
/// They are sent as they are found, in an order that is always the same.
#[utoipa::path(get, path = "/reports/data", tag = "Reports", params(Which), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The rows", content((Rows = "application/json"), (String = "text/csv"),
            (inline(Binary) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
        (status = 404, description = "There is no such report", body = ErrorBody)))]
async fn data(State(app): State<App>, AsReader(caller): AsReader, Query(which): Query<Which>) -> Answer<Response> {
    let filter =
        ReportFilter::read(which.date_from.as_deref(), which.date_to.as_deref(), which.loan_numbers.as_deref())?;
    let format = which.format.unwrap_or_default();
    let name = which.report_name;
    let found = {
        let caller = caller.clone();
        move |app: &App| ops::report_named(app.workspace(), &caller, &name)
    };
    let report: &'static dyn Report = app.run(found).await?;
    let (sender, mut receiver) = mpsc::channel(PIECES);
    tokio::spawn(async move {
        let failed = sender.clone();
        let write = move |app: &App| {
            let place = BufWriter::with_capacity(PIECE, Sending { sender });
            let writer = format.writer(&report.columns(), place)?;
            ops::write_report(app.workspace(), &caller, report, &filter, writer)
        };
        if app.run(write).await.is_err() {
            // The status is sent already: a body that breaks off tells the client that rows are missing.
            let _ = failed.send(Err(io::Error::other("the report broke off"))).await;
        }
    });
    let pieces = stream::poll_fn(move |context| receiver.poll_recv(context));
    let response = streamed(format.media_type(), Body::from_stream(pieces));
    Ok(match format.ending() {
        None => response,
        Some(ending) => {
            let name = report.name().to_lowercase().replace(' ', "-");
            with_header(response, header::CONTENT_DISPOSITION, &format!("attachment; filename=\"{name}.{ending}\""))
        }
    })
}

/// Sends what is written to whoever reads the response; waits while they are slow.
struct Sending {
    sender: mpsc::Sender<io::Result<Bytes>>,
}

impl Write for Sending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        self.sender.blocking_send(Ok(Bytes::copy_from_slice(bytes))).map_err(gone)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Which page of a report.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct WhichPage {
    /// Documents received on this day (UTC) or at this moment, or later.
    date_from: Option<String>,
    /// Documents received on this day or before; a moment is taken as it is.
    date_to: Option<String>,
    /// Only these loans, by your ids for them, with commas between.
    loan_numbers: Option<String>,
    /// How many, 1 to 500.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 500, default = 10)]
    limit: Limit,
    /// `nextCursor` of the page before.
    #[param(pattern = "^[A-Za-z0-9_-]+$")]
    cursor: Option<String>,
}

impl WhichPage {
    fn read(self) -> Result<(ReportFilter, ReportPage), Error> {
        let filter =
            ReportFilter::read(self.date_from.as_deref(), self.date_to.as_deref(), self.loan_numbers.as_deref())?;
        Ok((filter, ReportPage { limit: Some(self.limit.0), cursor: self.cursor }))
    }
}

/// Read how long documents took
///
/// From the pickup of their file to their push into the LOS. The summary is over all rows.
#[utoipa::path(get, path = "/reports/loan-processing", tag = "Reports", params(WhichPage), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "A page of rows with the summary", body = LoanProcessingView)))]
async fn loan_processing(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Query(which): Query<WhichPage>,
) -> Answer<Json<LoanProcessingView>> {
    let (filter, page) = which.read()?;
    app.run(move |app| ops::loan_processing(app.workspace(), &caller, &filter, &page)).await.map(Json)
}

/// Read how sure the program was of each value
///
/// A page has the rows of `limit` documents.
#[utoipa::path(get, path = "/reports/ai-performance", tag = "Reports", params(WhichPage), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "A page of rows", body = AiPerformanceView)))]
async fn ai_performance(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Query(which): Query<WhichPage>,
) -> Answer<Json<AiPerformanceView>> {
    let (filter, page) = which.read()?;
    app.run(move |app| ops::ai_performance(app.workspace(), &caller, &filter, &page)).await.map(Json)
}

/// Read a loan's report as a page with charts
///
/// HTML that needs no network, to read and to print.
#[utoipa::path(get, path = "/loans/{loanId}/page", tag = "Reports", params(("loanId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The page", body = String, content_type = "text/html")))]
async fn loan_page(State(app): State<App>, AsReader(caller): AsReader, Ids([loan]): Ids<1>) -> Answer<Response> {
    let page = app.run(move |app| ops::report_page(app.workspace(), &caller, &PageOf::Loan(&loan))).await?;
    let response = streamed("text/html; charset=utf-8", Body::from(page));
    // What it shows was read from papers of strangers: nothing in it may run or reach out.
    let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";
    Ok(with_header(response, header::CONTENT_SECURITY_POLICY, policy))
}
