//! `loanfile export`: what goes, what stays, what counts.

use super::folders::{assert_whole, snapshot};
use crate::support::{Program, pdf, signal, w2};
use loanfile::los::FileKind;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Returns a bundle of wage statements, each of another year.
fn bundle(count: u32) -> Vec<u8> {
    let pages: Vec<String> = (0..count)
        .map(|index| w2("Ada Lind", "123-45-6789", 2000 + index % 25, &format!("{}.00", 1000 + index)))
        .collect();
    pdf(&pages.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Makes a workspace with a loan of so many documents that have passed.
fn processed(count: u32) -> Program {
    let program = Program::new();
    program.ingest("L-1", "bundle.pdf", &bundle(count));
    program.ok(&["process", "--quiet"]);
    program
}

fn folder(program: &Program) -> PathBuf {
    let los = program.workspace().join("los");
    let mut loans = std::fs::read_dir(&los).unwrap().map(|entry| entry.unwrap().path());
    let loan = loans.next().expect("a loan's folder");
    assert!(loans.next().is_none(), "one folder a loan");
    loan
}

fn files(program: &Program) -> BTreeMap<String, Vec<u8>> {
    snapshot(&folder(program))
}

fn exported(program: &Program, arguments: &[&str]) -> Value {
    let mut whole = vec!["export", "--format", "json"];
    whole.extend(arguments);
    serde_json::from_str(&program.ok(&whole)).unwrap()
}

fn count(program: &Program, sql: &str) -> i64 {
    program.database().query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn documents_that_passed_are_exported_once() {
    let program = processed(3);
    let planned = exported(&program, &["--dry-run"]);
    assert_eq!(planned["exported"].as_array().unwrap().len(), 3);
    assert!(!program.workspace().join("los").exists(), "a dry run does nothing");
    let done = exported(&program, &[]);
    assert_eq!((done["exported"].as_array().unwrap().len(), done["heldBack"].as_array().unwrap().len()), (3, 0));
    let first = files(&program);
    let manifest = assert_whole(&first);
    assert_eq!(manifest.files.iter().filter(|entry| entry.kind == FileKind::Document).count(), 3);
    assert_eq!(manifest.external_loan_id, "L-1");
    let shown = program.shown("L-1");
    for document in shown["documents"].as_array().unwrap() {
        assert_eq!(document["processingStatus"], "EXPORTED");
    }
    let again = exported(&program, &["--loan", "L-1"]);
    assert_eq!((again["exported"].as_array().unwrap().len(), &again["unchanged"]), (0, &Value::from(3)));
    assert_eq!(files(&program), first, "nothing is written again");
    for (event, times) in [("DOCUMENT_EXPORTED", 3), ("STAGE_STARTED", 3), ("STAGE_COMPLETED", 3)] {
        let sql = format!("SELECT COUNT(*) FROM event WHERE event_type = '{event}' AND stage = 'EXPORT'");
        assert_eq!(count(&program, &sql), times, "{event}");
    }
    assert_eq!(count(&program, "SELECT COUNT(*) FROM stage_run WHERE stage = 'EXPORT'"), 3);
    assert_eq!(count(&program, "SELECT COUNT(*) FROM audit_entry WHERE action = 'document.export'"), 3);
    assert_eq!(count(&program, "SELECT COUNT(*) FROM push"), 3);
    assert_eq!(count(&program, "SELECT COUNT(*) FROM lease"), 0);
}

#[test]
fn the_pdfs_are_those_of_the_documents() {
    let program = processed(2);
    program.ok(&["export"]);
    for (path, bytes) in files(&program).iter().filter(|(path, _)| path.ends_with(".pdf")) {
        let loaded = lopdf::Document::load_mem(bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(loaded.get_pages().len(), 1, "{path}");
    }
    let page = String::from_utf8(files(&program)["index.html"].clone()).unwrap();
    assert!(page.contains("Loan L-1") && page.contains("123-45-6789") && page.contains("2 documents"), "{page}");
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"), "{page}");
}

#[test]
fn what_is_held_back_says_why() {
    let program = processed(3);
    let database = program.database();
    let ids: Vec<String> = {
        let mut statement = database.prepare("SELECT document_id FROM document ORDER BY first_page").unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    database.execute("UPDATE document SET validation = 'failed' WHERE document_id = ?1", [&ids[0]]).unwrap();
    database
        .execute(
            "INSERT INTO finding (tenant_id, document_id, position, stage, code, severity, message)
             SELECT tenant_id, document_id, 90, 'LOS_VALIDATOR', 'signature_missing', 'error', 'the line is empty'
             FROM document WHERE document_id = ?1",
            [&ids[0]],
        )
        .unwrap();
    database.execute("UPDATE document SET current_version = 0 WHERE document_id = ?1", [&ids[1]]).unwrap();
    program.ingest("L-1", "late.pdf", &pdf(&["a letter"]));
    program.ingest("L-2", "other.pdf", &pdf(&["another letter"]));
    let ran = program.run(&["export", "--fail-on", "blocked"]);
    assert_eq!(ran.code, Some(4), "{}", ran.stderr);
    assert!(ran.stdout.contains("blocked: signature_missing: the line is empty"), "{}", ran.stdout);
    assert!(ran.stdout.contains("superseded: a newer version"), "{}", ran.stdout);
    assert!(ran.stdout.contains("processing: it waits for SPLITTER") && ran.stdout.contains("L-2"), "{}", ran.stdout);
    assert_eq!(program.run(&["export"]).code, Some(0), "without --fail-on that is no failure");
    let manifest = assert_whole(&files(&program));
    assert_eq!(manifest.files.iter().filter(|entry| entry.kind == FileKind::Document).count(), 1);
    // Once nothing holds it back any more it goes.
    database.execute("UPDATE document SET validation = 'passed' WHERE document_id = ?1", [&ids[0]]).unwrap();
    assert_eq!(exported(&program, &["--loan", "L-1"])["exported"].as_array().unwrap().len(), 1);
    assert_whole(&files(&program));
}

#[test]
fn a_corrected_document_is_exported_again_as_a_new_version() {
    let program = processed(2);
    program.ok(&["export"]);
    let first: i64 = count(&program, "SELECT MAX(pushed_at) FROM push");
    program
        .database()
        .execute_batch(
            "UPDATE extracted_field SET value = '77777.00', manually_corrected = 1
                 WHERE value = '1000.00' AND field_type_id LIKE 'w2.%';
             UPDATE document SET processing_status = 'EXTRACTED', version_identifier = '2', revision = revision + 1
                 WHERE first_page = 1;",
        )
        .unwrap();
    let done = exported(&program, &[]);
    assert_eq!(done["exported"].as_array().unwrap().len(), 1);
    assert_eq!(done["exported"][0]["versionIdentifier"], "2");
    let now = files(&program);
    let manifest = assert_whole(&now);
    assert_eq!(manifest.superseded.len(), 2, "the PDF and the values of version 1");
    assert!(String::from_utf8_lossy(&now["fields.csv"]).contains("77777.00"));
    assert!(count(&program, "SELECT MAX(pushed_at) FROM push") > first, "docPushDateTime is that of the last push");
    assert_eq!(count(&program, "SELECT COUNT(*) FROM event WHERE event_type = 'DOCUMENT_EXPORTED'"), 3);
    // A document that is put aside leaves the folder.
    program.database().execute("UPDATE document SET trashed = 1 WHERE first_page = 2", []).unwrap();
    assert_eq!(exported(&program, &[])["withdrawn"], 1);
    assert_eq!(assert_whole(&files(&program)).superseded.len(), 4);
    assert_eq!(exported(&program, &[])["withdrawn"], 0);
    // Taken back, it is there again.
    program.database().execute("UPDATE document SET trashed = 0 WHERE first_page = 2", []).unwrap();
    exported(&program, &[]);
    let manifest = assert_whole(&files(&program));
    assert_eq!(manifest.files.iter().filter(|entry| entry.kind == FileKind::Document).count(), 2);
}

#[test]
fn documents_that_are_to_go_at_once_go_with_process() {
    let program = processed(3);
    program.database().execute("UPDATE document SET next_stage = 'EXPORT' WHERE first_page <> 2", []).unwrap();
    let ran = program.run(&["process"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("2 documents of 1 loan exported to default"), "{}", ran.stderr);
    assert_eq!(count(&program, "SELECT COUNT(*) FROM document WHERE processing_status = 'EXPORTED'"), 2);
    assert_eq!(count(&program, "SELECT COUNT(*) FROM document WHERE next_stage IS NOT NULL"), 0);
    let status: Value = serde_json::from_str(&program.ok(&["status", "--format", "json"])).unwrap();
    assert_eq!(status["backlog"]["documents"], 0);
}

#[test]
fn a_document_that_waits_for_its_export_holds_nobody_up() {
    let program = processed(1);
    program.database().execute("UPDATE document SET next_stage = 'EXPORT', validation = 'failed'", []).unwrap();
    program.ingest("L-1", "second.pdf", &pdf(&[&w2("Bo Lind", "123-45-6780", 2024, "5.00")]));
    let mut child = program.start(&["process", "--quiet"]);
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(started.elapsed() < Duration::from_secs(60), "process does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(count(&program, "SELECT COUNT(*) FROM document WHERE version_identifier IS NOT NULL"), 2);
}

#[test]
fn targets_are_named_in_the_settings() {
    let program = processed(1);
    let ran = program.run(&["export", "--target", "archive"]);
    assert_eq!(ran.code, Some(5));
    assert!(ran.stderr.contains("[los.archive]"), "{}", ran.stderr);
    let settings = program.workspace().join("loanfile.toml");
    std::fs::write(&settings, "[los.archive]\nkind = \"folder\"\npath = \"elsewhere\"\n").unwrap();
    exported(&program, &["--target", "archive"]);
    exported(&program, &[]);
    assert!(program.workspace().join("elsewhere").is_dir() && program.workspace().join("los").is_dir());
    assert_eq!(count(&program, "SELECT COUNT(*) FROM push"), 2);
    assert_eq!(count(&program, "SELECT COUNT(*) FROM event WHERE event_type = 'DOCUMENT_EXPORTED'"), 2);
    assert_eq!(
        count(&program, "SELECT COUNT(*) FROM event WHERE event_type = 'STAGE_COMPLETED' AND stage = 'EXPORT'"),
        1
    );
    std::fs::write(&settings, "[los.archive]\nkind = \"folder\"\npath = \"x\"\ncolour = \"red\"\n").unwrap();
    let ran = program.run(&["export", "--target", "archive"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("colour"), "{}", ran.stderr);
}

#[cfg(feature = "connectors")]
#[test]
fn a_target_that_is_down_is_said_with_exit_code_8() {
    let program = processed(1);
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let settings = format!(
        "[los.default]\nkind = \"http\"\nurl = \"http://{nobody}\"\nallow_http = true\nattempts = 1\nkey_env = \"LOS_KEY\"\n"
    );
    std::fs::write(program.workspace().join("loanfile.toml"), settings).unwrap();
    let ran = program.run(&["export"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("LOS_KEY"), "{}", ran.stderr);
    let output = program.command(&["export"]).env("LOS_KEY", "canary-77").output().unwrap();
    assert_eq!(output.status.code(), Some(8));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("did not answer") && !told.contains("canary"), "{told}");
    assert_eq!(count(&program, "SELECT COUNT(*) FROM document WHERE processing_status = 'EXPORTED'"), 0);
    // What remains of the hold on the loan stops nobody.
    std::fs::write(program.workspace().join("loanfile.toml"), "").unwrap();
    assert_eq!(exported(&program, &[])["exported"].as_array().unwrap().len(), 1);
}

#[test]
fn a_killed_export_leaves_nothing_half_and_the_next_pushes_nothing_twice() {
    let undisturbed = processed(25);
    let started = Instant::now();
    undisturbed.ok(&["export"]);
    let whole = started.elapsed();
    let killed = processed(25);
    let mut kills = 0;
    for round in 1..=12 {
        let mut child = killed.start(&["export"]);
        std::thread::sleep(whole.mul_f64(f64::from(round) / 13.0));
        if child.try_wait().unwrap().is_none() {
            signal(&child, "KILL");
            kills += 1;
        }
        child.wait().unwrap();
        let los = killed.workspace().join("los");
        if std::fs::read_dir(los).is_ok_and(|mut loans| loans.next().is_some()) {
            let there = files(&killed);
            for (path, bytes) in there.iter().filter(|(path, _)| path.ends_with(".pdf") && !path.contains(".tmp-")) {
                assert!(lopdf::Document::load_mem(bytes).is_ok(), "{path} is half there");
            }
            if there.contains_key("_COMPLETE") {
                assert_whole(&there);
            }
        }
    }
    assert!(kills >= 4, "only {kills} exports were long enough to be killed");
    killed.ok(&["export"]);
    let manifest = assert_whole(&files(&killed));
    assert_eq!(manifest.files.iter().filter(|entry| entry.kind == FileKind::Document).count(), 25);
    assert!(manifest.superseded.is_empty());
    assert_eq!(killed.settled("L-1"), undisturbed.settled("L-1"));
    assert_eq!(killed.events(), undisturbed.events());
    assert_eq!(count(&killed, "SELECT COUNT(*) FROM push"), 25);
    assert_eq!(count(&killed, "SELECT COUNT(*) FROM lease"), 0);
}

#[test]
fn two_exports_at_once_push_each_document_once() {
    let program = processed(12);
    let mut children: Vec<_> = (0..3).map(|_| program.start(&["export"])).collect();
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    assert_whole(&files(&program));
    assert_eq!(count(&program, "SELECT COUNT(*) FROM event WHERE event_type = 'DOCUMENT_EXPORTED'"), 12);
}
