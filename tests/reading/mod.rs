//! How the words of a page are read: with answers recorded in the test, and a handful with the real engine.

pub mod papers;
mod routing;
#[cfg(feature = "tesseract")]
mod scans;
