//! Figures of the pipeline, worked out by hand.

use crate::support::Program;
use rusqlite::{Connection, params};
use serde_json::{Value, json};

/// 2026-03-01 UTC in microseconds.
const DAY: i64 = 1_772_323_200_000_000;

struct Paper<'p> {
    /// Seconds after the day began at which its file was received.
    received: i64,
    status: &'p str,
    next_stage: Option<&'p str>,
    trashed: bool,
    /// Stage, outcome, milliseconds; one after the other from two seconds after the receipt.
    stages: &'p [(&'p str, &'p str, i64)],
}

const DONE: Paper<'static> = Paper { received: 0, status: "EXTRACTED", next_stage: None, trashed: false, stages: &[] };

/// Writes a file of one document and returns its id.
fn add(database: &Connection, paper: &Paper<'_>) -> String {
    let number: i64 = database.query_row("SELECT COUNT(*) FROM document", [], |row| row.get(0)).unwrap();
    let tenant: String = database.query_row("SELECT tenant_id FROM tenant", [], |row| row.get(0)).unwrap();
    let (file, document) = (format!("file-{number}"), format!("document-{number}"));
    let received = DAY + paper.received * 1_000_000;
    database
        .execute(
            "INSERT INTO source_file (tenant_id, source_file_id, loan_id, position, file_name, size_bytes, sha256,
                 page_count, upload_status, origin, created_at, updated_at)
             VALUES (?1, ?2, 'loan', ?3, 'a.pdf', 1, '', 1, 'COMPLETED', 'cli', ?4, ?4)",
            params![tenant, file, number, received],
        )
        .unwrap();
    database
        .execute(
            "INSERT INTO document (tenant_id, document_id, loan_id, source_file_id, source_position, first_page,
                 last_page, processing_status, next_stage, revision, classification_manually_corrected,
                 current_version, trashed, validation, created_at, updated_at)
             VALUES (?1, ?2, 'loan', ?3, ?4, 1, 1, ?5, ?6, 1, 0, 1, ?7, 'passed', ?8, ?8)",
            params![tenant, document, file, number, paper.status, paper.next_stage, paper.trashed, received],
        )
        .unwrap();
    let mut moment = received + 2_000_000;
    for (stage, outcome, milliseconds) in paper.stages {
        let end = moment + milliseconds * 1000;
        database
            .execute(
                "INSERT INTO stage_run (tenant_id, document_id, revision, stage, outcome, started_at, finished_at)
                 VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6)",
                params![tenant, document, stage, outcome, moment, end],
            )
            .unwrap();
        moment = end;
    }
    document
}

fn correct(database: &Connection, document: &str) {
    database
        .execute(
            "INSERT INTO correction (tenant_id, correction_id, document_id, sequence, kind, corrected_by, corrected_at)
             VALUES ('t', ?1, ?1, 1, 'value', 'kim', 0)",
            [document],
        )
        .unwrap();
}

fn task(database: &Connection, document: &str, status: &str, resolution: Option<&str>) {
    database
        .execute(
            "INSERT INTO review_task (tenant_id, task_id, loan_id, document_id, kind, status, reason, fields, findings,
                 created_at, resolution)
             VALUES ((SELECT tenant_id FROM tenant), ?1, 'loan', ?1, 'EXTRACTION', ?2, '', '[]', '[]', 0, ?3)",
            params![document, status, resolution],
        )
        .unwrap();
}

fn metrics(program: &Program, arguments: &[&str]) -> Value {
    let all: Vec<&str> = ["metrics", "--format", "json"].iter().chain(arguments).copied().collect();
    let view: Value = serde_json::from_str(&program.ok(&all)).unwrap();
    view["data"].clone()
}

#[test]
fn nothing_gives_no_rates() {
    let program = Program::new();
    let shown = metrics(&program, &[]);
    assert_eq!(shown["documents"]["total"], 0);
    assert_eq!(shown["documents"]["byStatus"]["FAILED"], 0);
    assert_eq!(shown["stages"], json!([]));
    for rate in ["completionRate", "meanTurnaroundSeconds", "touchlessRate"] {
        assert_eq!(shown[rate], Value::Null, "{rate}");
    }
}

