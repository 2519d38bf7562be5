//! The table of facts, as it is written down.

use crate::model::{DocumentTypeId, FieldTypeId};
use serde::Deserialize;
use std::sync::LazyLock;

/// Which papers state which facts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The fields that tell the day of closing, best first.
    pub closing: Vec<FieldTypeId>,
    /// The facts.
    pub facts: Vec<Fact>,
}

/// A fact that several papers state.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Its name in a sentence: `the NAME is ...`.
    pub name: String,
    /// The code of its finding.
    pub code: String,
    /// How its values are compared.
    pub kind: FactKind,
    /// The papers that state it; the first that the loan has is the reference.
    pub papers: Vec<Paper>,
}

/// How values of a fact are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// As names of persons.
    Names,
    /// As addresses.
    Address,
    /// As numbers: amounts, percentages, months.
    Number,
    /// As days.
    Date,
}

/// Where a type of paper states a fact.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// The type.
    #[serde(rename = "type")]
    pub document_type: DocumentTypeId,
    /// The fields that state it.
    pub fields: Vec<String>,
    /// Whether the paper binds the borrower: differences between two such papers are errors.
    #[serde(default)]
    pub binding: bool,
    /// The date by which only the newest papers of the type count.
    #[serde(default)]
    pub newest: Option<String>,
    /// Whether further persons may rightly stand on it.
    #[serde(default)]
    pub more: bool,
    /// Whether the value is the number of payments from the first to the last of two days.
    #[serde(default)]
    pub months: bool,
}

/// Returns the table.
///
/// # Panics
/// When the embedded file is no such table: a fault of the build, caught by the test that reads it.
pub fn facts() -> &'static Facts {
    static FACTS: LazyLock<Facts> = LazyLock::new(|| match toml::from_str(include_str!("facts.toml")) {
        Ok(facts) => facts,
        Err(error) => panic!("facts.toml: {error}"),
    });
    &FACTS
}
