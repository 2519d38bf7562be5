//! The order in which the documents of a loan are stacked, and the names of their files.
//!
//! Invariant: a document's file name depends on the document and the stacking file alone, so that a document that is
//! added renames no other.

use super::names::{safe_name, short_id};
use super::record::DocumentRecord;
use crate::error::{Error, Result};
use crate::model::DocumentTypeId;
use serde::Deserialize;
use std::path::Path;
use std::sync::LazyLock;

/// The order of documents: groups of types.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stacking {
    /// The number of the group for types that no group lists.
    rest: u16,
    /// The groups.
    groups: Vec<Group>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    number: u16,
    title: String,
    types: Vec<DocumentTypeId>,
}

/// A document's place in the stack: its group's and its type's number, then what tells documents of a type apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    group: u16,
    of_type: usize,
    name: String,
}

impl Stacking {
    /// Returns the standard order.
    ///
    /// # Panics
    /// When the embedded file is wrong: a fault of the build, caught by the test that reads it.
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<Stacking> = LazyLock::new(|| match Stacking::parse(include_str!("stacking.toml")) {
            Ok(stacking) => stacking,
            Err(error) => panic!("stacking.toml: {error}"),
        });
        &STANDARD
    }

    /// Reads an order from a file.
    ///
    /// # Errors
    /// `InvalidInput` when the file cannot be read or is no order; the message says what is wrong.
    pub fn load(file: &Path) -> Result<Self> {
        let named = |problem: String| Error::invalid_input(format!("{}: {problem}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| named(error.to_string()))?;
        Self::parse(&text).map_err(named)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let stacking: Self = toml::from_str(text).map_err(|error| error.to_string().trim().to_string())?;
        let mut numbers: Vec<u16> = stacking.groups.iter().map(|group| group.number).collect();
        numbers.sort_unstable();
        if let Some(pair) = numbers.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two groups have the number {}", pair[0]));
        }
        if !numbers.contains(&stacking.rest) {
            return Err(format!("rest names group {}, which is not there", stacking.rest));
        }
        let mut types: Vec<&str> =
            stacking.groups.iter().flat_map(|group| &group.types).map(DocumentTypeId::as_str).collect();
        types.sort_unstable();
        match types.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("{} is listed twice", pair[0])),
            None => Ok(stacking),
        }
    }

    /// Tells whether a type is listed.
    pub fn lists(&self, document_type: &DocumentTypeId) -> bool {
        self.groups.iter().any(|group| group.types.contains(document_type))
    }

    /// Returns a document's place; documents are stacked in the order of their places.
    pub fn place(&self, document: &DocumentRecord) -> Place {
        let (group, of_type) = self.find(&document.document_type_id);
        Place { group: group.map_or(self.rest, |group| group.number), of_type, name: self.path(document) }
    }

    /// Returns the path of a document's files within the loan's folder, without the ending.
    pub fn path(&self, document: &DocumentRecord) -> String {
        let (group, of_type) = self.find(&document.document_type_id);
        let (number, title) = group.map_or((self.rest, "Other"), |group| (group.number, group.title.as_str()));
        let described = document.title();
        let id = document.document_id.to_string();
        format!(
            "{number:03} {}/{number:03}-{of_type:03} {} v{} [{}]",
            safe_name(title),
            safe_name(&described),
            safe_name(&document.version_identifier),
            short_id(&id)
        )
    }

    /// Returns a type's place in the stack, and the title of its group.
    pub fn rank(&self, document_type: &DocumentTypeId) -> ((u16, usize), &str) {
        let (group, of_type) = self.find(document_type);
        let (number, title) = group.map_or((self.rest, "Other"), |group| (group.number, group.title.as_str()));
        ((number, of_type), title)
    }

    /// Returns the title of a document's group.
    pub fn group_title(&self, document: &DocumentRecord) -> &str {
        self.find(&document.document_type_id).0.map_or("Other", |group| group.title.as_str())
    }

    /// Returns a type's group and its number there; a type that is not listed is the last of its group.
    fn find(&self, document_type: &DocumentTypeId) -> (Option<&Group>, usize) {
        let listed = self.groups.iter().find_map(|group| {
            let index = group.types.iter().position(|listed| listed == document_type)?;
            Some((Some(group), index + 1))
        });
        listed.unwrap_or_else(|| (self.groups.iter().find(|group| group.number == self.rest), 999))
    }
}
