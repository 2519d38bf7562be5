//! Reading PDF files: pages, words with places, drawn lines, boxes to tick, live form fields, page images.
//!
//! The only home of the PDF crates. [`Pdf`] reads a file with `hayro`; `write` copies pages into new files with
//! `lopdf`. Invariants: every rectangle is in points with the origin at the top left corner of the page *as a viewer
//! shows it* (rotation and crop box applied); page numbers count from 1; a hostile file ends in a [`PdfError`] or a
//! partial result, as far as the crates below allow it. Memory and time limits are the worker process's task.

mod check_boxes;
mod drawn_fonts;
mod error;
mod file;
mod form_fields;
mod form_words;
mod glyphs;
mod ink_marks;
mod layer;
mod outline;
mod page_image;
mod recorder;
mod render;
mod rules;
mod words;
pub mod write;

pub use error::PdfError;
pub use file::Pdf;
pub use layer::Layer;
pub use page_image::PageImage;
