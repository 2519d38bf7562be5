//! `loanfile ingest --watch`: each file once, complete, and to its place.

use super::folders::snapshot;
use crate::support::{Program, Ran, pdf, signal, text, w2};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Makes an inbox beside a new workspace.
fn inbox() -> (Program, PathBuf) {
    let program = Program::new();
    let path = program.file("inbox/.keep", b"").parent().unwrap().to_path_buf();
    (program, path)
}

fn put(inbox: &Path, name: &str, bytes: &[u8]) {
    let path = inbox.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

fn letter(text: &str) -> Vec<u8> {
    pdf(&[text])
}

fn once(program: &Program, inbox: &Path, more: &[&str]) -> Ran {
    let mut arguments = vec!["ingest", "--watch", text(inbox), "--once", "--poll", "1"];
    arguments.extend(more);
    program.run(&arguments)
}

/// Returns which file is in which loan: external id and name, sorted.
fn taken(program: &Program) -> Vec<(String, String)> {
    let database = program.database();
    let mut statement = database
        .prepare(
            "SELECT l.external_loan_id, s.file_name FROM source_file s JOIN loan l ON l.loan_id = s.loan_id
             WHERE s.origin = 'los' ORDER BY 1, 2",
        )
        .unwrap();
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
}

fn names(inbox: &Path) -> Vec<String> {
    snapshot(inbox).into_keys().filter(|name| name != ".keep").collect()
}

#[test]
fn the_loan_is_the_folder_or_what_a_list_says() {
    let (program, inbox) = inbox();
    put(&inbox, "L-1/one.pdf", &letter("one"));
    put(&inbox, "L-1/deep/er/two.PDF", &letter("two"));
    put(&inbox, "L-1/notes.txt", b"not a PDF and not meant to be one");
    put(&inbox, "L-2/three.pdf", &letter("three"));
    put(&inbox, "L-2/manifest.json", br#"{"three.pdf": "L-3"}"#);
    put(&inbox, "manifest.csv", b"file,loan\nfour.pdf,\"L,4\"\nL-1/deep/er/two.PDF,L-5\n");
    put(&inbox, "four.pdf", &letter("four"));
    put(&inbox, "five.pdf", &letter("five"));
    put(&inbox, "L-1/bad.pdf", b"no PDF at all");
    let ran = once(&program, &inbox, &[]);
    assert_eq!(ran.code, Some(3), "{}{}", ran.stdout, ran.stderr);
    let expected = [("L,4", "four.pdf"), ("L-1", "one.pdf"), ("L-3", "three.pdf"), ("L-5", "two.PDF")]
        .map(|(a, b)| (a.to_string(), b.to_string()));
    assert_eq!(taken(&program), expected);
    assert_eq!(
        names(&inbox),
        [
            "L-1/notes.txt",
            "L-2/manifest.json",
            "done/L,4/four.pdf",
            "done/L-1/one.pdf",
            "done/L-3/three.pdf",
            "done/L-5/two.PDF",
            "manifest.csv",
            "rejected/L-1/bad.pdf",
            "rejected/L-1/bad.pdf.reason.txt",
            "rejected/five.pdf",
            "rejected/five.pdf.reason.txt",
        ]
    );
    let reason = |name: &str| std::fs::read_to_string(inbox.join(name)).unwrap();
    assert!(reason("rejected/L-1/bad.pdf.reason.txt").contains("not a PDF"));
    assert!(reason("rejected/five.pdf.reason.txt").contains("--loan"));
    assert_eq!(std::fs::read(inbox.join("done/L-1/one.pdf")).unwrap(), letter("one"), "the bytes are unchanged");
    // The same name and the same bytes again: nothing is overwritten, nothing is taken twice.
    put(&inbox, "L-1/one.pdf", &letter("one"));
    put(&inbox, "five.pdf", &letter("five"));
    let ran = once(&program, &inbox, &["--loan", "L-9", "--format", "json"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let told: Vec<serde_json::Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((told[0]["outcome"].as_str(), told[1]["outcome"].as_str()), (Some("known"), Some("taken")));
    assert_eq!(taken(&program).len(), 5);
    assert_eq!(names(&inbox).iter().filter(|name| name.starts_with("done/L-1/")).count(), 2);
}

#[test]
fn a_list_that_cannot_be_read_keeps_its_files_waiting() {
    let (program, inbox) = inbox();
    put(&inbox, "L-1/one.pdf", &letter("one"));
    put(&inbox, "L-1/manifest.json", b"{\"one.pdf\": ");
    let ran = once(&program, &inbox, &[]);
    assert_eq!(ran.code, Some(3));
    assert!(ran.stderr.contains("manifest.json"), "{}", ran.stderr);
    assert!(inbox.join("L-1/one.pdf").is_file() && taken(&program).is_empty());
}

#[test]
fn a_file_that_grows_is_taken_when_it_is_whole() {
    let (program, inbox) = inbox();
    let bytes = letter("a letter that arrives slowly");
    put(&inbox, "L-1/slow.pdf", &[]);
    let path = inbox.join("L-1/slow.pdf");
    let whole = bytes.clone();
    let copying = std::thread::spawn(move || {
        let mut file = std::fs::OpenOptions::new().append(true).open(path).unwrap();
        for part in whole.chunks(whole.len() / 6) {
            std::thread::sleep(Duration::from_millis(350));
            file.write_all(part).unwrap();
        }
    });
    let ran = once(&program, &inbox, &[]);
    copying.join().unwrap();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(std::fs::read(inbox.join("done/L-1/slow.pdf")).unwrap(), bytes);
    assert_eq!(taken(&program).len(), 1);
}

#[test]
fn a_watcher_takes_what_comes_and_ends_on_a_signal() {
    let (program, inbox) = inbox();
    let mut watcher = program.start(&["ingest", "--watch", text(&inbox), "--poll", "1", "--process"]);
    std::thread::sleep(Duration::from_millis(300));
    put(&inbox, "L-1/half.pdf.part", &letter("renamed when it is whole"));
    put(&inbox, "L-2/w2.pdf", &letter(&w2("Ada Lind", "123-45-6789", 2024, "5.00")));
    put(&inbox, "L-2/w2.pdf.ready", b"");
    std::thread::sleep(Duration::from_millis(300));
    std::fs::rename(inbox.join("L-1/half.pdf.part"), inbox.join("L-1/half.pdf")).unwrap();
    let started = Instant::now();
    let exported = || snapshot(&program.workspace().join("los")).keys().any(|name| name.ends_with("_COMPLETE"));
    while !(inbox.join("done/L-1/half.pdf").is_file() && inbox.join("done/L-2/w2.pdf").is_file() && exported()) {
        assert!(started.elapsed() < Duration::from_secs(30), "{:?}", names(&inbox));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(!inbox.join("L-2/w2.pdf.ready").exists());
    signal(&watcher, "TERM");
    assert_eq!(watcher.wait().unwrap().code(), Some(143));
}

#[test]
fn a_killed_watcher_loses_nothing_and_takes_nothing_twice() {
    let (program, inbox) = inbox();
    for number in 0..40 {
        put(&inbox, &format!("L-{}/paper-{number:02}.pdf", number % 4), &letter(&format!("paper {number}")));
        put(&inbox, &format!("L-{}/paper-{number:02}.pdf.ready", number % 4), b"");
    }
    let mut kills = 0;
    for round in 0..10 {
        let mut child = program.start(&["ingest", "--watch", text(&inbox), "--once", "--poll", "1"]);
        std::thread::sleep(Duration::from_millis(60 + 35 * round));
        if child.try_wait().unwrap().is_none() {
            signal(&child, "KILL");
            kills += 1;
        }
        child.wait().unwrap();
        let there = names(&inbox).iter().filter(|name| name.ends_with(".pdf")).count();
        assert_eq!(there, 40, "every file is in one place: {:?}", names(&inbox));
    }
    assert!(kills >= 3, "only {kills} watchers were killed");
    let ran = once(&program, &inbox, &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(taken(&program).len(), 40);
    let left = names(&inbox);
    assert!(left.iter().all(|name| name.starts_with("done/") || name.ends_with(".ready")), "{left:?}");
    assert_eq!(left.iter().filter(|name| name.starts_with("done/")).count(), 40);
}

#[test]
fn two_watchers_share_an_inbox() {
    let (program, inbox) = inbox();
    for number in 0..20 {
        put(&inbox, &format!("L-1/paper-{number:02}.pdf"), &letter(&format!("paper {number}")));
    }
    let arguments = ["ingest", "--watch", text(&inbox), "--once", "--poll", "1"];
    let mut watchers: Vec<_> = (0..3).map(|_| program.start(&arguments)).collect();
    for watcher in &mut watchers {
        assert!(watcher.wait().unwrap().success());
    }
    assert_eq!(taken(&program).len(), 20);
    assert_eq!(names(&inbox).iter().filter(|name| name.starts_with("done/L-1/")).count(), 20);
    assert!(std::fs::read_dir(inbox.join("processing")).unwrap().next().is_none());
}

#[test]
fn an_inbox_that_is_not_there_is_said() {
    let program = Program::new();
    let ran = program.run(&["ingest", "--watch", "nowhere", "--once"]);
    assert_eq!(ran.code, Some(5), "{}", ran.stderr);
    assert_eq!(program.run(&["ingest", "--once", "--loan", "L-1", "x.pdf"]).code, Some(2));
    assert_eq!(program.run(&["ingest", "--watch", ".", "x.pdf"]).code, Some(2));
}
