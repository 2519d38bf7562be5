//! `kill -9` at any moment, then a clean run, ends as an undisturbed run.

use super::sharing::bundle;
use crate::support::{Program, Random, signal};
use std::time::{Duration, Instant};

#[test]
fn a_killed_run_ends_as_an_undisturbed_one() {
    let undisturbed = Program::new();
    undisturbed.ingest("L-1", "bundle.pdf", &bundle(60));
    let started = Instant::now();
    undisturbed.ok(&["process", "--quiet"]);
    let whole = started.elapsed();
    let mut random = Random::new(11);
    let killed = Program::new();
    killed.ingest("L-1", "bundle.pdf", &bundle(60));
    let mut kills = 0;
    for round in 0..6 {
        let share = 0.05 + 0.9 * f64::from(round) / 6.0 * f64::from(random.share());
        let mut child = killed.start(&["process", "--quiet"]);
        std::thread::sleep(Duration::from_secs_f64(whole.as_secs_f64() * share));
        if child.try_wait().unwrap().is_none() {
            signal(&child, "KILL");
            kills += 1;
        }
        child.wait().unwrap();
    }
    assert!(kills >= 2, "only {kills} runs were long enough to be killed");
    killed.ok(&["process", "--quiet"]);
    assert_eq!(killed.settled("L-1"), undisturbed.settled("L-1"));
    assert_eq!(killed.events(), undisturbed.events());
    let leases: i64 = killed.database().query_row("SELECT COUNT(*) FROM lease", [], |row| row.get(0)).unwrap();
    assert_eq!(leases, 0, "nothing is held when all is done");
}
