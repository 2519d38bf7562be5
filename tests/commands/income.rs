//! `loanfile income`: its wiring, its tables in 80 columns, its files.

use crate::support::{Program, pdf, text, w2};
use serde_json::{Value, json};

/// A pay stub that a salary can be read from.
const STUB: &str = "Tollgate Mills LLC\n\
    40 Mill Road, Montpelier, VT 05602\n\
    EARNINGS STATEMENT\n\
    Employee: Ada Moreno\n\
    Pay Period Begin: 09/06/2026\n\
    Pay Period End: 09/19/2026\n\
    Pay Date: 09/25/2026\n\
    Pay Frequency: Biweekly\n\
    \n\
    Earnings         Current      YTD\n\
    Regular Salary   3,076.92     58,461.48\n\
    \n\
    Gross Pay  3,076.92   58,461.48\n\
    Net Pay    2,310.40   43,897.60\n";

fn processed() -> Program {
    let program = Program::new();
    let wages = w2("Ada Moreno", "123-45-6789", 2025, "79,000.00");
    program.ingest("L-1", "papers.pdf", &pdf(&[STUB, &wages]));
    program.ok(&["process", "--quiet"]);
    program
}

fn shown(program: &Program, arguments: &[&str]) -> Value {
    serde_json::from_str(&program.ok(&[arguments, &["--format", "json"]].concat())).unwrap()
}

