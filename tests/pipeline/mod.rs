//! `process` as a whole: its events, crashes, signals, several at once.

mod crashes;
mod events;
mod failures;
mod new_types;
mod sharing;
mod signals;
