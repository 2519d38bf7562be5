//! Review tasks, step by step and event by event.

use super::{UNSIGNED, document, events, package, processed, set, settle, tasks, told_since};
use crate::support::Engine;
use loanfile::error::ErrorKind;
use loanfile::model::{
    Confidence, EventType, Finding, Resolution, ReviewTask, Severity, TaskKind, TaskStatus, ValidationStatus,
};
use loanfile::ops::{self, TaskQuery, Verdict};
use loanfile::review::{self, Decision, Proposal};
use loanfile::store::TenantSettings;

const UNCLEAR: &str = "Dear Sir or Madam\nplease find enclosed what you asked for\nAmount 5";

#[test]
fn doubt_opens_a_task_and_a_correction_resolves_it() {
    let engine = processed(&[UNCLEAR]);
    let opened = tasks(&engine, Some(TaskStatus::Open));
    assert_eq!(opened.len(), 1);
    assert_eq!(opened[0].kind, TaskKind::Classification);
    let created: Vec<_> =
        events(&engine).into_iter().filter(|(told, ..)| *told == EventType::UserReviewCreated).collect();
    assert_eq!(created[0].2["taskId"].as_str(), Some(opened[0].task_id.to_string().as_str()));
    let count = events(&engine).len();
    assert!(ops::correct_type(&engine.workspace, &engine.caller, "L-1/1", "letter_of_explanation").unwrap());
    let told = told_since(&engine, count);
    assert_eq!(told, [EventType::ManualCorrection, EventType::UserReviewResolved, EventType::TaskCompleted]);
    let (_, _, payload) = events(&engine).pop().unwrap();
    assert_eq!(payload["taskId"].as_str(), Some(opened[0].task_id.to_string().as_str()));
    assert_eq!(payload["documentId"].as_str(), Some(opened[0].document_id.to_string().as_str()));
    let resolved = &tasks(&engine, Some(TaskStatus::Resolved))[0];
    assert_eq!((resolved.resolution, resolved.resolved_by.as_deref()), (Some(Resolution::Corrected), Some("tester")));
    assert!(document(&engine, "L-1/1").classification_manually_corrected);
}

#[test]
fn a_doubtful_value_is_confirmed_or_corrected() {
    for resolution in [Resolution::Confirmed, Resolution::Corrected] {
        let engine = doubtful_value();
        let task =
            tasks(&engine, Some(TaskStatus::Open)).into_iter().find(|task| task.kind == TaskKind::Extraction).unwrap();
        assert!(package(&engine).loan.fields_to_review > 0);
        let count = events(&engine).len();
        let verdict = Verdict { resolution, note: None, resolved_by: None };
        if resolution == Resolution::Corrected {
            let refused = ops::resolve_task(&engine.workspace, &engine.caller, &task.task_id.to_string(), &verdict);
            assert_eq!(refused.unwrap_err().kind(), ErrorKind::Conflict, "nothing was corrected yet");
            for field in &task.fields {
                assert!(field.row_index.is_none());
                set(&engine, "L-1/1", field.field_type_id.as_str(), "61000.00");
            }
            let told = told_since(&engine, count);
            assert_eq!(told.last(), Some(&EventType::TaskCompleted));
        } else {
            ops::resolve_task(&engine.workspace, &engine.caller, &task.task_id.to_string(), &verdict).unwrap();
            assert_eq!(told_since(&engine, count), [EventType::UserReviewResolved, EventType::TaskCompleted]);
        }
        let ended = ops::task(&engine.workspace, &engine.caller, &task.task_id.to_string()).unwrap();
        assert_eq!((ended.status, ended.resolution), (TaskStatus::Resolved, Some(resolution)));
        assert_eq!(package(&engine).loan.fields_to_review, 0);
        let again = ops::resolve_task(&engine.workspace, &engine.caller, &task.task_id.to_string(), &verdict);
        assert_eq!(again.unwrap_err().kind(), ErrorKind::Conflict, "resolved twice");
    }
}

