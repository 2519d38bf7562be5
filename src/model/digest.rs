//! Digests as text.

use sha2::{Digest, Sha256};

/// Returns bytes in lower-case hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        for half in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(half), 16).unwrap_or('0'));
        }
    }
    text
}

/// Returns the SHA-256 of parts in hexadecimal; where one part ends and the next begins counts.
pub fn digest_of_parts<P: AsRef<[u8]>>(parts: impl IntoIterator<Item = P>) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        let bytes = part.as_ref();
        digest.update((bytes.len() as u64).to_le_bytes());
        digest.update(bytes);
    }
    hexadecimal(&digest.finalize())
}
