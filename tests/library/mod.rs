//! The library of document types.

mod anchors;
mod definitions;
mod dictionary;
mod faults;
mod written;
