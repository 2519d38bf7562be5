//! Leaving a service alone that has failed time and again.
//!
//! Invariant: pure; the caller says what time it is and keeps the state, so that many short processes share one.

use crate::model::Timestamp;
use std::time::Duration;

/// How a service answered lately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Circuit {
    /// Failures in a row.
    pub failures: u32,
    /// Before this moment it is not asked.
    pub open_until: Option<Timestamp>,
}

/// When a service is left alone, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CircuitRules {
    /// After so many failures in a row.
    pub failures: u32,
    /// For so long; then one request tells whether it is back.
    pub pause: Duration,
}

impl Circuit {
    /// Tells whether the service may be asked now.
    pub fn allows(&self, now: Timestamp) -> bool {
        self.open_until.is_none_or(|until| now >= until)
    }

    /// Notes that it answered as it should.
    pub fn succeeded(&mut self) {
        *self = Self::default();
    }

    /// Notes that it failed.
    pub fn failed(&mut self, rules: CircuitRules, now: Timestamp) {
        self.failures = self.failures.saturating_add(1);
        if self.failures >= rules.failures.max(1) {
            self.open_until = Some(now.plus(rules.pause));
        }
    }
}
