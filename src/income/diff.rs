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
    pub before: Option<&'r Figure>,
    /// The leaf in the second result.
    pub after: Option<&'r Figure>,
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

/// What a leaf is about.
#[derive(PartialEq)]
struct About<'r> {
    document: Option<DocumentId>,
    field: &'r str,
    row: Option<u32>,
    label: &'r str,
}

fn leaves<'r>(
    before: Option<&'r Stream>,
    after: Option<&'r Stream>,
    documents: &[HashSet<DocumentId>; 2],
) -> Vec<LeafDifference<'r>> {
    let (Some(before), Some(after)) = (before, after) else { return Vec::new() };
    let (mut old, new) = (distinct_leaves(before), distinct_leaves(after));
    let mut moved = Vec::new();
    let mut came = Vec::new();
    for leaf in new {
        match old.iter().position(|other| about(other) == about(leaf)) {
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
        let (mine, [old_documents, new_documents]) = (about(leaf), documents);
        let replaces = |other: &&Figure| {
            let theirs = about(other);
            let elsewhere = |document: Option<DocumentId>, there: &HashSet<DocumentId>| {
                document.is_some_and(|document| !there.contains(&document))
            };
            theirs.field == mine.field
                && theirs.row == mine.row
                && !mine.field.is_empty()
                && elsewhere(mine.document, old_documents)
                && elsewhere(theirs.document, new_documents)
        };
        let place = old.iter().position(|other| replaces(other));
        let other = place.map(|place| old.remove(place));
        if other.is_none_or(|other| other.value != leaf.value) {
            moved.push(LeafDifference { before: other, after: Some(leaf) });
        }
    }
    moved.extend(old.into_iter().map(|leaf| LeafDifference { before: Some(leaf), after: None }));
    moved
}

/// Returns the leaves of a stream, each once; without a proof the values that it rests on stand for them.
fn distinct_leaves(stream: &Stream) -> Vec<&Figure> {
    let mut found: Vec<&Figure> = Vec::new();
    for leaf in stream.proof.iter().flat_map(Figure::leaves) {
        if !found.iter().any(|known| about(known) == about(leaf) && known.value == leaf.value) {
            found.push(leaf);
        }
    }
    found
}

fn about(leaf: &Figure) -> About<'_> {
    match &leaf.origin {
        Origin::Read { source } => About {
            document: Some(source.document_id),
            field: source.field_type_id.as_str(),
            row: source.row_index,
            label: "",
        },
        Origin::AssumedZero { document, field_type, .. } => {
            About { document: Some(*document), field: field_type.as_str(), row: None, label: "" }
        }
        Origin::Stated { fact } => About { document: None, field: fact, row: None, label: "" },
        Origin::Rule { .. } | Origin::Calculated { .. } => {
            About { document: None, field: "", row: None, label: &leaf.label }
        }
    }
}

fn documents_of(result: &IncomeData) -> HashSet<DocumentId> {
    result.streams().flat_map(|stream| stream.proof.iter().flat_map(Figure::leaves)).filter_map(document_of).collect()
}

fn document_of(leaf: &Figure) -> Option<DocumentId> {
    about(leaf).document
}

/// Returns where a leaf stands; `None` for one that stands nowhere.
pub fn source_of(leaf: &Figure) -> Option<&ValueSource> {
    match &leaf.origin {
        Origin::Read { source } => Some(source),
        _ => None,
    }
}
