//! Closing Cross-Check: a row a fact that several papers state, and what each of them says.

use super::declare::{Declared, RecordSink, number, text};
use super::received::each_loan;
use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::model::{Document, Field, Loan, LoanId};
use crate::validate::{DocumentFacts, Stated, cross_check, states_facts};
use std::sync::Arc;

/// A fact of a loan with what its papers say.
pub(super) struct Compared {
    loan: Arc<Loan>,
    fact: &'static str,
    stated: Vec<Stated>,
}

pub(super) const CLOSING_CROSS_CHECK: Declared<Compared> = Declared {
    id: "closing-cross-check",
    name: "Closing Cross-Check",
    about: "Each fact that several papers of a loan state, and which of them disagree",
    columns: &[
        text("loanId", "Loan id", |row| row.loan.id.to_string().into()),
        text("externalLoanId", "Loan", |row| row.loan.external_loan_id.clone().into()),
        text("fact", "Fact", |row| row.fact.into()),
        text("agrees", "Agrees", |row| row.stated.iter().all(|stated| stated.agrees).into()),
        text("value", "Value", |row| row.stated.first().map(|stated| stated.value.clone()).into()),
        number("papers", "Papers", |row| (row.stated.len() as u64).into()),
        text("disagreeing", "Disagreeing", |row| row.listed(|stated| !stated.agrees).into()),
        text("stated", "Stated", |row| row.listed(|_| true).into()),
    ],
    records,
};

impl Compared {
    /// Lists papers with what they say: `Promissory Note: 300000.00; Closing Disclosure: 300000.00`.
    fn listed(&self, which: impl Fn(&Stated) -> bool) -> String {
        let shown = |stated: &Stated| format!("{}: {}", stated.type_name, stated.value);
        self.stated.iter().filter(|stated| which(stated)).map(shown).collect::<Vec<_>>().join("; ")
    }
}

fn records(source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RecordSink<'_, Compared>) -> Result<()> {
    each_loan(source, filter, |loan, documents| {
        let loan = Arc::new(loan.clone());
        for (fact, stated) in compared(source, documents)? {
            sink(Compared { loan: Arc::clone(&loan), fact, stated })?;
        }
        Ok(())
    })
}

/// Returns each fact that papers of a loan state, with what each of them says.
///
/// # Errors
/// Any failure of the store.
pub fn facts_of_loan(source: &ReportSource<'_>, loan: LoanId) -> Result<Vec<(&'static str, Vec<Stated>)>> {
    compared(source, &source.reader.documents_of_loan(source.tenant, loan)?)
}

fn compared(source: &ReportSource<'_>, documents: &[Document]) -> Result<Vec<(&'static str, Vec<Stated>)>> {
    let fields: Vec<Vec<Field>> = documents
        .iter()
        .map(|document| match &document.document_type {
            Some(id) if states_facts(id) => source.reader.fields(source.tenant, document.id),
            // Statements of banks have hundreds of values, and none of them is compared.
            _ => Ok(Vec::new()),
        })
        .collect::<Result<_>>()?;
    let facts: Vec<DocumentFacts<'_>> = documents
        .iter()
        .zip(&fields)
        .map(|(document, fields)| DocumentFacts::of_values(document, fields, source.library))
        .collect();
    Ok(cross_check(&facts))
}
