//! What parent and child say to each other: one JSON value a line.

use super::WorkerError;
use crate::reading::PageReading;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// A file with the password that opens it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenFile {
    /// Where the PDF lies.
    pub path: PathBuf,
    /// The user or owner password, if it has one.
    pub password: Option<String>,
}

impl OpenFile {
    /// Names a file that needs no password.
    pub fn plain(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), password: None }
    }
}

/// Shows the path only: passwords never appear in messages.
impl fmt::Debug for OpenFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("OpenFile").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Whether pages may be recognised optically.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recognition {
    /// Where the page needs it.
    AsNeeded,
    /// Not at all, because it already failed on this page.
    Off,
}

/// What a child can be asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Page count and encryption.
    Facts(OpenFile),
    /// A page's words, rules and boxes.
    ReadPage {
        /// The file.
        file: OpenFile,
        /// The page, from 1.
        page: u32,
        /// Whether to recognise optically.
        recognition: Recognition,
    },
    /// A page as a picture.
    RenderPage(RenderPage),
    /// Some pages as a PDF of their own.
    CopyPages(CopyPages),
}

/// A page to draw into a PNG file, as a viewer shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RenderPage {
    /// The file.
    pub file: OpenFile,
    /// The page, from 1.
    pub page: u32,
    /// The resolution.
    pub dots_per_inch: f32,
    /// Where to write the PNG file; it is replaced.
    pub output: PathBuf,
}

/// Pages to copy into a PDF of their own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CopyPages {
    /// The file.
    pub file: OpenFile,
    /// The pages, from 1, in the order wanted.
    pub pages: Vec<u32>,
    /// A JSON file with the `Page`s whose words become an invisible text layer; by their numbers in the source file.
    pub texts: Option<PathBuf>,
    /// Where to write the PDF; it is replaced.
    pub output: PathBuf,
}

/// What is known of a file once it is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFacts {
    /// The number of pages, at least 1.
    pub page_count: u32,
    /// Whether the file is encrypted, with a password or without.
    pub encrypted: bool,
}

/// A child's answer to the request of the same name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// To `Facts`.
    Facts(FileFacts),
    /// To `ReadPage`.
    Page(Box<PageReading>),
    /// To requests that write a file: it is written.
    Written,
}

/// A line from child to parent.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Message {
    /// Everything but recognition is done; recognition begins.
    Recognizing,
    /// The request is done.
    Done(Response),
    /// The request failed, the child lives on.
    Failed(WorkerError),
}
