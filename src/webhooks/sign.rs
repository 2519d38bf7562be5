//! Signatures of deliveries, by the Standard Webhooks scheme under our own header names.
//!
//! Source: the Standard Webhooks specification, version 1.0.0, "Signature scheme" (symmetric).

use crate::credentials::random_bytes;
use crate::error::{Error, Result};
use crate::model::{Secret, Timestamp};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What a secret begins with.
pub const SECRET_PREFIX: &str = "whsec_";

/// The scheme allows 24 to 64.
const SECRET_BYTES: usize = 32;

/// Makes a secret for a receiver: the prefix and 32 random bytes in base64.
///
/// # Errors
/// `Unavailable` when the system has no random numbers.
pub fn new_secret() -> Result<Secret> {
    let bytes: [u8; SECRET_BYTES] = random_bytes()?;
    Ok(Secret::new(format!("{SECRET_PREFIX}{}", STANDARD.encode(bytes))))
}

/// Returns the value of the signature header: a signature a secret, with spaces between.
///
/// Signed is `id.timestamp.body`, the timestamp in whole seconds since 1970.
///
/// # Errors
/// `Integrity` when a kept secret is none.
pub fn signatures(secrets: &[Secret], id: &str, timestamp: Timestamp, body: &str) -> Result<String> {
    let text = format!("{id}.{}.{body}", seconds(timestamp));
    let signed = secrets.iter().map(|secret| signature(secret, &text));
    Ok(signed.collect::<Result<Vec<String>>>()?.join(" "))
}

/// Returns whole seconds since 1970.
pub(super) fn seconds(timestamp: Timestamp) -> i64 {
    timestamp.micros().div_euclid(1_000_000)
}

fn signature(secret: &Secret, text: &str) -> Result<String> {
    let damaged = || {
        Error::new(crate::error::ErrorKind::Integrity, "a webhook's secret is damaged")
            .hint("give it a new one with \"loanfile webhook rotate\"")
    };
    let encoded = secret.expose().strip_prefix(SECRET_PREFIX).ok_or_else(damaged)?;
    let key = STANDARD.decode(encoded).map_err(|_| damaged())?;
    let mut digest = Hmac::<Sha256>::new_from_slice(&key).map_err(|_| damaged())?;
    digest.update(text.as_bytes());
    Ok(format!("v1,{}", STANDARD.encode(digest.finalize().into_bytes())))
}
