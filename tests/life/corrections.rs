//! Corrections of types and values through the operations.

use super::{change, document, events, processed, set, settle, told_since, value, wage_statement};
use loanfile::error::ErrorKind;
use loanfile::model::{EventType, ProcessingStatus, Source};
use loanfile::ops::{self, Action};

const WAGES: &str = "wages_tips_other_compensation";

#[test]
fn a_value_is_set_marked_told_and_can_be_put_back() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    let count = events(&engine).len();
    set(&engine, "L-1/1", WAGES, "$62,345.60");
    assert_eq!(told_since(&engine, count), [EventType::ManualCorrection]);
    let (.., payload) = events(&engine).pop().unwrap();
    assert_eq!(payload["fieldTypeId"], format!("w2.{WAGES}"));
    assert_eq!((&payload["newValue"], &payload["previousValue"]), (&"62345.60".into(), &"61000.00".into()));
    let corrected = document(&engine, "L-1/1");
    let field = corrected.fields.iter().find(|field| field.field_type_id.as_str().ends_with(WAGES)).unwrap();
    assert!(field.manually_corrected && !field.needs_review);
    assert_eq!(field.field_value, "62345.60");
    assert_eq!(field.raw_value, "61,000.00", "what is printed stays beside it");
    let back = change("L-1/1", WAGES, Action::Revert);
    ops::correct_values(&engine.workspace, &engine.caller, vec![back]).unwrap();
    let field = document(&engine, "L-1/1");
    let field = field.fields.iter().find(|field| field.field_type_id.as_str().ends_with(WAGES)).unwrap();
    assert!(!field.manually_corrected);
    assert_eq!(field.field_value, "61000.00");
}

#[test]
fn a_value_that_was_not_there_is_added_by_hand() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    assert_eq!(value(&document(&engine, "L-1/1"), "state_wages"), None);
    set(&engine, "L-1/1", "control_number", "A-17");
    let added = document(&engine, "L-1/1");
    let field = added.fields.iter().find(|field| field.field_type_id.as_str() == "w2.control_number").unwrap();
    assert_eq!((field.source, field.page_number, field.field_confidence.value()), (Source::Manual, None, 1.0));
    let back = change("L-1/1", "control_number", Action::Revert);
    ops::correct_values(&engine.workspace, &engine.caller, vec![back]).unwrap();
    assert_eq!(value(&document(&engine, "L-1/1"), "control_number"), None);
}

#[test]
fn one_change_that_cannot_be_made_stops_all_and_every_one_is_named() {
    let engine = processed(&[&wage_statement(2024, "61,000.00"), &wage_statement(2023, "58,000.00")]);
    let lines = [
        ("L-1/1", WAGES, "62000"),
        ("L-1/2", WAGES, "about sixty"),
        ("L-1/2", "no_such_field", "1"),
        ("L-1/1", "tax_year", "20245"),
    ];
    let changes = lines.iter().enumerate().map(|(index, (name, field, value))| ops::ValueChange {
        origin: format!("line {}", index + 2),
        ..change(name, field, Action::Set((*value).to_string()))
    });
    let count = events(&engine).len();
    let refused = ops::correct_values(&engine.workspace, &engine.caller, changes.collect()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::InvalidInput);
    for named in ["3 changes cannot be made", "line 3", "about sixty", "line 4", "no_such_field", "line 5"] {
        assert!(refused.to_string().contains(named), "{named}: {refused}");
    }
    assert!(!refused.to_string().contains("line 2"), "{refused}");
    assert_eq!(value(&document(&engine, "L-1/1"), WAGES), Some("61000.00"));
    assert_eq!(events(&engine).len(), count);
}

