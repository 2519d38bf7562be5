//! Putting aside and taking back.

use super::{UNSIGNED, document, package, processed, settle, tasks, wage_statement};
use loanfile::model::{EventType, TaskStatus};
use loanfile::ops;

#[test]
fn what_is_put_aside_leaves_the_loan_and_comes_back_whole() {
    let engine = processed(&[UNSIGNED]);
    let before = document(&engine, "L-1/1");
    let id = before.document_id.to_string();
    assert!(ops::trash(&engine.workspace, &engine.caller, "L-1/1").unwrap());
    assert!(!ops::trash(&engine.workspace, &engine.caller, &id).unwrap(), "a second time changes nothing");
    assert!(package(&engine).documents.is_empty());
    assert_eq!(package(&engine).loan.fields_count, 0);
    assert!(tasks(&engine, Some(TaskStatus::Open)).is_empty());
    let dismissed = tasks(&engine, Some(TaskStatus::Dismissed));
    assert!(!dismissed.is_empty() && dismissed.iter().all(|task| task.resolution.is_none()));
    assert!(ops::restore(&engine.workspace, &engine.caller, &id).unwrap());
    settle(&engine);
    let after = document(&engine, "L-1/1");
    assert_eq!(after.fields.len(), before.fields.len());
    assert_eq!(after.validation.status, before.validation.status);
    assert!(!tasks(&engine, Some(TaskStatus::Open)).is_empty(), "its failed check asks again");
    let told = super::events(&engine).into_iter().filter(|(told, ..)| *told == EventType::DocumentTrashed);
    assert_eq!(told.map(|(.., payload)| payload["trashed"].as_bool().unwrap()).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn putting_the_newest_version_aside_makes_the_one_before_it_current() {
    let engine = processed(&[&wage_statement(2024, "61,000.00"), &wage_statement(2024, "61,500.00")]);
    let current = |engine: &crate::support::Engine| -> Vec<bool> {
        package(engine).documents.iter().map(|document| document.current_version).collect()
    };
    assert_eq!(current(&engine), [false, true]);
    let newest = document(&engine, "L-1/2").document_id.to_string();
    ops::trash(&engine.workspace, &engine.caller, &newest).unwrap();
    assert_eq!(current(&engine), [true]);
    ops::restore(&engine.workspace, &engine.caller, &newest).unwrap();
    settle(&engine);
    assert_eq!(current(&engine), [false, true]);
}

#[test]
fn an_upload_put_aside_before_it_was_read_is_not_read() {
    let engine = crate::support::Engine::new();
    engine.ingest("L-1", "w2.pdf", &[&wage_statement(2024, "61,000.00")]);
    let id = document(&engine, "L-1/1").document_id.to_string();
    ops::trash(&engine.workspace, &engine.caller, &id).unwrap();
    engine.process();
    assert!(package(&engine).documents.is_empty());
    ops::restore(&engine.workspace, &engine.caller, &id).unwrap();
    engine.process();
    assert_eq!(document(&engine, "L-1/1").document_type_id.clone().unwrap().as_str(), "w2");
}
