//! Turns mortgage loan packages into documents, fields and findings that a person can check.
//!
//! The way of a page: PDF -> pages -> words -> documents -> fields -> findings -> tasks -> export.
//! Arrows between the modules go down only (see `docs/architecture.md`): the pure modules (`page`, `library`,
//! `split`, `classify`, `extract`, `validate`, `review`, `corrections`,
//! `versions`) never touch a file, a clock, a database or a
//! thread; everything that does lives in an adapter below or in `pipeline`, `ops` and the program in `commands/`.

pub mod blobs;
pub mod calibration;
pub mod classify;
pub mod corrections;
pub mod credentials;
pub mod engines;
pub mod error;
pub mod extract;
pub mod income;
pub mod learn;
mod libraries;
pub mod library;
pub mod los;
pub mod model;
pub mod ocr;
pub mod ops;
pub mod page;
pub mod pdf;
pub mod pipeline;
pub mod reading;
pub mod remote;
pub mod reports;
pub mod review;
#[cfg(feature = "server")]
pub mod server;
pub mod settings;
pub mod split;
pub mod store;
pub mod validate;
pub mod versions;
pub mod views;
#[cfg(feature = "server")]
pub mod webhooks;
pub mod worker;
pub mod workspace;
