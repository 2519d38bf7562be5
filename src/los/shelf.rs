//! A place that keeps files by path: a folder on a disk, a bucket.
//!
//! Invariant: a file is there whole or not at all, and once a verb has returned its effect survives a crash.

use crate::error::Result;
use std::path::Path;

/// A place that keeps files by path. Paths have slashes and are made of safe names.
pub trait Shelf {
    /// Returns a file's bytes; `None` when there is none.
    ///
    /// # Errors
    /// `Unavailable` when the place does not answer.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>>;

    /// Returns a file's size; `None` when there is none.
    ///
    /// # Errors
    /// `Unavailable` when the place does not answer.
    fn size(&self, path: &str) -> Result<Option<u64>>;

    /// Puts a file in its place, over one that may be there.
    ///
    /// # Errors
    /// `Unavailable` when the place refuses; `Integrity` when a file that is to be copied cannot be read.
    fn write(&self, path: &str, content: Content<'_>) -> Result<()>;

    /// Gives a file another path, over one that may be there; nothing happens when it is not there.
    ///
    /// # Errors
    /// `Unavailable` when the place refuses.
    fn rename(&self, from: &str, to: &str) -> Result<()>;

    /// Removes a file; nothing happens when it is not there.
    ///
    /// # Errors
    /// `Unavailable` when the place refuses.
    fn remove(&self, path: &str) -> Result<()>;

    /// Removes what an interrupted write left under a path.
    ///
    /// # Errors
    /// `Unavailable` when the place refuses.
    fn clear_unfinished(&self, path: &str) -> Result<()>;

    /// Returns where a file is, for people and other programs.
    fn location(&self, path: &str) -> String;
}

/// What a file is to hold.
#[derive(Debug, Clone, Copy)]
pub enum Content<'c> {
    /// These bytes.
    Bytes(&'c [u8]),
    /// The bytes of this file.
    Copy(&'c Path),
}
