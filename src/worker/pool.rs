//! The parent's side: as many children as there is room for, each serving one request at a time.

use super::process::{ChildProcess, Outcome, kill, lock};
use super::protocol::{CopyPages, FileFacts, OpenFile, Recognition, RenderPage, Request, Response};
use super::{Limits, WorkerError};
use crate::reading::{PageReading, ReadingNote};
use std::io;
use std::path::PathBuf;
use std::process::Child;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};

/// How a pool is made.
#[derive(Debug, Clone)]
pub struct PoolSettings {
    /// The program that children run: this one, unless a test says otherwise.
    pub program: PathBuf,
    /// The most children at a time.
    pub count: usize,
    /// What each may use.
    pub limits: Limits,
}

impl PoolSettings {
    /// Settings for `count` children of the running program with the usual limits.
    pub fn new(count: usize) -> Self {
        // Not the path of the program, which may have been replaced since it was started.
        Self { program: PathBuf::from("/proc/self/exe"), count: count.max(1), limits: Limits::default() }
    }
}

/// Child processes that read files, shared by any number of threads.
///
/// Children start when they are first needed and are replaced when they die. Dropping the pool ends them.
pub struct WorkerPool {
    settings: PoolSettings,
    state: Mutex<State>,
    freed: Condvar,
    starter: Starter,
}

struct State {
    idle: Vec<ChildProcess>,
    /// Idle and busy children together.
    alive: usize,
    /// Every child that may still run, so that `stop` reaches the busy ones.
    handles: Vec<Weak<Mutex<Child>>>,
    stopped: bool,
}

