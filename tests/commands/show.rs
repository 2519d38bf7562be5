//! `loanfile show` and `loanfile status`.

use crate::support::{Program, pdf, w2};
use serde_json::Value;
use std::collections::BTreeSet;

fn processed() -> Program {
    let program = Program::new();
    let pages = [w2("Ada Moreno", "123-45-6789", 2024, "61,000.00"), w2("Ben Ortiz", "987-65-4321", 2023, "52,000.00")];
    program.ingest("L-1", "bundle.pdf", &pdf(&[&pages[0], &pages[1]]));
    program.ok(&["process", "--quiet"]);
    program
}

#[test]
fn json_has_the_members_of_the_record() {
    let shown = processed().shown("L-1");
    assert_members(&shown, &["loan", "findings", "documents", "tasks"]);
    assert_members(
        &shown["loan"],
        &[
            "loanId",
            "externalLoanId",
            "status",
            "configurationId",
            "createdAt",
            "updatedAt",
            "fieldsCount",
            "fieldsToReview",
        ],
    );
    let document = &shown["documents"][0];
    assert_members(
        document,
        &[
            "documentId",
            "loanId",
            "sourceFileId",
            "fileName",
            "sourcePages",
            "pageCount",
            "pageIds",
            "processingStatus",
            "documentTypeId",
            "documentType",
            "documentTypeConfidence",
            "classificationManuallyCorrected",
            "versionIdentifier",
            "versionCustomName",
            "currentVersion",
            "duplicateOf",
            "trashed",
            "mergedInto",
            "signature",
            "validation",
            "failure",
            "openTaskIds",
            "createdAt",
            "updatedAt",
            "fields",
        ],
    );
    assert_members(&document["sourcePages"], &["first", "last"]);
    assert_members(&document["signature"], &["expected", "found"]);
    assert_members(&document["validation"], &["status", "findings"]);
    assert_members(
        &document["fields"][0],
        &[
            "fieldTypeId",
            "displayName",
            "rowIndex",
            "fieldValue",
            "rawValue",
            "fieldConfidence",
            "manuallyCorrected",
            "needsReview",
            "pageId",
            "pageNumber",
            "boundingBox",
            "source",
            "provedBy",
            "breaks",
            "updatedAt",
        ],
    );
    assert_members(&document["fields"][0]["boundingBox"], &["left", "top", "width", "height"]);
    let created = shown["loan"]["createdAt"].as_str().unwrap();
    assert!(created.ends_with('Z') && created.len() == "2026-01-31T17:05:09.123Z".len(), "{created}");
}

#[test]
fn boundaries_are_told_with_their_reasons_and_what_else_could_be() {
    let program = processed();
    let told = program.ok(&["show", "--loan", "L-1", "--boundaries", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let boundaries = told["data"].as_array().unwrap();
    assert_eq!(boundaries.len(), 2);
    let members = ["documentId", "fileName", "page", "documentTypeId", "evidence", "runnerUp", "margin"];
    assert_members(&boundaries[1], &members);
    assert_eq!((boundaries[1]["page"].as_u64(), &boundaries[1]["documentTypeId"]), (Some(2), &"w2".into()));
    assert!(
        boundaries[1]["evidence"]
            .as_array()
            .unwrap()
            .iter()
            .any(|reason| reason.as_str().unwrap().contains("Wage and Tax Statement"))
    );
    assert_members(&boundaries[1]["runnerUp"], &["begins", "documentTypeId"]);
    let table = program.ok(&["show", "--loan", "L-1", "--boundaries"]);
    assert!(table.contains("w2") && table.contains("Otherwise"), "{table}");
}

#[test]
fn documents_and_fields_are_told_with_their_places() {
    let shown = processed().shown("L-1");
    let documents = shown["documents"].as_array().unwrap();
    assert_eq!(documents.len(), 2);
    for (document, (page, ssn)) in documents.iter().zip([(1, "123-45-6789"), (2, "987-65-4321")]) {
        assert_eq!(document["documentTypeId"], "w2");
        assert_eq!(document["processingStatus"], "EXTRACTED");
        assert_eq!(document["sourcePages"]["first"], page);
        let fields = document["fields"].as_array().unwrap();
        let field = fields.iter().find(|field| field["fieldTypeId"] == "w2.employee_ssn").unwrap();
        assert_eq!(field["fieldValue"], ssn);
        assert_eq!(field["source"], "text_layer");
        assert_eq!(field["pageNumber"], 1, "counted within the document");
        assert_eq!(field["pageId"], document["pageIds"][0]);
        let side = |name: &str| field["boundingBox"][name].as_f64().unwrap();
        // Drawn 60 points from the left of a page of 612.
        assert!((side("left") - 60.0 / 612.0).abs() < 0.01, "{}", field["boundingBox"]);
        assert!(side("top") > 0.0 && side("top") + side("height") < 0.5, "{}", field["boundingBox"]);
    }
    let counted: usize = documents.iter().map(|document| document["fields"].as_array().unwrap().len()).sum();
    assert_eq!(shown["loan"]["fieldsCount"], counted);
}

#[test]
fn tables_fit_eighty_columns_and_name_the_documents() {
    let program = processed();
    let table = program.ok(&["show", "--loan", "L-1"]);
    assert!(table.contains("W-2") && table.contains("bundle.pdf") && table.contains("EXTRACTED"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let fields = program.ok(&["show", "--loan", "L-1", "--fields"]);
    assert!(fields.contains("123-45-6789") && fields.contains("987-65-4321"), "{fields}");
    let one = program.ok(&["show", "L-1/2"]);
    assert!(one.contains("987-65-4321") && !one.contains("123-45-6789"), "{one}");
    let loans = program.ok(&["show"]);
    assert!(loans.contains("L-1"), "{loans}");
}

#[test]
fn a_document_has_the_same_record_alone_and_in_its_loan() {
    let program = processed();
    let listed = &program.shown("L-1")["documents"][1];
    let id = listed["documentId"].as_str().unwrap();
    let alone: Value = serde_json::from_str(&program.ok(&["show", id, "--format", "json"])).unwrap();
    assert_eq!(&alone, listed);
}

#[test]
fn a_page_is_shown_with_its_words_and_fields() {
    let program = processed();
    let told = program.ok(&["show", "L-1/2", "--page", "1"]);
    assert!(told.contains("page 2 of bundle.pdf") && told.contains("text_layer"), "{told}");
    assert!(told.contains("987-65-4321"), "{told}");
    assert_eq!(program.run(&["show", "L-1/2", "--page", "2"]).code, Some(5));
}

#[test]
fn status_counts_documents_tasks_and_what_waits() {
    let program = processed();
    program.ingest("L-2", "later.pdf", &pdf(&["a letter", "its second page"]));
    let status: Value = serde_json::from_str(&program.ok(&["status", "--format", "json"])).unwrap();
    assert_eq!(status["backlog"]["pages"], 2);
    assert_eq!(status["loans"][0]["documents"]["EXTRACTED"], 2);
    assert_eq!(status["loans"][1]["documents"]["UPLOADING"], 1);
    let open = program.shown("L-1")["tasks"].as_array().unwrap().len();
    assert_eq!(status["loans"][0]["openTasks"], open);
    let table = program.ok(&["status"]);
    assert!(table.contains("2 pages and 1 documents wait"), "{table}");
}

fn assert_members(value: &Value, expected: &[&str]) {
    let found: BTreeSet<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(found, expected.iter().copied().collect::<BTreeSet<&str>>());
}
