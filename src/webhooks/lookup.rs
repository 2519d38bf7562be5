//! What a name stands for, by the system's resolver, within a time.

use std::io::{Error, ErrorKind, Result};
use std::net::{IpAddr, ToSocketAddrs};
use std::sync::mpsc;
use std::time::Duration;

/// How long a lookup may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Returns the addresses of a name.
///
/// # Errors
/// When it has none, or the resolver does not answer in time.
pub fn system_lookup(name: &str) -> Result<Vec<IpAddr>> {
    let (answer, answered) = mpsc::channel();
    let name = name.to_string();
    // The resolver cannot be interrupted: a thread that waits for it is left behind and ends by itself.
    std::thread::spawn(move || {
        let found = (name.as_str(), 0).to_socket_addrs();
        // Nobody listens any more when it took too long.
        let _ = answer.send(found.map(|all| all.map(|address| address.ip()).collect()));
    });
    answered.recv_timeout(PATIENCE).unwrap_or_else(|_| Err(Error::from(ErrorKind::TimedOut)))
}
