//! The `loanfile` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == loanfile::worker::CHILD_ARGUMENT) {
        return ExitCode::from(loanfile::worker::run_child());
    }
    ExitCode::SUCCESS
}
