//! Requests and results against the published schemas.
//!
//! [`violations`] knows the part of JSON Schema that the two files use, and refuses any keyword beyond that.

use super::{case, completed, result};
use loanfile::engines::{EngineRequest, wire_request};
use loanfile::income::{Override, StatedFact, analyze};
use loanfile::library::Library;
use loanfile::model::IncomeRunId;
use regex::Regex;
use serde_json::{Value, json};
use uuid::Uuid;

fn schema(name: &str) -> Value {
    let path = format!("{}/docs/income-engine-{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns what of a value its schema does not allow.
fn violations(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (keyword, rule) in schema.as_object().unwrap() {
        let wrong = |what: &str| vec![format!("{at}: {what}: {value}")];
        found.extend(match keyword.as_str() {
            "$schema" | "$id" | "title" | "description" | "$defs" => Vec::new(),
            "$ref" => {
                let pointer = rule.as_str().unwrap().strip_prefix('#').unwrap();
                violations(root, root.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}")), value, at)
            }
            "const" if value != rule => wrong("is not the constant"),
            "enum" if !rule.as_array().unwrap().contains(value) => wrong("is none of the values"),
            "type" if !types(rule).iter().any(|kind| is_of_type(value, kind)) => wrong(&format!("is no {rule}")),
            "minimum" if value.as_f64().is_some_and(|number| number < rule.as_f64().unwrap()) => wrong("is too small"),
            "maximum" if value.as_f64().is_some_and(|number| number > rule.as_f64().unwrap()) => wrong("is too large"),
            "pattern"
                if value.as_str().is_some_and(|text| !Regex::new(rule.as_str().unwrap()).unwrap().is_match(text)) =>
            {
                wrong("does not match")
            }
            "const" | "enum" | "type" | "minimum" | "maximum" | "pattern" => Vec::new(),
            "required" => {
                let missing = |name: &&Value| value.is_object() && value.get(name.as_str().unwrap()).is_none();
                rule.as_array().unwrap().iter().filter(missing).map(|name| format!("{at}: lacks {name}")).collect()
            }
            "properties" => members(value)
                .filter_map(|(name, member)| Some((name, rule.get(name)?, member)))
                .flat_map(|(name, rule, member)| violations(root, rule, member, &format!("{at}/{name}")))
                .collect(),
            "additionalProperties" => members(value)
                .filter(|(name, _)| schema.get("properties").is_none_or(|known| known.get(name).is_none()))
                .flat_map(|(name, member)| match rule {
                    Value::Bool(false) => vec![format!("{at}: {name} is not foreseen")],
                    rule => violations(root, rule, member, &format!("{at}/{name}")),
                })
                .collect(),
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                items.flat_map(|(place, item)| violations(root, rule, item, &format!("{at}/{place}"))).collect()
            }
            "anyOf" | "oneOf" => {
                let tried: Vec<_> =
                    rule.as_array().unwrap().iter().map(|rule| violations(root, rule, value, at)).collect();
                let good = tried.iter().filter(|found| found.is_empty()).count();
                if good == 1 || (good > 1 && keyword == "anyOf") { Vec::new() } else { tried.concat() }
            }
            other => panic!("{at}: the keyword {other} is not known here"),
        });
    }
    found
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn types(rule: &Value) -> Vec<&str> {
    match rule {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    }
}

fn is_of_type(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("no type {other}"),
    }
}

fn assert_fits(name: &str, value: &Value) {
    let schema = schema(name);
    let found = violations(&schema, &schema, value, "");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn requests_are_as_published() {
    let mut case = case();
    case.application_date = "2026-10-20".parse().ok();
    case.papers[0].values[0].row_index = Some(2);
    case.overrides = vec![
        Override { stream_key: "bonus:acme".to_string(), include: Some(false), facts: Default::default() },
        Override {
            stream_key: "rental:12 Oak St".to_string(),
            include: None,
            facts: [
                (StatedFact::PropertyUse, "investment".to_string()),
                (StatedFact::MonthlyPitia, "1985.40".to_string()),
            ]
            .into(),
        },
    ];
    let run = IncomeRunId::new(Uuid::from_u64_pair(0x7000, 1));
    let request = wire_request(&EngineRequest { run, loan: "L-1", case: &case, library: Library::standard() });
    assert_fits("request", &request);
    assert_eq!(
        request["properties"],
        json!([{"propertyId": "rental:12 Oak St", "use": "INVESTMENT", "monthlyPitia": 1985.4}])
    );
}

#[test]
fn answers_are_as_published_and_so_are_the_results_of_the_embedded_engine() {
    assert_fits("response", &serde_json::from_str(&completed(&result())).unwrap());
    assert_fits("response", &json!({"status": "PENDING", "pollUrl": "runs/1", "retryAfterSeconds": 5}));
    assert_fits("response", &json!({"status": "CANNOT_ASSESS", "message": "unable to assess now"}));
    assert_fits("response", &json!({"status": "COMPLETED", "incomeData": analyze(&case())}));
    let schema = schema("response");
    let mut wrong = result();
    wrong["borrowers"][0]["streams"][0]["trend"]["direction"] = json!("SIDEWAYS");
    let wrong = json!({"status": "COMPLETED", "incomeData": wrong});
    assert!(!violations(&schema, &schema, &wrong, "").is_empty(), "the checker sees nothing");
}
