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

/// How fast the work goes.
struct Pace {
    started: Instant,
    /// When the first document was done: until then there are only pages.
    documents_since: Mutex<Option<(Instant, u64)>>,
}

impl Pace {
    fn new() -> Self {
        Self { started: Instant::now(), documents_since: Mutex::new(None) }
    }

    fn line(&self, snapshot: Snapshot) -> String {
        let Snapshot { pages_done, documents_done, left } = snapshot;
        let seconds = self.started.elapsed().as_secs_f64().max(0.001);
        let mut line = format!(
            "pages {pages_done}/{} ({:.1}/s), documents {documents_done}/{} ({:.1}/s)",
            pages_done + left.pages,
            pages_done as f64 / seconds,
            documents_done + left.documents,
            documents_done as f64 / seconds
        );
        if let Some(remaining) = self.remaining(snapshot, seconds) {
            line.push_str(&format!(", {} left", duration(remaining)));
        }
        line
    }

    /// Returns the seconds that are left at the pace so far; `None` before there is a pace.
    fn remaining(&self, snapshot: Snapshot, seconds: f64) -> Option<u64> {
        let mut since = self.documents_since.lock().unwrap_or_else(PoisonError::into_inner);
        if snapshot.documents_done > 0 && since.is_none() {
            *since = Some((Instant::now(), snapshot.documents_done));
        }
        if snapshot.pages_done == 0 || seconds < 2.0 {
            return None;
        }
        let pages = snapshot.left.pages as f64 * seconds / snapshot.pages_done as f64;
        let documents = since.and_then(|(first, before)| {
            let done = (snapshot.documents_done - before) as f64;
            (done > 0.0).then(|| snapshot.left.documents as f64 * first.elapsed().as_secs_f64() / done)
        });
        // While pages are read, documents are finished beside; afterwards only they are left.
        let remaining = if snapshot.left.pages > 0 { Some(pages) } else { documents };
        remaining.map(|remaining| remaining.ceil() as u64)
    }
}

struct Bar {
    pace: Pace,
    bar: ProgressBar,
}

impl Bar {
    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // The template is a constant; should it ever be wrong, the default style serves.
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {msg}") {
            bar.set_style(style);
        }
        Self { pace: Pace::new(), bar }
    }
}

impl Progress for Bar {
    fn advanced(&self, snapshot: Snapshot) {
        // A page is most of the work; a document's stages count as one more page.
        let done = snapshot.pages_done + snapshot.documents_done;
        self.bar.set_length(done + snapshot.left.pages + snapshot.left.documents);
        self.bar.set_position(done);
        self.bar.set_message(self.pace.line(snapshot));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

struct Plain {
    pace: Pace,
    written: Mutex<Instant>,
}

impl Plain {
    fn new() -> Self {
        Self { pace: Pace::new(), written: Mutex::new(Instant::now()) }
    }
}

impl Progress for Plain {
    fn advanced(&self, snapshot: Snapshot) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.elapsed() >= PLAIN_EVERY && !snapshot.left.is_empty() {
            *written = Instant::now();
            tell(&self.pace.line(snapshot));
        }
    }
}

/// Returns seconds as `12 s`, `3 min 05 s` or `2 h 07 min`.
fn duration(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    }
}
