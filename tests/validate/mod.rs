//! Checks of a document that has been read.

mod filled;
mod page_counters;
