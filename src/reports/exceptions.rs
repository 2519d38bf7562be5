//! Exceptions: what the checks found about documents and about loans as a whole.

use super::declare::{Declared, RecordSink, number, text};
use super::received::each_loan;
use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::model::{DocumentId, Finding, Loan};
use std::sync::Arc;

/// A finding with what it is about.
pub(super) struct Exception {
    loan: Arc<Loan>,
    document: Option<(DocumentId, String)>,
    finding: Finding,
}

pub(super) const EXCEPTIONS: Declared<Exception> = Declared {
    id: "exceptions",
    name: "Exceptions",
    about: "What the checks found about each document, and about each loan as a whole",
    columns: &[
        text("loanId", "Loan id", |row| row.loan.id.to_string().into()),
        text("externalLoanId", "Loan", |row| row.loan.external_loan_id.clone().into()),
        text("documentId", "Document", |row| row.document.as_ref().map(|(id, _)| id.to_string()).into()),
        text("docTypeName", "Type", |row| row.document.as_ref().map(|(_, name)| name.clone()).into()),
        text("severity", "Severity", |row| row.finding.severity.to_string().into()),
        text("code", "Code", |row| row.finding.code.clone().into()),
        text("message", "Message", |row| row.finding.message.clone().into()),
        number("page", "Page", |row| row.finding.page.into()),
        text("fieldTypeId", "Field", |row| row.finding.field_type_id.as_ref().map(|id| id.to_string()).into()),
        text("expected", "Expected", |row| row.finding.expected.clone().into()),
        text("found", "Found", |row| row.finding.found.clone().into()),
        text("waived", "Waived", |row| row.finding.waived.into()),
    ],
    records,
};

fn records(source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RecordSink<'_, Exception>) -> Result<()> {
    each_loan(source, filter, |loan, documents| {
        let loan = Arc::new(loan.clone());
        let mut findings = source.reader.findings_of_loan(source.tenant, loan.id)?;
        for document in documents {
            let name = source.type_name(document.document_type.as_ref());
            for finding in findings.remove(&document.id).unwrap_or_default() {
                sink(Exception { loan: Arc::clone(&loan), document: Some((document.id, name.clone())), finding })?;
            }
        }
        for finding in source.reader.loan_findings(source.tenant, loan.id)? {
            sink(Exception { loan: Arc::clone(&loan), document: None, finding })?;
        }
        Ok(())
    })
}
