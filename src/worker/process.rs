//! The parent's hold on one child process.

use super::protocol::{Message, Request, Response};
use super::{CHILD_ARGUMENT, Limits, WorkerError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much of a child's standard error is kept.
const REMARKS_KEPT: usize = 16 << 10;
/// How long the remarks of a dead child may take to arrive.
const REMARKS_PATIENCE: Duration = Duration::from_millis(200);

/// A child process with the pipes to it. Dropping it kills it.
pub(super) struct ChildProcess {
    process: Arc<Mutex<Child>>,
    requests: ChildStdin,
    answers: Receiver<String>,
    remarks: Arc<Mutex<Vec<u8>>>,
    remarks_ended: Receiver<()>,
}

/// How a request ended.
pub(super) enum Outcome {
    /// The child answered and waits for the next request.
    Answered(Result<Response, WorkerError>),
    /// The child is no longer of use.
    Lost {
        /// Why.
        error: WorkerError,
        /// Whether recognition had begun.
        recognizing: bool,
    },
}

impl ChildProcess {
    /// Starts a child; it lives no longer than the calling thread.
    pub(super) fn start(program: &Path, limits: &Limits) -> io::Result<Self> {
        let mut process = Command::new(program)
            .arg(CHILD_ARGUMENT)
            .arg(std::process::id().to_string())
            .arg(limits.memory_bytes.to_string())
            .arg(limits.cpu_seconds.to_string())
            // The recognition library reads this before `main`; see `ocr::Tesseract`.
            .env("OMP_THREAD_LIMIT", "1")
            // One memory arena: more of them would each reserve address space, which is limited.
            .env("MALLOC_ARENA_MAX", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Out of the terminal's group: on Ctrl-C the parent decides what becomes of running work.
            .process_group(0)
            .spawn()?;
        let pipes = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (Some(requests), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("no pipes to the child process"));
        };
        let (remarks, remarks_ended) = collect_remarks(errors)?;
        let answers = collect_lines(output)?;
        Ok(Self { process: Arc::new(Mutex::new(process)), requests, answers, remarks, remarks_ended })
    }

    /// Returns a handle by which the child can be killed from another thread.
    pub(super) fn handle(&self) -> Arc<Mutex<Child>> {
        Arc::clone(&self.process)
    }

    /// Sends a request and waits for its answer until the deadline; the child is killed when it passes.
    pub(super) fn ask(&mut self, request: &Request, deadline: Duration) -> Outcome {
        let started = Instant::now();
        let mut recognizing = false;
        if self.send(request).is_err() {
            return Outcome::Lost { error: self.cause_of_death(), recognizing };
        }
        loop {
            let error = match self.answers.recv_timeout(deadline.saturating_sub(started.elapsed())) {
                Ok(line) => match serde_json::from_str(&line) {
                    Ok(Message::Recognizing) => {
                        recognizing = true;
                        continue;
                    }
                    Ok(Message::Done(response)) => return Outcome::Answered(Ok(response)),
                    Ok(Message::Failed(error)) => return Outcome::Answered(Err(error)),
                    Err(error) => {
                        WorkerError::new(WorkerError::CRASHED, format!("the reader process spoke nonsense: {error}"))
                    }
                },
                Err(RecvTimeoutError::Timeout) => past_deadline(deadline),
                Err(RecvTimeoutError::Disconnected) => self.cause_of_death(),
            };
            kill(&self.process);
            return Outcome::Lost { error, recognizing };
        }
    }

    fn send(&mut self, request: &Request) -> io::Result<()> {
        let mut line = serde_json::to_vec(request)?;
        line.push(b'\n');
        self.requests.write_all(&line)?;
        self.requests.flush()
    }

    fn cause_of_death(&self) -> WorkerError {
        let _ = self.remarks_ended.recv_timeout(REMARKS_PATIENCE);
        let status = ended(&self.process);
        let remarks = String::from_utf8_lossy(&lock(&self.remarks)).into_owned();
        match status {
            Ok(status) => cause(status, &remarks),
            Err(error) => WorkerError::new(WorkerError::CRASHED, format!("the reader process is lost: {error}")),
        }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        kill(&self.process);
    }
}

/// Waits a moment for a child that closed its output, then makes it end.
fn ended(process: &Mutex<Child>) -> io::Result<ExitStatus> {
    let mut process = lock(process);
    for _ in 0..50 {
        if let Some(status) = process.try_wait()? {
            return Ok(status);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    process.kill()?;
    process.wait()
}

/// Kills a child, and waits until it is gone.
pub(super) fn kill(process: &Mutex<Child>) {
    let mut process = lock(process);
    // Both fail only when the child is gone already.
    let _ = process.kill();
    let _ = process.wait();
}

fn past_deadline(deadline: Duration) -> WorkerError {
    let message = format!("not finished within {} s; it is not tried again", deadline.as_secs_f32());
    WorkerError::new(WorkerError::DEADLINE, message)
}

/// Says in words why a child ended, from its status and what it left on standard error.
fn cause(status: ExitStatus, remarks: &str) -> WorkerError {
    // What Rust, C++ and leptonica say when the address space is used up.
    let wants_memory = ["memory allocation of", "bad_alloc", "alloc fail", "alloc failed", "Cannot allocate memory"]
        .iter()
        .any(|saying| remarks.contains(saying));
    if wants_memory {
        return WorkerError::new(WorkerError::OUT_OF_MEMORY, "the reader process reached its memory limit");
    }
    let Some(signal) = status.signal() else {
        let message = format!("the reader process ended by itself with exit code {}", status.code().unwrap_or(-1));
        return WorkerError::new(WorkerError::CRASHED, message);
    };
    if signal == libc::SIGXCPU {
        return WorkerError::new(WorkerError::DEADLINE, "the reader process reached its CPU limit");
    }
    let circumstance = if remarks.contains("has overflowed its stack") { " (stack overflow)" } else { "" };
    let message = format!("the reader process was ended by {}{circumstance}", signal_name(signal));
    WorkerError::new(WorkerError::CRASHED, message)
}

fn signal_name(signal: i32) -> String {
    match signal {
        libc::SIGSEGV => "SIGSEGV".into(),
        libc::SIGABRT => "SIGABRT".into(),
        libc::SIGKILL => "SIGKILL".into(),
        libc::SIGBUS => "SIGBUS".into(),
        libc::SIGILL => "SIGILL".into(),
        libc::SIGFPE => "SIGFPE".into(),
        libc::SIGTERM => "SIGTERM".into(),
        other => format!("signal {other}"),
    }
}

/// Reads lines on a thread of their own, so that waiting for one can end at a deadline.
fn collect_lines(output: ChildStdout) -> io::Result<Receiver<String>> {
    let (sender, receiver) = channel();
    std::thread::Builder::new().name("answers".into()).spawn(move || {
        for line in BufReader::with_capacity(1 << 16, output).lines() {
            if line.map(|line| sender.send(line)).is_err() {
                break;
            }
        }
    })?;
    Ok(receiver)
}

/// What a child said on standard error so far, and the news that it will say no more.
type Remarks = (Arc<Mutex<Vec<u8>>>, Receiver<()>);

/// Keeps the end of what a child says on standard error.
fn collect_remarks(mut errors: ChildStderr) -> io::Result<Remarks> {
    let remarks = Arc::new(Mutex::new(Vec::new()));
    let (ended, receiver) = channel();
    let kept = Arc::clone(&remarks);
    std::thread::Builder::new().name("remarks".into()).spawn(move || {
        let mut part = [0; 4096];
        while let Ok(length @ 1..) = errors.read(&mut part) {
            let mut kept = lock(&kept);
            kept.extend_from_slice(&part[..length]);
            let surplus = kept.len().saturating_sub(REMARKS_KEPT);
            kept.drain(..surplus);
        }
        let _ = ended.send(());
    })?;
    Ok((remarks, receiver))
}

/// Locks; a thread that panicked while it held the lock left nothing half done here.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
