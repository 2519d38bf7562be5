//! Facts that several papers of a loan state: all must state the same.
//!
//! Invariant: only sure values of papers that count are compared, and the answer does not depend on the order in which
//! the papers are given. Which field holds which fact is data (`facts.toml`).

mod addresses;
mod names;
mod same;
mod table;

pub use addresses::same_address;
pub use names::same_person;
pub use table::{Fact, FactKind, Facts, Paper, facts};

use super::DocumentFacts;
use super::subject::listed;
use crate::model::{DocumentId, DocumentTypeId, Field, FieldTypeId, Finding, Severity};
use chrono::NaiveDate;
use std::collections::BTreeSet;

/// What one paper says of a fact.
struct Statement<'d> {
    paper: &'static Paper,
    facts: DocumentFacts<'d>,
    /// The values, each with the field that shows where it stands.
    values: Vec<(String, &'d Field)>,
}

/// Returns the day of the loan's closing, by the papers that say so.
pub(super) fn closing_day(loan: &[DocumentFacts<'_>]) -> Option<NaiveDate> {
    facts().closing.iter().find_map(|id| {
        let days = loan.iter().flat_map(|facts| facts.values(id)).filter(|field| super::subject::is_sure(field));
        days.filter_map(|field| field.value.parse().ok()).max()
    })
}

/// Compares what the papers that count say, and returns a finding for each paper that deviates.
pub(super) fn compare(loan: &[DocumentFacts<'_>]) -> Vec<(DocumentId, Finding)> {
    facts().facts.iter().flat_map(|fact| differences(fact, loan)).collect()
}

fn differences(fact: &'static Fact, loan: &[DocumentFacts<'_>]) -> Vec<(DocumentId, Finding)> {
    let mut statements: Vec<Vec<Statement<'_>>> = fact.papers.iter().map(|paper| statements(paper, loan)).collect();
    let Some(first) = statements.iter().position(|said| !said.is_empty()) else { return Vec::new() };
    let others = statements.split_off(first + 1);
    let reference = statements.pop().unwrap_or_default();
    let Some(paper) = reference.first().map(|statement| statement.paper) else { return Vec::new() };
    let expected: BTreeSet<&str> =
        reference.iter().flat_map(|statement| statement.values.iter().map(|(value, _)| value.as_str())).collect();
    let name = reference.first().map_or("reference", |statement| statement.facts.type_name());
    let mut found = Vec::new();
    for statement in others.iter().flatten() {
        let Some((values, field)) = deviation(fact, &expected, statement) else { continue };
        let severity = if paper.binding && statement.paper.binding { Severity::Error } else { Severity::Warning };
        let wanted = listed(&expected.iter().collect::<Vec<_>>(), "and");
        let message = format!("the {} is {values} here and {wanted} on the {name}", fact.name);
        let finding = Finding::new(&fact.code, severity, message).comparing(wanted, values);
        found.push((statement.facts.document.id, statement.facts.at(finding, field)));
    }
    found
}

/// What a paper says of a fact, next to the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Stated {
    /// The paper.
    pub document: DocumentId,
    /// The name of its type.
    pub type_name: String,
    /// What it says.
    pub value: String,
    /// Whether that is what the first paper says.
    pub agrees: bool,
}

/// Returns each fact that papers of a loan state, with what each of them says, the reference first.
pub fn cross_check(loan: &[DocumentFacts<'_>]) -> Vec<(&'static str, Vec<Stated>)> {
    let counted: Vec<DocumentFacts<'_>> = loan.iter().copied().filter(DocumentFacts::counts).collect();
    let rows = facts().facts.iter().map(|fact| (fact.name.as_str(), stated(fact, &counted)));
    rows.filter(|(_, stated)| !stated.is_empty()).collect()
}

/// Tells whether papers of a type state anything that is compared.
pub fn states_facts(document_type: &DocumentTypeId) -> bool {
    facts().facts.iter().flat_map(|fact| &fact.papers).any(|paper| paper.document_type == *document_type)
}

fn stated(fact: &'static Fact, loan: &[DocumentFacts<'_>]) -> Vec<Stated> {
    let said: Vec<Vec<Statement<'_>>> = fact.papers.iter().map(|paper| statements(paper, loan)).collect();
    let Some(first) = said.iter().position(|said| !said.is_empty()) else { return Vec::new() };
    let reference = said.get(first).map(Vec::as_slice).unwrap_or_default();
    let expected: BTreeSet<&str> =
        reference.iter().flat_map(|statement| statement.values.iter().map(|(value, _)| value.as_str())).collect();
    said.iter()
        .flatten()
        .map(|statement| {
            let values: Vec<&str> = statement.values.iter().map(|(value, _)| value.as_str()).collect();
            Stated {
                document: statement.facts.document.id,
                type_name: statement.facts.type_name().to_string(),
                value: listed(&values, "and"),
                agrees: deviation(fact, &expected, statement).is_none(),
            }
        })
        .collect()
}

/// Returns what a paper says differently, and where.
fn deviation<'d>(fact: &Fact, expected: &BTreeSet<&str>, statement: &Statement<'d>) -> Option<(String, &'d Field)> {
    let differing = match fact.kind {
        FactKind::Names => names::unknown(expected, &statement.values, statement.paper.more),
        kind => statement
            .values
            .iter()
            .filter(|(value, _)| !expected.iter().any(|wanted| same::is_same(kind, wanted, value)))
            .collect(),
    };
    let (_, field) = differing.first()?;
    let values: Vec<&str> = differing.iter().map(|(value, _)| value.as_str()).collect();
    Some((listed(&values, "and"), field))
}

/// Returns what all papers of a type say, without those that a later one replaced.
fn statements<'d>(paper: &'static Paper, loan: &[DocumentFacts<'d>]) -> Vec<Statement<'d>> {
    let of_type: Vec<DocumentFacts<'d>> =
        loan.iter().filter(|facts| facts.is_of(&paper.document_type)).copied().collect();
    let newest = paper.newest.as_ref().filter(|_| of_type.len() > 1).map(|field| {
        let days = of_type.iter().filter_map(|facts| facts.day(field));
        (field, days.max())
    });
    of_type
        .into_iter()
        .filter(|facts| newest.is_none_or(|(field, newest)| facts.day(field).is_some() && facts.day(field) == newest))
        .map(|facts| Statement { paper, facts, values: values(paper, &facts) })
        .filter(|statement| !statement.values.is_empty())
        .collect()
}

fn values<'d>(paper: &Paper, facts: &DocumentFacts<'d>) -> Vec<(String, &'d Field)> {
    if paper.months {
        return months(paper, facts).into_iter().collect();
    }
    let sure = paper.fields.iter().filter_map(|name| facts.sure(name));
    sure.map(|field| (field.value.clone(), field)).collect()
}

/// The number of payments from the first to the last.
fn months<'d>(paper: &Paper, facts: &DocumentFacts<'d>) -> Option<(String, &'d Field)> {
    let [first, last] = paper.fields.as_slice() else { return None };
    let (from, to) = (facts.day(first)?, facts.day(last)?);
    let months = same::months_between(from, to) + 1;
    Some((months.to_string(), facts.sure(last)?))
}

/// Returns the ids of all fields that hold facts.
pub fn fact_fields() -> BTreeSet<FieldTypeId> {
    let of_facts = facts().facts.iter().flat_map(|fact| &fact.papers).flat_map(|paper| {
        let named = paper.fields.iter().chain(&paper.newest);
        named.map(|field| FieldTypeId::new(format!("{}.{field}", paper.document_type)))
    });
    of_facts.chain(facts().closing.iter().cloned()).collect()
}
