//! Telling others of results over HTTP: where they may be told, how it is signed, one try, and when the next one is.
//!
//! Invariant: nothing here knows the store; a request goes to an address that was looked at, and to no other, whatever
//! the name stands for a moment later; the answer's text is neither kept nor shown.

mod address;
mod deliver;
mod lookup;
mod schedule;
mod sign;

pub use address::{AddressRules, check_address, check_url, host_of};
pub use deliver::{Answer, Post, Receipt, send};
pub use lookup::system_lookup;
pub use schedule::{FAILING_FOR, TRIES, next_try};
pub use sign::{SECRET_PREFIX, new_secret, signatures};
