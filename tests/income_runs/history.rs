//! Triggers and what they leave behind.

use super::{WAGES, ask_engine_at, correct, statuses, trigger, twelfths, with_a_w2};
use crate::support::{Engine, Server, w2};
use loanfile::error::ErrorKind;
use loanfile::income::{Guideline, Override};
use loanfile::model::{
    EventType,
    IncomeRunStatus::{Active, Completed, Failed, Superseded},
};
use loanfile::ops::{self, Begun, Force, IncomeAsk, Overrides};
use serde_json::json;

#[test]
fn before_any_run_there_is_nothing_and_no_run_without_papers() {
    let engine = Engine::new();
    engine.ingest("L-1", "letter.pdf", &["Dear Sir,\nthis letter is about nothing in particular.\n"]);
    let result = || ops::income_result(&engine.workspace, &engine.caller, "L-1").unwrap();
    assert_eq!(serde_json::to_value(result()).unwrap(), json!({"calculatedAt": null, "incomeData": null, "files": []}));
    engine.process();
    let asked = ops::trigger_income(&engine.workspace, &engine.caller, "L-1", &IncomeAsk::default(), Force::No);
    let error = asked.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert!(error.hint_text().unwrap().contains("pay stubs, W-2s"), "{error}");
    assert!(statuses(&engine).is_empty());
    let unknown = ops::income_result(&engine.workspace, &engine.caller, "L-2").unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::NotFound);
}

#[test]
fn a_result_stays_until_another_is_forced_and_every_run_is_kept() {
    let engine = with_a_w2();
    let first = trigger(&engine, Force::No);
    assert_eq!((first.status, statuses(&engine)), (Completed, vec![Completed]));
    assert_eq!(trigger(&engine, Force::No).task_id, first.task_id, "nothing new is begun");
    let second = trigger(&engine, Force::Yes);
    assert_ne!(second.task_id, first.task_id);
    assert_eq!(statuses(&engine), [Completed, Completed]);
    let history = ops::income_history(&engine.workspace, &engine.caller, "L-1").unwrap();
    let shown = serde_json::to_value(&history).unwrap();
    let members: Vec<&String> = shown[0].as_object().unwrap().keys().collect();
    assert_eq!(members, ["createdAt", "requestedBy", "runId", "status"]);
    assert_eq!((&shown[0]["runId"], &shown[1]["runId"]), (&json!(first.task_id), &json!(second.task_id)));
    let run = ops::income_run(&engine.workspace, &engine.caller, &first.task_id.to_string()).unwrap();
    assert_eq!(
        (run.guideline, run.edition.as_str()),
        (Guideline::FannieMae, Guideline::FannieMae.rules().edition.as_str())
    );
    assert_eq!((run.engine.as_str(), run.engine_version.as_deref()), ("embedded", Some(env!("CARGO_PKG_VERSION"))));
    assert_eq!((run.inputs_sha256.len(), run.documents.len()), (64, 1));
    assert!(ops::verify_audit(&engine.workspace, &engine.caller, None).unwrap().damage.is_none());
    let loan = ops::loan_package(&engine.workspace, &engine.caller, "L-1").unwrap().loan.loan_id;
    let events = engine.workspace.store.read(|reader| reader.events_of_loan(engine.caller.tenant.id, loan)).unwrap();
    let told: Vec<EventType> = events.iter().rev().take(4).map(|event| event.event_type).collect();
    use EventType::{IncomeRunCompleted, IncomeRunStarted};
    assert_eq!(told, [IncomeRunCompleted, IncomeRunStarted, IncomeRunCompleted, IncomeRunStarted]);
}

#[test]
fn an_active_run_is_returned_and_a_forced_one_supersedes_it() {
    let engine = with_a_w2();
    let begin = |force| {
        ops::start_income(&engine.workspace, &engine.caller, "L-1", "dana", &IncomeAsk::default(), force).unwrap()
    };
    let Begun::Started(first) = begin(Force::No) else { panic!("nothing was begun") };
    assert_eq!(statuses(&engine), [Active]);
    let result = ops::income_result(&engine.workspace, &engine.caller, "L-1").unwrap();
    assert_eq!((result.calculated_at, result.income_data), (None, None));
    let Begun::Active(same) = begin(Force::No) else { panic!("another run was begun") };
    assert_eq!((same.id, same.requested_by.as_str()), (first.run.id, "dana"));
    let Begun::Started(second) = begin(Force::Yes) else { panic!("nothing was forced") };
    assert_eq!(statuses(&engine), [Superseded, Active]);
    // The superseded one comes to its end too late: its result does not count.
    let late = ops::finish_income(&engine.workspace, &engine.caller, *first).unwrap();
    assert_eq!((late.status, late.result, late.calculated_at), (Superseded, None, None));
    let counts = ops::finish_income(&engine.workspace, &engine.caller, *second).unwrap();
    assert_eq!(counts.status, Completed);
    assert_eq!(statuses(&engine), [Superseded, Completed]);
}

