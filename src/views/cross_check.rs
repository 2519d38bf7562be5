//! The facts that papers of a loan share: a row a fact, a column a document.

use crate::model::DocumentId;
use crate::validate::Stated;
use serde::Serialize;
use utoipa::ToSchema;

/// What the papers of a loan say of each fact that several of them state.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct CrossCheckView {
    /// The papers that state anything, in the order of the loan.
    pub documents: Vec<CrossCheckDocument>,
    pub facts: Vec<CrossCheckFact>,
}

/// A paper: a column.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct CrossCheckDocument {
    pub document_id: DocumentId,
    /// How people name it, `LOAN/N`.
    pub name: String,
    pub doc_type_name: String,
}

/// A fact: a row.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct CrossCheckFact {
    pub fact: &'static str,
    /// Whether all papers say the same.
    pub agrees: bool,
    /// What the first paper says, which the others are held against.
    pub value: String,
    /// What each paper says, in the order of the papers; null for one that says nothing.
    pub stated: Vec<Option<CrossCheckValue>>,
}

/// What a paper says of a fact: a cell.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct CrossCheckValue {
    pub value: String,
    pub agrees: bool,
}

impl CrossCheckView {
    /// Shows facts with what papers say of them.
    pub fn new(facts: &[(&'static str, Vec<Stated>)], name: impl Fn(DocumentId) -> String) -> Self {
        let mut documents: Vec<CrossCheckDocument> = Vec::new();
        for stated in facts.iter().flat_map(|(_, stated)| stated) {
            if documents.iter().all(|document| document.document_id != stated.document) {
                documents.push(CrossCheckDocument {
                    document_id: stated.document,
                    name: name(stated.document),
                    doc_type_name: stated.type_name.clone(),
                });
            }
        }
        // L-17/9 stands before L-17/10.
        documents.sort_by(|a, b| (a.name.len(), &a.name).cmp(&(b.name.len(), &b.name)));
        let facts = facts.iter().map(|(fact, stated)| row(fact, stated, &documents)).collect();
        Self { documents, facts }
    }
}

fn row(fact: &'static str, stated: &[Stated], documents: &[CrossCheckDocument]) -> CrossCheckFact {
    let cell = |document: &CrossCheckDocument| {
        let said = stated.iter().find(|stated| stated.document == document.document_id)?;
        Some(CrossCheckValue { value: said.value.clone(), agrees: said.agrees })
    };
    CrossCheckFact {
        fact,
        agrees: stated.iter().all(|stated| stated.agrees),
        value: stated.first().map(|stated| stated.value.clone()).unwrap_or_default(),
        stated: documents.iter().map(cell).collect(),
    }
}
