//! Makes a large workspace of invented loans, and measures on one: `tests/scripts/big-workspace` runs it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a tool that cannot go on has failed")]
#![allow(clippy::print_stdout, reason = "what it measured is its output")]

mod data;
mod income;
mod loan;
mod measure;
mod paper;
#[path = "../../support/random.rs"]
mod random;

use std::path::PathBuf;

fn main() {
    // `cargo bench` adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["make", folder, loans] => loan::make(&PathBuf::from(folder), loans.parse().expect("a number of loans")),
        ["measure", folder] => measure::measure(&PathBuf::from(folder)),
        // Nobody asked for anything: `cargo bench` runs every benchmark.
        [] => println!("big_workspace: give make FOLDER LOANS, or measure FOLDER"),
        other => panic!("{other:?}: give make FOLDER LOANS, or measure FOLDER"),
    }
}
