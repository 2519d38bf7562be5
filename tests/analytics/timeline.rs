//! A loan's timeline.

use crate::support::{Program, pdf};
use loanfile::model::{DocumentId, Event, EventId, EventType, LoanId, SourceFileId, Stage, Timestamp};
use loanfile::views::TimelineView;
use serde_json::{Value, json};
use uuid::Uuid;

fn event(document: u128, event_type: EventType, stage: Option<Stage>, milliseconds: i64) -> Event {
    Event {
        id: EventId::NIL,
        event_type,
        loan: LoanId::NIL,
        document: Some(DocumentId::new(Uuid::from_u128(document))),
        source_file: Some(SourceFileId::NIL),
        stage,
        occurred_at: Timestamp::from_micros(milliseconds * 1000),
        payload: json!({}),
    }
}

#[test]
fn stages_have_the_time_from_their_own_start() {
    use EventType::{ClassificationResult, StageCompleted, StageFailed, StageStarted};
    let stage = Some(Stage::Classifier);
    let told = [
        event(1, StageStarted, stage, 1000),
        event(2, StageStarted, stage, 1100),
        event(2, StageCompleted, stage, 1350),
        event(1, ClassificationResult, None, 1600),
        event(1, StageCompleted, stage, 1600),
        // A second pass of the first document, told after it.
        event(1, StageStarted, stage, 1500),
        event(1, StageFailed, stage, 4500),
        event(3, StageCompleted, stage, 5000),
    ];
    let shown: Vec<(i64, Option<u64>)> = TimelineView::new(&told)
        .data
        .into_iter()
        .map(|entry| (entry.occurred_at.micros() / 1000, entry.duration_ms))
        .collect();
    let expected = [
        (1000, None),
        (1100, None),
        (1350, Some(250)),
        (1500, None),
        (1600, None),
        (1600, Some(600)),
        (4500, Some(3000)),
        (5000, None),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn a_processed_loan_shows_every_stage() {
    let program = Program::new();
    program.ingest("L-1", "letter.pdf", &pdf(&["a letter"]));
    program.ok(&["process", "--quiet"]);
    let view: Value = serde_json::from_str(&program.ok(&["timeline", "--loan", "L-1", "--format", "json"])).unwrap();
    let data = view["data"].as_array().unwrap();
    let moments: Vec<&str> = data.iter().map(|entry| entry["occurredAt"].as_str().unwrap()).collect();
    assert!(moments.is_sorted());
    for stage in ["SPLITTER", "CONVERTER", "RECOGNIZER", "CLASSIFIER", "EXTRACTOR", "LOS_VALIDATOR", "VERSIONER"] {
        let ended = data.iter().filter(|entry| entry["stage"] == stage && entry["eventType"] == "STAGE_COMPLETED");
        assert_eq!(ended.filter(|entry| entry["durationMs"].is_u64()).count(), 1, "{stage}");
    }
    let table = program.ok(&["timeline", "--loan", "L-1"]);
    assert!(table.contains("EXTRACTOR") && table.lines().all(|line| line.len() <= 80), "{table}");
    let listed = program.ok(&["timeline", "--loan", "L-1", "--events"]);
    assert_eq!(listed.lines().count(), data.len() + 1);
    assert_eq!(program.run(&["timeline", "--loan", "L-2"]).code, Some(5));
}
