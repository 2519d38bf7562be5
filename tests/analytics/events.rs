//! The event stream: filters, pages, cursors.

use crate::support::{Engine, Program, pdf, signal};
use loanfile::error::ErrorKind;
use loanfile::model::{Event, EventId, EventType, LoanId, LoanStatus, Timestamp};
use loanfile::ops::{self, Caller, CreateLoan, EventQuery};
use loanfile::views::EventsView;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// 2026-03-01 UTC.
const DAY: i64 = 1_772_323_200;

struct Stream {
    engine: Engine,
    loan: LoanId,
}

impl Stream {
    /// A loan `L-1` without papers.
    fn new() -> Self {
        let engine = Engine::new();
        let loan = loan_of(&engine, &engine.caller, "L-1");
        Self { engine, loan }
    }

    /// Adds an event so many seconds after the day began, and returns its number.
    fn add(&self, loan: LoanId, event_type: EventType, seconds: i64, number: u32) {
        let event = Event {
            id: EventId::new(self.engine.workspace.new_id()),
            event_type,
            loan,
            document: None,
            source_file: None,
            stage: None,
            occurred_at: Timestamp::from_micros((DAY + seconds) * 1_000_000),
            payload: json!({ "number": number }),
        };
        let tenant = self.engine.caller.tenant.id;
        self.engine.workspace.store.write(|writer| writer.add_event(tenant, &event)).unwrap();
    }

    fn ask(&self, query: &EventQuery<'_>) -> EventsView {
        ops::events(&self.engine.workspace, &self.engine.caller, query).unwrap()
    }

    fn refused(&self, query: &EventQuery<'_>) -> ErrorKind {
        ops::events(&self.engine.workspace, &self.engine.caller, query).unwrap_err().kind()
    }
}

fn loan_of(engine: &Engine, caller: &Caller, name: &str) -> LoanId {
    let new = CreateLoan { external_loan_id: name, status: LoanStatus::Active, configuration: None };
    ops::create_loan(&engine.workspace, caller, new).unwrap().loan_id
}

fn numbers(view: &EventsView) -> Vec<u64> {
    view.data.iter().map(|event| event.payload["number"].as_u64().unwrap()).collect()
}

#[test]
fn pages_join_to_the_whole_and_the_last_cursor_goes_on() {
    let stream = Stream::new();
    for number in 0..7 {
        stream.add(stream.loan, EventType::StageCompleted, i64::from(number), number);
    }
    let mut query = EventQuery { limit: Some(3), ..EventQuery::default() };
    let first = stream.ask(&query);
    assert_eq!((numbers(&first), &first.next_cursor), (vec![0, 1, 2], &Some(first.resume_cursor.clone())));
    query.cursor = first.next_cursor.as_deref();
    let second = stream.ask(&query);
    query.cursor = second.next_cursor.as_deref();
    let third = stream.ask(&query);
    assert_eq!((numbers(&second), numbers(&third)), (vec![3, 4, 5], vec![6]));
    assert_eq!(third.next_cursor, None);
    query.cursor = Some(&third.resume_cursor);
    let nothing = stream.ask(&query);
    assert_eq!((nothing.data.len(), &nothing.next_cursor, &nothing.resume_cursor), (0, &None, &third.resume_cursor));
    stream.add(stream.loan, EventType::StageCompleted, 7, 7);
    assert_eq!(numbers(&stream.ask(&query)), [7]);
}

#[test]
fn a_page_that_is_just_full_is_the_last() {
    let stream = Stream::new();
    (0..10).for_each(|number| stream.add(stream.loan, EventType::StageStarted, 0, number));
    let page = stream.ask(&EventQuery::default());
    assert_eq!((page.data.len(), page.next_cursor), (10, None), "ten when nothing is said");
}

#[test]
fn an_empty_stream_has_a_cursor_that_sees_the_first_event() {
    let stream = Stream::new();
    let empty = stream.ask(&EventQuery::default());
    assert_eq!((empty.data.len(), &empty.next_cursor), (0, &None));
    stream.add(stream.loan, EventType::StageStarted, 0, 5);
    let query = EventQuery { cursor: Some(&empty.resume_cursor), ..EventQuery::default() };
    assert_eq!(numbers(&stream.ask(&query)), [5]);
}

