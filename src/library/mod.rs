//! The library of document types: data files embedded at build, read once.
//!
//! Invariant: a type is data; adding one touches a file under `types/` and its tests, no code.

mod anchors;
mod check;
mod definition;
mod written;

pub use anchors::{AnchorIndex, AnchorUse};
pub use check::{Problem, check};
pub use definition::{
    Anchor, AnchorPage, AnchorPlace, Attachment, Check, Choice, ColumnDefinition, DocumentType, DurationUnit, Expiry,
    FieldDefinition, FromRow, Part, Relation, Section, Shape, TableDefinition, TableLayout,
};

pub use written::written;

use crate::model::DocumentTypeId;
use include_dir::{Dir, include_dir};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

static TYPES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/library/types");

/// The id of the type that holds every segment no other type claims.
pub const OTHER: &str = "other";

/// A set of document types.
#[derive(Debug, Clone, Default)]
pub struct Library {
    types: Vec<DocumentType>,
    inactive: BTreeSet<DocumentTypeId>,
    anchors: AnchorIndex,
    version: String,
}

static STANDARD: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let mut types = Vec::new();
    read_folder(&TYPES, &mut types);
    Arc::new(Library::new(types))
});

impl Library {
    /// Returns the standard library.
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// Returns the standard library as others share it.
    pub fn shared_standard() -> Arc<Self> {
        Arc::clone(&STANDARD)
    }

    /// Returns the file in which a standard type is written down.
    pub fn standard_text(id: &DocumentTypeId) -> Option<&'static str> {
        find_file(&TYPES, &format!("{id}.toml"))
    }

    /// Makes a library of the given types.
    pub fn new(types: Vec<DocumentType>) -> Self {
        Self::of(types, BTreeSet::new(), String::new())
    }

    /// Returns this library with types added, or put in the place of those of the same id, and without those that
    /// documents may not get: they are still known, so that what has them stays readable.
    ///
    /// The version tells libraries of one tenant apart.
    #[must_use]
    pub fn with(&self, added: Vec<DocumentType>, inactive: BTreeSet<DocumentTypeId>, version: String) -> Self {
        let replaced: BTreeSet<&DocumentTypeId> = added.iter().map(|definition| &definition.id).collect();
        let kept = self.types.iter().filter(|definition| !replaced.contains(&definition.id));
        let types = kept.cloned().chain(added.iter().cloned()).collect();
        Self::of(types, inactive, version)
    }

    fn of(mut types: Vec<DocumentType>, inactive: BTreeSet<DocumentTypeId>, version: String) -> Self {
        types.sort_by(|a, b| a.id.cmp(&b.id));
        let anchors = AnchorIndex::without(&types, &inactive);
        Self { types, inactive, anchors, version }
    }

    /// Returns the search for the anchors of all active types.
    pub fn anchors(&self) -> &AnchorIndex {
        &self.anchors
    }

    /// Returns the types, by id; those that documents may not get too.
    pub fn types(&self) -> &[DocumentType] {
        &self.types
    }

    /// Returns a type by its id.
    pub fn get(&self, id: &DocumentTypeId) -> Option<&DocumentType> {
        self.types.iter().find(|candidate| candidate.id == *id)
    }

    /// Tells whether documents may get a type.
    pub fn is_active(&self, id: &DocumentTypeId) -> bool {
        !self.inactive.contains(id) && self.get(id).is_some()
    }

    /// Returns the ids of the types that documents may not get.
    pub fn inactive(&self) -> &BTreeSet<DocumentTypeId> {
        &self.inactive
    }

    /// Returns what tells this library from others of its tenant; empty for the standard library.
    pub fn version(&self) -> &str {
        &self.version
    }
}

fn find_file(folder: &'static Dir<'_>, name: &str) -> Option<&'static str> {
    let own = folder.files().find(|file| file.path().file_name().is_some_and(|known| known == name));
    let own = own.and_then(|file| file.contents_utf8());
    own.or_else(|| folder.dirs().find_map(|inner| find_file(inner, name)))
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
