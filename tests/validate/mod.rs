//! Checks of documents that have been read, one by one and as the papers of a loan.

mod configurations;
mod documents;
mod facts;
mod filled;
mod page_counters;
mod paper;
mod requirements;
