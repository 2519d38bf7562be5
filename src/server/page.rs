//! The page for reviewers and the API's own documentation: files that are part of the program.

use super::answer::{Refusal, with_header};
use super::app::App;
use super::openapi;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use include_dir::{Dir, include_dir};
use std::sync::OnceLock;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/server/ui/dist");

/// What the page may do: run its own files, speak with its own server, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What the page says of the API's base unless the settings say otherwise.
const USUAL_BASE: &str = "content=\"/api/v1\"";

/// Returns the routes of the page; everything in it comes through the API.
pub fn router() -> Router<App> {
    Router::new().route("/", get(index)).route("/ui/{*path}", get(asset))
}

/// Returns the routes of the API's documentation.
pub fn documentation() -> Router<App> {
    Router::new().route("/openapi.json", get(document)).route("/docs", get(docs))
}

async fn index(State(app): State<App>) -> Response {
    page(&app, "index.html")
}

async fn docs(State(app): State<App>) -> Response {
    page(&app, "docs.html")
}

async fn document(State(app): State<App>) -> Response {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    let text = DOCUMENT.get_or_init(|| openapi::document(&app.settings().base_path).to_string());
    ([(header::CONTENT_TYPE, "application/json")], text.clone()).into_response()
}

async fn asset(Path(path): Path<String>) -> Response {
    match FILES.get_file(&path) {
        Some(file) => guarded(file.contents().to_vec(), media_type(&path)),
        None => Refusal::new(StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}

fn page(app: &App, name: &str) -> Response {
    let Some(text) = FILES.get_file(name).and_then(|file| file.contents_utf8()) else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    let base = format!("content=\"{}\"", app.settings().base_path.trim_end_matches('/'));
    guarded(text.replace(USUAL_BASE, &base).into_bytes(), "text/html; charset=utf-8")
}

fn guarded(bytes: Vec<u8>, kind: &'static str) -> Response {
    let response = ([(header::CONTENT_TYPE, kind)], bytes).into_response();
    let response = with_header(response, header::CONTENT_SECURITY_POLICY, POLICY);
    let response = with_header(response, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    let response = with_header(response, header::REFERRER_POLICY, "no-referrer");
    // The files change with the program: a browser asks each time.
    with_header(response, header::CACHE_CONTROL, "no-cache")
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
