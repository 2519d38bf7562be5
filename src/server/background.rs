//! What the server does beside answering: it takes what waits through the pipeline.
//!
//! Invariant: this work runs at low priority, so that requests are answered quickly while it does. Other processes may
//! do the same work in the same workspace; the leases of the store part it.

use super::app::App;
use crate::error::{Error, Result};
use crate::model::Role;
use crate::ops::{self, Caller};
use crate::pipeline::Silent;
use crate::store::{Scope, Tenant};
use crate::worker::WorkerPool;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long work that another process lined up may wait to be seen.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How long it rests after the machine refused something.
const AFTER_REFUSAL: Duration = Duration::from_secs(5);

/// By how much less than others the system favours the threads and processes that do the work, of 19.
const NICENESS: i32 = 10;

/// As whom the pipeline stands in the log.
const ACTOR: &str = "server";

/// Starts the thread that processes; it ends after [`App::stop`], when what was begun is done.
///
/// # Errors
/// `Unavailable` when no thread can be started.
pub fn process(app: App, jobs: usize) -> Result<JoinHandle<()>> {
    let body = move || {
        // Threads and processes that are started from here inherit it. A system that refuses only makes them equal.
        let _ = rustix::process::nice(NICENESS);
        match ops::workers(app.workspace(), jobs) {
            Ok(workers) => work(&app, &workers, jobs),
            Err(error) => tracing::error!(%error, "documents are not processed"),
        }
    };
    thread::Builder::new()
        .name("pipeline".to_string())
        .spawn(body)
        .map_err(|error| Error::new(crate::error::ErrorKind::Unavailable, "no thread can be started").caused_by(error))
}

/// Starts the thread that tells webhooks what is due; it ends after [`App::stop`].
///
/// # Errors
/// `Unavailable` when no thread can be started.
pub fn deliver(app: App) -> Result<JoinHandle<()>> {
    let body = move || {
        while !app.is_stopping() {
            let heard = app.bell().count();
            match ops::deliver_webhooks(app.workspace(), app.stopping()) {
                Ok(_) => app.bell().wait(heard, LOOK_EVERY),
                Err(error) => {
                    tracing::error!(%error, "webhooks were not told and are tried again");
                    app.bell().wait(app.bell().count(), AFTER_REFUSAL);
                }
            }
        }
    };
    thread::Builder::new()
        .name("webhooks".to_string())
        .spawn(body)
        .map_err(|error| Error::new(crate::error::ErrorKind::Unavailable, "no thread can be started").caused_by(error))
}

fn work(app: &App, workers: &WorkerPool, jobs: usize) {
    while !app.is_stopping() {
        let heard = app.bell().count();
        match round(app, workers, jobs) {
            Ok(true) => {}
            Ok(false) => app.bell().wait(heard, LOOK_EVERY),
            Err(error) => {
                tracing::error!(%error, "processing broke off and is tried again");
                app.bell().wait(app.bell().count(), AFTER_REFUSAL);
            }
        }
    }
}

/// Processes what waits now, for all tenants at once; false when nothing waits.
fn round(app: &App, workers: &WorkerPool, jobs: usize) -> Result<bool> {
    let waiting = tenants_with_work(app)?;
    if waiting.is_empty() {
        return Ok(false);
    }
    let outcomes: Vec<Result<()>> = thread::scope(|scope| {
        let running: Vec<_> =
            waiting.into_iter().map(|tenant| scope.spawn(move || process_tenant(app, workers, jobs, tenant))).collect();
        let broken = || Err(Error::internal("the pipeline broke off"));
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| broken())).collect()
    });
    outcomes.into_iter().collect::<Result<Vec<()>>>()?;
    Ok(true)
}

fn tenants_with_work(app: &App) -> Result<Vec<Tenant>> {
    app.workspace().store.read(|reader| {
        let mut waiting = Vec::new();
        for tenant in reader.tenants()? {
            let backlog = reader.backlog(Scope::of_tenant(tenant.id))?;
            if backlog.pages > 0 || backlog.documents > 0 {
                waiting.push(tenant);
            }
        }
        Ok(waiting)
    })
}

fn process_tenant(app: &App, workers: &WorkerPool, jobs: usize, tenant: Tenant) -> Result<()> {
    let caller = Caller::new(tenant, ACTOR, Role::Admin);
    let input = ops::Process { loan: None, jobs, workers, stop: app.stopping(), progress: &Silent };
    let report = ops::process(app.workspace(), &caller, &input)?;
    if let Some(error) = report.export.broken_off {
        tracing::error!(%error, "an export broke off");
    }
    Ok(())
}