fn assert_narrow(table: &str) {
    for line in table.lines() {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
}

#[test]
fn a_loan_has_one_result_until_something_changes() {
    let program = processed();
    let income = ["income", "--loan", "L-1", "--as-of", "2026-10-31"];
    let first = shown(&program, &income);
    let members: Vec<&String> = first.as_object().unwrap().keys().collect();
    assert_eq!(members, ["calculatedAt", "files", "incomeData"]);
    assert_eq!(first["incomeData"]["totalMonthlyIncome"], json!(6666.66), "{first:#}");
    assert_eq!(first["files"][0]["fileName"], "papers.pdf");
    assert_eq!(shown(&program, &income), first, "nothing has changed");
    let again = program.run(&[&income[..], &["--guideline", "freddie"]].concat());
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(again.stderr.contains("Computing again: the guideline was FANNIE_MAE."), "{}", again.stderr);
    let history = shown(&program, &["income", "history", "L-1"]);
    let runs: Vec<&str> = history.as_array().unwrap().iter().map(|run| run["runId"].as_str().unwrap()).collect();
    assert_eq!(runs.len(), 2);
    let replay = program.ok(&["income", "replay", runs[0]]);
    assert_eq!(replay, "Equal to the cent: 6,666.66 a month.\n");
    let run = shown(&program, &["income", "show", runs[1]]);
    assert_eq!((&run["guideline"], &run["status"]), (&json!("FREDDIE_MAC"), &json!("completed")));
    let diff = program.ok(&["income", "diff", runs[0], runs[1]]);
    assert!(diff.starts_with("A  6,666.66 a month"), "{diff}");
}

#[test]
fn tables_fit_a_terminal_and_lead_to_the_page() {
    let program = processed();
    let table = program.ok(&["income", "--loan", "L-1", "--as-of", "2026-10-31", "--keys"]);
    assert!(table.contains("Base pay") && table.contains("Total: 6,666.66 a month"), "{table}");
    assert!(table.contains(" = base_pay:"), "{table}");
    assert_narrow(&table);
    let explained = program.ok(&["income", "--loan", "L-1", "--explain"]);
    assert!(explained.lines().any(|line| line.contains("3,076.92") && line.contains("L-1/1 p.1 ")), "{explained}");
    assert_narrow(&explained);
    assert_narrow(&program.ok(&["income", "history", "--loan", "L-1"]));
    assert_narrow(&program.ok(&["income", "eligible", "--loan", "L-1"]));
}

#[test]
fn a_worksheet_is_written_in_three_formats() {
    let program = processed();
    let folder = program.workspace().with_file_name("out");
    program.ok(&["income", "--loan", "L-1", "--worksheet", text(&folder)]);
    let csv = std::fs::read_to_string(folder.join("L-1 income.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = csv::Reader::from_reader(csv.as_bytes()).records().map(Result::unwrap).collect();
    let gross = rows.iter().find(|row| &row[4] == "3076.92").unwrap_or_else(|| panic!("{csv}"));
    assert_eq!((&gross[5], &gross[6]), ("L-1/1", "1"));
    assert_eq!(&rows.last().unwrap()[4], "6666.66");
    let html = std::fs::read_to_string(folder.join("L-1 income.html")).unwrap();
    assert!(html.contains("3,076.92") && html.contains("@page") && !html.contains("http://"), "{html}");
    let pdf = lopdf::Document::load(folder.join("L-1 income.pdf")).unwrap();
    let words = pdf.extract_text(&[1]).unwrap();
    assert!(words.contains("3,076.92") && words.contains("Page 1 of 1"), "{words}");
}

#[test]
fn what_if_tells_the_difference_and_keeps_nothing() {
    let program = processed();
    program.ok(&["income", "--loan", "L-1", "--as-of", "2026-10-31"]);
    let answer =
        shown(&program, &["income", "what-if", "--loan", "L-1", "--set", "L-1/1:earnings[0].current_amount=3000"]);
    assert_eq!(answer["difference"]["to"]["totalMonthlyIncome"], json!(6500.0), "{answer:#}");
    let leaf = &answer["difference"]["streams"][0]["leaves"][0];
    assert_eq!((&leaf["before"], &leaf["after"]), (&json!("3076.92"), &json!("3000")));
    assert_eq!(shown(&program, &["income", "history", "L-1"]).as_array().unwrap().len(), 1);
}

#[test]
fn what_goes_wrong_has_its_exit_code() {
    let program = Program::new();
    program.ingest("L-1", "letter.pdf", &pdf(&["a letter"]));
    program.ok(&["process", "--quiet"]);
    let cases: [(&[&str], i32, &str); 7] = [
        (&["income"], 2, "no loan is named"),
        (&["income", "--loan", "L-2"], 5, "no loan L-2"),
        (&["income", "--loan", "L-1"], 1, "has no document that income can be computed from"),
        (&["income", "--loan", "L-1", "--guideline", "mine"], 2, "there is no guideline mine"),
        (&["income", "--loan", "L-1", "--state", "help"], 2, "states nothing"),
        (&["income", "--loan", "L-1", "--state", "rental:x:taxFree=maybe"], 2, "cannot be \"maybe\""),
        (&["income", "show", "ffff0000"], 5, "no income run"),
    ];
    for (arguments, code, said) in cases {
        let ran = program.run(arguments);
        assert_eq!(ran.code, Some(code), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
    }
    let nothing = shown(&program, &["income", "history", "L-1"]);
    assert_eq!(nothing, json!([]));
}

#[test]
fn an_engine_that_is_down_ends_with_its_code_and_the_run_is_kept() {
    let program = processed();
    program.ok(&["income", "--loan", "L-1"]);
    let settings = "[income_engine]\nkind = \"http\"\nurl = \"http://127.0.0.1:9/\"\nkey_file = \"key\"\n\
                    allow_http = true\nattempts = 1\n";
    program.file("workspace/loanfile.toml", settings.as_bytes());
    program.file("workspace/key", b"a-key\n");
    let ran = program.run(&["income", "--loan", "L-1"]);
    assert_eq!(ran.code, Some(8), "{}", ran.stderr);
    assert!(ran.stderr.contains("cannot be reached (ENGINE_UNREACHABLE)"), "{}", ran.stderr);
    let history = shown(&program, &["income", "history", "L-1"]);
    assert_eq!(history[1]["status"], "failed");
}
