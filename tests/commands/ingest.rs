//! `loanfile ingest`: what is taken, what is not, and why.

use crate::support::{Program, locked_pdf, pdf, text, w2};
use serde_json::Value;

#[test]
fn originals_are_stored_unchanged() {
    let program = Program::new();
    let bytes = pdf(&["first page", "second page"]);
    let path = program.file("bundle.pdf", &bytes);
    let told = program.ok(&["ingest", "--loan", "L-1", text(&path)]);
    assert!(told.contains("bundle.pdf (2 pages, "), "{told}");
    let (sha256, tenant): (String, String) = program
        .database()
        .query_row("SELECT sha256, tenant_id FROM source_file", [], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    let blob = program.workspace().join("blobs").join(tenant).join(&sha256[..2]).join(&sha256);
    assert_eq!(std::fs::read(blob).unwrap(), bytes);
    assert_eq!(std::fs::read(path).unwrap(), bytes, "the file itself stays");
}

#[test]
fn before_processing_a_provisional_document_covers_the_file() {
    let program = Program::new();
    program.ingest("L-1", "bundle.pdf", &pdf(&["first page", "second page"]));
    let shown = program.shown("L-1");
    let document = &shown["documents"][0];
    assert_eq!(document["processingStatus"], "UPLOADING");
    assert_eq!(
        (document["sourcePages"]["first"].as_u64(), document["sourcePages"]["last"].as_u64()),
        (Some(1), Some(2))
    );
    assert_eq!(document["documentTypeId"], Value::Null);
}

#[test]
fn a_file_that_is_there_is_not_taken_twice_unless_asked() {
    let program = Program::new();
    let path = program.file("letter.pdf", &pdf(&["a letter"]));
    program.ok(&["ingest", "--loan", "L-1", text(&path)]);
    let again = program.file("renamed.pdf", &std::fs::read(&path).unwrap());
    let told = program.ok(&["ingest", "--loan", "L-1", text(&again)]);
    assert!(told.contains("in this loan already as letter.pdf"), "{told}");
    assert_eq!(documents(&program, "L-1"), 1);
    program.ok(&["ingest", "--loan", "L-2", text(&again)]);
    assert_eq!(documents(&program, "L-2"), 1, "another loan has not got it");
    program.ok(&["ingest", "--loan", "L-1", "--again", text(&again)]);
    assert_eq!(documents(&program, "L-1"), 2);
}

#[test]
fn bad_files_are_named_and_good_ones_taken() {
    let program = Program::new();
    let whole = pdf(&["a letter"]);
    let good = program.file("good.pdf", &whole);
    let bad = [
        (program.file("letter.doc.pdf", b"Dear Sir or Madam, this is no PDF"), "not a PDF"),
        (program.file("empty.pdf", b""), "it is empty"),
        (program.file("locked.pdf", &locked_pdf(&["secret"], "sesame")), "it needs a password"),
        (program.file("missing.pdf", b"").with_file_name("nowhere.pdf"), "it cannot be opened"),
    ];
    let mut arguments = vec!["ingest", "--loan", "L-1"];
    arguments.extend(bad.iter().map(|(path, _)| text(path)));
    arguments.push(text(&good));
    let ran = program.run(&arguments);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    for (path, reason) in &bad {
        let line = ran.stderr.lines().find(|line| line.contains(text(path)));
        assert!(line.is_some_and(|line| line.contains(reason)), "{path:?}: {}", ran.stderr);
    }
    assert_eq!(documents(&program, "L-1"), 1);
    assert!(ran.stdout.contains("good.pdf"), "{}", ran.stdout);
}

#[test]
fn a_loan_of_bad_files_only_is_not_made() {
    let program = Program::new();
    let bad = program.file("bad.pdf", b"no PDF");
    assert_eq!(program.run(&["ingest", "--loan", "L-1", text(&bad)]).code, Some(3));
    assert_eq!(program.run(&["show", "--loan", "L-1"]).code, Some(5));
}

#[test]
fn a_folder_is_walked_for_pdfs_in_any_case_and_links_end() {
    let program = Program::new();
    program.file("scans/b.PDF", &pdf(&["second"]));
    program.file("scans/a.pdf", &pdf(&["first"]));
    program.file("scans/deep/er/c.Pdf", &pdf(&["third"]));
    program.file("scans/notes.txt", b"no PDF and not meant to be one");
    let folder = program.file("scans/notes.txt", b"-").parent().unwrap().to_path_buf();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&folder, folder.join("deep/round")).unwrap();
    program.ok(&["ingest", "--loan", "L-1", text(&folder)]);
    let shown = program.shown("L-1");
    let names: Vec<&str> =
        shown["documents"].as_array().unwrap().iter().map(|d| d["fileName"].as_str().unwrap()).collect();
    assert_eq!(names, ["a.pdf", "b.PDF", "c.Pdf"]);
    let empty = folder.join("none");
    std::fs::create_dir(&empty).unwrap();
    let ran = program.run(&["ingest", "--loan", "L-1", text(&empty)]);
    assert_eq!(ran.code, Some(3));
    assert!(ran.stderr.contains("no *.pdf files"), "{}", ran.stderr);
}

