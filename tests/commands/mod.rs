//! The program's commands: their wiring, output and exit codes.

mod arguments;
mod configurations;
mod doctype;
#[cfg(feature = "connectors")]
mod income;
mod ingest;
mod isolation;
mod show;
mod tutorial;
mod whole;
mod words;