impl WorkerPool {
    /// Makes a pool; no child is started yet.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn new(settings: PoolSettings) -> io::Result<Self> {
        let starter = Starter::new(settings.clone())?;
        let state = State { idle: Vec::new(), alive: 0, handles: Vec::new(), stopped: false };
        Ok(Self { settings, state: Mutex::new(state), freed: Condvar::new(), starter })
    }

    /// Returns page count and encryption of a file.
    ///
    /// # Errors
    /// See [`WorkerPool::call`].
    pub fn facts(&self, file: &OpenFile) -> Result<FileFacts, WorkerError> {
        match self.call(&Request::Facts(file.clone()))? {
            Response::Facts(facts) => Ok(facts),
            _ => Err(unexpected_answer()),
        }
    }

    /// Reads a page.
    ///
    /// When recognition crashes, runs out of memory or passes the deadline, what can be read without it is returned
    /// with the note `recognition_failed`.
    ///
    /// # Errors
    /// See [`WorkerPool::call`].
    pub fn read_page(&self, file: &OpenFile, page: u32) -> Result<PageReading, WorkerError> {
        let request = |recognition| Request::ReadPage { file: file.clone(), page, recognition };
        let (error, recognizing) = match self.attempt(&request(Recognition::AsNeeded)) {
            Ok(response) => return page_reading(response),
            Err(failed) => failed,
        };
        if !recognizing {
            return Err(error);
        }
        let mut reading = page_reading(self.call(&request(Recognition::Off))?)?;
        let message = format!("optical recognition failed: {error}");
        reading.notes.push(ReadingNote::new(ReadingNote::RECOGNITION_FAILED, message));
        Ok(reading)
    }

    /// Draws a page into a PNG file.
    ///
    /// # Errors
    /// See [`WorkerPool::call`].
    pub fn render_page(&self, request: RenderPage) -> Result<(), WorkerError> {
        self.call(&Request::RenderPage(request)).map(|_| ())
    }

    /// Copies pages into a PDF of their own.
    ///
    /// # Errors
    /// See [`WorkerPool::call`].
    pub fn copy_pages(&self, request: CopyPages) -> Result<(), WorkerError> {
        self.call(&Request::CopyPages(request)).map(|_| ())
    }

    /// Has a child answer a request; waits until one is free.
    ///
    /// A request on which the child dies is tried once more in a fresh child.
    ///
    /// # Errors
    /// `page_deadline`, `worker_crashed` or `out_of_memory` when the child had to be given up, `worker_unavailable`
    /// when none can be started, `interrupted` after [`WorkerPool::stop`], otherwise the code of a PDF error.
    pub fn call(&self, request: &Request) -> Result<Response, WorkerError> {
        self.attempt(request).map_err(|(error, _)| error)
    }

    /// Ends all children at once; requests under way and later ones fail with `interrupted`.
    pub fn stop(&self) {
        let (idle, busy) = {
            let mut state = lock(&self.state);
            state.stopped = true;
            (std::mem::take(&mut state.idle), std::mem::take(&mut state.handles))
        };
        drop(idle);
        busy.iter().filter_map(Weak::upgrade).for_each(|process| kill(&process));
        self.freed.notify_all();
    }

    /// Returns the process ids of the children, idle and busy.
    pub fn process_ids(&self) -> Vec<u32> {
        lock(&self.state).handles.iter().filter_map(Weak::upgrade).map(|process| lock(&process).id()).collect()
    }

    /// Tries a request at most twice; with an error it tells whether recognition had begun.
    fn attempt(&self, request: &Request) -> Result<Response, (WorkerError, bool)> {
        let deadline = match request {
            Request::ReadPage { .. } => self.settings.limits.page_deadline,
            _ => self.settings.limits.other_deadline,
        };
        let mut first = true;
        loop {
            let mut child = self.take().map_err(|error| (error, false))?;
            match child.ask(request, deadline) {
                Outcome::Answered(answer) => {
                    self.give_back(child);
                    return answer.map_err(|error| (error, false));
                }
                Outcome::Lost { error, recognizing } => {
                    drop(child);
                    if self.forget_one() {
                        return Err((interrupted(), false));
                    }
                    if !(first && error.is_crash()) {
                        return Err((error, recognizing));
                    }
                    first = false;
                }
            }
        }
    }

    fn take(&self) -> Result<ChildProcess, WorkerError> {
        let mut state = lock(&self.state);
        loop {
            if state.stopped {
                return Err(interrupted());
            }
            if let Some(child) = state.idle.pop() {
                return Ok(child);
            }
            if state.alive < self.settings.count {
                state.alive += 1;
                drop(state);
                return self.start();
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn start(&self) -> Result<ChildProcess, WorkerError> {
        match self.starter.start() {
            Ok(child) => {
                let mut state = lock(&self.state);
                state.handles.retain(|handle| handle.strong_count() > 0);
                state.handles.push(Arc::downgrade(&child.handle()));
                // Stopped while the child was starting: its handle came too late to be found.
                if state.stopped { Err(interrupted()) } else { Ok(child) }
            }
            Err(error) => {
                self.forget_one();
                let message = format!("no reader process can be started: {error}");
                Err(WorkerError::new(WorkerError::UNAVAILABLE, message))
            }
        }
    }

    fn give_back(&self, child: ChildProcess) {
        let mut state = lock(&self.state);
        if state.stopped {
            drop(state);
            drop(child);
            return;
        }
        state.idle.push(child);
        drop(state);
        self.freed.notify_one();
    }

    /// Makes room for another child; tells whether the pool was stopped.
    fn forget_one(&self) -> bool {
        let mut state = lock(&self.state);
        state.alive -= 1;
        let stopped = state.stopped;
        drop(state);
        self.freed.notify_one();
        stopped
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.stop();
    }
}

fn page_reading(response: Response) -> Result<PageReading, WorkerError> {
    match response {
        Response::Page(reading) => Ok(*reading),
        _ => Err(unexpected_answer()),
    }
}

fn unexpected_answer() -> WorkerError {
    WorkerError::new(WorkerError::CRASHED, "the reader process gave the answer to another question")
}

fn interrupted() -> WorkerError {
    WorkerError::new(WorkerError::INTERRUPTED, "interrupted")
}

/// Starts children on one thread that lives as long as the pool.
///
/// A child dies with the thread that started it (that is how the system sees a parent), and callers' threads come and
/// go.
struct Starter {
    orders: Mutex<Sender<Sender<io::Result<ChildProcess>>>>,
}

impl Starter {
    fn new(settings: PoolSettings) -> io::Result<Self> {
        let (orders, taken) = channel::<Sender<io::Result<ChildProcess>>>();
        std::thread::Builder::new().name("starter".into()).spawn(move || serve_orders(&taken, &settings))?;
        Ok(Self { orders: Mutex::new(orders) })
    }

    fn start(&self) -> io::Result<ChildProcess> {
        let (order, delivery) = channel();
        let gone = || io::Error::other("the starting thread is gone");
        lock(&self.orders).send(order).map_err(|_| gone())?;
        delivery.recv().map_err(|_| gone())?
    }
}

fn serve_orders(taken: &Receiver<Sender<io::Result<ChildProcess>>>, settings: &PoolSettings) {
    while let Ok(order) = taken.recv() {
        let _ = order.send(ChildProcess::start(&settings.program, &settings.limits));
    }
}