#[test]
fn documents_are_counted_by_state_and_by_who_touched_them() {
    let program = Program::new();
    let database = program.database();
    // Six completed ones, each 10 s after the receipt: 2 s of waiting and 8 s of work; one of them 30 s.
    let eight = &[("EXTRACTOR", "completed", 8000)][..];
    let untouched = add(&database, &Paper { stages: eight, ..DONE });
    task(&database, &untouched, "RESOLVED", Some("superseded"));
    let dismissed = add(&database, &Paper { stages: eight, ..DONE });
    task(&database, &dismissed, "DISMISSED", None);
    let exported = [("EXTRACTOR", "completed", 8000), ("EXPORT", "completed", 20_000)];
    add(&database, &Paper { stages: &exported, status: "EXPORTED", ..DONE });
    let waits_for_export = Paper { stages: eight, next_stage: Some("EXPORT"), ..DONE };
    correct(&database, &add(&database, &waits_for_export));
    task(&database, &add(&database, &Paper { stages: eight, ..DONE }), "OPEN", None);
    task(&database, &add(&database, &Paper { stages: eight, ..DONE }), "RESOLVED", Some("confirmed"));
    // Not completed: waiting for a check, failed. Not counted: trashed.
    add(&database, &Paper { next_stage: Some("LOS_VALIDATOR"), stages: eight, ..DONE });
    add(&database, &Paper { status: "FAILED", stages: &[("EXTRACTOR", "failed", 500)], ..DONE });
    add(&database, &Paper { trashed: true, stages: eight, ..DONE });
    let shown = metrics(&program, &[]);
    assert_eq!(shown["documents"]["total"], 8);
    assert_eq!(shown["documents"]["byStatus"]["EXTRACTED"], 6);
    assert_eq!(shown["documents"]["byStatus"]["EXPORTED"], 1);
    assert_eq!(shown["documents"]["byStatus"]["FAILED"], 1);
    assert_eq!(shown["documents"]["byStatus"]["UPLOADING"], 0);
    assert_eq!(shown["completionRate"], 6.0 / 8.0);
    assert_eq!(shown["touchlessRate"], 3.0 / 6.0);
    assert_eq!(shown["meanTurnaroundSeconds"], (5.0 * 10.0 + 30.0) / 6.0);
    let table = program.ok(&["metrics"]);
    assert!(table.contains("75.0%") && table.contains("50.0%") && table.contains("13.3 s"), "{table}");
}

#[test]
fn stages_have_means_percentiles_and_failures() {
    let program = Program::new();
    let database = program.database();
    // 1 to 20 ms, then one long run that lies within a class of a hundred milliseconds.
    for milliseconds in 1..=19 {
        add(&database, &Paper { stages: &[("CLASSIFIER", "completed", milliseconds)], ..DONE });
    }
    add(&database, &Paper { stages: &[("CLASSIFIER", "failed", 12_345)], status: "FAILED", ..DONE });
    add(&database, &Paper { stages: &[("SPLITTER", "completed", 7)], ..DONE });
    let shown = metrics(&program, &[]);
    let expected = json!([
        { "stage": "SPLITTER", "runs": 1, "failures": 0, "meanMs": 7.0, "p50Ms": 7, "p95Ms": 7 },
        // (190 + 12345) / 20; the tenth and the nineteenth of twenty.
        { "stage": "CLASSIFIER", "runs": 20, "failures": 1, "meanMs": 626.75, "p50Ms": 10, "p95Ms": 19 },
    ]);
    assert_eq!(shown["stages"], expected);
    add(&database, &Paper { stages: &[("CLASSIFIER", "completed", 12_389)], ..DONE });
    let p95 = metrics(&program, &[])["stages"][1]["p95Ms"].as_u64().unwrap();
    assert!((12_221..=12_345).contains(&p95), "{p95}: the twentieth of 21 is 12,345 within a hundredth");
}

#[test]
fn dates_are_whole_days_of_receipt() {
    let program = Program::new();
    let database = program.database();
    let day = 24 * 3600;
    for received in [-1, 0, day - 1, day] {
        add(&database, &Paper { received, stages: &[("EXTRACTOR", "completed", 5)], ..DONE });
    }
    let count = |arguments: &[&str]| {
        let shown = metrics(&program, arguments);
        (shown["documents"]["total"].as_u64().unwrap(), shown["stages"][0]["runs"].as_u64().unwrap())
    };
    assert_eq!(count(&[]), (4, 4));
    assert_eq!(count(&["--from", "2026-03-01"]), (3, 3));
    assert_eq!(count(&["--from", "2026-03-01", "--to", "2026-03-01"]), (2, 2));
    assert_eq!(count(&["--to", "2026-02-28"]), (1, 1));
    for wrong in [&["--from", "soon"][..], &["--from", "2026-03-02", "--to", "2026-03-01"]] {
        let all: Vec<&str> = ["metrics"].iter().chain(wrong).copied().collect();
        assert_eq!(program.run(&all).code, Some(2), "{wrong:?}");
    }
}
