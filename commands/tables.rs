//! Loans, documents and fields as tables.

use crate::output::Output;
use anyhow::Result;
use loanfile::views::{BoundaryView, DocumentView, FieldView, LoanView, PackageView};
use std::collections::BTreeMap;

/// Prints the tenant's loans.
pub fn loans(output: &Output, loans: &[LoanView]) -> Result<()> {
    if loans.is_empty() {
        return output.line("No loans yet; \"loanfile ingest --loan ID FILE...\" makes one.");
    }
    let mut rows = output.table(&["Loan", "Status", ">Fields", ">To review", "Changed"]);
    for loan in loans {
        rows.add([
            loan.external_loan_id.clone(),
            loan.status.to_string(),
            loan.fields_count.to_string(),
            loan.fields_to_review.to_string(),
            loan.updated_at.to_string(),
        ]);
    }
    rows.print(output)
}

/// Prints a loan's documents.
pub fn package(output: &Output, package: &PackageView) -> Result<()> {
    let loan = &package.loan;
    output.line(&format!(
        "Loan {}: {} documents, {} fields ({} in doubt), {} open tasks",
        loan.external_loan_id,
        package.documents.len(),
        loan.fields_count,
        loan.fields_to_review,
        package.documents.iter().map(|document| document.open_task_ids.len()).sum::<usize>()
    ))?;
    output.line("")?;
    let mut rows = output.table(&[">#", "File", ">Pages", "Type", ">Conf.", "Status", ">Version", ">Fields", ">Tasks"]);
    for (number, document) in (1..).zip(&package.documents) {
        rows.add([
            format!("{number}"),
            document.file_name.clone(),
            pages(document),
            type_name(document),
            document.document_type_confidence.map(|confidence| confidence.to_string()).unwrap_or_default(),
            document.processing_status.to_string(),
            version(document),
            document.fields.len().to_string(),
            document.open_task_ids.len().to_string(),
        ]);
    }
    rows.print(output)?;
    if !package.findings.is_empty() {
        output.line("\nOf the loan as a whole:")?;
    }
    for finding in &package.findings {
        output.line(&format!("  {} {}: {}", finding.severity, finding.code, finding.message))?;
    }
    Ok(())
}

/// Prints why documents begin where they do.
pub fn boundaries(output: &Output, boundaries: &[BoundaryView]) -> Result<()> {
    let mut rows = output.table(&[">#", ">Page", "Begins", "Because of", "Otherwise", ">Margin"]);
    for (number, boundary) in (1..).zip(boundaries) {
        let otherwise = boundary.runner_up.as_ref().map(|other| {
            let verb = if other.begins { "begins" } else { "goes on with" };
            format!("{verb} {}", other.document_type_id)
        });
        rows.add([
            format!("{number}"),
            boundary.page.to_string(),
            boundary.document_type_id.to_string(),
            boundary.evidence.iter().take(3).cloned().collect::<Vec<_>>().join(", "),
            otherwise.unwrap_or_default(),
            format!("{:.1}", boundary.margin),
        ]);
    }
    rows.print(output)
}

/// Prints what is known of one document, without its fields.
pub fn document(output: &Output, document: &DocumentView) -> Result<()> {
    let mut rows = output.table(&["Document", &document.document_id.to_string()]);
    rows.add(["File", &document.file_name]);
    rows.add(["Pages", &pages(document)]);
    rows.add(["Status", &document.processing_status.to_string()]);
    let confidence = match document.document_type_confidence {
        _ if document.classification_manually_corrected => " (set by a person)".to_string(),
        Some(confidence) => format!(" ({confidence})"),
        None => String::new(),
    };
    rows.add(["Type", &format!("{}{confidence}", type_name(document))]);
    rows.add(["Version", &version(document)]);
    if let Some(original) = document.duplicate_of {
        rows.add(["Copy of", &original.to_string()]);
    }
    if document.signature.expected == Some(true) {
        let found = match document.signature.found {
            Some(true) => "found",
            Some(false) => "missing",
            None => "not located",
        };
        rows.add(["Signature", found]);
    }
    for finding in &document.validation.findings {
        rows.add([format!("Finding ({})", finding.severity), finding.message.clone()]);
    }
    if let Some(failure) = &document.failure {
        rows.add(["Failure".to_string(), format!("{} {}: {}", failure.stage, failure.code, failure.message)]);
    }
    rows.print(output)
}

