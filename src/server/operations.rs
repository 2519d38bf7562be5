//! What operators look at, on a listener of its own: whether the process lives, whether it takes requests, its figures.

use super::app::App;
use crate::error::{Error, ErrorKind, Result};
use crate::store::Scope;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;

/// The bounds of the buckets of durations, in seconds.
const SECONDS: [f64; 10] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Begins to keep figures; a process has one set of them.
///
/// # Errors
/// `Internal` when something else in the process keeps figures.
pub fn record() -> Result<()> {
    if RECORDER.get().is_some() {
        return Ok(());
    }
    let refused = |error: String| Error::new(ErrorKind::Internal, format!("figures cannot be kept: {error}"));
    let handle = PrometheusBuilder::new()
        .set_buckets(&SECONDS)
        .and_then(PrometheusBuilder::install_recorder)
        .map_err(|error| refused(error.to_string()))?;
    // Another thread may have been first: then its recorder counts.
    let _ = RECORDER.set(handle);
    Ok(())
}

/// Returns the routes of operators.
pub fn router(app: App) -> Router {
    Router::new()
        .route("/livez", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(figures))
        .with_state(app)
}

async fn ready(State(app): State<App>) -> Response {
    if app.is_stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    match app.run(|app| Ok(app.health().look(app.workspace()))).await {
        Ok(checks) if checks.all_work() => "ok\n".into_response(),
        Ok(_) => (StatusCode::SERVICE_UNAVAILABLE, "a part does not work: see /health\n").into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

async fn figures(State(app): State<App>) -> Response {
    let waiting = app.run(|app| {
        app.workspace().store.read(|reader| {
            let (mut pages, mut documents) = (0, 0);
            for tenant in reader.tenants()? {
                let backlog = reader.backlog(Scope::of_tenant(tenant.id))?;
                pages += backlog.pages;
                documents += backlog.documents;
            }
            Ok((pages, documents))
        })
    });
    let (pages, documents) = match waiting.await {
        Ok(waiting) => waiting,
        Err(refusal) => return refusal.into_response(),
    };
    metrics::gauge!("loanfile_pages_waiting").set(pages as f64);
    metrics::gauge!("loanfile_documents_waiting").set(documents as f64);
    let text = RECORDER.get().map(PrometheusHandle::render).unwrap_or_default();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
