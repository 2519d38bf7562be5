//! Tells when something happens in a folder, so that it need not be looked at all the time.
//!
//! Invariant: events may get lost, on network drives all of them: whoever waits looks by himself after a while too.

use crate::error::{Error, ErrorKind, Result};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How often it is looked whether to stop.
const SLICE: Duration = Duration::from_millis(100);

/// A watched folder.
pub struct Alarm {
    // Held, never asked: dropping it ends the watch.
    _watcher: Option<RecommendedWatcher>,
    events: Receiver<()>,
}

impl Alarm {
    /// Watches a folder and all folders inside; a system that cannot watch it leaves it to the waiting.
    ///
    /// # Errors
    /// `Unavailable` when the system can watch nothing at all.
    pub fn watch(folder: &Path) -> Result<Self> {
        // One event that was not fetched says as much as many.
        let (sender, events) = sync_channel(1);
        let told = move |event: notify::Result<notify::Event>| {
            if !event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_))) {
                let _ = sender.try_send(());
            }
        };
        let mut watcher = notify::recommended_watcher(told)
            .map_err(|error| Error::new(ErrorKind::Unavailable, "the system cannot watch folders").caused_by(error))?;
        let watched = watcher.watch(folder, RecursiveMode::Recursive).is_ok();
        Ok(Self { _watcher: watched.then_some(watcher), events })
    }

    /// Waits until something happens, at least `least` and at most `most`, or until it is to stop.
    pub fn wait(&self, least: Duration, most: Duration, stop: &AtomicBool) {
        let start = Instant::now();
        let mut happened = false;
        while !stop.load(Ordering::Relaxed) && start.elapsed() < most {
            if happened && start.elapsed() >= least {
                return;
            }
            let left = most.saturating_sub(start.elapsed()).min(SLICE);
            match self.events.recv_timeout(left) {
                Ok(()) => happened = true,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(left),
            }
        }
    }
}
