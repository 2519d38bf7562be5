//! `loanfile doctype`.

use crate::support::{Program, pdf, text};
use serde_json::Value;

/// A certificate of an association of well owners.
fn certificate(name: &str, number: &str, date: &str, fee: &str) -> Vec<u8> {
    let page = format!(
        "Shared Well Maintenance Certificate\n\nOwner Name: {name}\nCertificate Number: {number}\n\
         Inspection Date: {date}\nAnnual Well Assessment: {fee}\n\n\
         This certificate is issued to every owner who shares the well."
    );
    pdf(&[&page])
}

fn third() -> Vec<u8> {
    certificate("Tomas Bell", "WM-3315", "07/30/2025", "$1,020.75")
}

/// A workspace with the type learned from two samples.
fn learned() -> Program {
    let program = Program::new();
    learn(&program, &[]);
    program
}

fn learn(program: &Program, more: &[&str]) -> String {
    let one = program.file("one.pdf", &certificate("Ida Quist", "WM-1180", "03/14/2024", "$412.50"));
    let two = program.file("two.pdf", &certificate("Per Anders", "WM-2207", "11/02/2023", "$398.00"));
    let fixed = ["doctype", "learn", "--name", "Well Certificate", text(&one), text(&two)];
    program.ok(&[&fixed, more].concat())
}

fn json(program: &Program, arguments: &[&str]) -> Value {
    serde_json::from_str(&program.ok(&[arguments, &["--format", "json"]].concat())).unwrap()
}

fn type_of(program: &Program, loan: &str) -> String {
    program.shown(loan)["documents"][0]["documentTypeId"].as_str().unwrap().to_owned()
}

#[test]
fn a_learned_type_reads_the_next_paper() {
    let program = learned();
    program.ingest("L-1", "third.pdf", &third());
    program.ok(&["process", "--quiet"]);
    assert_eq!(type_of(&program, "L-1"), "well_certificate");
    let document = &program.shown("L-1")["documents"][0];
    assert_eq!(document["documentType"]["name"], "Well Certificate");
    let value = |field: &str| {
        let id = format!("well_certificate.{field}");
        let fields = document["fields"].as_array().unwrap();
        fields.iter().find(|field| field["fieldTypeId"] == *id).map(|field| field["fieldValue"].clone())
    };
    assert_eq!(value("owner_name").unwrap(), "Tomas Bell");
    assert_eq!(value("certificate_number").unwrap(), "WM-3315");
    assert_eq!(value("inspection_date").unwrap(), "2025-07-30");
    assert_eq!(value("annual_well_assessment").unwrap(), "1020.75");
}

#[test]
fn the_record_of_an_own_type_says_how_it_is_recognised() {
    let record = json(&learned(), &["doctype", "show", "well_certificate"]);
    assert_eq!(record["standard"], false);
    assert_eq!(record["active"], true);
    assert_eq!(record["sampleCount"], 2);
    assert_eq!(record["definition"]["titlePhrases"][0]["text"], "Shared Well Maintenance Certificate");
    assert_eq!(record["definition"]["fieldLabels"][0]["labels"][0], "Owner Name");
    assert_eq!(record["fields"][0]["fieldTypeId"], "well_certificate.owner_name");
    let standard = json(&learned(), &["doctype", "show", "w2"]);
    assert_eq!((&standard["standard"], &standard["incomeEligible"]), (&Value::from(true), &Value::from(true)));
    assert!(standard.get("definition").is_none() && standard.get("sampleCount").is_none());
}

#[test]
fn a_deactivated_type_is_not_given_and_what_has_it_stays_readable() {
    let program = learned();
    program.ingest("L-1", "third.pdf", &third());
    program.ok(&["process", "--quiet"]);
    program.ok(&["doctype", "deactivate", "well_certificate"]);
    program.ingest("L-2", "third.pdf", &third());
    program.ok(&["process", "--quiet"]);
    assert_ne!(type_of(&program, "L-2"), "well_certificate");
    let document = &program.shown("L-1")["documents"][0];
    assert_eq!(document["documentType"]["name"], "Well Certificate");
    assert_eq!(document["fields"][0]["displayName"], "Owner Name");
    program.ok(&["doctype", "activate", "well_certificate"]);
    program.ingest("L-3", "third.pdf", &third());
    program.ok(&["process", "--quiet"]);
    assert_eq!(type_of(&program, "L-3"), "well_certificate");
}

