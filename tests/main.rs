//! All tests of the package, in one program so that they link once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod analytics;
mod cases;
mod classify;
mod commands;
#[cfg(feature = "connectors")]
mod engines;
mod extract;
mod income;
#[cfg(feature = "connectors")]
mod income_runs;
mod keys;
mod learn;
mod library;
mod life;
mod los;
mod ocr;
mod page;
mod pdf;
mod pipeline;
mod reading;
mod reports;
mod samples;
#[cfg(feature = "server")]
mod server;
mod split;
mod store;
mod support;
mod tidy;
#[cfg(feature = "server")]
mod users;
mod validate;
mod versions;
#[cfg(feature = "server")]
mod webhooks;
mod worker;
