//! The tables of a loan's folder, for spreadsheets.
//!
//! Invariant: no cell of text can start a formula; a figure stays a figure.

use super::manifest::Held;
use crate::error::{Error, Result};
use crate::model::{ValueKind, is_number_cell, text_cell as text};
use csv::Writer;

/// Returns the documents of a loan as CSV.
///
/// # Errors
/// `Internal` when the table cannot be written.
pub fn documents_csv(documents: &[&Held]) -> Result<Vec<u8>> {
    let mut table = Table::new(&[
        "group",
        "document_type_id",
        "document_type",
        "version",
        "version_name",
        "pages",
        "document_type_confidence",
        "signature_expected",
        "signature_found",
        "fields",
        "fields_to_review",
        "source_file",
        "first_page",
        "last_page",
        "file",
        "sha256",
        "document_id",
    ]);
    for held in documents {
        let record = &held.record;
        let truth = |value: Option<bool>| value.map(|value| value.to_string()).unwrap_or_default();
        let doubtful = record.fields.iter().filter(|field| field.needs_review).count();
        table.row([
            text(&record.document_type_group),
            text(record.document_type_id.as_str()),
            text(&record.document_type_name),
            text(&record.version_identifier),
            text(record.version_custom_name.as_deref().unwrap_or_default()),
            record.page_count.to_string(),
            record.document_type_confidence.map(|confidence| confidence.to_string()).unwrap_or_default(),
            truth(record.signature_expected),
            truth(record.signature_found),
            record.fields.len().to_string(),
            doubtful.to_string(),
            text(&record.source_file_name),
            record.first_page.to_string(),
            record.last_page.to_string(),
            text(&held.pdf_path()),
            record.content_sha256.clone(),
            record.document_id.to_string(),
        ])?;
    }
    table.finish()
}

/// Returns the values of a loan's documents as CSV, one a line.
///
/// # Errors
/// `Internal` when the table cannot be written.
pub fn fields_csv(documents: &[&Held]) -> Result<Vec<u8>> {
    let mut table = Table::new(&[
        "document_type",
        "version",
        "field_type_id",
        "field",
        "row",
        "value",
        "printed",
        "confidence",
        "manually_corrected",
        "needs_review",
        "page",
        "left",
        "top",
        "width",
        "height",
        "source",
        "file",
        "document_id",
    ]);
    for held in documents {
        let record = &held.record;
        for field in &record.fields {
            let side = |side: fn(&crate::model::BoundingBox) -> f32| {
                field.bounding_box.as_ref().map(|found| format!("{:.4}", side(found))).unwrap_or_default()
            };
            let value = if is_figure(field.kind, &field.field_value) {
                field.field_value.clone()
            } else {
                text(&field.field_value)
            };
            table.row([
                text(&record.document_type_name),
                text(&record.version_identifier),
                text(field.field_type_id.as_str()),
                text(&field.display_name),
                field.row_index.map(|row| row.to_string()).unwrap_or_default(),
                value,
                text(&field.raw_value),
                field.field_confidence.to_string(),
                field.manually_corrected.to_string(),
                field.needs_review.to_string(),
                field.page_number.map(|page| page.to_string()).unwrap_or_default(),
                side(|found| found.left),
                side(|found| found.top),
                side(|found| found.width),
                side(|found| found.height),
                field.source.as_str().to_string(),
                text(&held.pdf_path()),
                record.document_id.to_string(),
            ])?;
        }
    }
    table.finish()
}

/// Tells whether a value of a kind of figures is one: a sign, digits and at most one point.
fn is_figure(kind: ValueKind, value: &str) -> bool {
    let figures = matches!(
        kind,
        ValueKind::Money | ValueKind::Integer | ValueKind::Percent | ValueKind::Duration | ValueKind::Year
    );
    figures && is_number_cell(value)
}

/// A CSV table being filled.
struct Table {
    writer: Writer<Vec<u8>>,
    headings: Vec<&'static str>,
}

impl Table {
    fn new(headings: &[&'static str]) -> Self {
        let writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
        Self { writer, headings: headings.to_vec() }
    }

    fn row<const COLUMNS: usize>(&mut self, cells: [String; COLUMNS]) -> Result<()> {
        if !self.headings.is_empty() {
            self.writer.write_record(std::mem::take(&mut self.headings)).map_err(unwritable)?;
        }
        self.writer.write_record(cells).map_err(unwritable)
    }

    fn finish(mut self) -> Result<Vec<u8>> {
        if !self.headings.is_empty() {
            self.writer.write_record(std::mem::take(&mut self.headings)).map_err(unwritable)?;
        }
        self.writer.into_inner().map_err(|error| Error::internal(format!("a table cannot be written: {error}")))
    }
}

fn unwritable(error: csv::Error) -> Error {
    Error::internal("a table cannot be written").caused_by(error)
}
