//! When a delivery that failed is tried again.
//!
//! Invariant: pure; the same delivery has the same pauses, so that a restart moves nothing.

use crate::model::{DeliveryId, Timestamp, digest_of_parts};
use std::time::Duration;

/// The pauses after each failed try: the ladder that Svix publishes, less its last rung.
const PAUSES: [Duration; 6] = [
    Duration::from_secs(5),
    Duration::from_secs(5 * 60),
    Duration::from_secs(30 * 60),
    Duration::from_secs(2 * 3600),
    Duration::from_secs(5 * 3600),
    Duration::from_secs(10 * 3600),
];

/// How often a delivery is tried before it is given up.
pub const TRIES: u32 = PAUSES.len() as u32 + 1;

/// By how much a pause may be shorter or longer, so that a receiver that was down is not asked for everything at once.
const JITTER: f64 = 0.2;

/// After so long a delivery is given up in any case.
const GIVEN_UP_AFTER: Duration = Duration::from_secs(24 * 3600);

/// A webhook whose every try has failed for so long is told nothing more.
pub const FAILING_FOR: Duration = Duration::from_secs(5 * 24 * 3600);

/// Returns when a delivery is to be tried again whose `tries`th try, of those that began at `begun_at`, failed at `now`;
/// `None` when it is to be given up.
pub fn next_try(delivery: DeliveryId, tries: u32, begun_at: Timestamp, now: Timestamp) -> Option<Timestamp> {
    let pause = PAUSES.get(usize::try_from(tries.checked_sub(1)?).ok()?)?;
    let next = now.plus(pause.mul_f64(1.0 + JITTER * (2.0 * share(delivery, tries) - 1.0)));
    (next <= begun_at.plus(GIVEN_UP_AFTER)).then_some(next)
}

/// Returns a number from 0 to 1 that differs from delivery to delivery and from try to try.
fn share(delivery: DeliveryId, tries: u32) -> f64 {
    let digest = digest_of_parts(["pause", &delivery.to_string(), &tries.to_string()]);
    let number = digest.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
    f64::from(number) / f64::from(u32::MAX)
}
