//! How many requests a key may send: a bucket of tokens each, off unless the settings ask for it.

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;

/// The buckets of all callers.
pub struct RateLimit {
    limiter: DefaultKeyedRateLimiter<String>,
    clock: DefaultClock,
}

impl RateLimit {
    /// Lets each caller send so many requests a second, and as many at once.
    pub fn new(requests_per_second: NonZeroU32) -> Self {
        Self { limiter: RateLimiter::keyed(Quota::per_second(requests_per_second)), clock: DefaultClock::default() }
    }

    /// Takes a token from a caller's bucket.
    ///
    /// # Errors
    /// After how many seconds there is one again.
    pub fn take(&self, caller: &str) -> Result<(), u16> {
        self.limiter.check_key(&caller.to_string()).map_err(|full| {
            let wait = full.wait_time_from(self.clock.now());
            u16::try_from(wait.as_secs().saturating_add(1)).unwrap_or(u16::MAX)
        })
    }
}
