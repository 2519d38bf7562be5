//! Stopping on request, and going on.

use super::sharing::{bundle, wait_for_first_page};
use crate::support::{Program, signal};

#[test]
fn a_stopped_run_goes_on_where_it_stopped() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let program = Program::new();
        program.ingest("L-1", "bundle.pdf", &bundle(300));
        let mut child = program.start(&["process"]);
        wait_for_first_page(&program);
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), Some(code), "SIG{name}");
        let database = program.database();
        let held: i64 =
            database.query_row("SELECT COUNT(*) FROM lease WHERE expires_at > 0", [], |row| row.get(0)).unwrap();
        assert_eq!(held, 0, "everything was given back");
        program.ok(&["process", "--quiet"]);
        assert_eq!(program.shown("L-1")["documents"].as_array().unwrap().len(), 300);
        assert!(program.events().iter().all(|event| event.4 == 1), "each event once");
    }
}
