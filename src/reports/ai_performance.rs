//! AI Performance: one row a value a document, with the confidences of its type and its reading, and what people
//! corrected.

use super::column::Cell;
use super::declare::{Declared, RecordSink, Report, number, text};
use super::loan_processing::RowPage;
use super::received::each_received;
use super::{ReportFilter, ReportSource};
use crate::error::Result;
use crate::model::{ValueKind, masked_number};
use crate::store::{ReadValue, ReceivedDocument, ReceivedKey};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A value of a document.
pub(super) struct Read {
    document: Arc<ReceivedDocument>,
    field: ReadValue,
    field_name: String,
    kind: ValueKind,
}

pub(super) const AI_PERFORMANCE: Declared<Read> = Declared {
    id: "ai-performance",
    name: "AI Performance",
    about: "Each value of each document: how sure its type and its reading are, and what people corrected",
    columns: &[
        text("loanId", "Loan id", |row| row.document.loan.to_string().into()),
        text("externalLoanId", "Loan", |row| row.document.external_loan_id.clone().into()),
        text("documentId", "Document", |row| row.document.key.document.to_string().into()),
        text("documentTypeId", "Type id", |row| row.document.document_type.as_ref().map(|id| id.to_string()).into()),
        number("classificationConfidence", "Type conf.", |row| {
            row.document.document_type_confidence.map(|share| Cell::float(share.rounded(), 4)).into()
        }),
        text("fieldTypeId", "Field id", |row| row.field.field_type.to_string().into()),
        text("fieldName", "Field", |row| row.field_name.clone().into()),
        number("extractionConfidence", "Conf.", |row| Cell::float(row.field.confidence.rounded(), 4)),
        text("manuallyCorrected", "Corrected", |row| row.field.manually_corrected.into()),
        text("originalValue", "Read as", |row| row.original().into()),
        text("correctedValue", "Corrected to", |row| row.corrected().into()),
        text("source", "Source", |row| row.field.source.as_str().into()),
    ],
    records,
};

impl Read {
    /// What the program read; of a corrected value what it was before.
    fn original(&self) -> Option<String> {
        let field = &self.field;
        let read = if field.manually_corrected { field.extracted_value.as_ref() } else { Some(&field.value) };
        read.map(|value| masked_number(self.kind, value))
    }

    fn corrected(&self) -> Option<String> {
        self.field.manually_corrected.then(|| masked_number(self.kind, &self.field.value))
    }
}

fn records(source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RecordSink<'_, Read>) -> Result<()> {
    each_received(source, filter, None, |document| {
        values(source, document, sink)?;
        Ok(ControlFlow::Continue(()))
    })
}

fn values(source: &ReportSource<'_>, document: ReceivedDocument, sink: &mut RecordSink<'_, Read>) -> Result<()> {
    let document = Arc::new(document);
    let definition = source.definition(document.document_type.as_ref());
    source.reader.values_read(source.tenant, document.key.document, |field| {
        let described = definition.and_then(|definition| definition.describe(&field.field_type));
        let (name, kind) = described.unwrap_or((field.field_type.as_str(), ValueKind::Text));
        let field_name = name.to_string();
        sink(Read { document: Arc::clone(&document), field_name, kind, field })
    })
}

/// Returns the rows of at most `limit` documents.
///
/// # Errors
/// Any failure of the store.
pub fn ai_performance_page(
    source: &ReportSource<'_>,
    filter: &ReportFilter,
    after: Option<ReceivedKey>,
    limit: usize,
) -> Result<RowPage> {
    let mut rows = Vec::new();
    let (mut documents, mut last, mut next) = (0, None, None);
    each_received(source, filter, after, |document| {
        if documents == limit {
            next = last;
            return Ok(ControlFlow::Break(()));
        }
        documents += 1;
        last = Some(document.key);
        values(source, document, &mut |read| {
            rows.push(AI_PERFORMANCE.cells(&read));
            Ok(())
        })?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(RowPage { columns: AI_PERFORMANCE.columns(), rows, next })
}
