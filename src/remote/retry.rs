//! When and how often a request is tried again.
//!
//! Invariant: the number of tries and the pause between them are bounded; pauses are random within their bounds, so
//! that many clients of a service that comes back do not all come at once.

use std::time::{Duration, Instant};
use uuid::Uuid;

/// The longest pause between two tries.
const LONGEST: Duration = Duration::from_secs(30);

/// How often a request is tried, and how long the first pause is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tries {
    /// The most tries; at least one is made.
    pub most: u32,
    /// The pause after the first try; each further one may be twice as long.
    pub pause: Duration,
}

/// Why a try failed.
#[derive(Debug)]
pub enum Trouble<E> {
    /// It may go well next time, not before the given time.
    Passing(E, Option<Duration>),
    /// It will not go well.
    Lasting(E),
}

impl Tries {
    /// Runs a function until it goes well, will not go well, or was tried often enough.
    ///
    /// # Errors
    /// What the last try returned.
    pub fn run<T, E>(&self, function: impl FnMut() -> Result<T, Trouble<E>>) -> Result<T, E> {
        self.run_until(None, function)
    }

    /// Does the same, and begins no try after a deadline: a pause that would last beyond it is not made.
    ///
    /// # Errors
    /// What the last try returned.
    pub fn run_until<T, E>(
        &self,
        deadline: Option<Instant>,
        mut function: impl FnMut() -> Result<T, Trouble<E>>,
    ) -> Result<T, E> {
        let mut tried = 0;
        loop {
            tried += 1;
            let (error, asked) = match function() {
                Ok(value) => return Ok(value),
                Err(Trouble::Lasting(error)) => return Err(error),
                Err(Trouble::Passing(error, _)) if tried >= self.most => return Err(error),
                Err(Trouble::Passing(error, asked)) => (error, asked),
            };
            // With a deadline the service may ask for as long a pause as still fits.
            let longest = deadline.map_or(LONGEST, |deadline| deadline.saturating_duration_since(Instant::now()));
            let pause = self.pause_after(tried, asked);
            if deadline.is_some() && pause >= longest {
                return Err(error);
            }
            std::thread::sleep(pause.min(longest));
        }
    }

    /// Returns the pause after a try: between half and all of a time that doubles, or what the service asked for.
    fn pause_after(&self, tried: u32, asked: Option<Duration>) -> Duration {
        let whole = self.pause.saturating_mul(1 << tried.saturating_sub(1).min(16)).min(LONGEST);
        let share = f64::from(u16::from_be_bytes([random_byte(), random_byte()])) / f64::from(u16::MAX);
        let pause = whole.mul_f64(0.5 + share / 2.0);
        asked.map_or(pause, |asked| asked.max(pause))
    }
}

/// The last bytes of these ids are random.
fn random_byte() -> u8 {
    Uuid::now_v7().as_bytes()[15]
}
