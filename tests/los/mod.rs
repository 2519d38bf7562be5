//! Export to a LOS and import from one.

#[cfg(feature = "connectors")]
mod bucket;
mod export;
mod folders;
#[cfg(feature = "connectors")]
mod http;
mod names;
mod packages;
mod tables;
mod watch;
mod xml;
