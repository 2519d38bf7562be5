//! The program's commands: their wiring, output and exit codes.

mod arguments;
mod ingest;
mod show;
mod words;
