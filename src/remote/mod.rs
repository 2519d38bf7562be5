//! Speaking to services over a network: addresses that may be used, keys, clients, tries, circuits.
//!
//! Invariant: no key stands in an address or a message, and nothing follows a redirection, which could lead a key or a
//! borrower's papers elsewhere.

mod circuit;
#[cfg(any(feature = "connectors", feature = "server"))]
mod client;
#[cfg(feature = "connectors")]
mod retry;

pub use circuit::{Circuit, CircuitRules};
#[cfg(any(feature = "connectors", feature = "server"))]
pub use client::{bearer_key, client, limited_body, retry_after, usable_address};
#[cfg(feature = "connectors")]
pub use retry::{Tries, Trouble};
