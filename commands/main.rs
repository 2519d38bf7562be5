//! The `loanfile` program.

fn main() {}
