//! Document types that are added while there is work.

use crate::support::{Engine, w2};
use loanfile::library::Library;
use loanfile::ops::{self, NewType};
use loanfile::pipeline::{Progress, Snapshot};
use loanfile::store::{NewReading, Share};
use std::sync::atomic::{AtomicBool, Ordering};

const WELL: &str = r#"
id = "well_certificate"
name = "Well Certificate"
group = "property"

[[anchors]]
text = "Shared Well Maintenance Certificate"
weight = 6
place = "title"
page = "first"

[[fields]]
id = "certificate_number"
name = "Certificate number"
kind = "text"
labels = ["Certificate Number"]
find = ["right"]
"#;

const PAGE: &str =
    "Shared Well Maintenance Certificate\n\nCertificate Number: WM-3315\n\nIssued to the owner of the well";

fn add(engine: &Engine) {
    let new = NewType { origin: "well.toml", text: WELL, sample_count: 0, replace: false };
    ops::add_document_type(&engine.workspace, &engine.caller, new).unwrap();
}

fn types(engine: &Engine, loan: &str) -> Vec<String> {
    let package = ops::loan_package(&engine.workspace, &engine.caller, loan).unwrap();
    package.documents.iter().map(|document| document.document_type_id.as_ref().unwrap().to_string()).collect()
}

#[test]
fn pages_that_were_read_before_the_type_existed_take_part() {
    let engine = Engine::new();
    let wages = w2("Ada Moreno", "123-45-6789", 2024, "61,000.00");
    engine.ingest("L-1", "bundle.pdf", &[&wages, PAGE]);
    for claim in engine.claim_share_of_pages("reader", 60, Share { most: u64::MAX, sharers: 1 }) {
        let tenant = engine.caller.tenant.id;
        let file =
            engine.workspace.store.read(|reader| reader.source_file(tenant, claim.source_file)).unwrap().unwrap();
        let open = loanfile::worker::OpenFile::plain(engine.workspace.blobs.path(tenant, &file.sha256));
        for (page, number, lease) in &claim.pages {
            let read = engine.workers.read_page(&open, *number).unwrap();
            let evidence = loanfile::split::evidence(&read.page, Library::standard());
            let reading = NewReading::of_page(&read.page, &evidence, None, false, Vec::new()).unwrap();
            assert!(engine.commit(*page, lease, &reading));
        }
    }
    add(&engine);
    engine.process();
    assert_eq!(types(&engine, "L-1"), ["w2", "well_certificate"], "the splitter knows the new type too");
}

/// Adds the type and a paper of it when the engine says for the first time how far it is.
struct AddsOnce<'e> {
    engine: &'e Engine,
    added: AtomicBool,
}

impl Progress for AddsOnce<'_> {
    fn advanced(&self, _snapshot: Snapshot) {
        if !self.added.swap(true, Ordering::Relaxed) {
            add(self.engine);
            self.engine.ingest("L-2", "well.pdf", &[PAGE]);
        }
    }
}

#[test]
fn a_running_engine_picks_a_new_type_up() {
    let engine = Engine::new();
    let pages: Vec<String> =
        (0..60).map(|page| w2("Ada Moreno", &format!("123-45-{:04}", 1000 + page), 2024, "61,000.00")).collect();
    engine.ingest("L-1", "bundle.pdf", &pages.iter().map(String::as_str).collect::<Vec<_>>());
    let progress = AddsOnce { engine: &engine, added: AtomicBool::new(false) };
    let stop = AtomicBool::new(false);
    let input = ops::Process { loan: None, jobs: 2, workers: &engine.workers, stop: &stop, progress: &progress };
    ops::process(&engine.workspace, &engine.caller, &input).unwrap();
    assert_eq!(types(&engine, "L-2"), ["well_certificate"]);
    let document = ops::document(&engine.workspace, &engine.caller, "L-2/1").unwrap();
    assert_eq!(document.fields[0].field_value, "WM-3315");
    assert!(types(&engine, "L-1").iter().all(|known| known == "w2"), "the others are what they were");
}
