//! Checks of a document that has been read.

mod page_counters;
