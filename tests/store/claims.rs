//! Who may work on what, and whose result counts.

use crate::support::{Engine, w2};
use loanfile::model::{ProcessingStatus, Stage};
use loanfile::pipeline::StepOutcome;
use loanfile::store::{NewReading, PageClaim, Share};

#[test]
fn pages_are_held_by_one_process_at_a_time() {
    let engine = Engine::new();
    engine.ingest("L-1", "two.pdf", &["first page", "second page"]);
    let first = engine.claim_pages("first", 60).unwrap();
    assert_eq!(first.pages.len(), 2);
    assert!(engine.claim_pages("second", 60).is_none(), "both pages are held");
    let (page, _, lease) = &first.pages[0];
    assert!(engine.commit(*page, lease, &unreadable()));
    assert!(!engine.commit(*page, lease, &unreadable()), "a page counts once");
}

#[test]
fn a_claim_leaves_pages_for_those_that_share_the_work() {
    let engine = Engine::new();
    engine.ingest("L-1", "four.pdf", &["one", "two", "three", "four"]);
    engine.ingest("L-1", "two.pdf", &["five", "six"]);
    let share = Share { most: 32, sharers: 2 };
    let counts = |claims: &[PageClaim]| claims.iter().map(|claim| claim.pages.len()).collect::<Vec<_>>();
    let first = engine.claim_share_of_pages("first", 60, share);
    assert_eq!(counts(&first), [3], "half of the pages, though all of them are of one file");
    let second = engine.claim_share_of_pages("second", 60, share);
    assert_eq!(counts(&second), [1, 1], "half of the rest, of two files");
}

#[test]
fn a_page_that_was_given_back_is_free_and_its_number_grows() {
    let engine = Engine::new();
    engine.ingest("L-1", "one.pdf", &["first page"]);
    let first = engine.claim_pages("first", 60).unwrap();
    let (_, _, lease) = &first.pages[0];
    let tenant = engine.caller.tenant.id;
    engine.workspace.store.write(|writer| writer.release_lease(tenant, lease)).unwrap();
    let second = engine.claim_pages("second", 60).unwrap();
    assert_eq!(second.pages[0].2.fence, lease.fence + 1);
}

#[test]
fn a_late_page_is_refused() {
    let engine = Engine::new();
    engine.ingest("L-1", "one.pdf", &["first page"]);
    let late = engine.claim_pages("slow", 0).unwrap();
    let taken_over = engine.claim_pages("fast", 60).unwrap();
    assert_eq!(late.pages[0].0, taken_over.pages[0].0);
    assert!(!engine.commit(late.pages[0].0, &late.pages[0].2, &unreadable()), "before the other is done");
    assert!(engine.commit(taken_over.pages[0].0, &taken_over.pages[0].2, &unreadable()));
    assert!(!engine.commit(late.pages[0].0, &late.pages[0].2, &unreadable()), "after the other is done");
}

#[test]
fn a_living_process_keeps_what_it_holds() {
    let engine = Engine::new();
    engine.ingest("L-1", "one.pdf", &["first page"]);
    let held = engine.claim_pages("living", 0).unwrap();
    let tenant = engine.caller.tenant.id;
    let until = engine.workspace.now().plus(std::time::Duration::from_secs(60));
    engine.workspace.store.write(|writer| writer.renew_leases(tenant, "living", until)).unwrap();
    assert!(engine.claim_pages("other", 60).is_none());
    assert!(engine.commit(held.pages[0].0, &held.pages[0].2, &unreadable()));
}

