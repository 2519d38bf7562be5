//! Runs by an external engine: failures are kept with their reason, a service that is down is left alone.

use super::{ask_engine_at, statuses, trigger, twelfths, with_a_w2};
use crate::support::{Seen, Server};
use loanfile::model::IncomeRunStatus::{Completed, Failed};
use loanfile::ops::{self, Force};
use loanfile::settings::EngineFallback;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A server that can be broken and mended.
fn mendable() -> (Server, Arc<AtomicBool>) {
    let works = Arc::new(AtomicBool::new(true));
    let seen = Arc::clone(&works);
    let answer = move |_: usize, asked: &Seen| match seen.load(Ordering::Relaxed) {
        true => Some((200, twelfths(&asked.body))),
        false => Some((503, "out of order, key canary-run-key-33".to_string())),
    };
    (Server::start(answer), works)
}

#[test]
fn a_failed_run_keeps_its_reason_and_the_result_before_it() {
    let mut engine = with_a_w2();
    let (server, works) = mendable();
    ask_engine_at(&mut engine, &server.address);
    let good = trigger(&engine, Force::No);
    assert_eq!(good.result.unwrap().income_data.unwrap().total_monthly_income.to_string(), "5000");
    works.store(false, Ordering::Relaxed);
    let failed = trigger(&engine, Force::Yes);
    assert_eq!((failed.status, failed.result), (Failed, None));
    let run = ops::income_run(&engine.workspace, &engine.caller, &failed.task_id.to_string()).unwrap();
    let failure = run.failure.unwrap();
    assert_eq!((failure.code.as_str(), run.calculated_at, run.income_data), ("ENGINE_UNAVAILABLE", None, None));
    assert!(failure.message.contains("503") && !failure.message.contains("canary"), "{}", failure.message);
    let result = ops::income_result(&engine.workspace, &engine.caller, "L-1").unwrap();
    assert!(result.calculated_at.is_some() && result.income_data.is_some());
    assert_eq!(result.files.len(), 1);
    assert_eq!(result.files[0].file_name, "w2.pdf");
    works.store(true, Ordering::Relaxed);
    assert_eq!(trigger(&engine, Force::Yes).status, Completed);
    assert_eq!(statuses(&engine), [Completed, Failed, Completed]);
}

#[test]
fn the_circuit_holds_over_processes_and_closes_again() {
    let mut engine = with_a_w2();
    let (server, works) = mendable();
    ask_engine_at(&mut engine, &server.address);
    works.store(false, Ordering::Relaxed);
    let codes: Vec<String> = (0..4).map(|_| trigger(&engine, Force::Yes).failure.unwrap().code).collect();
    let asked = server.seen().len();
    assert_eq!(codes[..2], ["ENGINE_UNAVAILABLE", "ENGINE_UNAVAILABLE"]);
    assert_eq!((codes[3].as_str(), asked), ("ENGINE_CIRCUIT_OPEN", 5));
    // What is known of the engine stands in the store: another process sees it too.
    let reopened = loanfile::workspace::Workspace::open(engine.workspace.root()).unwrap();
    let name = format!("{}/income", server.address);
    let circuit = reopened.store.read(|reader| reader.engine_circuit(engine.caller.tenant.id, &name)).unwrap();
    assert_eq!((circuit.failures, circuit.open_until.is_some()), (5, true));
    works.store(true, Ordering::Relaxed);
    std::thread::sleep(std::time::Duration::from_millis(1050));
    assert_eq!(trigger(&engine, Force::Yes).status, Completed);
    assert_eq!(trigger(&engine, Force::Yes).status, Completed);
}

#[test]
fn the_embedded_engine_steps_in_only_where_that_is_set_and_says_so() {
    let mut engine = with_a_w2();
    let server = Server::start(|_, _| Some((200, "{}".to_string())));
    ask_engine_at(&mut engine, &server.address);
    assert_eq!(trigger(&engine, Force::Yes).failure.unwrap().code, "ENGINE_BAD_RESPONSE");
    engine.workspace.settings.income_engine.fallback = Some(EngineFallback::Embedded);
    let stepped_in = trigger(&engine, Force::Yes);
    let data = stepped_in.result.unwrap().income_data.unwrap();
    assert_eq!((data.engine.name.as_str(), data.warnings[0].code.as_str()), ("embedded", "ENGINE_FALLBACK"));
    assert!(data.warnings[0].message.contains("ENGINE_BAD_RESPONSE"));
    assert_eq!(statuses(&engine), [Failed, Completed]);
}

#[test]
fn an_engine_that_is_set_wrongly_fails_the_run() {
    let mut engine = with_a_w2();
    ask_engine_at(&mut engine, "http://127.0.0.1:9");
    engine.workspace.settings.income_engine.key_file = Some("nowhere.key".into());
    let failure = trigger(&engine, Force::Yes).failure.unwrap();
    assert_eq!(failure.code, "ENGINE_SETTINGS");
    assert!(
        failure.message.contains("nowhere.key") && failure.message.contains("loanfile.toml"),
        "{}",
        failure.message
    );
}
