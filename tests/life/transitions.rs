//! The table of transitions and its rules, row by row.

use super::{UNSIGNED, document, events, package, processed, set, settle, told_since, value, wage_statement};
use crate::support::Engine;
use loanfile::error::ErrorKind;
use loanfile::model::{
    DocumentId, EventType, Failure, FailureRecord, ProcessingStatus, Stage, TaskStatus, Timestamp, ValidationStatus,
};
use loanfile::ops;

#[test]
fn from_upload_to_extracted() {
    let engine = Engine::new();
    engine.ingest("L-1", "w2.pdf", &[&wage_statement(2024, "61,000.00")]);
    assert_eq!(status(&engine), ProcessingStatus::Uploading);
    assert!(document(&engine, "L-1/1").document_type_id.is_none());
    let pages = engine.claim_pages("reader", 60).unwrap();
    assert_eq!(status(&engine), ProcessingStatus::Processing);
    let tenant = engine.caller.tenant.id;
    engine.workspace.store.write(|writer| writer.release_owner(tenant, "reader")).unwrap();
    assert_eq!(pages.pages.len(), 1);
    engine.process();
    assert_eq!(status(&engine), ProcessingStatus::Extracted);
    let seen = document(&engine, "L-1/1");
    assert_eq!(seen.document_type_id.as_ref().unwrap().as_str(), "w2");
    assert!(seen.document_type_confidence.unwrap().value() > 0.8);
    let told: Vec<EventType> = events(&engine).into_iter().map(|(event_type, ..)| event_type).collect();
    let place = |event_type| told.iter().position(|told| *told == event_type).unwrap();
    assert!(place(EventType::ClassificationResult) < place(EventType::ExtractionResult));
}

#[test]
fn classified_comes_with_the_type_and_before_the_values() {
    let engine = Engine::new();
    engine.ingest("L-1", "w2.pdf", &[&wage_statement(2024, "61,000.00"), &wage_statement(2023, "58,000.00")]);
    engine.process();
    // Sent back, and then stage by stage, as any number of processes would do it.
    ops::merge(&engine.workspace, &engine.caller, &["L-1/1".to_string(), "L-1/2".to_string()]).unwrap();
    let mut seen = Vec::new();
    while let Some(claim) = engine.claim("one", 60) {
        engine.execute(&claim);
        let tenant = engine.caller.tenant.id;
        engine.workspace.store.write(|writer| writer.release_owner(tenant, "one")).unwrap();
        let now = document(&engine, "L-1/1");
        seen.push((claim.stage, now.processing_status, now.document_type_id.is_some(), !now.fields.is_empty()));
    }
    use ProcessingStatus::{Classified, Extracted, Processing};
    assert_eq!(
        seen,
        [
            (Stage::Converter, Processing, false, false),
            (Stage::Recognizer, Processing, false, false),
            (Stage::Classifier, Classified, true, false),
            (Stage::Extractor, Extracted, true, true),
            (Stage::LosValidator, Extracted, true, true),
            (Stage::Versioner, Extracted, true, true),
        ]
    );
}

#[test]
fn a_stage_that_fails_fails_its_document_and_no_other() {
    let engine = processed(&[&wage_statement(2023, "58,000.00"), &wage_statement(2024, "61,000.00")]);
    fail(&engine, "L-1/1", Stage::Converter);
    assert_eq!(document(&engine, "L-1/1").processing_status, ProcessingStatus::Failed);
    assert_eq!(document(&engine, "L-1/2").processing_status, ProcessingStatus::Extracted);
    let failure = document(&engine, "L-1/1").failure.clone().unwrap();
    assert_eq!((failure.stage, failure.code.as_str()), (Stage::Converter, "broken"));
}

