//! The library of document types: data files embedded at build, read once.
//!
//! Invariant: a type is data; adding one touches a file under `types/` and its tests, no code.

mod anchors;
mod check;
mod definition;

pub use anchors::{AnchorIndex, AnchorUse};
pub use check::{Problem, check};
pub use definition::{
    Anchor, AnchorPage, AnchorPlace, Attachment, Check, Choice, ColumnDefinition, DocumentType, DurationUnit, Expiry,
    FieldDefinition, FromRow, Part, Relation, Section, Shape, TableDefinition, TableLayout,
};

use crate::model::DocumentTypeId;
use include_dir::{Dir, include_dir};
use std::sync::LazyLock;

static TYPES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/library/types");

/// The id of the type that holds every segment no other type claims.
pub const OTHER: &str = "other";

/// A set of document types.
#[derive(Debug, Clone, Default)]
pub struct Library {
    types: Vec<DocumentType>,
    anchors: AnchorIndex,
}

impl Library {
    /// Returns the standard library.
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<Library> = LazyLock::new(|| {
            let mut types = Vec::new();
            read_folder(&TYPES, &mut types);
            types.sort_by(|a, b| a.id.cmp(&b.id));
            Library::new(types)
        });
        &STANDARD
    }

    /// Makes a library of the given types.
    pub fn new(types: Vec<DocumentType>) -> Self {
        let anchors = AnchorIndex::new(&types);
        Self { types, anchors }
    }

    /// Returns the search for the anchors of all types.
    pub fn anchors(&self) -> &AnchorIndex {
        &self.anchors
    }

    /// Returns the types, by id.
    pub fn types(&self) -> &[DocumentType] {
        &self.types
    }

    /// Returns a type by its id.
    pub fn get(&self, id: &DocumentTypeId) -> Option<&DocumentType> {
        self.types.iter().find(|candidate| candidate.id == *id)
    }
}

/// Reads the embedded files of a folder and its folders.
///
/// # Panics
/// When an embedded file is no definition: a fault of the build, caught by the test that reads every file.
fn read_folder(folder: &Dir<'_>, types: &mut Vec<DocumentType>) {
    for file in folder.files() {
        match file.contents_utf8().map(toml::from_str) {
            Some(Ok(definition)) => types.push(definition),
            Some(Err(error)) => panic!("{}: {error}", file.path().display()),
            None => panic!("{}: not UTF-8", file.path().display()),
        }
    }
    for inner in folder.dirs() {
        read_folder(inner, types);
    }
}