#[test]
fn a_late_stage_is_refused_and_changes_nothing() {
    let engine = Engine::new();
    let file = engine.ingest("L-1", "one.pdf", &[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]);
    read_with_workers(&engine);
    let late = engine.claim("slow", 0).unwrap();
    assert_eq!(late.stage, Stage::Splitter);
    let in_time = engine.claim("fast", 60).unwrap();
    assert_eq!(in_time.document, late.document);
    assert_eq!(engine.execute(&late), StepOutcome::Refused, "while the other one holds it");
    assert_eq!(engine.execute(&in_time), StepOutcome::Completed(Some(Stage::Converter)));
    assert_eq!(engine.execute(&in_time), StepOutcome::Refused, "the same stage once more");
    assert_eq!(engine.execute(&late), StepOutcome::Refused, "after the other one is done");
    let (runs, documents) = engine
        .workspace
        .store
        .read(|reader| {
            let tenant = engine.caller.tenant.id;
            Ok((reader.stage_run_count(tenant)?, reader.document_count(tenant, file.source_file_id)?))
        })
        .unwrap();
    assert_eq!((runs, documents), (1, 1));
}

#[test]
fn a_file_is_split_only_when_all_its_pages_are_read() {
    let engine = Engine::new();
    engine.ingest("L-1", "two.pdf", &["first page", "second page"]);
    let claimed = engine.claim_pages("reader", 60).unwrap();
    assert!(engine.claim("splitter", 60).is_none());
    assert!(engine.commit(claimed.pages[0].0, &claimed.pages[0].2, &unreadable()));
    assert!(engine.claim("splitter", 60).is_none(), "one page is left");
    assert!(engine.commit(claimed.pages[1].0, &claimed.pages[1].2, &unreadable()));
    assert_eq!(engine.claim("splitter", 60).unwrap().stage, Stage::Splitter);
}

#[test]
fn versions_are_numbered_in_the_order_of_the_papers() {
    let engine = Engine::new();
    engine.ingest("L-1", "first.pdf", &[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]);
    engine.ingest("L-1", "second.pdf", &[&w2("Ada Moreno", "123-45-6789", 2024, "62,500.00")]);
    read_with_workers(&engine);
    // The second paper hurries ahead as far as it can.
    let first = engine.claim("first", 60).unwrap();
    let mut second = engine.claim("second", 60).unwrap();
    while second.stage != Stage::Versioner {
        match engine.execute(&second) {
            StepOutcome::Completed(Some(next)) => second.stage = next,
            other => panic!("{:?}: {other:?}", second.stage),
        }
    }
    let tenant = engine.caller.tenant.id;
    for claim in [&second, &first] {
        engine.workspace.store.write(|writer| writer.release_lease(tenant, &claim.lease)).unwrap();
    }
    let next = engine.claim("anyone", 60).unwrap();
    assert_eq!(next.document, first.document, "the older paper comes first");
    assert!(engine.claim("anyone", 60).is_none(), "the newer one waits for it");
    engine.workspace.store.write(|writer| writer.release_lease(tenant, &next.lease)).unwrap();
    engine.process();
    let package = loanfile::ops::loan_package(&engine.workspace, &engine.caller, "L-1").unwrap();
    let versions: Vec<_> = package
        .documents
        .iter()
        .map(|document| (document.version_identifier.clone().unwrap(), document.current_version))
        .collect();
    assert_eq!(versions, [("1".to_string(), false), ("2".to_string(), true)]);
    assert!(package.documents.iter().all(|document| document.processing_status == ProcessingStatus::Extracted));
}

/// Reads every waiting page as `process` does, and nothing more.
fn read_with_workers(engine: &Engine) {
    let share = Share { most: u64::MAX, sharers: 1 };
    for claim in engine.claim_share_of_pages("reader", 60, share) {
        let tenant = engine.caller.tenant.id;
        let file =
            engine.workspace.store.read(|reader| reader.source_file(tenant, claim.source_file)).unwrap().unwrap();
        let open = loanfile::worker::OpenFile::plain(engine.workspace.blobs.path(tenant, &file.sha256));
        for (page, number, lease) in &claim.pages {
            let reading = engine.workers.read_page(&open, *number).unwrap();
            let evidence = loanfile::split::evidence(&reading.page, loanfile::library::Library::standard());
            let reading =
                NewReading::of_page(&reading.page, &evidence, reading.image_digest, reading.blank, Vec::new()).unwrap();
            assert!(engine.commit(*page, lease, &reading));
        }
    }
}

fn unreadable() -> NewReading {
    NewReading::Unreadable { code: "page_deadline".to_string(), message: "it took too long".to_string() }
}