#[test]
fn standard_input_is_a_file_too() {
    let program = Program::new();
    let ran = program.run_with_input(&["ingest", "--loan", "L-1", "--name", "mail.pdf", "-"], &pdf(&["a letter"]));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(program.shown("L-1")["documents"][0]["fileName"], "mail.pdf");
    let ran = program.run_with_input(&["ingest", "--loan", "L-1", "-"], b"");
    assert_eq!(ran.code, Some(3));
    assert!(ran.stderr.contains("it is empty"), "{}", ran.stderr);
}

#[test]
fn a_password_opens_a_file_and_is_never_shown() {
    let program = Program::new();
    let page = w2("Ada Moreno", "123-45-6789", 2024, "61,000.00");
    let path = program.file("locked.pdf", &locked_pdf(&[&page], "sesame"));
    let wrong = program.run(&["ingest", "--loan", "L-1", "--password", "mellon", text(&path)]);
    assert_eq!(wrong.code, Some(3));
    assert!(wrong.stderr.contains("the password does not open it"), "{}", wrong.stderr);
    let mut ingest = program.command(&["-v", "ingest", "--loan", "L-1", text(&path)]);
    let output = ingest.env("LOANFILE_PASSWORD", "sesame").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let processed = program.run(&["-v", "process"]);
    assert_eq!(processed.code, Some(0), "{}", processed.stderr);
    let shown = program.ok(&["show", "--loan", "L-1", "--format", "json"]);
    assert!(shown.contains("\"w2\""), "its pages were read: {shown}");
    let help = program.ok(&["ingest", "--help"]);
    for said in [&shown, &processed.stderr, &String::from_utf8_lossy(&output.stderr).into_owned(), &help] {
        assert!(!said.contains("sesame") && !said.contains("mellon"), "{said}");
    }
}

#[test]
fn odd_names_are_kept_and_shown_escaped() {
    let program = Program::new();
    for name in ["red\u{1b}[31m.pdf", "line\nbreak.pdf", "señor 貸付.pdf", "-o.pdf", "mirror\u{202e}fdp.pdf"] {
        let path = program.file(name, &pdf(&[name]));
        program.ok(&["ingest", "--loan", "L-1", text(&path)]);
    }
    let shown = program.shown("L-1");
    let names: Vec<&str> =
        shown["documents"].as_array().unwrap().iter().map(|d| d["fileName"].as_str().unwrap()).collect();
    assert_eq!(names[..2], ["red\u{1b}[31m.pdf", "line\nbreak.pdf"], "kept");
    let table = program.ok(&["show", "--loan", "L-1"]);
    assert!(table.contains("señor 貸付.pdf"), "{table}");
    assert!(!table.contains(['\u{1b}', '\u{202e}']), "{table:?}");
    assert!(table.contains("\\u{1b}[31m.pdf") && table.contains("line\\nbreak.pdf"), "{table}");
}

#[test]
fn limits_are_settings() {
    let program = Program::new();
    let path = program.file("three.pdf", &pdf(&["one", "two", "three"]));
    let cases = [
        ("LOANFILE_LIMITS_FILE_PAGES", "2", "it has 3 pages, more than the 2 allowed"),
        ("LOANFILE_LIMITS_FILE_BYTES", "100", "it is larger than"),
    ];
    for (variable, value, reason) in cases {
        let output = program.command(&["ingest", "--loan", "L-1", text(&path)]).env(variable, value).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{variable}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(reason) && told.contains("loanfile.toml"), "{told}");
    }
    program.ok(&["ingest", "--loan", "L-1", text(&path)]);
}

#[test]
fn json_says_what_became_of_each_file() {
    let program = Program::new();
    let good = program.file("good.pdf", &pdf(&["a letter"]));
    let bad = program.file("bad.pdf", b"no PDF");
    let ran = program.run(&["ingest", "--loan", "L-1", "--format", "json", text(&good), text(&good), text(&bad)]);
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(told["taken"][0]["fileName"], "good.pdf");
    assert_eq!(told["taken"][0]["uploadStatus"], "RECEIVED");
    assert_eq!(told["known"][0]["sourceFileId"], told["taken"][0]["sourceFileId"]);
    assert_eq!(told["refused"][0]["path"], text(&bad));
}

fn documents(program: &Program, loan: &str) -> usize {
    program.shown(loan)["documents"].as_array().unwrap().len()
}
