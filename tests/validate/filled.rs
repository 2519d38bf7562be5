//! Forms in which nothing is filled in.

use crate::support::{Program, pdf, w2};
use loanfile::library::Library;
use loanfile::model::{Confidence, DocumentTypeId, Field, FieldTypeId, Severity, Source, Timestamp};
use loanfile::validate::check_filled;

/// Returns the code for a document of a type with these values.
fn code(document_type: &str, values: &[(&str, &str)]) -> Option<String> {
    let definition = Library::standard().get(&DocumentTypeId::new(document_type)).unwrap();
    let fields: Vec<Field> =
        values.iter().map(|(field, value)| read(&format!("{document_type}.{field}"), value)).collect();
    let finding = check_filled(definition, &fields)?;
    assert_eq!(finding.severity, Severity::Warning);
    assert!(finding.message.contains(&definition.name), "{}", finding.message);
    Some(finding.code)
}

fn read(field: &str, value: &str) -> Field {
    Field {
        field_type: FieldTypeId::new(field),
        row_index: None,
        value: value.to_owned(),
        raw_value: value.to_owned(),
        confidence: Confidence::CERTAIN,
        source: Source::TextLayer,
        manually_corrected: false,
        confirmed: false,
        extracted_value: None,
        place: None,
        updated_at: Timestamp::from_micros(0),
    }
}

#[test]
fn a_form_without_a_value_is_told() {
    let unfilled = Some("form_unfilled".to_owned());
    assert_eq!(code("form_w9", &[]), unfilled);
    let printed = [("tax_year", "2025"), ("retirement_plan", "false")];
    assert_eq!(code("w2", &printed), unfilled, "the year and an empty box are the form's own");
    assert_eq!(code("form_4506c", &[("taxpayer_signature", "false")]), unfilled, "an empty line to sign on");
}

#[test]
fn one_value_fills_a_form() {
    assert_eq!(code("w2", &[("employee_name", "Wynne Ablett")]), None);
    assert_eq!(code("w2", &[("retirement_plan", "true")]), None, "a ticked box");
    assert_eq!(code("form_4506c", &[("taxpayer_signature", "true")]), None, "a signature");
    assert_eq!(code("w2", &[("box_12.amount", "400.00")]), None, "a row");
}

#[test]
fn a_value_that_a_reviewer_entered_counts() {
    let definition = Library::standard().get(&DocumentTypeId::new("w2")).unwrap();
    let entered = Field { manually_corrected: true, ..read("w2.tax_year", "2025") };
    assert!(check_filled(definition, &[entered]).is_none());
}

#[test]
fn nothing_is_expected_of_papers_of_no_type() {
    assert_eq!(code("other", &[]), None);
}

#[test]
fn a_blank_form_in_a_loan_is_told_and_passes() {
    let program = Program::new();
    let blank = include_str!("../cases/form_w9/blank_form/page-1.txt");
    program.ingest("L-1", "blank.pdf", &pdf(&[blank]));
    program.ingest("L-1", "filled.pdf", &pdf(&[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]));
    program.ok(&["process", "--quiet"]);
    let shown = program.shown("L-1");
    let told = |document_type: &str| {
        let documents = shown["documents"].as_array().unwrap();
        let document = documents.iter().find(|document| document["documentTypeId"] == document_type).unwrap();
        let findings = document["validation"]["findings"].as_array().unwrap();
        let told =
            findings.iter().any(|finding| finding["code"] == "form_unfilled" && finding["severity"] == "warning");
        (told, document["validation"]["status"].as_str().unwrap().to_owned())
    };
    assert_eq!(told("form_w9"), (true, "passed".to_owned()));
    assert!(!told("w2").0);
}