#[test]
fn what_failed_is_tried_again_from_the_stage_that_failed() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    let refused = ops::retry(&engine.workspace, &engine.caller, "L-1/1").unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Conflict);
    fail(&engine, "L-1/1", Stage::Classifier);
    assert_eq!(ops::retry(&engine.workspace, &engine.caller, "L-1/1").unwrap(), Stage::Classifier);
    assert_eq!(status(&engine), ProcessingStatus::Processing);
    let count = events(&engine).len();
    settle(&engine);
    let after = document(&engine, "L-1/1");
    assert_eq!((after.processing_status, after.failure.is_none()), (ProcessingStatus::Extracted, true));
    let stages: Vec<String> = events(&engine)
        .into_iter()
        .skip(count)
        .filter(|(told, ..)| *told == EventType::StageStarted)
        .filter_map(|(_, stage, _)| stage)
        .collect();
    assert_eq!(stages, ["CLASSIFIER", "EXTRACTOR", "LOS_VALIDATOR", "VERSIONER"]);
}

#[test]
fn values_set_by_hand_rescue_a_failed_extraction_but_no_other_failure() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    fail(&engine, "L-1/1", Stage::Extractor);
    set(&engine, "L-1/1", "wages_tips_other_compensation", "62000");
    let rescued = document(&engine, "L-1/1");
    assert_eq!((rescued.processing_status, rescued.failure.is_none()), (ProcessingStatus::Extracted, true));
    assert_eq!(value(&rescued, "wages_tips_other_compensation"), Some("62000.00"));
    fail(&engine, "L-1/1", Stage::Converter);
    let change = super::change("L-1/1", "wages_tips_other_compensation", ops::Action::Set("1".to_string()));
    let refused = ops::correct_values(&engine.workspace, &engine.caller, vec![change]).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Conflict);
}

#[test]
fn a_failed_check_tells_asks_and_holds_back_until_the_value_is_corrected() {
    let engine = processed(&[UNSIGNED]);
    let failed = document(&engine, "L-1/1");
    assert_eq!(failed.validation.status, ValidationStatus::Failed, "{:?}", failed.validation.findings);
    let errors: Vec<_> = events(&engine).into_iter().filter(|(told, ..)| *told == EventType::ValidationError).collect();
    assert_eq!(errors.len(), 1);
    assert_eq!(
        (errors[0].1.as_deref(), errors[0].2["code"].as_str()),
        (Some("LOS_VALIDATOR"), Some("signature_missing"))
    );
    let open = super::tasks(&engine, Some(TaskStatus::Open));
    assert!(open.iter().any(|task| task.findings.iter().any(|finding| finding.code == "signature_missing")));
    let count = events(&engine).len();
    set(&engine, "L-1/1", "donor_signature", "true");
    settle(&engine);
    let passed = document(&engine, "L-1/1");
    assert_eq!(passed.validation.status, ValidationStatus::Passed);
    let told = told_since(&engine, count);
    let place = |event_type| told.iter().position(|told| *told == event_type).unwrap();
    assert!(place(EventType::ManualCorrection) < place(EventType::UserReviewResolved));
    assert_eq!(place(EventType::UserReviewResolved) + 1, place(EventType::TaskCompleted));
    assert!(!told.contains(&EventType::ValidationError), "{told:?}");
}

#[test]
fn a_corrected_copy_takes_the_place_of_the_one_that_failed() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    engine.ingest("L-1", "again.pdf", &[&wage_statement(2024, "61,500.00")]);
    engine.process();
    let views = package(&engine).documents;
    let standing: Vec<(bool, Option<&str>)> =
        views.iter().map(|view| (view.current_version, view.version_identifier.as_deref())).collect();
    assert_eq!(standing, [(false, Some("1")), (true, Some("2"))]);
}

fn status(engine: &Engine) -> ProcessingStatus {
    document(engine, "L-1/1").processing_status
}

/// Leaves a document as a stage that failed for good leaves it.
fn fail(engine: &Engine, name: &str, stage: Stage) {
    let tenant = engine.caller.tenant.id;
    let id: DocumentId = document(engine, name).document_id;
    engine
        .workspace
        .store
        .write(|writer| {
            let mut document = writer.document(tenant, id)?.unwrap();
            document.processing_status = ProcessingStatus::Failed;
            document.next_stage = None;
            let failure = Failure { stage, code: "broken".to_string(), message: "it broke".to_string() };
            document.failure = Some(FailureRecord { failure, occurred_at: Timestamp::from_micros(0), attempts: 1 });
            writer.save_document(tenant, &document)
        })
        .unwrap();
}
