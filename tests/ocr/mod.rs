//! Recognition and the pure functions over images.

mod check_boxes;
mod drawing;
mod image_cleaning;
mod lines_of_text;
mod recorded;
mod ruled_lines;
#[cfg(feature = "tesseract")]
mod tesseract;
mod unexplained;
