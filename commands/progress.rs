//! Progress of `process` on standard error: a bar on a terminal, plain lines elsewhere.

use crate::output::tell;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use loanfile::pipeline::{Progress, Silent, Snapshot};
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How to show progress.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProgressStyleChoice {
    /// A bar on a terminal, plain lines elsewhere
    Auto,
    /// A line every few seconds
    Plain,
    /// Not at all
    None,
}

/// How often a plain line is written.
const PLAIN_EVERY: Duration = Duration::from_secs(5);

/// Returns what shows progress in the chosen way.
pub fn shown(choice: ProgressStyleChoice) -> Box<dyn Progress> {
    match choice {
        ProgressStyleChoice::None => Box::new(Silent),
        ProgressStyleChoice::Auto if std::io::stderr().is_terminal() => Box::new(Bar::new()),
        ProgressStyleChoice::Auto | ProgressStyleChoice::Plain => Box::new(Plain::new()),
    }
}

struct Bar {
    started: Instant,
    bar: ProgressBar,
}

impl Bar {
    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // The template is a constant; should it ever be wrong, the default style serves.
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {msg}") {
            bar.set_style(style);
        }
        Self { started: Instant::now(), bar }
    }
}

impl Progress for Bar {
    fn advanced(&self, snapshot: Snapshot) {
        // A page is most of the work; a document's stages count as one more page.
        let done = snapshot.pages_done + snapshot.documents_done;
        self.bar.set_length(done + snapshot.left.pages + snapshot.left.documents);
        self.bar.set_position(done);
        self.bar.set_message(line(snapshot, self.started.elapsed()));
        if snapshot.left.is_empty() {
            self.bar.finish_and_clear();
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

struct Plain {
    started: Instant,
    written: Mutex<Instant>,
}

impl Plain {
    fn new() -> Self {
        Self { started: Instant::now(), written: Mutex::new(Instant::now()) }
    }
}

impl Progress for Plain {
    fn advanced(&self, snapshot: Snapshot) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.elapsed() >= PLAIN_EVERY && !snapshot.left.is_empty() {
            *written = Instant::now();
            tell(&line(snapshot, self.started.elapsed()));
        }
    }
}

fn line(snapshot: Snapshot, elapsed: Duration) -> String {
    let Snapshot { pages_done, documents_done, left } = snapshot;
    let seconds = elapsed.as_secs_f64().max(0.001);
    let rate = |done: u64| done as f64 / seconds;
    let mut line = format!(
        "pages {pages_done}/{} ({:.1}/s), documents {documents_done}/{} ({:.1}/s)",
        pages_done + left.pages,
        rate(pages_done),
        documents_done + left.documents,
        rate(documents_done)
    );
    if let Some(remaining) = remaining(snapshot, seconds) {
        line.push_str(&format!(", {} left", duration(remaining)));
    }
    line
}

/// Returns the seconds until the pages are read at the pace so far; `None` before there is a pace.
fn remaining(snapshot: Snapshot, seconds: f64) -> Option<u64> {
    let pace = snapshot.pages_done as f64 / seconds;
    (snapshot.pages_done > 0 && seconds >= 2.0).then(|| (snapshot.left.pages as f64 / pace).ceil() as u64)
}

/// Returns seconds as `12 s`, `3 min 05 s` or `2 h 07 min`.
pub fn duration(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    }
}
