//! What several test modules share: drawn pages, definitions, ways to look at an extraction.
//!
//! Invariant: nothing here decides whether a test passes.

mod drawing;
mod engine;
mod extraction;
#[cfg(feature = "connectors")]
mod http;
mod pdf;
mod program;
mod random;

pub use drawing::{drawn, drawn_pages, scanned};
pub use engine::Engine;
pub use extraction::{Cells, all_fields, rows, value};
#[cfg(feature = "connectors")]
pub use http::{Seen, Server};
pub use pdf::{locked_pdf, pdf, w2};
pub use program::{Program, Ran, signal, text};
pub use random::Random;

use loanfile::library::{DocumentType, Library};
use loanfile::model::DocumentTypeId;

/// Returns a type of the standard library.
pub fn standard(id: &str) -> &'static DocumentType {
    Library::standard().get(&DocumentTypeId::new(id)).unwrap_or_else(|| panic!("no type {id} in the library"))
}

/// Reads a definition that a test writes down; `id`, `name` and `group` are given.
pub fn definition(toml: &str) -> DocumentType {
    let whole = format!("id = \"sheet\"\nname = \"Sheet\"\ngroup = \"other\"\n{toml}");
    toml::from_str(&whole).unwrap_or_else(|error| panic!("{error}\n{whole}"))
}
