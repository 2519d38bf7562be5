//! Documents and files that cannot be read, among others that can.

use crate::support::{Engine, Program, pdf, w2};
use loanfile::model::{EventType, ProcessingStatus, Stage, ValidationStatus};
use loanfile::ops;
use loanfile::store::NewReading;

#[test]
fn a_file_that_can_no_longer_be_opened_fails_alone() {
    let program = Program::new();
    let good = pdf(&[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]);
    let bad = pdf(&["first page", "second page", "third page"]);
    program.ingest("L-1", "good.pdf", &good);
    program.ingest("L-1", "bad.pdf", &bad);
    let sha256: String = program
        .database()
        .query_row("SELECT sha256 FROM source_file WHERE file_name = 'bad.pdf'", [], |row| row.get(0))
        .unwrap();
    let tenant = std::fs::read_dir(program.workspace().join("blobs")).unwrap().next().unwrap().unwrap();
    std::fs::write(tenant.path().join(&sha256[..2]).join(&sha256), b"no PDF at all").unwrap();
    let ran = program.run(&["process", "--quiet"]);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    let shown = program.shown("L-1");
    let documents = shown["documents"].as_array().unwrap();
    assert_eq!(documents.len(), 2);
    assert_eq!(documents[0]["processingStatus"], "EXTRACTED");
    assert_eq!(documents[1]["processingStatus"], "FAILED");
    assert_eq!(documents[1]["failure"]["stage"], "SPLITTER");
    assert_eq!(documents[1]["failure"]["code"], "not_a_pdf");
    let status: String = program
        .database()
        .query_row("SELECT upload_status FROM source_file WHERE file_name = 'bad.pdf'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(status, "FAILED");
    let told = program.ok(&["status"]);
    assert!(told.contains("bad.pdf") && told.contains("not_a_pdf"), "{told}");
    assert_eq!(program.run(&["process", "--quiet"]).code, Some(3), "it is not tried again, and still said");
}

#[test]
fn an_unreadable_page_stays_with_its_document_and_is_reported() {
    let engine = Engine::new();
    let statement = w2("Ada Moreno", "123-45-6789", 2024, "61,000.00");
    engine.ingest("L-1", "bundle.pdf", &[&statement, "a page that nobody can read"]);
    make_unreadable(&engine, &[2]);
    engine.process();
    let package = ops::loan_package(&engine.workspace, &engine.caller, "L-1").unwrap();
    assert_eq!(package.documents.len(), 1);
    let document = &package.documents[0];
    assert_eq!(document.processing_status, ProcessingStatus::Extracted);
    assert_eq!(document.validation.status, ValidationStatus::Passed, "a warning holds nothing back");
    let finding = &document.validation.findings[0];
    assert_eq!((finding.code.as_str(), finding.page), ("page_unreadable", Some(2)));
}

#[test]
fn a_document_of_which_nothing_could_be_read_fails() {
    let engine = Engine::new();
    engine.ingest("L-1", "dark.pdf", &["first page", "second page"]);
    make_unreadable(&engine, &[1, 2]);
    engine.process();
    let package = ops::loan_package(&engine.workspace, &engine.caller, "L-1").unwrap();
    let failure = package.documents[0].failure.as_ref().unwrap();
    assert_eq!((failure.stage, failure.code.as_str()), (Stage::Recognizer, "page_deadline"));
    let loan = package.loan.loan_id;
    let events = engine.workspace.store.read(|reader| reader.events_of_loan(engine.caller.tenant.id, loan)).unwrap();
    let failed: Vec<_> = events.iter().filter(|event| event.event_type == EventType::StageFailed).collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].payload["code"], "page_deadline");
}

/// Stores the given pages as unreadable; the others are given back.
fn make_unreadable(engine: &Engine, pages: &[u32]) {
    let claim = engine.claim_pages("reader", 60).unwrap();
    let reading = NewReading::Unreadable { code: "page_deadline".into(), message: "it took too long".into() };
    for (page, number, lease) in &claim.pages {
        if pages.contains(number) {
            assert!(engine.commit(*page, lease, &reading));
        } else {
            let tenant = engine.caller.tenant.id;
            engine.workspace.store.write(|writer| writer.release_lease(tenant, lease)).unwrap();
        }
    }
}
