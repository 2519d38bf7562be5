//! Finds versions and copies of the same paper in a loan.
//!
//! Two documents are versions of one paper when they have the same type and the same identity fields (a W-2's
//! employee, employer and year). One is a copy of another when its pages show exactly the same, or when it is a
//! version with exactly the same values. Invariant: pure; papers are placed in the order in which they came, so the
//! answer does not depend on which was processed first. An identity with an unknown part equals no other.

mod diff;
mod naming;
mod near;
mod sketch;

pub use diff::{Changed, ChangedRow, Difference, TableDifference, diff};
pub use naming::custom_name;
pub use near::show_the_same;
pub use sketch::Sketch;

use crate::library::DocumentType;
use crate::model::{Document, DocumentId, Field, digest_of_parts};
use std::cmp::Reverse;

/// A document's place among the versions of its paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// Its number, from 1.
    pub version: u32,
    /// The document that was the current version until now.
    pub previous: Option<DocumentId>,
    /// The document that it repeats; it is then not the current version.
    pub duplicate_of: Option<DocumentId>,
    /// Why it got this place.
    pub reason: Reason,
}

/// Why a document got its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It is the first of its paper.
    First,
    /// It replaces an earlier version.
    NewVersion,
    /// It repeats another.
    Duplicate,
    /// It shows the same as another, scanned or printed anew.
    NearDuplicate,
    /// It is the same document with corrected values.
    Correction,
}

impl Reason {
    /// Returns the public name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::NewVersion => "new_version",
            Self::Duplicate => "duplicate",
            Self::NearDuplicate => "near_duplicate",
            Self::Correction => "correction",
        }
    }
}

/// Returns a digest of the values of the type's identity fields; `None` when one of them is unknown.
pub fn identity_digest(definition: &DocumentType, fields: &[Field]) -> Option<String> {
    if definition.identity.is_empty() {
        return None;
    }
    let mut parts = vec![definition.id.to_string()];
    for identity in &definition.identity {
        parts.push(normalized(identity_value(definition, fields, identity)?));
    }
    Some(digest_of_parts(parts))
}

/// Returns a digest of all values of a document; `None` when it has none.
pub fn values_digest(fields: &[Field]) -> Option<String> {
    let parts = fields.iter().flat_map(|field| {
        let row = field.row_index.map(|row| row.to_string()).unwrap_or_default();
        [field.field_type.to_string(), row, normalized(&field.value)]
    });
    (!fields.is_empty()).then(|| digest_of_parts(parts))
}

/// Places a document among the related documents that have been placed before, in the order of their papers.
///
/// One that had a place already was corrected: it is the next version of itself.
pub fn place(document: &Document, related: &[Document]) -> Placement {
    if document.version_identifier.is_some() {
        let versions = related.iter().filter(|other| is_version(document, other)).map(version_of);
        return Placement {
            version: versions.max().unwrap_or(0).max(version_of(document)) + 1,
            previous: Some(document.id),
            duplicate_of: document.duplicate_of,
            reason: Reason::Correction,
        };
    }
    if let Some(original) = related.iter().find(|other| repeats(document, other)) {
        return Placement {
            version: version_of(original),
            previous: None,
            duplicate_of: Some(original.duplicate_of.unwrap_or(original.id)),
            reason: Reason::Duplicate,
        };
    }
    let versions = related.iter().filter(|other| is_version(document, other));
    let newest = versions.filter(|other| other.duplicate_of.is_none()).max_by_key(|other| version_of(other));
    match newest {
        None => Placement { version: 1, previous: None, duplicate_of: None, reason: Reason::First },
        Some(newest) => Placement {
            version: version_of(newest) + 1,
            previous: Some(newest.id),
            duplicate_of: None,
            reason: Reason::NewVersion,
        },
    }
}

/// How alike the sketches of two papers are before their words are compared.
const ALIKE: f32 = 0.5;

/// Comparing words takes time: only the papers that are most alike are looked at.
const MOST_COMPARED: usize = 3;

/// Returns which of the documents that were placed before, of the same type and number of pages, a document may show
/// again, scanned or printed anew; most alike first.
///
/// Where the identity of both is known, that decides, and there are none.
pub fn near_candidates<'d>(document: &Document, comparable: &'d [Document]) -> Vec<&'d Document> {
    let sketch_of = |document: &Document| document.word_sketch.as_deref().and_then(Sketch::from_bytes);
    let Some(sketch) = sketch_of(document) else { return Vec::new() };
    let undecided = |other: &&Document| document.identity_digest.is_none() || other.identity_digest.is_none();
    let signed_alike = |other: &&Document| document.signature_found == other.signature_found;
    let mut candidates: Vec<(f32, &Document)> = comparable
        .iter()
        .filter(undecided)
        .filter(signed_alike)
        .filter_map(|other| Some((sketch.similarity(&sketch_of(other)?), other)))
        .filter(|(similarity, _)| *similarity >= ALIKE)
        .collect();
    candidates.sort_by(|one, two| two.0.total_cmp(&one.0));
    candidates.into_iter().take(MOST_COMPARED).map(|(_, other)| other).collect()
}