#[test]
fn a_new_type_reads_the_pages_again_and_keeps_what_was_corrected() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    set(&engine, "L-1/1", WAGES, "62000");
    settle(&engine);
    assert!(ops::correct_type(&engine.workspace, &engine.caller, "L-1/1", "form_1099_nec").unwrap());
    let waiting = document(&engine, "L-1/1");
    assert_eq!(waiting.processing_status, ProcessingStatus::Classified);
    settle(&engine);
    let other = document(&engine, "L-1/1");
    assert_eq!(other.processing_status, ProcessingStatus::Extracted);
    assert!(other.fields.iter().all(|field| field.field_type_id.as_str().starts_with("form_1099_nec.")));
    assert!(!ops::correct_type(&engine.workspace, &engine.caller, "L-1/1", "form_1099_nec").unwrap());
    ops::correct_type(&engine.workspace, &engine.caller, "L-1/1", "w2").unwrap();
    settle(&engine);
    let again = document(&engine, "L-1/1");
    assert_eq!(value(&again, WAGES), Some("62000.00"), "the correction outlives both readings");
    let unknown = ops::correct_type(&engine.workspace, &engine.caller, "L-1/1", "no_such_type").unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::InvalidInput);
}

#[test]
fn a_correction_of_a_versioned_document_is_its_next_version() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    assert_eq!(document(&engine, "L-1/1").version_identifier.as_deref(), Some("1"));
    set(&engine, "L-1/1", WAGES, "62000");
    settle(&engine);
    let corrected = document(&engine, "L-1/1");
    assert_eq!((corrected.version_identifier.as_deref(), corrected.current_version), (Some("2"), true));
    let versioned = events(&engine).into_iter().rev().find(|(told, ..)| *told == EventType::VersioningResult).unwrap();
    assert_eq!(versioned.2["reason"], "correction");
    assert_eq!(versioned.2["previousDocumentId"].as_str(), Some(corrected.document_id.to_string().as_str()));
}

#[test]
fn what_runs_while_a_person_corrects_is_refused() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    set(&engine, "L-1/1", WAGES, "62000");
    let claim = engine.claim("slow", 600).unwrap();
    set(&engine, "L-1/1", WAGES, "63000");
    assert_eq!(engine.execute(&claim), loanfile::pipeline::StepOutcome::Refused);
    assert_eq!(value(&document(&engine, "L-1/1"), WAGES), Some("63000.00"));
}

#[test]
fn values_are_not_corrected_before_they_are_read() {
    let engine = crate::support::Engine::new();
    engine.ingest("L-1", "w2.pdf", &[&wage_statement(2024, "61,000.00")]);
    let early = change("L-1/1", WAGES, Action::Set("1".to_string()));
    let refused = ops::correct_values(&engine.workspace, &engine.caller, vec![early]).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Conflict);
    assert!(refused.to_string().contains("UPLOADING"), "{refused}");
    assert_eq!(
        ops::correct_type(&engine.workspace, &engine.caller, "L-1/1", "w2").unwrap_err().kind(),
        ErrorKind::Conflict
    );
}

#[test]
fn arithmetic_proves_and_breaks_what_stands_now() {
    let wages = wage_statement(2024, "61,000.00");
    let engine =
        processed(&[&format!("{wages}\n3 Social security wages\n61,000.00\n4 Social security tax withheld\n3,782.00")]);
    let checks = |engine: &crate::support::Engine| -> (Vec<String>, Vec<String>, bool) {
        let seen = document(engine, "L-1/1");
        let id = "w2.social_security_tax_withheld";
        let field = seen.fields.iter().find(|field| field.field_type_id.as_str() == id).unwrap();
        let told = seen.validation.findings.iter().any(|finding| finding.code == "figures_disagree");
        (field.proved_by.clone(), field.breaks.clone(), told)
    };
    let (proved, broken, told) = checks(&engine);
    assert!(!proved.is_empty() && broken.is_empty() && !told, "{proved:?} {broken:?}");
    set(&engine, "L-1/1", "social_security_tax_withheld", "4000");
    settle(&engine);
    let (proved, broken, told) = checks(&engine);
    assert!(proved.is_empty() && !broken.is_empty() && told, "{proved:?} {broken:?}");
}
