//! Whether the server can do its work.

use super::app::App;
use crate::error::Result;
use crate::ocr;
use crate::workspace::Workspace;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use utoipa::ToSchema;

/// For how long a result is told again, so that nobody can wear out the disk with this.
const KEPT_FOR: Duration = Duration::from_secs(2);

/// What was found last, and when.
#[derive(Default)]
pub struct HealthCache {
    last: Mutex<Option<(Instant, Checks)>>,
    /// Loading the language data takes a moment and its result does not change while the program runs.
    ocr: OnceLock<bool>,
}

/// Whether each part works.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Checks {
    /// Records can be read.
    pub store: Condition,
    /// Files can be written.
    pub blobs: Condition,
    /// Scans can be recognised.
    pub ocr: Condition,
}

/// Whether a part works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = HealthCondition)]
pub enum Condition {
    /// It does.
    Ok,
    /// It does not.
    Failed,
}

/// The state of the server; nothing of any tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// `ok`, or `degraded` when a check failed.
    pub status: String,
    /// The version of the program.
    pub version: String,
    /// For how many seconds it has been running.
    pub uptime_seconds: u64,
    /// Its parts.
    pub checks: Checks,
}

impl HealthCache {
    /// Looks at all parts, unless that was done a moment ago.
    pub fn look(&self, workspace: &Workspace) -> Checks {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match *last {
            Some((at, checks)) if at.elapsed() < KEPT_FOR => checks,
            _ => {
                let checks = Checks::of(workspace, *self.ocr.get_or_init(ocr::is_available));
                *last = Some((Instant::now(), checks));
                checks
            }
        }
    }
}

impl Checks {
    fn of(workspace: &Workspace, recognizes: bool) -> Self {
        let condition = |works: bool| if works { Condition::Ok } else { Condition::Failed };
        let store: Result<Vec<String>> = workspace.store.read(|reader| reader.tenant_names());
        Self {
            store: condition(store.is_ok()),
            blobs: condition(workspace.blobs.are_writable()),
            ocr: condition(recognizes),
        }
    }

    /// Tells whether all parts work.
    pub fn all_work(self) -> bool {
        [self.store, self.blobs, self.ocr].iter().all(|part| *part == Condition::Ok)
    }
}

/// Tell whether the server can do its work
#[utoipa::path(get, path = "/health", tag = "Health", security(()), responses(
    (status = 200, description = "All parts work", body = Health),
    (status = 503, description = "A part does not work; `checks` says which", body = Health),
))]
pub async fn health(State(app): State<App>) -> Response {
    let looked = app.run(|app| Ok(app.health().look(app.workspace()))).await;
    let checks = match looked {
        Ok(checks) => checks,
        Err(refusal) => return refusal.into_response(),
    };
    let (code, status) =
        if checks.all_work() { (StatusCode::OK, "ok") } else { (StatusCode::SERVICE_UNAVAILABLE, "degraded") };
    let body = Health {
        status: status.to_string(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        uptime_seconds: app.started().elapsed().as_secs(),
        checks,
    };
    (code, Json(body)).into_response()
}
