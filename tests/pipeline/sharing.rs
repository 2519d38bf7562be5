//! Several `process` at once in one workspace.

use crate::support::{Program, pdf, signal, w2};
use std::process::Child;
use std::time::{Duration, Instant};

/// Returns a PDF of wage statements of different people, a page each.
pub fn bundle(pages: u32) -> Vec<u8> {
    let texts: Vec<String> = (0..pages)
        .map(|page| {
            let ssn = format!("{:03}-{:02}-{:04}", 100 + page, 10 + page % 80, 1000 + page);
            w2("Ada Moreno", &ssn, 2024, &format!("{},{:03}.00", 40 + page % 50, page))
        })
        .collect();
    pdf(&texts.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn two_processes_share_the_work_and_do_nothing_twice() {
    let alone = Program::new();
    alone.ingest("L-1", "bundle.pdf", &bundle(80));
    alone.ok(&["process", "--quiet"]);
    let shared = Program::new();
    shared.ingest("L-1", "bundle.pdf", &bundle(80));
    let mut both = [shared.start(&["process", "--quiet"]), shared.start(&["process", "--quiet"])];
    for child in &mut both {
        assert_eq!(child.wait().unwrap().code(), Some(0), "both end when all is done");
    }
    assert_eq!(shared.settled("L-1"), alone.settled("L-1"));
    assert_eq!(shared.events(), alone.events());
    assert!(shared.events().iter().all(|event| event.4 == 1), "each event once");
}

#[test]
fn a_process_that_stood_still_past_its_lease_does_no_harm() {
    let alone = Program::new();
    alone.ingest("L-1", "bundle.pdf", &bundle(80));
    alone.ok(&["process", "--quiet"]);
    let shared = Program::new();
    shared.ingest("L-1", "bundle.pdf", &bundle(80));
    let mut still = shared.command(&["process", "--quiet"]).env("LOANFILE_PROCESS_LEASE_SECONDS", "1").spawn().unwrap();
    wait_for_first_page(&shared);
    stop_between_transactions(&shared, &still);
    let other = shared.command(&["process", "--quiet"]).env("LOANFILE_PROCESS_LEASE_SECONDS", "1").status().unwrap();
    assert_eq!(other.code(), Some(0));
    let before = shared.settled("L-1");
    signal(&still, "CONT");
    assert_eq!(still.wait().unwrap().code(), Some(0));
    assert_eq!(before, alone.settled("L-1"), "the other one did it all");
    assert_eq!(shared.settled("L-1"), before, "what came late did not count");
    assert_eq!(shared.events(), alone.events());
}

/// Waits until a process has begun to store what it reads.
pub fn wait_for_first_page(program: &Program) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while Instant::now() < deadline {
        let database = program.database();
        let begun: i64 = database
            .query_row("SELECT COUNT(*) FROM source_file WHERE upload_status = 'PROCESSING'", [], |row| row.get(0))
            .unwrap();
        if begun > 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("nothing was begun");
}

/// Stops a process at a moment at which it does not hold the lock on the database.
fn stop_between_transactions(program: &Program, child: &Child) {
    for _ in 0..200 {
        signal(child, "STOP");
        let free = program.database().execute_batch("PRAGMA busy_timeout = 50; BEGIN IMMEDIATE; ROLLBACK").is_ok();
        if free {
            return;
        }
        signal(child, "CONT");
        std::thread::sleep(Duration::from_millis(7));
    }
    panic!("it holds the lock all the time");
}
