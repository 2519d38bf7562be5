//! The program's commands: their wiring, output and exit codes.

mod arguments;
mod configurations;
mod ingest;
mod show;
mod words;
