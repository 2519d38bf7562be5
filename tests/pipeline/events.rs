//! What a document leaves behind in the stream of events.

use crate::support::{Program, w2};
use serde_json::Value;
use std::collections::BTreeMap;

#[test]
fn every_stage_is_told_once_in_order() {
    let program = Program::new();
    program.ingest("L-1", "w2.pdf", &crate::support::pdf(&[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]));
    program.ok(&["process", "--quiet"]);
    program.ok(&["process", "--quiet"]);
    let told: Vec<(String, String)> = events(&program).into_iter().map(|event| (event.stage, event.kind)).collect();
    let stages =
        ["IMPORT", "SPLITTER", "CONVERTER", "RECOGNIZER", "CLASSIFIER", "EXTRACTOR", "LOS_VALIDATOR", "VERSIONER"];
    let mut expected = Vec::new();
    for stage in stages {
        expected.push((stage, "STAGE_STARTED"));
        let results = match stage {
            "IMPORT" => vec!["SOURCE_FILE_RECEIVED"],
            "CLASSIFIER" => vec!["CLASSIFICATION_RESULT"],
            "EXTRACTOR" => vec!["EXTRACTION_RESULT"],
            "VERSIONER" => vec!["VERSIONING_RESULT"],
            _ => vec![],
        };
        expected.extend(results.into_iter().map(|kind| (stage, kind)));
        expected.push((stage, "STAGE_COMPLETED"));
    }
    let told: Vec<(&str, &str)> = told
        .iter()
        .map(|(stage, kind)| (stage.as_str(), kind.as_str()))
        .filter(|(_, kind)| *kind != "USER_REVIEW_CREATED")
        .collect();
    assert_eq!(told, expected);
}

#[test]
fn payloads_say_what_was_decided() {
    let program = Program::new();
    program.ingest("L-1", "w2.pdf", &crate::support::pdf(&[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]));
    program.ok(&["process", "--quiet"]);
    let shown = program.shown("L-1");
    let document = &shown["documents"][0];
    let payloads: BTreeMap<String, Value> =
        events(&program).into_iter().map(|event| (event.kind, event.payload)).collect();
    let classified = &payloads["CLASSIFICATION_RESULT"];
    assert_eq!(classified["documentId"], document["documentId"]);
    assert_eq!(classified["documentTypeId"], "w2");
    assert_eq!(classified["documentTypeConfidence"], document["documentTypeConfidence"]);
    let extracted = &payloads["EXTRACTION_RESULT"];
    assert_eq!(extracted["fieldCount"], document["fields"].as_array().unwrap().len());
    assert!(extracted["meanConfidence"].as_f64().unwrap() > 0.5, "{extracted}");
    for member in ["rowCount", "belowThreshold"] {
        assert!(extracted[member].is_u64(), "{member}: {extracted}");
    }
    let versioned = &payloads["VERSIONING_RESULT"];
    assert_eq!((versioned["versionIdentifier"].as_str(), versioned["reason"].as_str()), (Some("1"), Some("first")));
    assert_eq!(versioned["previousDocumentId"], Value::Null);
}

#[test]
fn doubt_opens_one_task_a_kind_and_says_so() {
    let program = Program::new();
    program.ingest(
        "L-1",
        "letter.pdf",
        &crate::support::pdf(&["Dear Sir or Madam\nplease find enclosed what you asked for\nAmount 5"]),
    );
    program.ok(&["process", "--quiet"]);
    let shown = program.shown("L-1");
    let tasks = shown["tasks"].as_array().unwrap();
    let kinds: Vec<&str> = tasks.iter().map(|task| task["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"CLASSIFICATION"), "{kinds:?}");
    let told: Vec<Event> = events(&program).into_iter().filter(|event| event.kind == "USER_REVIEW_CREATED").collect();
    assert_eq!(told.len(), tasks.len());
    for task in tasks {
        assert_eq!(task["status"], "OPEN");
        assert_eq!(kinds.iter().filter(|kind| **kind == task["kind"]).count(), 1, "{kinds:?}");
        let event = told.iter().find(|event| event.payload["taskId"] == task["taskId"]).unwrap();
        assert_eq!(event.payload["kind"], task["kind"]);
    }
    let open: Vec<&Value> = shown["documents"][0]["openTaskIds"].as_array().unwrap().iter().collect();
    assert_eq!(open.len(), tasks.len());
}

struct Event {
    stage: String,
    kind: String,
    payload: Value,
}

fn events(program: &Program) -> Vec<Event> {
    let database = program.database();
    let mut statement =
        database.prepare("SELECT COALESCE(stage, ''), event_type, payload FROM event ORDER BY sequence").unwrap();
    let rows = statement
        .query_map([], |row| {
            let payload: String = row.get(2)?;
            Ok(Event { stage: row.get(0)?, kind: row.get(1)?, payload: serde_json::from_str(&payload).unwrap() })
        })
        .unwrap();
    rows.map(Result::unwrap).collect()
}