/// Prints fields: single values first, then each table with its rows.
pub fn fields(output: &Output, fields: &[&FieldView]) -> Result<()> {
    let mut rows = output.table(&["Field", "Value", ">Conf.", ">Page", "Source"]);
    for field in fields.iter().filter(|field| field.row_index.is_none()) {
        rows.add([
            field.display_name.clone(),
            field.field_value.clone(),
            confidence(field),
            field.page_number.map(|page| page.to_string()).unwrap_or_default(),
            field.source.as_str().to_string(),
        ]);
    }
    rows.print(output)?;
    for (table, cells) in tables(fields) {
        output.line("")?;
        output.line(&format!("{table}:"))?;
        rows_of(output, &cells)?;
    }
    Ok(())
}

/// Returns the cells of each table by its name.
fn tables<'f>(fields: &[&'f FieldView]) -> BTreeMap<&'f str, Vec<&'f FieldView>> {
    let mut tables: BTreeMap<&str, Vec<&FieldView>> = BTreeMap::new();
    for field in fields.iter().filter(|field| field.row_index.is_some()) {
        let id = field.field_type_id.as_str();
        let table = id.rsplit_once('.').map_or(id, |(table, _)| table);
        tables.entry(table.rsplit_once('.').map_or(table, |(_, table)| table)).or_default().push(field);
    }
    tables
}

fn rows_of(output: &Output, cells: &[&FieldView]) -> Result<()> {
    // By id: people may call two columns the same.
    let mut columns: Vec<&FieldView> = Vec::new();
    for cell in cells {
        if !columns.iter().any(|column| column.field_type_id == cell.field_type_id) {
            columns.push(cell);
        }
    }
    let mut by_row: BTreeMap<u32, Vec<&FieldView>> = BTreeMap::new();
    for &cell in cells {
        by_row.entry(cell.row_index.unwrap_or_default()).or_default().push(cell);
    }
    let headings: Vec<&str> =
        columns.iter().map(|column| column.display_name.as_str()).chain([">Conf.", ">Page"]).collect();
    let mut rows = output.table(&headings);
    for cells in by_row.values() {
        let value = |column: &&FieldView| cells.iter().find(|cell| cell.field_type_id == column.field_type_id);
        let values =
            columns.iter().map(|column| value(column).map(|cell| cell.field_value.clone()).unwrap_or_default());
        let lowest =
            cells.iter().min_by(|one, two| one.field_confidence.value().total_cmp(&two.field_confidence.value()));
        let page = cells.first().and_then(|cell| cell.page_number).map(|page| page.to_string()).unwrap_or_default();
        rows.add(values.chain([lowest.map(|cell| confidence(cell)).unwrap_or_default(), page]).collect::<Vec<_>>());
    }
    rows.print(output)
}

fn confidence(field: &FieldView) -> String {
    let mark = if field.needs_review { "?" } else { "" };
    format!("{mark}{}", field.field_confidence)
}

fn pages(document: &DocumentView) -> String {
    let span = document.source_pages;
    if span.first == span.last { span.first.to_string() } else { format!("{}-{}", span.first, span.last) }
}

fn type_name(document: &DocumentView) -> String {
    let name = document.document_type.as_ref().map(|document_type| document_type.name.clone());
    name.or_else(|| document.document_type_id.as_ref().map(ToString::to_string)).unwrap_or_default()
}

fn version(document: &DocumentView) -> String {
    let Some(version) = &document.version_identifier else { return String::new() };
    let mark = match (document.duplicate_of, document.current_version) {
        (Some(_), _) => " copy",
        (None, false) => " old",
        (None, true) => "",
    };
    format!("{version}{mark}")
}
