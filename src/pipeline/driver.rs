//! The local engine: threads that claim units of work and run them, until nothing is left or someone asks to stop.
//!
//! Any number of processes may do this in one workspace at once; they share the work through the store's claims.
//! Invariant: an error of the machine stops all threads, gives back what they held, and is reported once.

use super::owner::{Owner, reclaim_dead};
use super::pages::{Costs, read_pages};
use super::progress::{Progress, Snapshot};
use super::step::{Engines, StepOutcome, commit_steps, prepare_step};
use crate::error::{Error, ErrorKind, Result};
use crate::library::Library;
use crate::model::Stage;
use crate::store::{Backlog, Claim, Scope, Share, Term};
use crate::worker::WorkerPool;
use crate::workspace::Workspace;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most pages that one claim takes; the words of so many are held by a thread at once.
const MOST_PAGES: u64 = 32;

/// The most documents that one claim takes.
const MOST_DOCUMENTS: u64 = 16;

/// How long pages are read, or stages are run, before they are committed: no more is lost when a process is killed.
pub(super) const BATCH: Duration = Duration::from_secs(1);

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
    pub(super) workers: &'p WorkerPool,
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
        workers: plan.workers,
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

    /// Returns the tenant's document types as they are now: a new one counts for whatever is begun next.
    pub(super) fn library(&self) -> Result<Arc<Library>> {
        self.workspace.library(self.scope.tenant)
    }

    /// Takes units until nothing is left.
    fn work(&self) {
        while !self.is_stopping() {
            match self.next_units() {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => return self.give_up(error),
            }
        }
    }

    /// Runs some units, or waits a moment; false when nothing is left.
    fn next_units(&self) -> Result<bool> {
        let store = &self.workspace.store;
        let (documents, pages) = store.write_forgettable(|writer| {
            let documents = writer.claim_documents(self.scope, &self.term(), self.share(MOST_DOCUMENTS))?;
            if !documents.is_empty() {
                return Ok((documents, Vec::new()));
            }
            if self.scope.sent_back {
                return Ok((documents, Vec::new()));
            }
            Ok((documents, writer.claim_pages(self.scope, &self.term(), self.share(MOST_PAGES))?))
        })?;
        if !documents.is_empty() {
            self.run_documents(documents)?;
        } else if !pages.is_empty() {
            read_pages(self, pages)?;
        } else if self.scope.sent_back || store.read(|reader| reader.backlog(self.scope))?.is_empty() {
            self.changed.notify_all();
            return Ok(false);
        } else {
            self.wait()?;
        }
        Ok(true)
    }

    /// Runs the documents' stages, one stage of each in turn, for as long as nothing stands in the way.
    fn run_documents(&self, mut claims: Vec<Claim>) -> Result<()> {
        while !claims.is_empty() {
            let library = self.library()?;
            let engines = Engines {
                library: &library,
                workers: self.workers,
                blobs: &self.workspace.blobs,
                settings: &self.workspace.settings,
            };
            let mut given_back = Vec::new();
            let mut waiting = std::mem::take(&mut claims).into_iter();
            let (mut running, mut prepared) = (Vec::new(), Vec::new());
            let started = Instant::now();
            for claim in waiting.by_ref() {
                match prepare_step(self.workspace, &engines, self.scope.tenant, &claim) {
                    Ok(step) => {
                        running.push(claim);
                        prepared.push(step);
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => given_back.push(claim),
                    Err(error) => return Err(error),
                }
                if started.elapsed() >= BATCH || self.is_stopping() {
                    break;
                }
            }
            let outcomes = commit_steps(self.workspace, prepared)?;
            for (mut claim, outcome) in running.into_iter().zip(outcomes) {
                match outcome {
                    // Its turn for a version depends on the loan's other papers: the claim decides.
                    StepOutcome::Completed(Some(Stage::Versioner)) | StepOutcome::Refused => given_back.push(claim),
                    StepOutcome::Completed(None | Some(Stage::Export)) | StepOutcome::Failed => {
                        self.documents.fetch_add(1, Ordering::Relaxed);
                    }
                    StepOutcome::Completed(Some(next)) => {
                        claim.stage = next;
                        claims.push(claim);
                    }
                }
            }
            claims.extend(waiting);
            if self.is_stopping() {
                given_back.append(&mut claims);
            }
            self.release(&given_back)?;
            self.changed.notify_all();
        }
        Ok(())
    }

    fn release(&self, claims: &[Claim]) -> Result<()> {
        if claims.is_empty() {
            return Ok(());
        }
        self.workspace.store.write_forgettable(|writer| {
            claims.iter().try_for_each(|claim| writer.release_lease(self.scope.tenant, &claim.lease))
        })
    }

    /// Returns for whom and until when units are taken now.
    fn term(&self) -> Term<'_> {
        let now = self.workspace.now();
        Term { owner: self.owner.name(), now, until: now.plus(self.lease) }
    }

    fn share(&self, most: u64) -> Share {
        Share { most, sharers: self.jobs as u64 }
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
                self.workers.stop();
            }
            if renewed.elapsed() >= self.lease / 3 {
                renewed = Instant::now();
                let Term { owner, until, .. } = self.term();
                let tenant = self.scope.tenant;
                // A renewal that fails is tried again; when it never succeeds, commits are refused and say so.
                let _ = self.workspace.store.write_forgettable(|writer| writer.renew_leases(tenant, owner, until));
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
        let released = self.workspace.store.write_forgettable(|writer| writer.release_owner(tenant, owner));
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