#[test]
fn a_failed_check_is_waived_only_where_that_is_allowed_and_with_a_reason() {
    let mut engine = processed(&[UNSIGNED]);
    let task =
        tasks(&engine, Some(TaskStatus::Open)).into_iter().find(|task| task.kind == TaskKind::Validation).unwrap();
    let id = task.task_id.to_string();
    let resolve = |engine: &Engine, resolution, note: Option<&str>| {
        let verdict = Verdict { resolution, note: note.map(str::to_owned), resolved_by: None };
        ops::resolve_task(&engine.workspace, &engine.caller, &id, &verdict)
    };
    assert_eq!(resolve(&engine, Resolution::Confirmed, None).unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(resolve(&engine, Resolution::Waived, Some("seen")).unwrap_err().kind(), ErrorKind::NotPermitted);
    let settings = TenantSettings { allow_waivers: true, ..TenantSettings::default() };
    engine.set(settings);
    assert_eq!(resolve(&engine, Resolution::Waived, None).unwrap_err().kind(), ErrorKind::InvalidInput);
    resolve(&engine, Resolution::Waived, Some("wet signature seen")).unwrap();
    let released = document(&engine, "L-1/1");
    assert_eq!(released.validation.status, ValidationStatus::Passed);
    assert!(released.validation.findings.iter().any(|finding| finding.code == "signature_missing" && finding.waived));
    // What was waived stays waived when the checks run again.
    set(&engine, "L-1/1", "gift_amount", "12600");
    settle(&engine);
    assert_eq!(document(&engine, "L-1/1").validation.status, ValidationStatus::Passed);
    assert!(tasks(&engine, Some(TaskStatus::Open)).iter().all(|task| task.kind != TaskKind::Validation));
}

#[test]
fn the_next_task_goes_to_one_reviewer() {
    let engine = processed(&[UNCLEAR, "Please see the note.\nRegards"]);
    let mut other = engine.caller.clone();
    other.actor = "dana".to_string();
    let any = TaskQuery::default();
    let first = ops::next_task(&engine.workspace, &engine.caller, &any).unwrap().unwrap();
    let second = ops::next_task(&engine.workspace, &other, &any).unwrap().unwrap();
    assert_ne!(first.task_id, second.task_id);
    assert_eq!(ops::next_task(&engine.workspace, &engine.caller, &any).unwrap().unwrap().task_id, first.task_id);
    let third = loanfile::ops::Caller { actor: "kim".to_string(), ..other };
    assert!(ops::next_task(&engine.workspace, &third, &any).unwrap().is_none());
    let id = second.task_id.to_string();
    let given = ops::assign_task(&engine.workspace, &third, &id[28..], Some("kim".to_string())).unwrap();
    assert_eq!((given.task_id, given.assignee.as_deref()), (second.task_id, Some("kim")));
}

#[test]
fn tasks_are_opened_changed_kept_and_closed_by_what_is_needed() {
    let needed = |reason: &str| Proposal {
        kind: TaskKind::Validation,
        reason: reason.to_string(),
        fields: Vec::new(),
        findings: vec![Finding::new("signature_missing", Severity::Error, reason)],
    };
    let engine = processed(&[UNSIGNED]);
    let tenant = engine.caller.tenant.id;
    let id = document(&engine, "L-1/1").document_id;
    let open: ReviewTask =
        engine.workspace.store.read(|reader| reader.open_task_of(tenant, id, TaskKind::Validation)).unwrap().unwrap();
    let same = Proposal {
        kind: open.kind,
        reason: open.reason.clone(),
        fields: open.fields.clone(),
        findings: open.findings.clone(),
    };
    assert_eq!(review::decide(None, None), Decision::Leave);
    assert_eq!(review::decide(None, Some(&same)), Decision::Open);
    assert_eq!(review::decide(Some(&open), Some(&same)), Decision::Leave);
    assert_eq!(review::decide(Some(&open), Some(&needed("another"))), Decision::Change);
    assert_eq!(review::decide(Some(&open), None), Decision::Close);
}

#[test]
fn below_the_lowest_band_a_task_is_opened_whatever_is_set() {
    let threshold = Confidence::new(0.1);
    assert!(review::is_doubtful(Confidence::new(0.64), threshold));
    assert!(!review::is_doubtful(Confidence::new(0.65), threshold));
}

/// A wage statement of which one value is in doubt.
fn doubtful_value() -> Engine {
    let engine = processed(&[&super::wage_statement(2024, "61,000.00")]);
    let tenant = engine.caller.tenant.id;
    let id = document(&engine, "L-1/1").document_id;
    // Read again with less confidence, as a bad scan would give.
    engine
        .workspace
        .store
        .write(|writer| {
            let mut fields = writer.fields(tenant, id)?;
            for field in
                fields.iter_mut().filter(|field| field.field_type.as_str().ends_with("wages_tips_other_compensation"))
            {
                field.confidence = Confidence::new(0.5);
            }
            writer.replace_fields(tenant, id, &fields)?;
            let proposal = review::of_fields(&fields, Confidence::new(0.8));
            let document = writer.document(tenant, id)?.unwrap();
            let record = loanfile::pipeline::Record::new(&engine.workspace, writer, tenant);
            let told = record.settle_task(&document, TaskKind::Extraction, proposal)?;
            record.events(&document, told)
        })
        .unwrap();
    engine
}
