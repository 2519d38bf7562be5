//! Words with places: geometry, reading order, labels.

mod frame;
mod grid;
mod labels;
mod layout;
mod rect;
