//! The secret of a workspace that goes into the digests of its credentials.
//!
//! Invariant: it lies in a file of its own that only the owner may read, so that the database alone, or a copy of it,
//! does not help anybody to try credentials.

use super::{Credential, fill_random};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Secret, hexadecimal};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fs;
use std::io::{ErrorKind as IoKind, Write};
use std::path::Path;
use subtle::ConstantTimeEq;

/// As long as a block of the digest, so that all of it counts as it is.
const LENGTH: usize = 64;

/// What is mixed into the digests of a workspace's credentials.
pub struct Pepper([u8; LENGTH]);

impl Pepper {
    /// Reads the file; `None` when there is none.
    ///
    /// # Errors
    /// `Integrity` when it is not what was written, `Unavailable` when it cannot be read.
    pub fn load(path: &Path) -> Result<Option<Self>> {
        let text = match fs::read_to_string(path) {
            Ok(text) => Secret::new(text),
            Err(error) if error.kind() == IoKind::NotFound => return Ok(None),
            Err(error) => return Err(unusable(path, error)),
        };
        let line = text.expose().trim();
        let byte = |at: usize| line.get(at * 2..at * 2 + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
        let bytes: Option<Vec<u8>> = (0..line.len() / 2).map(byte).collect();
        let damaged = || {
            Error::new(ErrorKind::Integrity, format!("{} is damaged", path.display()))
                .hint("restore it from a backup; without it every key has to be made anew")
        };
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok()).ok_or_else(damaged)?;
        Ok(Some(Self(bytes)))
    }

    /// Makes the file, or reads the one that another process has made in between.
    ///
    /// # Errors
    /// `Unavailable` when it cannot be written, and as [`Pepper::load`].
    pub fn make(path: &Path) -> Result<Self> {
        let mut bytes = [0u8; LENGTH];
        fill_random(&mut bytes)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        // Under another name first: nobody ever reads a half of it. Such files are their owner's only.
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(|error| unusable(path, error))?;
        let written = writeln!(file, "{}", hexadecimal(&bytes)).and_then(|()| file.as_file().sync_all());
        written.map_err(|error| unusable(path, error))?;
        match file.persist_noclobber(path) {
            Ok(_) => Ok(Self(bytes)),
            Err(error) if error.error.kind() == IoKind::AlreadyExists => {
                Self::load(path)?.ok_or_else(|| unusable(path, error.error))
            }
            Err(error) => Err(unusable(path, error.error)),
        }
    }

    /// Returns what is kept of a credential: its HMAC-SHA256, in hexadecimal.
    pub fn digest(&self, credential: &Credential) -> String {
        self.digest_of(credential.expose())
    }

    /// Tells whether a digest that was kept is that of a text, in a time that does not depend on where they differ.
    pub fn is_digest_of(&self, kept: &str, text: &str) -> bool {
        self.digest_of(text).as_bytes().ct_eq(kept.as_bytes()).into()
    }

    fn digest_of(&self, text: &str) -> String {
        let mut digest = Hmac::<Sha256>::new(&self.0.into());
        digest.update(text.as_bytes());
        hexadecimal(&digest.finalize().into_bytes())
    }
}

fn unusable(path: &Path, error: std::io::Error) -> Error {
    Error::new(ErrorKind::Unavailable, format!("{} cannot be used: {error}", path.display()))
        .hint("check that the workspace's folder is yours and can be written")
        .caused_by(error)
}
