//! Papers that come again: scanned anew, corrected, compared.

use super::{document, package, processed, wage_statement};
use loanfile::model::EventType;
use loanfile::ops;
use loanfile::views::ChangeView;

/// A letter of no known type, so without an identity.
const LETTER: &str = "To whom it may concern at the harbour office\n\
    The mooring of the sailing boat Petrel was kept without complaint for all of the season\n\
    Its keeper swept the landing and painted the rails before the first of May\n\
    The charge of 1,240.00 was settled on the 3rd of September with check 5518\n\
    Nothing is owed and the berth is free from the end of the year\n";

#[test]
fn a_letter_that_comes_again_is_a_copy_and_stays_one() {
    let again = LETTER.replace("Petrel", "\"PETREL\"").replace("owed and", "owed, and");
    let other = LETTER.replace("1,240.00", "1,310.00");
    let engine = processed(&[LETTER, &again, &other]);
    let first = document(&engine, "L-1/1");
    assert_eq!(first.document_type_id.as_ref().unwrap().as_str(), "other");
    let copies =
        |engine| -> Vec<Option<_>> { package(engine).documents.iter().map(|document| document.duplicate_of).collect() };
    assert_eq!(copies(&engine), [None, Some(first.document_id), None]);
    let told = super::events(&engine).into_iter().filter(|(told, ..)| *told == EventType::VersioningResult);
    let reasons: Vec<String> = told.map(|(.., payload)| payload["reason"].as_str().unwrap().to_string()).collect();
    assert_eq!(reasons.iter().filter(|reason| *reason == "near_duplicate").count(), 1, "{reasons:?}");
    // The original goes, the copy takes its place; it comes back, and the copy is a copy again.
    let id = first.document_id.to_string();
    ops::trash(&engine.workspace, &engine.caller, &id).unwrap();
    assert_eq!(copies(&engine), [None, None]);
    ops::restore(&engine.workspace, &engine.caller, &id).unwrap();
    super::settle(&engine);
    assert_eq!(copies(&engine), [None, Some(first.document_id), None]);
    let chain = ops::versions_of(&engine.workspace, &engine.caller, "L-1/2").unwrap();
    assert_eq!(chain.iter().map(|found| found.name.as_str()).collect::<Vec<_>>(), ["L-1/1", "L-1/2"]);
}

#[test]
fn the_chain_of_a_paper_is_listed_newest_first() {
    let (old, new) = (wage_statement(2024, "61,000.00"), wage_statement(2024, "61,500.00"));
    let engine = processed(&[&old, &new, &wage_statement(2023, "60,000.00")]);
    for asked in ["L-1/1", "L-1/2"] {
        let chain = ops::versions_of(&engine.workspace, &engine.caller, asked).unwrap();
        let told: Vec<_> = chain
            .iter()
            .map(|found| (found.name.as_str(), found.version_identifier.as_deref(), found.current_version))
            .collect();
        assert_eq!(told, [("L-1/2", Some("2"), true), ("L-1/1", Some("1"), false)]);
        assert!(chain[0].version_custom_name.as_deref().unwrap().starts_with("W-2"));
    }
}

#[test]
fn two_versions_are_compared_value_by_value() {
    let engine = processed(&[&wage_statement(2024, "61,000.00"), &wage_statement(2024, "61,500.00")]);
    let diff = ops::diff_documents(&engine.workspace, &engine.caller, "L-1/1", "L-1/2").unwrap();
    let wages = diff.fields.iter().find(|field| field.display_name.starts_with("Wages")).unwrap();
    assert_eq!(wages.change, ChangeView::Changed);
    let side = |value: &Option<loanfile::views::ValueView>| {
        let value = value.as_ref().unwrap();
        (value.field_value.clone(), value.page_number)
    };
    assert_eq!(side(&wages.before), ("61000.00".to_string(), Some(1)));
    assert_eq!(side(&wages.after), ("61500.00".to_string(), Some(1)));
    assert!(diff.unchanged > 0);
    let same = ops::diff_documents(&engine.workspace, &engine.caller, "L-1/1", "L-1/1").unwrap();
    assert!(same.fields.is_empty() && same.tables.is_empty());
}

#[test]
fn documents_of_two_types_are_compared_in_what_both_have() {
    let engine = processed(&[&wage_statement(2024, "61,000.00"), super::UNSIGNED]);
    let diff = ops::diff_documents(&engine.workspace, &engine.caller, "L-1/1", "L-1/2").unwrap();
    assert!(diff.fields.is_empty() && diff.unchanged == 0, "nothing is called the same in both");
    assert_eq!(diff.before.not_compared, document(&engine, "L-1/1").fields.len());
    assert_eq!(diff.after.not_compared, document(&engine, "L-1/2").fields.len());
}
