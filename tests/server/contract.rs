//! The OpenAPI document as a judge of requests and answers.
//!
//! Invariant: stricter than the document says: a member that no schema names is an error too.

use super::site::Answer;
use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The document.
pub struct Contract {
    pub document: Value,
    strict: Value,
}

impl Contract {
    pub fn new() -> Self {
        let document = loanfile::server::openapi("/api/v1");
        let schemas = &document["components"]["schemas"];
        let mut strict = json!({ "components": { "schemas": schemas } });
        let mut parts = BTreeSet::new();
        parts_of(schemas, schemas, false, &mut parts);
        for (name, schema) in strict["components"]["schemas"].as_object_mut().unwrap() {
            close(schema, !parts.contains(name));
        }
        Self { document, strict }
    }

    /// Returns all operations by method and path, such as `GET /loans`.
    pub fn operations(&self) -> BTreeMap<String, &Value> {
        let mut all = BTreeMap::new();
        for (path, methods) in self.document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                if ["get", "put", "post", "patch", "delete"].contains(&method.as_str()) {
                    all.insert(format!("{} {path}", method.to_uppercase()), operation);
                }
            }
        }
        all
    }

    /// Returns what is wrong with an answer of an operation, if anything is.
    pub fn fault(&self, operation: &Value, answer: &Answer) -> Option<String> {
        let Some(described) = operation["responses"].get(answer.status.to_string()) else {
            return Some(format!("status {} is not documented: {}", answer.status, answer.text()));
        };
        for (name, _) in described["headers"].as_object().into_iter().flatten() {
            if answer.header(name).is_none() {
                return Some(format!("the header {name} is missing"));
            }
        }
        let kind = answer.header("content-type").unwrap_or_default().split(';').next().unwrap_or_default();
        let empty = Map::new();
        let kinds = described["content"].as_object().unwrap_or(&empty);
        match (kinds.get(kind), answer.body.is_empty()) {
            (None, true) if kinds.is_empty() => None,
            (None, _) => Some(format!("the media type {kind:?} is not documented: {:?}", kinds.keys())),
            (Some(content), _) if kind == "application/json" => self.misfit(&content["schema"], &answer.json()),
            (Some(_), empty) => empty.then(|| "the body is empty".to_string()),
        }
    }

    /// Returns what is wrong with a JSON body of a request, if anything is.
    pub fn fault_of_request(&self, operation: &Value, body: &Value) -> Option<String> {
        self.misfit(&operation["requestBody"]["content"]["application/json"]["schema"], body)
    }

    fn misfit(&self, schema: &Value, value: &Value) -> Option<String> {
        if schema.is_null() {
            return Some("there is no schema".to_string());
        }
        let mut whole = self.strict.clone();
        let mut schema = schema.clone();
        close(&mut schema, true);
        whole.as_object_mut().unwrap().extend(schema.as_object().unwrap().clone());
        let validator: Validator = jsonschema::options().with_draft(Draft::Draft202012).build(&whole).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        (!errors.is_empty()).then(|| errors.join("\n"))
    }
}

/// Collects the names of schemas that are parts of larger ones, directly or as a choice.
fn parts_of(value: &Value, schemas: &Value, is_part: bool, parts: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let (true, Some(name)) = (is_part, members.get("$ref").and_then(Value::as_str)) {
                let name = name.rsplit('/').next().unwrap();
                if parts.insert(name.to_string()) {
                    parts_of(&schemas[name], schemas, true, parts);
                }
            }
            for (name, member) in members {
                let still = is_part && ["oneOf", "anyOf"].contains(&name.as_str());
                parts_of(member, schemas, name == "allOf" || still, parts);
            }
        }
        Value::Array(members) => members.iter().for_each(|member| parts_of(member, schemas, is_part, parts)),
        _ => {}
    }
}

/// Forbids members that a schema does not name, where it is not a part of a larger one.
fn close(schema: &mut Value, whole: bool) {
    let Some(members) = schema.as_object_mut() else { return };
    let parts = members.contains_key("allOf");
    for (name, member) in members.iter_mut() {
        match (name.as_str(), member) {
            ("allOf", Value::Array(parts)) => parts.iter_mut().for_each(|part| close(part, false)),
            ("oneOf" | "anyOf", Value::Array(choices)) => choices.iter_mut().for_each(|choice| close(choice, whole)),
            ("properties" | "$defs", Value::Object(properties)) => {
                properties.values_mut().for_each(|property| close(property, true));
            }
            ("items" | "additionalProperties", member) => close(member, true),
            _ => {}
        }
    }
    let open = parts || members.contains_key("properties");
    if whole && open && !members.contains_key("additionalProperties") {
        members.insert("unevaluatedProperties".to_string(), Value::Bool(false));
    }
}
