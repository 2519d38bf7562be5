//! `loanfile configuration` and `loanfile loan`.

use crate::support::{Program, pdf, text, w2};
use serde_json::Value;

const SMALL: &str = "name = \"small\"\ninvestor = \"Example\"\n[[requiredDocuments]]\ndocumentTypeId = \"w2\"\n";

fn with_configuration() -> Program {
    let program = Program::new();
    let file = program.file("small.toml", SMALL.as_bytes());
    program.ok(&["configuration", "add", text(&file)]);
    program
}

fn json(program: &Program, arguments: &[&str]) -> Value {
    serde_json::from_str(&program.ok(arguments)).unwrap()
}

/// Returns actor, action and subject of every entry of the audit log.
fn logged(program: &Program) -> Vec<String> {
    let database = program.database();
    let mut statement =
        database.prepare("SELECT actor || ' ' || action || ' ' || subject FROM audit_entry ORDER BY sequence").unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn a_configuration_is_added_shown_and_added_again() {
    let program = with_configuration();
    let listed = program.ok(&["configuration", "list"]);
    assert!(listed.contains("small") && listed.contains("Example"), "{listed}");
    let shown = program.ok(&["configuration", "show", "small"]);
    let file = program.file("again.toml", shown.as_bytes());
    let taken = program.run(&["configuration", "add", text(&file)]);
    assert_eq!(taken.code, Some(1));
    assert!(taken.stderr.contains("there is a configuration small already"), "{}", taken.stderr);
    program.ok(&["configuration", "add", text(&file), "--name", "other"]);
    let before = json(&program, &["configuration", "show", "small", "--format", "json"]);
    program.ok(&["configuration", "add", text(&file), "--replace"]);
    let after = json(&program, &["configuration", "show", "small", "--format", "json"]);
    assert_eq!(before["configurationId"], after["configurationId"], "loans go on using it");
    assert_eq!(after["requiredDocuments"][0]["minCount"], 1);
    let names: Vec<Value> = json(&program, &["configuration", "list", "--format", "json"])["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|view| view["name"].clone())
        .collect();
    assert_eq!(names, ["other", "small"]);
}

#[test]
fn json_files_are_read_too() {
    let program = Program::new();
    let file = program.file("small.json", br#"{"name": "small", "requiredDocuments": [{"documentTypeId": "w2"}]}"#);
    program.ok(&["configuration", "add", text(&file)]);
    assert!(program.ok(&["configuration", "show", "small"]).contains("documentTypeId = \"w2\""));
}

#[test]
fn files_that_cannot_be_used_are_refused() {
    let program = Program::new();
    let cases = [
        ("wrong.toml", "nmae = \"x\"", "unknown field `nmae`"),
        ("wrong.json", "{", "line 1"),
        ("wrong.txt", SMALL, "ends neither in .toml nor in .json"),
        ("nameless.toml", "investor = \"x\"", "has no name"),
        ("none.toml", "name = \"none\"", "\"none\" cannot be a configuration's name"),
    ];
    for (name, content, expected) in cases {
        let file = program.file(name, content.as_bytes());
        let ran = program.run(&["configuration", "add", text(&file)]);
        assert_eq!(ran.code, Some(2), "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{name}: {}", ran.stderr);
    }
    assert_eq!(program.run(&["configuration", "add", "nowhere.toml"]).code, Some(2));
    assert_eq!(program.run(&["configuration", "show", "nothing"]).code, Some(5));
    assert_eq!(program.run(&["configuration", "remove", "nothing"]).code, Some(5));
    assert_eq!(logged(&program), [""; 0], "what is refused changes nothing");
}

#[test]
fn a_configuration_in_use_is_removed_only_by_force() {
    let program = with_configuration();
    program.ok(&["loan", "create", "L-1", "--configuration", "small"]);
    let refused = program.run(&["configuration", "remove", "small"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("used by loan L-1"), "{}", refused.stderr);
    program.ok(&["configuration", "remove", "small", "--force"]);
    let loans = json(&program, &["loan", "list", "--format", "json"]);
    assert_eq!(loans[0]["configurationId"], Value::Null);
    assert_eq!(program.run(&["configuration", "show", "small"]).code, Some(5));
}

#[test]
fn loans_are_created_listed_and_changed() {
    let program = with_configuration();
    program.ok(&["loan", "create", "L-1"]);
    program.ok(&["loan", "create", "L-2", "--status", "pending", "--configuration", "small"]);
    let listed = program.ok(&["loan", "list"]);
    assert!(
        listed.lines().any(|line| line.contains("L-2") && line.contains("Pending") && line.contains("small")),
        "{listed}"
    );
    let pending = json(&program, &["loan", "list", "--status", "Pending", "--format", "json"]);
    assert_eq!(pending["data"].as_array().unwrap().len(), 1);
    program.ok(&["loan", "update", "L-1", "--status", "Closed", "--configuration", "small", "--id", "L-9"]);
    let changed = json(&program, &["loan", "update", "L-9", "--configuration", "none", "--format", "json"]);
    assert_eq!((&changed["externalLoanId"], &changed["status"]), (&"L-9".into(), &"Closed".into()));
    assert_eq!(changed["configurationId"], Value::Null);
}

#[test]
fn loans_that_cannot_be_are_refused() {
    let program = Program::new();
    program.ok(&["loan", "create", "L-1"]);
    program.ok(&["loan", "create", "L-2"]);
    let cases: [(&[&str], i32, &str); 8] = [
        (&["loan", "create", "L-1"], 1, "there is a loan L-1 already"),
        (&["loan", "create", " L-1"], 2, "cannot be a loan's id"),
        (&["loan", "create", "L-3", "--status", "Open"], 2, "Active"),
        (&["loan", "create", "L-3", "--configuration", "nothing"], 5, "no configuration nothing"),
        (&["loan", "update", "L-7", "--status", "Closed"], 5, "no loan L-7"),
        (&["loan", "update", "L-2", "--id", "L-1"], 1, "there is a loan L-1 already"),
        (&["loan", "update", "L-2", "--configuration", "nothing"], 5, "no configuration nothing"),
        (&["loan", "update", "L-2"], 2, "--status"),
    ];
    for (arguments, code, expected) in cases {
        let ran = program.run(arguments);
        assert_eq!(ran.code, Some(code), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{arguments:?}: {}", ran.stderr);
    }
    assert_eq!(json(&program, &["loan", "list", "--format", "json"])["data"].as_array().unwrap().len(), 2);
}

#[test]
fn every_change_is_logged_under_who_made_it() {
    let program = with_configuration();
    program.ok(&["--as", "ada", "loan", "create", "L-1", "--configuration", "small"]);
    program.ok(&["--as", "ben", "loan", "update", "L-1", "--status", "Closed"]);
    program.ok(&["--as", "ben", "loan", "update", "L-1", "--status", "Closed"]);
    program.ok(&["--as", "eve", "configuration", "remove", "small", "--force"]);
    let entries = logged(&program);
    assert!(entries[0].ends_with("configuration.add configuration"), "{entries:?}");
    assert_eq!(
        entries[1..],
        [
            "ada loan.create loan",
            "ben loan.update loan",
            "eve loan.update loan",
            "eve configuration.remove configuration"
        ],
        "what changes nothing is not logged"
    );
}

#[test]
fn the_validator_applies_the_configuration_of_the_loan() {
    let program = Program::new();
    let rule =
        "name = \"recent\"\n[[fieldRules]]\nname = \"Recent years\"\nfieldTypeId = \"w2.tax_year\"\natLeast = 2024\n";
    let file = program.file("recent.toml", rule.as_bytes());
    program.ok(&["configuration", "add", text(&file)]);
    let bytes = pdf(&[&w2("Ada Moreno", "123-45-6789", 2023, "61,000.00")]);
    for (loan, arguments) in [("L-1", vec!["--configuration", "recent"]), ("L-2", vec![])] {
        program.ok(&[&["loan", "create", loan], arguments.as_slice()].concat());
        program.ingest(loan, "w2.pdf", &bytes);
    }
    program.ok(&["process", "--quiet"]);
    let checked = program.shown("L-1");
    let findings = &checked["documents"][0]["validation"]["findings"];
    assert_eq!(findings[0]["code"], "investor_rule_broken", "{findings}");
    assert_eq!((&findings[0]["expected"], &findings[0]["found"]), (&"at least 2024".into(), &"2023".into()));
    assert_eq!((&findings[0]["page"], &findings[0]["fieldTypeId"]), (&1.into(), &"w2.tax_year".into()));
    assert_eq!(checked["documents"][0]["validation"]["status"], "failed");
    assert_eq!(program.shown("L-2")["documents"][0]["validation"]["status"], "passed");
}

#[test]
fn another_configuration_checks_the_documents_again() {
    let program = Program::new();
    let rule = |year: u32| {
        format!(
            "name = \"recent\"\n[[fieldRules]]\nname = \"Recent years\"\nfieldTypeId = \"w2.tax_year\"\natLeast = {year}\n"
        )
    };
    let strict = program.file("strict.toml", rule(2024).as_bytes());
    let mild = program.file("mild.toml", rule(2020).as_bytes());
    program.ok(&["configuration", "add", text(&strict)]);
    program.ingest("L-1", "w2.pdf", &pdf(&[&w2("Ada Moreno", "123-45-6789", 2023, "61,000.00")]));
    program.ok(&["process", "--quiet"]);
    let standing = || {
        let shown = program.shown("L-1");
        let document = &shown["documents"][0];
        let errors = program.events().iter().filter(|event| event.2 == "VALIDATION_ERROR").map(|event| event.4).sum();
        let tasks = document["openTaskIds"].as_array().unwrap().len();
        (document["validation"]["status"].as_str().unwrap().to_owned(), tasks, errors)
    };
    let stands = |status: &str, tasks: usize, errors: i64| assert_eq!(standing(), (status.to_owned(), tasks, errors));
    stands("passed", 0, 0);
    program.ok(&["loan", "update", "L-1", "--configuration", "recent"]);
    stands("failed", 1, 1);
    program.ok(&["loan", "update", "L-1", "--configuration", "recent"]);
    stands("failed", 1, 1);
    program.ok(&["configuration", "add", text(&mild), "--replace"]);
    stands("passed", 0, 1);
    program.ok(&["configuration", "add", text(&strict), "--replace"]);
    stands("failed", 1, 2);
    program.ok(&["configuration", "remove", "recent", "--force"]);
    stands("passed", 0, 2);
}
