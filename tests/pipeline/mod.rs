//! `process` as a whole: its events, crashes, signals, several at once.

mod crashes;
mod events;
mod failures;
mod sharing;
mod signals;
