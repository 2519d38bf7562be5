//! API keys, client secrets, tokens of sessions, passwords: their form, and what may be kept of them.
//!
//! Invariant: the text of a credential is shown once, to whoever made it, and is in no message, log or record; what is
//! kept is a digest, keyed where a person could guess it, and digests are compared in constant time.

#[cfg(feature = "server")]
mod password;
mod pepper;

#[cfg(feature = "server")]
pub use password::{PasswordHash, check_password};
pub use pepper::Pepper;

use crate::error::{Error, ErrorKind, Result};
use crate::model::{Secret, digest_of_parts};
use subtle::ConstantTimeEq;

/// The random letters of a credential: 30 of 62 carry 178 bits.
const RANDOM_LETTERS: usize = 30;

/// The letters at the end that refuse a mistyped credential without a look into the store.
const CHECK_LETTERS: usize = 6;

/// The first random letters, by which people and the store tell keys apart.
const HANDLE_LETTERS: usize = 8;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// What a credential is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CredentialKind {
    /// Names the caller.
    ApiKey,
    /// Comes with the key and proves it.
    ClientSecret,
    /// Stands for a person who has signed in.
    SessionToken,
}

impl CredentialKind {
    /// Returns what credentials of this kind begin with, so that scanners for leaked secrets know them.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::ApiKey => "lfk_",
            Self::ClientSecret => "lfs_",
            Self::SessionToken => "lft_",
        }
    }
}

/// An API key or a client secret: prefix, 30 random letters, 6 letters of a checksum.
#[derive(Debug, Clone)]
pub struct Credential {
    text: Secret,
    handle: String,
}

impl Credential {
    /// Makes a new credential from the system's randomness.
    ///
    /// # Errors
    /// `Unavailable` when the system has none to give.
    pub fn generate(kind: CredentialKind) -> Result<Self> {
        let mut text = kind.prefix().to_string();
        let handle = random_letters(&mut text)?;
        text.push_str(&checksum(&text));
        Ok(Self { text: Secret::new(text), handle })
    }

    /// Reads a credential of a kind; `None` for any text that cannot be one.
    pub fn parse(kind: CredentialKind, text: &str) -> Option<Self> {
        let letters = text.strip_prefix(kind.prefix())?;
        let shaped = letters.len() == RANDOM_LETTERS + CHECK_LETTERS
            && letters.bytes().all(|letter| letter.is_ascii_alphanumeric());
        let (body, check) = text.split_at_checked(text.len().checked_sub(CHECK_LETTERS)?)?;
        let handle = letters.get(..HANDLE_LETTERS)?.to_string();
        (shaped && checksum(body) == check).then(|| Self { text: Secret::new(text), handle })
    }

    /// Returns the public part: what lists, logs and the store call it.
    pub fn handle(&self) -> &str {
        &self.handle
    }

    /// Returns what is kept of a credential that nobody has to be able to guess: its plain SHA-256, in hexadecimal.
    pub fn digest(&self) -> String {
        digest_of_parts(["credential", self.text.expose()])
    }

    /// Returns the random letters alone.
    pub fn random_part(&self) -> &str {
        let start = self.text.expose().find('_').map_or(0, |place| place + 1);
        self.text.expose().get(start..start + RANDOM_LETTERS).unwrap_or_default()
    }

    /// Returns the whole text, for the one who is to keep it.
    pub fn expose(&self) -> &str {
        self.text.expose()
    }
}

/// Tells whether a text looks like a credential, so that it is not repeated in a message.
pub fn looks_secret(text: &str) -> bool {
    let kinds = [CredentialKind::ApiKey, CredentialKind::ClientSecret, CredentialKind::SessionToken];
    kinds.iter().any(|kind| text.contains(kind.prefix()))
}

/// Tells whether two secret texts are the same, in a time that does not depend on where they differ.
pub fn is_same_secret(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Adds random letters to a text and returns the first of them.
fn random_letters(text: &mut String) -> Result<String> {
    let start = text.len();
    while text.len() < start + RANDOM_LETTERS {
        let mut bytes = [0u8; 64];
        fill_random(&mut bytes)?;
        // Numbers above the last whole round are thrown away: else the first letters would come more often.
        let even = bytes.iter().filter(|byte| usize::from(**byte) < 256 / ALPHABET.len() * ALPHABET.len());
        let letters = even.filter_map(|byte| ALPHABET.get(usize::from(*byte) % ALPHABET.len()));
        text.extend(letters.take(start + RANDOM_LETTERS - text.len()).map(|letter| char::from(*letter)));
    }
    Ok(text.get(start..start + HANDLE_LETTERS).unwrap_or_default().to_string())
}

/// Returns random bytes, for a secret of another form.
///
/// # Errors
/// `Unavailable` when the system has none to give.
pub fn random_bytes<const COUNT: usize>() -> Result<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    fill_random(&mut bytes)?;
    Ok(bytes)
}

fn fill_random(bytes: &mut [u8]) -> Result<()> {
    getrandom::fill(bytes).map_err(|error| {
        Error::new(ErrorKind::Unavailable, format!("the system gives no random numbers: {error}"))
            .hint("nothing was made; try again")
    })
}

/// Returns the CRC-32 of a text in base 62.
fn checksum(text: &str) -> String {
    let mut rest = crc32fast::hash(text.as_bytes()) as usize;
    let mut letters = [b'0'; CHECK_LETTERS];
    for letter in letters.iter_mut().rev() {
        *letter = ALPHABET.get(rest % ALPHABET.len()).copied().unwrap_or(b'0');
        rest /= ALPHABET.len();
    }
    letters.iter().map(|letter| char::from(*letter)).collect()
}
