//! Which papers a computation looks at, and what of the loan itself they say.
//!
//! Invariant: types and fields are data (`papers.toml`); a test holds each against the library.

use super::case::{Paper, Transaction};
use crate::library::DocumentType;
use crate::model::DocumentTypeId;
use chrono::NaiveDate;
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Papers {
    supporting: Vec<String>,
    decides_alone: Vec<String>,
    application_date: Vec<String>,
    purpose: Vec<String>,
    purchase: Vec<String>,
    refinance: Vec<String>,
}

/// The file is part of the program; a test reads it.
fn papers() -> &'static Papers {
    static PAPERS: LazyLock<Papers> = LazyLock::new(|| {
        toml::from_str(include_str!("papers.toml")).unwrap_or_else(|error| unreachable!("papers.toml: {error}"))
    });
    &PAPERS
}

/// Tells whether papers of a type are looked at.
pub fn looks_at(document_type: &DocumentType) -> bool {
    document_type.income_eligible || names(&papers().supporting, &document_type.id)
}

/// Tells whether a paper of a type is enough for a computation by itself.
pub fn suffices(document_type: &DocumentType) -> bool {
    document_type.income_eligible || names(&papers().decides_alone, &document_type.id)
}

/// Returns the types that `papers.toml` names and the fields in them, for a test.
pub fn named() -> (Vec<DocumentTypeId>, Vec<String>) {
    let papers = papers();
    let types = papers.supporting.iter().chain(&papers.decides_alone).map(DocumentTypeId::new).collect();
    (types, papers.application_date.iter().chain(&papers.purpose).cloned().collect())
}

/// Returns the day of the application, as the newest one says.
pub fn application_date(all: &[Paper]) -> Option<NaiveDate> {
    papers().application_date.iter().flat_map(|field| values(all, field)).filter_map(|value| value.parse().ok()).max()
}

/// Returns what the loan is for; papers are in the order in which they came.
pub fn transaction(all: &[Paper]) -> Transaction {
    let says = |words: &[String], value: &str| words.iter().any(|word| word.eq_ignore_ascii_case(value.trim()));
    let meant = |value: &str| match value {
        value if says(&papers().purchase, value) => Some(Transaction::Purchase),
        value if says(&papers().refinance, value) => Some(Transaction::Refinance),
        _ => None,
    };
    papers()
        .purpose
        .iter()
        .find_map(|field| values(all, field).filter_map(meant).last())
        .unwrap_or(Transaction::Unknown)
}

fn names(list: &[String], id: &DocumentTypeId) -> bool {
    list.iter().any(|name| name == id.as_str())
}

fn values<'p>(all: &'p [Paper], field: &'p str) -> impl Iterator<Item = &'p str> {
    let of_paper =
        move |paper: &'p Paper| paper.values.iter().filter(move |value| value.field_type_id.as_str() == field);
    all.iter().flat_map(of_paper).map(|value| value.value.as_str())
}
