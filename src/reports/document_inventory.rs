//! Document Inventory: what a loan has, in the order in which its papers are stacked.

use super::declare::{Declared, RecordSink, number, text};
use super::received::each_loan;
use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::los::Stacking;
use crate::model::{Document, DocumentTypeId, Loan};
use std::sync::Arc;

/// The code of a finding that pages are missing.
const MISSING_PAGES: &str = "pages_missing";

/// A document in its place.
pub(super) struct Stacked {
    loan: Arc<Loan>,
    position: u32,
    group: String,
    type_name: String,
    file_name: String,
    missing: Option<String>,
    document: Document,
}

pub(super) const DOCUMENT_INVENTORY: Declared<Stacked> = Declared {
    id: "document-inventory",
    name: "Document Inventory",
    about: "Each loan's documents in stacking order, with versions, copies and missing pages",
    columns: &[
        text("loanId", "Loan id", |row| row.loan.id.to_string().into()),
        text("externalLoanId", "Loan", |row| row.loan.external_loan_id.clone().into()),
        number("position", "No.", |row| row.position.into()),
        text("group", "Group", |row| row.group.clone().into()),
        text("docTypeName", "Type", |row| row.type_name.clone().into()),
        text("versionCustomName", "Name", |row| row.document.version_custom_name.clone().into()),
        text("versionIdentifier", "Version", |row| row.document.version_identifier.clone().into()),
        text("standing", "Standing", |row| row.standing().into()),
        text("fileName", "File", |row| row.file_name.clone().into()),
        number("firstPage", "From", |row| row.document.first_page.into()),
        number("lastPage", "To", |row| row.document.last_page.into()),
        number("pageCount", "Pages", |row| row.document.page_count().into()),
        text("missingPages", "Missing pages", |row| row.missing.clone().into()),
        text("signature", "Signature", |row| row.signature().into()),
        text("validation", "Checks", |row| row.document.validation.to_string().into()),
        text("processingStatus", "Status", |row| row.document.processing_status.to_string().into()),
        text("documentId", "Document", |row| row.document.id.to_string().into()),
    ],
    records,
};

impl Stacked {
    fn standing(&self) -> &'static str {
        match (self.document.duplicate_of, self.document.current_version) {
            (Some(_), _) => "copy",
            (None, true) => "current",
            (None, false) => "old",
        }
    }

    fn signature(&self) -> &'static str {
        match (self.document.signature_expected, self.document.signature_found) {
            (Some(true), Some(true)) => "signed",
            (Some(true), Some(false)) => "missing",
            (Some(true), None) => "not seen",
            _ => "not expected",
        }
    }
}

fn records(source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RecordSink<'_, Stacked>) -> Result<()> {
    let unknown = DocumentTypeId::new("");
    each_loan(source, filter, |loan, documents| {
        let files = source.reader.source_files(source.tenant, loan.id)?;
        let mut findings = source.reader.findings_of_loan(source.tenant, loan.id)?;
        let loan = Arc::new(loan.clone());
        let mut stack: Vec<((u16, usize), String, &Document)> = documents
            .iter()
            .map(|document| {
                let (place, title) = Stacking::standard().rank(document.document_type.as_ref().unwrap_or(&unknown));
                (place, title.to_string(), document)
            })
            .collect();
        // Papers of one type stay in the order in which they came.
        stack.sort_by_key(|(place, ..)| *place);
        for (position, (_, group, document)) in (1..).zip(stack) {
            let file = files.iter().find(|file| file.id == document.source_file);
            let findings = findings.remove(&document.id).unwrap_or_default();
            let missing = findings.into_iter().find(|finding| finding.code == MISSING_PAGES);
            sink(Stacked {
                loan: Arc::clone(&loan),
                position,
                group,
                type_name: source.type_name(document.document_type.as_ref()),
                file_name: file.map(|file| file.file_name.clone()).unwrap_or_default(),
                missing: missing.map(|finding| finding.message),
                document: document.clone(),
            })?;
        }
        Ok(())
    })
}