/// Places a document that shows another one again, scanned or printed anew.
pub fn place_near_copy(original: &Document) -> Placement {
    Placement {
        version: version_of(original),
        previous: None,
        duplicate_of: Some(original.duplicate_of.unwrap_or(original.id)),
        reason: Reason::NearDuplicate,
    }
}

/// Returns the digest that all copies of a paper share, however they were scanned.
pub fn shown_content(document: &Document) -> Option<&String> {
    document.copied_content.as_ref().or(document.content_digest.as_ref())
}

/// Returns the documents of a document's paper among those of its loan, itself among them: versions from the newest,
/// each with its copies behind it.
pub fn chain<'d>(document: &'d Document, documents: &'d [Document]) -> Vec<&'d Document> {
    let mut chain = vec![document];
    loop {
        let belongs = |other: &&Document| {
            let is_linked = |known: &&Document| {
                is_version(known, other)
                    || repeats(known, other)
                    || known.duplicate_of == Some(other.id)
                    || other.duplicate_of == Some(known.id)
            };
            other.document_type == document.document_type && chain.iter().any(is_linked)
        };
        let known = |other: &&Document| !chain.iter().any(|known| known.id == other.id);
        let found: Vec<&Document> = documents.iter().filter(known).filter(belongs).collect();
        if found.is_empty() {
            break;
        }
        chain.extend(found);
    }
    let papers = |document: &Document| (document.source_position, document.first_page);
    chain.sort_by_key(|document| (Reverse(version_of(document)), document.duplicate_of.is_some(), papers(document)));
    chain
}

/// A document's standing among the versions of its paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether no newer version and no original of it exists.
    pub current: bool,
    /// The document that it repeats.
    pub duplicate_of: Option<DocumentId>,
}

/// Returns the standing of each document of a loan, given in the order of their papers; those put aside are not among
/// them, so that taking one back or away moves the others up or down.
pub fn standings(documents: &[Document]) -> Vec<Standing> {
    let mut originals: Vec<&Document> = Vec::new();
    let mut duplicate_of = Vec::with_capacity(documents.len());
    for document in documents {
        let placed = document.version_identifier.is_some();
        let original = originals
            .iter()
            .find(|other| placed && other.document_type == document.document_type && repeats(document, other));
        duplicate_of.push(original.map(|original| original.id));
        if placed && original.is_none() {
            originals.push(document);
        }
    }
    let is_replaced = |at: usize, document: &Document| {
        let later = documents.iter().zip(&duplicate_of).skip(at + 1);
        later
            .filter(|(_, duplicate_of)| duplicate_of.is_none())
            .any(|(other, _)| other.version_identifier.is_some() && is_version(document, other))
    };
    documents
        .iter()
        .enumerate()
        .map(|(at, document)| Standing {
            current: duplicate_of[at].is_none() && !is_replaced(at, document),
            duplicate_of: duplicate_of[at],
        })
        .collect()
}

fn repeats(document: &Document, other: &Document) -> bool {
    let same = |one: &Option<String>, two: &Option<String>| one.is_some() && one == two;
    let shown = |document: &Document| shown_content(document).cloned();
    same(&document.content_digest, &other.content_digest)
        || same(&shown(document), &shown(other))
        || (is_version(document, other) && same(&document.values_digest, &other.values_digest))
}

fn is_version(document: &Document, other: &Document) -> bool {
    document.identity_digest.is_some() && document.identity_digest == other.identity_digest
}

fn version_of(document: &Document) -> u32 {
    document.version_identifier.as_deref().and_then(|version| version.parse().ok()).unwrap_or(1)
}

fn identity_value<'f>(definition: &DocumentType, fields: &'f [Field], identity: &str) -> Option<&'f str> {
    let id = definition.field_id(identity);
    let field = fields.iter().find(|field| field.field_type == id && field.row_index.is_none())?;
    (!normalized(&field.value).is_empty()).then_some(field.value.as_str())
}

/// Case, spaces and punctuation do not tell two papers apart.
fn normalized(value: &str) -> String {
    value.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
