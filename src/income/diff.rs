//! What differs between two results, down to the leaf that moved.
//!
//! Streams are paired by their key, leaves by what they are about: a person's fact, a rule, or a document's field. A
//! leaf of a document that is only in one of the results is paired with one of the same field in a document that is only
//! in the other: a newer version of a paper has an id of its own.

use super::figure::{Figure, Origin, ValueSource};
use super::result::{IncomeData, Stream};
use crate::model::DocumentId;
use rust_decimal::Decimal;
use std::collections::HashSet;

/// What differs.
#[derive(Debug, Clone, PartialEq)]
pub struct IncomeDifference<'r> {
    /// The streams that differ, in the order of the second result; those that went come last.
    pub streams: Vec<StreamDifference<'r>>,
    /// How many streams are the same.
    pub unchanged: usize,
}

/// A stream that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct StreamDifference<'r> {
    /// The stream in the first result; `None` when it came.
    pub before: Option<&'r Stream>,
    /// The stream in the second result; `None` when it went.
    pub after: Option<&'r Stream>,
    /// By how much it moves the total.
    pub effect: Decimal,
    /// The leaves that moved.
    pub leaves: Vec<LeafDifference<'r>>,
}

/// A leaf that moved.
#[derive(Debug, Clone, PartialEq)]
pub struct LeafDifference<'r> {
    /// The leaf in the first result.
    pub before: Option<Leaf<'r>>,
    /// The leaf in the second result.
    pub after: Option<Leaf<'r>>,
}

/// What a stream rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf<'r> {
    /// What it is.
    pub label: &'r str,
    /// Its value.
    pub value: String,
    /// Where it stands; `None` for what stands on no page.
    pub source: Option<&'r ValueSource>,
    about: About<'r>,
}

/// What a leaf is about, by which leaves of two results are paired.
#[derive(Debug, Clone, PartialEq)]
struct About<'r> {
    document: Option<DocumentId>,
    field: &'r str,
    row: Option<u32>,
    label: &'r str,
}

/// Returns what differs between two results.
pub fn difference<'r>(before: &'r IncomeData, after: &'r IncomeData) -> IncomeDifference<'r> {
    let documents = [before, after].map(documents_of);
    let mut left: Vec<&Stream> = before.streams().collect();
    let mut found = IncomeDifference { streams: Vec::new(), unchanged: 0 };
    for stream in after.streams() {
        let same = left.iter().position(|other| other.stream_key.eq_ignore_ascii_case(&stream.stream_key));
        let other = same.map(|place| left.remove(place));
        let leaves = leaves(other, Some(stream), &documents);
        let same = other.is_some_and(|other| {
            other.monthly_amount == stream.monthly_amount
                && other.include_in_total == stream.include_in_total
                && other.method == stream.method
        });
        if same && leaves.is_empty() {
            found.unchanged += 1;
            continue;
        }
        let effect = counted(Some(stream)) - counted(other);
        found.streams.push(StreamDifference { before: other, after: Some(stream), effect, leaves });
    }
    for stream in left {
        let effect = -counted(Some(stream));
        let leaves = Vec::new();
        found.streams.push(StreamDifference { before: Some(stream), after: None, effect, leaves });
    }
    found
}

fn counted(stream: Option<&Stream>) -> Decimal {
    stream.filter(|stream| stream.include_in_total).map(|stream| stream.monthly_amount).unwrap_or_default()
}

fn leaves<'r>(
    before: Option<&'r Stream>,
    after: Option<&'r Stream>,
    documents: &[HashSet<DocumentId>; 2],
) -> Vec<LeafDifference<'r>> {
    let (Some(before), Some(after)) = (before, after) else { return Vec::new() };
    let mut old = leaves_of(before);
    let mut moved = Vec::new();
    let mut came = Vec::new();
    for leaf in leaves_of(after) {
        match old.iter().position(|other| other.about == leaf.about) {
            Some(place) => {
                let other = old.remove(place);
                if other.value != leaf.value {
                    moved.push(LeafDifference { before: Some(other), after: Some(leaf) });
                }
            }
            None => came.push(leaf),
        }
    }
    for leaf in came {
        let place = old.iter().position(|other| replaces(&leaf.about, &other.about, documents));
        let other = place.map(|place| old.remove(place));
        if other.as_ref().is_none_or(|other| other.value != leaf.value) {
            moved.push(LeafDifference { before: other, after: Some(leaf) });
        }
    }
    moved.extend(old.into_iter().map(|leaf| LeafDifference { before: Some(leaf), after: None }));
    moved
}

/// Tells whether the same field of a document that is only in the one result took the place of one only in the other.
fn replaces(new: &About<'_>, old: &About<'_>, [old_documents, new_documents]: &[HashSet<DocumentId>; 2]) -> bool {
    let only_in_one = |document: Option<DocumentId>, other: &HashSet<DocumentId>| {
        document.is_some_and(|document| !other.contains(&document))
    };
    !new.field.is_empty()
        && (old.field, old.row) == (new.field, new.row)
        && only_in_one(new.document, old_documents)
        && only_in_one(old.document, new_documents)
}

/// Returns the leaves of a stream, each once; where it has no proof the values that it names stand for them.
fn leaves_of(stream: &Stream) -> Vec<Leaf<'_>> {
    let mut all: Vec<Leaf<'_>> = match &stream.proof {
        Some(proof) => proof.leaves().into_iter().map(leaf_of_figure).collect(),
        None => stream.sources.iter().map(leaf_of_source).collect(),
    };
    let mut found: Vec<Leaf<'_>> = Vec::new();
    for leaf in all.drain(..) {
        if !found.contains(&leaf) {
            found.push(leaf);
        }
    }
    found
}

fn leaf_of_figure(figure: &Figure) -> Leaf<'_> {
    let label = figure.label.as_str();
    let about = match &figure.origin {
        Origin::Read { source } => about_source(source),
        Origin::AssumedZero { document, field_type, .. } => {
            About { document: Some(*document), field: field_type.as_str(), row: None, label: "" }
        }
        Origin::Stated { fact } => About { document: None, field: fact, row: None, label: "" },
        Origin::Rule { .. } | Origin::Calculated { .. } => About { document: None, field: "", row: None, label },
    };
    Leaf { label, value: figure.value.normalize().to_string(), source: source_of(figure), about }
}

fn leaf_of_source(source: &ValueSource) -> Leaf<'_> {
    let label = source.field_type_id.as_str();
    Leaf { label, value: source.value.clone(), source: Some(source), about: about_source(source) }
}

fn about_source(source: &ValueSource) -> About<'_> {
    About { document: Some(source.document_id), field: source.field_type_id.as_str(), row: source.row_index, label: "" }
}

fn documents_of(result: &IncomeData) -> HashSet<DocumentId> {
    result.streams().flat_map(leaves_of).filter_map(|leaf| leaf.about.document).collect()
}

/// Returns where a figure stands; `None` for one that stands on no page.
pub fn source_of(figure: &Figure) -> Option<&ValueSource> {
    match &figure.origin {
        Origin::Read { source } => Some(source),
        _ => None,
    }
}
