//! Wakes the threads that wait for work.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A bell that many can wait for and anybody can ring.
#[derive(Default)]
pub struct Bell {
    rung: Mutex<u64>,
    changed: Condvar,
}

impl Bell {
    /// Wakes all that wait.
    pub fn ring(&self) {
        let mut rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        *rung = rung.wrapping_add(1);
        self.changed.notify_all();
    }

    /// Returns how often it has been rung.
    pub fn count(&self) -> u64 {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it has been rung more often than that, or for so long.
    pub fn wait(&self, heard: u64, longest: Duration) {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_timeout_while(rung, longest, |rung| *rung == heard));
    }
}
