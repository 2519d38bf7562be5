//! The REST API: the operations of [`crate::ops`] over HTTP, and nothing of its own.
//!
//! A handler turns a request into one call and its result into a response. Invariants: every handler declares the role
//! it needs; every error has one body; nothing of a borrower is in a log line; what blocks runs off the threads that
//! serve connections.

mod access;
mod answer;
mod app;
mod ask;
mod background;
mod bell;
mod caller;
mod condition;
mod file;
mod health;
mod idempotency;
mod listen;
mod openapi;
mod operations;
mod page;
mod rate;
mod request_id;
mod routes;
mod session;

pub use openapi::document as openapi;

use crate::error::{Error, ErrorKind, Result};
use crate::ops;
use crate::settings::ServerSettings;
use crate::workspace::Workspace;
use answer::Refusal;
use app::App;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::get;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// The paths of the API begin with this whatever the settings say.
const SHORT_BASE: &str = "/v1";

/// The largest body of a request that is no upload, in bytes.
const LARGEST_BODY: usize = 1024 * 1024;

/// How long a body may stand still.
const STILL: Duration = Duration::from_secs(30);

/// How often it looks for a signal.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The most requests that read or write the workspace at once; others wait their turn.
const MOST_AT_WORK: usize = 64;

/// How a server is run.
pub struct Serve<'s> {
    /// Its settings.
    pub settings: ServerSettings,
    /// How many units of the pipeline it works on at once; none when another process does that.
    pub jobs: usize,
    /// Set by a signal: finish what is begun and stop.
    pub stop: &'s AtomicBool,
    /// Told the addresses when requests are taken: of the API, of operators.
    pub ready: &'s dyn Fn(SocketAddr, SocketAddr),
}

/// Serves a workspace until it is asked to stop; then requests finish and units of work finish or are given back.
///
/// # Errors
/// `InvalidInput` for settings that cannot be, `Unavailable` when an address or a process is refused.
pub fn serve(workspace: Workspace, input: Serve<'_>) -> Result<()> {
    let settings = input.settings;
    let base = checked_base(&settings.base_path)?;
    let tls = match (&settings.tls_certificate, &settings.tls_key) {
        (Some(certificate), Some(key)) => Some(listen::tls(certificate, key)?),
        (None, None) => None,
        _ => return Err(Error::invalid_input("TLS needs a certificate and its key: only one of them is set")),
    };
    operations::record()?;
    // A request that draws a page or opens an upload has a process of its own, whatever the pipeline does.
    let workers = ops::workers(&workspace, workspace.jobs())?;
    let (listen_at, operations_at) = (settings.listen, settings.operations_listen);
    let app = App::new(workspace, workers, settings);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(MOST_AT_WORK)
        .enable_all()
        .build()
        .map_err(|error| Error::new(ErrorKind::Unavailable, "no threads can be started").caused_by(error))?;
    let served = runtime.block_on(async {
        let public = listen::bind(listen_at).await?;
        let private = listen::bind(operations_at).await?;
        let address = |listener: &tokio::net::TcpListener, asked| listener.local_addr().unwrap_or(asked);
        (input.ready)(address(&public, listen_at), address(&private, operations_at));
        let mut threads = vec![background::deliver(app.clone())?];
        if input.jobs > 0 {
            threads.push(background::process(app.clone(), input.jobs)?);
        }
        tokio::join!(
            listen::serve(public, tls, router(&app, &base), app.clone()),
            listen::serve(private, None, operations::router(app.clone()), app.clone()),
            watch(input.stop, &app),
        );
        Ok(threads)
    });
    app.stop();
    for thread in served? {
        // What it had begun is done or given back when it ends.
        let _ = thread.join();
    }
    Ok(())
}

/// Works on what waits in a workspace, and tells webhooks, until it is asked to stop; answers nothing.
///
/// # Errors
/// `Unavailable` when a process or a thread is refused.
pub fn work(workspace: Workspace, jobs: usize, stop: &AtomicBool) -> Result<()> {
    let workers = ops::workers(&workspace, 1)?;
    let settings = workspace.settings.server.clone();
    let app = App::new(workspace, workers, settings);
    let threads = [background::deliver(app.clone())?, background::process(app.clone(), jobs.max(1))?];
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(LOOK_EVERY);
    }
    app.stop();
    for thread in threads {
        // What it had begun is done or given back when it ends.
        let _ = thread.join();
    }
    Ok(())
}

/// Waits for the signal.
async fn watch(stop: &AtomicBool, app: &App) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK_EVERY).await;
    }
    app.stop();
}

fn checked_base(base: &str) -> Result<String> {
    let base = base.trim_end_matches('/');
    let sane =
        |part: &str| !part.is_empty() && part.chars().all(|sign| sign.is_ascii_alphanumeric() || "-_.".contains(sign));
    let parts = base.strip_prefix('/').map(|rest| rest.split('/').all(sane));
    if parts != Some(true) {
        return Err(Error::invalid_input(format!("the base path cannot be {base:?}")).hint("use one such as /api/v1"));
    }
    Ok(base.to_string())
}

/// Puts all routes together.
fn router(app: &App, base: &str) -> Router {
    let (api, _) = routes::all().split_for_parts();
    let api = api
        .merge(page::documentation())
        .fallback(no_such_path)
        .method_not_allowed_fallback(no_such_method)
        .layer(from_fn_with_state(app.clone(), caller::authenticate))
        .layer(DefaultBodyLimit::max(LARGEST_BODY));
    let (open, _) = routes::open().split_for_parts();
    let open = open.route("/health", get(health::health)).layer(DefaultBodyLimit::max(LARGEST_BODY));
    let versioned = Router::new().merge(open).merge(api);
    let mut router = Router::new().nest(base, versioned.clone());
    if base != SHORT_BASE {
        router = router.nest(SHORT_BASE, versioned);
    }
    let outside = Router::new().fallback(no_such_path).layer(from_fn_with_state(app.clone(), caller::authenticate));
    if app.settings().ui {
        router = router.merge(page::router());
    }
    guarded(router.fallback_service(outside.with_state(app.clone())).with_state(app.clone()))
}

/// Puts around routes what holds for every request: an id, a line in the log, an end to what takes too long, and the one
/// body that errors have, even when a handler panics.
pub fn guarded(router: Router) -> Router {
    router
        .layer(RequestBodyTimeoutLayer::new(STILL))
        .layer(CompressionLayer::new())
        .layer(from_fn(access::bound))
        .layer(CatchPanicLayer::custom(|_| Refusal::from(Error::internal("a handler panicked")).into_response()))
        .layer(from_fn(access::note))
        .layer(from_fn(request_id::attach))
}

async fn no_such_path() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "there is no such path")
}

async fn no_such_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this path does not take that method")
}
