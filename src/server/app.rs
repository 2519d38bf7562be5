//! What every handler works with: the workspace, processes that open PDFs, and the bell that wakes the pipeline.
//!
//! Invariant: nothing blocks a thread that serves connections; work on the workspace runs through [`App::run`].

use super::answer::Refusal;
use super::bell::Bell;
use super::health::HealthCache;
use super::rate::RateLimit;
use crate::error::{Error, Result};
use crate::settings::ServerSettings;
use crate::worker::WorkerPool;
use crate::workspace::Workspace;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The server as its handlers see it.
#[derive(Clone)]
pub struct App {
    shared: Arc<Shared>,
}

struct Shared {
    workspace: Workspace,
    workers: WorkerPool,
    settings: ServerSettings,
    bell: Bell,
    stopping: AtomicBool,
    started: Instant,
    health: HealthCache,
    rate: Option<RateLimit>,
}

impl App {
    /// Puts a server together.
    pub fn new(workspace: Workspace, workers: WorkerPool, settings: ServerSettings) -> Self {
        let rate = settings.requests_per_second.map(RateLimit::new);
        let shared = Shared {
            workspace,
            workers,
            settings,
            bell: Bell::default(),
            stopping: AtomicBool::new(false),
            started: Instant::now(),
            health: HealthCache::default(),
            rate,
        };
        Self { shared: Arc::new(shared) }
    }

    /// Runs work that reads or writes the workspace, on a thread where it may block.
    ///
    /// # Errors
    /// What the work returns; a fault of the program when it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.try_run(work).await.map_err(Refusal::from)
    }

    /// Runs work as [`App::run`] does, for those who decide themselves what an error means to the client.
    ///
    /// # Errors
    /// As [`App::run`].
    pub async fn try_run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let app = self.clone();
        let broken = |_| Err(Error::internal("the work of a request broke off"));
        tokio::task::spawn_blocking(move || work(&app)).await.unwrap_or_else(broken)
    }

    /// Returns the workspace.
    pub fn workspace(&self) -> &Workspace {
        &self.shared.workspace
    }

    /// Returns the processes that open PDFs for requests.
    pub fn workers(&self) -> &WorkerPool {
        &self.shared.workers
    }

    /// Returns the settings.
    pub fn settings(&self) -> &ServerSettings {
        &self.shared.settings
    }

    /// Returns since when it runs.
    pub fn started(&self) -> Instant {
        self.shared.started
    }

    /// Returns what is known of its health.
    pub(super) fn health(&self) -> &HealthCache {
        &self.shared.health
    }

    /// Returns the limit of requests, where there is one.
    pub(super) fn rate(&self) -> Option<&RateLimit> {
        self.shared.rate.as_ref()
    }

    /// Says that there is something to process or to deliver.
    pub fn ring(&self) {
        self.shared.bell.ring();
    }

    /// Returns what wakes those who wait for work.
    pub(super) fn bell(&self) -> &Bell {
        &self.shared.bell
    }

    /// Begins the end: no new work is taken.
    pub fn stop(&self) {
        self.shared.stopping.store(true, Ordering::Relaxed);
        self.ring();
    }

    /// Returns what says that the end has begun.
    pub fn stopping(&self) -> &AtomicBool {
        &self.shared.stopping
    }

    /// Tells whether the end has begun.
    pub fn is_stopping(&self) -> bool {
        self.shared.stopping.load(Ordering::Relaxed)
    }
}