#[test]
fn a_run_whose_process_is_gone_is_told_as_failed_by_the_next() {
    let engine = with_a_w2();
    let begun =
        ops::start_income(&engine.workspace, &engine.caller, "L-1", "dana", &IncomeAsk::default(), Force::No).unwrap();
    let Begun::Started(pending) = begun else { panic!("nothing was begun") };
    let id = pending.run.id.to_string();
    drop(pending);
    assert_eq!(trigger(&engine, Force::No).status, Completed);
    assert_eq!(statuses(&engine), [Failed, Completed]);
    let run = ops::income_run(&engine.workspace, &engine.caller, &id).unwrap();
    assert_eq!(run.failure.unwrap().code, "ABANDONED");
}

#[test]
fn it_is_known_what_changed_since_the_last_run() {
    let mut engine = with_a_w2();
    let reasons = |engine: &Engine, ask: &IncomeAsk| {
        ops::income_freshness(&engine.workspace, &engine.caller, "L-1", ask).unwrap().reasons
    };
    assert!(reasons(&engine, &IncomeAsk::default()).is_empty(), "there was no run");
    trigger(&engine, Force::No);
    assert!(reasons(&engine, &IncomeAsk::default()).is_empty());
    let freddie = IncomeAsk { guideline: Some(Guideline::FreddieMac), ..IncomeAsk::default() };
    assert_eq!(reasons(&engine, &freddie), ["the guideline was FANNIE_MAE"]);
    correct(&engine, "L-1/1", WAGES, "61000.00");
    assert_eq!(reasons(&engine, &IncomeAsk::default()), ["L-1/1 has other values"]);
    trigger(&engine, Force::Yes);
    engine.ingest("L-1", "second.pdf", &[&w2("Ada Moreno", "123-45-6789", 2023, "58,000.00")]);
    engine.process();
    assert_eq!(reasons(&engine, &IncomeAsk::default()), ["L-1/2 is new"]);
    trigger(&engine, Force::Yes);
    ops::set_tenant(&engine.workspace, &engine.caller, "largeDepositThreshold", "40%").unwrap();
    assert_eq!(reasons(&engine, &IncomeAsk::default()), ["settings have changed"]);
    ask_engine_at(&mut engine, "http://127.0.0.1:9");
    assert!(reasons(&engine, &IncomeAsk::default()).contains(&"it was computed by the engine embedded".to_string()));
}

#[test]
fn decisions_hold_for_later_runs_until_others_are_given() {
    let engine = with_a_w2();
    let excluded = vec![Override {
        stream_key: "base_pay:somebody".to_string(),
        include: Some(false),
        facts: std::collections::BTreeMap::new(),
    }];
    let run = |overrides: Overrides| {
        let ask = IncomeAsk { overrides, ..IncomeAsk::default() };
        let run = ops::trigger_income(&engine.workspace, &engine.caller, "L-1", &ask, Force::Yes).unwrap();
        ops::income_run(&engine.workspace, &engine.caller, &run.task_id.to_string()).unwrap().overrides
    };
    assert_eq!(run(Overrides::Given(excluded.clone())), excluded);
    assert_eq!(run(Overrides::AsBefore), excluded);
    assert!(run(Overrides::Given(Vec::new())).is_empty());
    assert!(run(Overrides::AsBefore).is_empty());
}

#[test]
fn a_run_can_be_computed_again_to_the_cent_after_its_papers_have_changed() {
    let engine = with_a_w2();
    let first = trigger(&engine, Force::No).task_id.to_string();
    correct(&engine, "L-1/1", WAGES, "75000.00");
    let replay = ops::replay_income(&engine.workspace, &engine.caller, &first).unwrap();
    assert!(replay.equal && replay.notes.is_empty(), "{replay:?}");
    assert_eq!(statuses(&engine), [Completed], "a replay is no run");
    let ending = &first[first.len() - 8..];
    assert!(ops::replay_income(&engine.workspace, &engine.caller, ending).unwrap().equal);
    let unknown = ops::replay_income(&engine.workspace, &engine.caller, "ffffffff").unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::NotFound);
}

#[test]
fn a_difference_names_the_value_that_moved() {
    let mut engine = with_a_w2();
    let server = Server::start(|_, seen| Some((200, twelfths(&seen.body))));
    ask_engine_at(&mut engine, &server.address);
    let first = trigger(&engine, Force::No);
    correct(&engine, "L-1/1", WAGES, "66000.00");
    let second = trigger(&engine, Force::Yes);
    let (from, to) = (first.task_id.to_string(), second.task_id.to_string());
    let diff = ops::income_diff(&engine.workspace, &engine.caller, &from, &to).unwrap();
    assert_eq!((diff.effect.to_string(), diff.streams.len()), ("500".to_string(), 1));
    let leaves = &diff.streams[0].leaves;
    assert_eq!(leaves.len(), 1, "the number of months did not move");
    let leaf = serde_json::to_value(&leaves[0]).unwrap();
    assert_eq!((&leaf["before"], &leaf["after"]), (&json!("60000"), &json!("66000")));
    assert_eq!((&leaf["documentName"], &leaf["line"], &leaf["page"]), (&json!("L-1/1"), &json!("box 1"), &json!(1)));
    let same = ops::income_diff(&engine.workspace, &engine.caller, &from, &from).unwrap();
    assert_eq!((same.streams.len(), same.unchanged), (0, 1));
}
