//! The local engine: threads that claim units of work and run them, until nothing is left or someone asks to stop.
//!
//! Any number of processes may do this in one workspace at once; they share the work through the store's claims.
//! Invariant: an error of the machine stops all threads, gives back what they held, and is reported once.

use super::owner::{Owner, reclaim_dead};
use super::pages::{Costs, read_pages};
use super::progress::{Progress, Snapshot};
use super::step::{Engines, StepOutcome, execute_step};
use crate::error::{Error, ErrorKind, Result};
use crate::library::Library;
use crate::model::{Stage, Timestamp};
use crate::store::{Backlog, Claim, Scope};
use crate::worker::WorkerPool;
use crate::workspace::Workspace;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most pages that one claim takes; the words of so many are held by a thread at once.
const MOST_PAGES: u64 = 32;

/// How long a thread without work sleeps before it looks again for what other processes have freed.
const IDLE: Duration = Duration::from_millis(200);

/// How often progress is shown.
const SHOWN: Duration = Duration::from_millis(500);

/// How long a page that is being read may take after someone asked to stop; then it is given back unread.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often a process without work looks for others that have died.
const RECLAIM: Duration = Duration::from_secs(2);

/// What to work on and how.
pub struct Plan<'p> {
    /// Whose documents.
    pub scope: Scope,
    /// How many units at once.
    pub jobs: usize,
    /// The processes that open PDFs.
    pub workers: &'p WorkerPool,
    /// Set by a signal: finish what is begun and stop.
    pub stop: &'p AtomicBool,
    /// Who is told how far the work is.
    pub progress: &'p dyn Progress,
}

/// How the work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is left to do.
    Finished(Snapshot),
    /// Someone asked to stop; the rest waits for the next time.
    Stopped(Snapshot),
}

/// One run of the engine, shared by its threads.
pub(super) struct Shift<'p> {
    pub(super) workspace: &'p Workspace,
    pub(super) engines: Engines<'p>,
    pub(super) scope: Scope,
    pub(super) costs: Costs,
    owner: Owner,
    jobs: usize,
    stop: &'p AtomicBool,
    lease: Duration,
    pages: AtomicU64,
    documents: AtomicU64,
    over: AtomicBool,
    error: Mutex<Option<Error>>,
    looked: Mutex<Instant>,
    waiting: Mutex<()>,
    changed: Condvar,
}

/// Works until nothing is left in the scope, in this process or another, or until `stop` is set.
///
/// # Errors
/// What the machine refuses: a full disk, a store that cannot be written, no process for reading. What was committed
/// until then counts, the rest waits.
pub fn run(workspace: &Workspace, plan: &Plan<'_>) -> Result<Outcome> {
    let shift = Shift {
        workspace,
        engines: Engines {
            library: Library::standard(),
            workers: plan.workers,
            blobs: &workspace.blobs,
            settings: &workspace.settings,
        },
        scope: plan.scope,
        costs: Costs::default(),
        owner: Owner::announce(workspace)?,
        jobs: plan.jobs.max(1),
        stop: plan.stop,
        lease: Duration::from_secs(workspace.settings.process.lease_seconds.max(1)),
        pages: AtomicU64::new(0),
        documents: AtomicU64::new(0),
        over: AtomicBool::new(false),
        error: Mutex::new(None),
        looked: Mutex::new(Instant::now()),
        waiting: Mutex::new(()),
        changed: Condvar::new(),
    };
    reclaim_dead(workspace, plan.scope.tenant)?;
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(shift.jobs)
        .thread_name(|index| format!("unit-{index}"))
        .build()
        .map_err(|error| Error::new(ErrorKind::Unavailable, "no threads can be started").caused_by(error))?;
    std::thread::scope(|scope| {
        scope.spawn(|| shift.watch(plan.progress));
        threads.broadcast(|_| shift.work());
        shift.end();
    });
    shift.report(plan.progress)
}