#[test]
fn a_standard_type_can_be_deactivated_too() {
    let program = Program::new();
    let page = crate::support::w2("Ada Moreno", "123-45-6789", 2024, "61,000.00");
    program.ok(&["doctype", "deactivate", "w2"]);
    program.ingest("L-1", "w2.pdf", &pdf(&[&page]));
    program.ok(&["process", "--quiet"]);
    assert_ne!(type_of(&program, "L-1"), "w2");
    let listed = |more: &[&str]| {
        let types = json(&program, &[&["doctype", "list"], more].concat());
        types["data"].as_array().unwrap().iter().any(|known| known["documentTypeId"] == "w2")
    };
    assert!(!listed(&[]) && listed(&["--all"]));
    let refused = program.run(&["doctype", "deactivate", "other"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert_eq!(program.run(&["doctype", "deactivate", "no_such_type"]).code, Some(5));
}

#[test]
fn a_bad_definition_is_refused_with_file_field_and_rule() {
    let program = Program::new();
    let field = "[[fields]]\nid = \"fee\"\nname = \"Fee\"\nkind = \"money\"\n";
    let anchor = "[[anchors]]\ntext = \"Well Certificate\"\nweight = 5\n";
    let named = |id: &str| format!("id = \"{id}\"\nname = \"Well\"\ngroup = \"other\"\n");
    // (case, definition, what is said)
    let cases = [
        (
            "no label",
            format!("{}{anchor}{field}find = [\"right\"]\n", named("well")),
            "fee: a field that is found by a label has labels",
        ),
        ("no anchor", format!("{}{field}", named("well")), "anchors: a type has an anchor"),
        ("a word that is not known", format!("{}{anchor}{field}colour = 1\n", named("well")), "unknown field `colour`"),
        ("a standard type's id", format!("{}{anchor}{field}", named("w2")), "w2 is a standard type (W-2)"),
    ];
    for (case, definition, said) in cases {
        let file = program.file("bad.toml", definition.as_bytes());
        let ran = program.run(&["doctype", "add", text(&file)]);
        assert_eq!(ran.code, Some(2), "{case}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{case}: {}", ran.stderr);
        assert!(said.starts_with("w2 is") || ran.stderr.contains("bad.toml"), "{case}: {}", ran.stderr);
    }
    let kept: i64 = program.database().query_row("SELECT COUNT(*) FROM document_type", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 0);
}

#[test]
fn a_definition_is_printed_changed_and_put_back() {
    let program = learned();
    let written = program.ok(&["doctype", "show", "well_certificate", "--definition"]);
    let changed = format!("# Checked by hand.\n{}", written.replace("name = \"Owner Name\"", "name = \"Well owner\""));
    let file = program.file("well.toml", changed.as_bytes());
    let refused = program.run(&["doctype", "add", text(&file)]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("--replace"), "{}", refused.stderr);
    program.ok(&["doctype", "add", text(&file), "--replace"]);
    assert_eq!(program.ok(&["doctype", "show", "well_certificate", "--definition"]), changed, "as it was written");
    program.ingest("L-1", "third.pdf", &third());
    program.ok(&["process", "--quiet"]);
    assert_eq!(program.shown("L-1")["documents"][0]["fields"][0]["displayName"], "Well owner");
    let standard = program.ok(&["doctype", "show", "w2", "--definition"]);
    assert!(standard.starts_with("id = \"w2\""), "{standard}");
}

#[test]
fn a_type_is_tried_before_it_goes_live() {
    let program = Program::new();
    program.ingest("L-1", "third.pdf", &third());
    let wages = crate::support::w2("Ada Moreno", "123-45-6789", 2024, "61,000.00");
    program.ingest("L-1", "w2.pdf", &pdf(&[&wages]));
    program.ok(&["process", "--quiet"]);
    learn(&program, &["--dry-run", "--output", "well.toml"]);
    let tried = json(&program, &["doctype", "test", "well.toml"]);
    assert_eq!((&tried["tried"], &tried["changed"]), (&Value::from(2), &Value::from(1)));
    let change = &tried["data"][0];
    assert_eq!((&change["externalLoanId"], &change["number"]), (&Value::from("L-1"), &Value::from(1)));
    assert_eq!(change["before"]["documentTypeId"], type_of(&program, "L-1"));
    assert_eq!(change["after"]["documentTypeId"], "well_certificate");
    assert_eq!(program.run(&["doctype", "show", "well_certificate"]).code, Some(5), "it is not kept");
}

#[test]
fn each_change_of_a_type_is_in_the_log() {
    let program = learned();
    program.ok(&["--as", "Maria", "doctype", "deactivate", "well_certificate"]);
    program.ok(&["doctype", "deactivate", "well_certificate"]);
    let database = program.database();
    let mut statement = database
        .prepare("SELECT action, actor, after FROM audit_entry WHERE subject = 'document_type' ORDER BY sequence")
        .unwrap();
    let entries: Vec<(String, String, String)> = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let actions: Vec<&str> = entries.iter().map(|entry| entry.0.as_str()).collect();
    assert_eq!(actions, ["document_type.add", "document_type.deactivate"], "what changes nothing is not logged");
    assert_eq!(entries[1].1, "Maria");
    let after: Value = serde_json::from_str(&entries[1].2).unwrap();
    assert_eq!(after["active"], false);
}

#[test]
fn samples_that_cannot_teach_are_refused_by_name() {
    let program = Program::new();
    let one = program.file("one.pdf", &certificate("Ida Quist", "WM-1180", "03/14/2024", "$412.50"));
    let copy = program.file("copy.pdf", &certificate("Ida Quist", "WM-1180", "03/14/2024", "$412.50"));
    let broken = program.file("broken.pdf", b"no pdf at all");
    // (samples, what is said)
    let cases = [
        (vec![text(&one)], "two samples or more"),
        (vec![text(&one), text(&copy)], "copy.pdf say the same"),
        (vec![text(&one), text(&broken)], "broken.pdf: "),
    ];
    for (samples, said) in cases {
        let ran = program.run(&[&["doctype", "learn", "--name", "Well"], samples.as_slice()].concat());
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    let taken = program.run(&["doctype", "learn", "--name", "W2", text(&one), text(&copy)]);
    assert!(taken.stderr.contains("w2 is a standard type"), "{}", taken.stderr);
}
