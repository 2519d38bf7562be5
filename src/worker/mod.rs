//! Reading attackers' input in child processes of the same program, with limits on time and memory.
//!
//! A file that crashes, hangs or eats memory costs its own page, nothing else. [`WorkerPool`] is the parent's side: it
//! starts children, hands out requests, watches the clock, and replaces children that died. [`run_child`] is the
//! child's side: the program calls it when its first argument is [`CHILD_ARGUMENT`]. Both talk in lines of JSON.
//!
//! Invariant: nothing outside a child opens a PDF or runs recognition.

mod child;
mod error;
mod limits;
mod pool;
mod process;
mod protocol;

pub use child::run_child;
pub use error::WorkerError;
pub use limits::Limits;
pub use pool::{PoolSettings, WorkerPool};
pub use protocol::{CopyPages, FileFacts, OpenFile, Recognition, RenderPage, Request, Response};

/// The hidden first argument that makes the program a child.
pub const CHILD_ARGUMENT: &str = "__read-pages";
