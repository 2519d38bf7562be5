//! What is noted of every request, without a borrower's data, and how long one may take.
//!
//! Invariant: a line names the route as it was declared, never the path, the query, a header or a body.

use super::answer::Refusal;
use super::caller::KnownCaller;
use super::request_id;
use axum::extract::{MatchedPath, Request};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::{Duration, Instant};

/// How long a request may take until its answer begins; uploads move at the pace of their bodies.
const LONGEST: Duration = Duration::from_secs(60);

/// Notes a request when its answer begins.
pub async fn note(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_string());
    let route = route.unwrap_or_else(|| "unknown".to_string());
    let response = next.run(request).await;
    let (status, elapsed) = (response.status().as_u16(), started.elapsed());
    let caller = response.extensions().get::<KnownCaller>();
    tracing::info!(
        method = method.as_str(),
        route,
        status,
        milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
        request = request_id::current(),
        tenant = caller.map(|caller| caller.tenant.as_str()),
        actor = caller.map(|caller| caller.actor.as_str()),
        "request"
    );
    let labels = [("method", method.to_string()), ("route", route), ("status", status.to_string())];
    metrics::counter!("loanfile_http_requests_total", &labels).increment(1);
    metrics::histogram!("loanfile_http_request_seconds", &labels[..2]).record(elapsed.as_secs_f64());
    response
}

/// Breaks off what takes too long.
pub async fn bound(request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    if request.method() == Method::POST && path.ends_with("/source-files") {
        return next.run(request).await;
    }
    match tokio::time::timeout(LONGEST, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the answer took too long").after(10).into_response(),
    }
}