impl Shift<'_> {
    pub(super) fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.over.load(Ordering::Relaxed)
    }

    pub(super) fn pages_done(&self, count: u64) {
        self.pages.fetch_add(count, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Takes one unit after the other until nothing is left.
    fn work(&self) {
        while !self.is_stopping() {
            match self.next_unit() {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => return self.give_up(error),
            }
        }
    }

    /// Runs one unit, or waits a moment; false when nothing is left.
    fn next_unit(&self) -> Result<bool> {
        let (store, owner) = (&self.workspace.store, self.owner.name());
        let (now, until) = self.term();
        if let Some(claim) = store.write(|writer| writer.claim_document(self.scope, owner, now, until))? {
            self.run_document(claim)?;
            return Ok(true);
        }
        let share = (MOST_PAGES, self.jobs as u64);
        if let Some(claim) = store.write(|writer| writer.claim_pages(self.scope, owner, (now, until), share))? {
            read_pages(self, claim)?;
            return Ok(true);
        }
        if store.read(|reader| reader.backlog(self.scope))?.is_empty() {
            self.changed.notify_all();
            return Ok(false);
        }
        self.wait()?;
        Ok(true)
    }

    /// Runs a document's stages one after the other for as long as nothing stands in the way.
    fn run_document(&self, mut claim: Claim) -> Result<()> {
        let tenant = self.scope.tenant;
        loop {
            let outcome = execute_step(self.workspace, &self.engines, tenant, &claim);
            let next = match outcome {
                Ok(StepOutcome::Completed(next)) => next,
                Ok(StepOutcome::Failed) => None,
                Ok(StepOutcome::Refused) => return self.release(&claim),
                Err(error) => {
                    self.release(&claim)?;
                    return if error.kind() == ErrorKind::Interrupted { Ok(()) } else { Err(error) };
                }
            };
            self.changed.notify_all();
            let Some(next) = next else {
                self.documents.fetch_add(1, Ordering::Relaxed);
                return Ok(());
            };
            // Its turn for a version depends on the loan's other papers: the claim decides.
            if self.is_stopping() || next == Stage::Versioner {
                return self.release(&claim);
            }
            claim.stage = next;
        }
    }

    fn release(&self, claim: &Claim) -> Result<()> {
        self.workspace.store.write(|writer| writer.release_lease(self.scope.tenant, &claim.lease))
    }

    /// Returns the present moment and the one at which a lease taken now runs out.
    fn term(&self) -> (Timestamp, Timestamp) {
        let now = self.workspace.now();
        (now, now.plus(self.lease))
    }

    /// Waits until another thread has committed something, or a moment for other processes.
    fn wait(&self) -> Result<()> {
        let due = {
            let mut looked = locked(&self.looked);
            let due = looked.elapsed() >= RECLAIM;
            if due {
                *looked = Instant::now();
            }
            due
        };
        if due {
            reclaim_dead(self.workspace, self.scope.tenant)?;
        }
        drop(self.changed.wait_timeout(locked(&self.waiting), IDLE).unwrap_or_else(PoisonError::into_inner));
        Ok(())
    }

    fn give_up(&self, error: Error) {
        locked(&self.error).get_or_insert(error);
        self.end();
    }

    fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Keeps the leases alive and shows progress until the work is over.
    fn watch(&self, progress: &dyn Progress) {
        let mut renewed = Instant::now();
        let mut asked: Option<Instant> = None;
        while !self.over.load(Ordering::Relaxed) {
            if let Ok(left) = self.workspace.store.read(|reader| reader.backlog(self.scope)) {
                progress.advanced(self.snapshot(left));
            }
            if self.stop.load(Ordering::Relaxed) && asked.get_or_insert_with(Instant::now).elapsed() >= PATIENCE {
                self.engines.workers.stop();
            }
            if renewed.elapsed() >= self.lease / 3 {
                renewed = Instant::now();
                let (_, until) = self.term();
                let (tenant, owner) = (self.scope.tenant, self.owner.name());
                // A renewal that fails is tried again; when it never succeeds, commits are refused and say so.
                let _ = self.workspace.store.write(|writer| writer.renew_leases(tenant, owner, until));
            }
            self.sleep(SHOWN.min(self.lease / 3));
        }
    }

    fn sleep(&self, duration: Duration) {
        let end = Instant::now() + duration;
        while !self.over.load(Ordering::Relaxed) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn report(self, progress: &dyn Progress) -> Result<Outcome> {
        let (tenant, owner) = (self.scope.tenant, self.owner.name());
        let released = self.workspace.store.write(|writer| writer.release_owner(tenant, owner));
        if let Some(error) = locked(&self.error).take() {
            return Err(error);
        }
        released?;
        let left = self.workspace.store.read(|reader| reader.backlog(self.scope))?;
        let snapshot = self.snapshot(left);
        progress.advanced(snapshot);
        Ok(if left.is_empty() { Outcome::Finished(snapshot) } else { Outcome::Stopped(snapshot) })
    }

    fn snapshot(&self, left: Backlog) -> Snapshot {
        Snapshot {
            pages_done: self.pages.load(Ordering::Relaxed),
            documents_done: self.documents.load(Ordering::Relaxed),
            left,
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