#[test]
fn filters_by_type_loan_and_moment_go_together() {
    let stream = Stream::new();
    let other = loan_of(&stream.engine, &stream.engine.caller, "L-2");
    let (loan, day) = (stream.loan, 24 * 3600);
    stream.add(loan, EventType::StageFailed, -10, 0);
    stream.add(loan, EventType::ClassificationResult, 0, 1);
    stream.add(other, EventType::StageFailed, 1, 2);
    stream.add(loan, EventType::StageFailed, 2, 3);
    // Told later than the next one, as a stage is that took long.
    stream.add(loan, EventType::StageFailed, day + 60, 4);
    stream.add(loan, EventType::StageStarted, day + 30, 5);
    let ask = |types, loan, since| numbers(&stream.ask(&EventQuery { types, loan, since, ..EventQuery::default() }));
    assert_eq!(ask(Some("STAGE_FAILED"), None, None), [0, 2, 3, 4]);
    assert_eq!(ask(Some("STAGE_FAILED, CLASSIFICATION_RESULT,STAGE_FAILED"), None, None), [0, 1, 2, 3, 4]);
    assert_eq!(ask(Some("STAGE_FAILED"), Some("L-1"), None), [0, 3, 4]);
    assert_eq!(ask(None, Some("L-2"), None), [2]);
    assert_eq!(ask(None, None, Some("2026-03-01")), [1, 2, 3, 4, 5]);
    assert_eq!(ask(None, None, Some("2026-03-02")), [4, 5]);
    assert_eq!(ask(None, None, Some("2026-03-02T00:00:30Z")), [4, 5]);
    assert_eq!(ask(None, None, Some("2026-03-02T00:00:31Z")), [4]);
    assert_eq!(ask(Some("STAGE_FAILED"), Some("L-1"), Some("2026-03-01")), [3, 4]);
    assert_eq!(ask(None, None, Some("2027-01-01")), [] as [u64; 0]);
}

#[test]
fn a_page_of_several_types_is_in_the_order_of_the_stream() {
    let stream = Stream::new();
    for number in 0..20 {
        let event_type = if number % 2 == 0 { EventType::StageStarted } else { EventType::StageCompleted };
        stream.add(stream.loan, event_type, 0, number);
    }
    let mut seen = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let query = EventQuery {
            types: Some("STAGE_COMPLETED,STAGE_STARTED"),
            cursor: cursor.as_deref(),
            limit: Some(3),
            ..EventQuery::default()
        };
        let page = stream.ask(&query);
        seen.extend(numbers(&page));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, (0..20).collect::<Vec<u64>>());
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let stream = Stream::new();
    stream.add(stream.loan, EventType::StageStarted, 0, 0);
    let invalid = ErrorKind::InvalidInput;
    let usual = EventQuery::default();
    assert_eq!(stream.refused(&EventQuery { types: Some("NO_SUCH_TYPE"), ..usual }), invalid);
    assert_eq!(stream.refused(&EventQuery { limit: Some(0), ..usual }), invalid);
    assert_eq!(stream.refused(&EventQuery { limit: Some(501), ..usual }), invalid);
    assert_eq!(stream.refused(&EventQuery { since: Some("soon"), ..usual }), invalid);
    assert_eq!(stream.refused(&EventQuery { cursor: Some("mine"), ..usual }), invalid);
    let unknown = "0199c0de00007000800000000000abcd";
    assert_eq!(stream.refused(&EventQuery { cursor: Some(unknown), ..usual }), invalid);
    assert_eq!(stream.refused(&EventQuery { loan: Some("L-9"), ..usual }), ErrorKind::NotFound);
    assert_eq!(stream.refused(&EventQuery { document: Some("L-1/9"), ..usual }), ErrorKind::NotFound);
}

#[test]
fn a_cursor_of_another_tenant_is_none() {
    let stream = Stream::new();
    stream.add(stream.loan, EventType::StageStarted, 0, 0);
    let page = stream.ask(&EventQuery::default());
    ops::create_tenant(&stream.engine.workspace, "tester", "other").unwrap();
    let other = ops::caller(&stream.engine.workspace, "other", "tester").unwrap();
    let query = EventQuery { cursor: Some(&page.resume_cursor), ..EventQuery::default() };
    assert_eq!(ops::events(&stream.engine.workspace, &other, &query).unwrap_err().kind(), ErrorKind::InvalidInput);
    assert!(ops::events(&stream.engine.workspace, &other, &EventQuery::default()).unwrap().data.is_empty());
}

#[test]
fn the_program_prints_pages_lines_and_what_comes() {
    let program = Program::new();
    program.ingest("L-1", "letter.pdf", &pdf(&["a letter"]));
    program.ok(&["process", "--quiet"]);
    let page: Value = serde_json::from_str(&program.ok(&["events", "--limit", "2", "--format", "json"])).unwrap();
    assert_eq!(page["data"].as_array().unwrap().len(), 2);
    let members: Vec<&str> = page["data"][0].as_object().unwrap().keys().map(String::as_str).collect();
    let mut expected =
        ["eventId", "eventType", "tenantId", "loanId", "documentId", "sourceFileId", "stage", "occurredAt", "payload"];
    expected.sort_unstable();
    let mut sorted = members.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    let table = program.ok(&["events", "--document", "L-1/1"]);
    assert!(table.contains("CLASSIFICATION_RESULT") && table.lines().all(|line| line.len() <= 80), "{table}");
    let followed = program.run(&["events", "--follow", "--format", "json"]);
    assert_eq!(followed.code, Some(2), "{}", followed.stderr);
    let all = program.ok(&["events", "--limit", "500", "--format", "jsonl"]).lines().count();
    let mut child = program
        .command(&["events", "--follow", "--limit", "3", "--format", "jsonl"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let before: Vec<String> = lines.by_ref().take(all).map(Result::unwrap).collect();
    program.ingest("L-2", "other.pdf", &pdf(&["another letter"]));
    let new: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!((before.len(), &new["stage"]), (all, &"IMPORT".into()));
}
