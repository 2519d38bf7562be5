//! Stopping on request: the first signal asks to finish what is begun, the second ends the program at once.

use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static SIGNAL: std::sync::OnceLock<Arc<AtomicUsize>> = std::sync::OnceLock::new();

/// Listens for signals from now on; the flag is set by the first one.
pub fn listen() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let which = Arc::clone(SIGNAL.get_or_init(Arc::default));
    for signal in [SIGINT, SIGTERM] {
        let shell_code = 128 + signal;
        // In this order: a signal that finds the flag set ends the program, the first one only sets it.
        flag::register_conditional_shutdown(signal, shell_code, Arc::clone(&stop))
            .and_then(|_| flag::register_usize(signal, Arc::clone(&which), signal.unsigned_abs() as usize))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)))
            .context("signals cannot be listened for")?;
    }
    Ok(stop)
}

/// Returns the exit code of a program that was asked to stop: 130 for Ctrl-C, 143 for a termination signal.
pub fn exit_code() -> ExitCode {
    let signal = SIGNAL.get().map_or(0, |which| which.load(Ordering::Relaxed));
    if signal == SIGTERM.unsigned_abs() as usize { ExitCode::from(143) } else { ExitCode::from(130) }
}
