//! Every operation of the OpenAPI document is there, under both bases, and does what the document says.

use super::contract::Contract;
use super::site::{Answer, form, signed};
use super::table::{Sent, requests};
use super::world::World;
use crate::support::Program;
use std::path::Path;

#[test]
fn every_operation_has_a_good_request() {
    let contract = Contract::new();
    let requests = requests(&World::get().first);
    for operation in contract.operations().keys() {
        assert!(requests.iter().any(|request| request.operation == operation), "{operation}: add a good request");
    }
    assert!(contract.operations().len() > 90, "{}", contract.operations().len());
}

#[test]
fn every_operation_answers_as_documented() {
    all_answer_below("/api/v1");
}

#[test]
fn every_operation_answers_below_the_short_base_too() {
    all_answer_below("/v1");
}

fn all_answer_below(base: &str) {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let contract = Contract::new();
    let operations = contract.operations();
    let mut faults = Vec::new();
    for good in requests(&world.first) {
        let (method, _) = good.parts();
        let operation = operations[good.operation];
        let request = site.open(method, &format!("{base}{}", good.path));
        let request = if operation.get("x-role").is_some() { signed(request, &world.first.admin) } else { request };
        let answer = Answer::of(match good.body {
            Sent::Nothing => request,
            Sent::Json(body) => {
                faults.extend(contract.fault_of_request(operation, &body).map(|fault| (good.operation, fault)));
                request.json(&body)
            }
            Sent::Files(files) => request.multipart(form(&files)),
        });
        if answer.status != good.status {
            faults.push((good.operation, format!("{} and not {}: {}", answer.status, good.status, answer.text())));
        }
        faults.extend(contract.fault(operation, &answer).map(|fault| (good.operation, fault)));
    }
    let told: Vec<String> =
        faults.iter().map(|(what, fault)| format!("{what}: {}", fault.chars().take(600).collect::<String>())).collect();
    assert!(faults.is_empty(), "{told:#?}");
}

#[test]
fn names_of_schemas_are_unambiguous() {
    let contract = Contract::new();
    let text = contract.document.to_string();
    let schemas = contract.document["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        let itself = format!("\"$ref\":\"#/components/schemas/{name}\"");
        let parts = schema["allOf"].as_array();
        assert!(!parts.is_some_and(|parts| parts.iter().any(|part| part.to_string().contains(&itself))), "{name}");
    }
    for piece in text.split("\"#/components/schemas/").skip(1) {
        let name = piece.split('"').next().unwrap();
        assert!(schemas.contains_key(name), "{name} is nowhere");
    }
}

#[test]
fn the_document_in_docs_is_fresh() {
    let fresh = Program::bare().ok(&["openapi"]);
    let kept = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/openapi.json")).unwrap();
    assert!(fresh == kept, "docs/openapi.json is old: loanfile openapi > docs/openapi.json");
}
