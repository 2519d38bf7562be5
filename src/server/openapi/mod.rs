//! The OpenAPI document: gathered from the routes, completed with what holds for all of them.
//!
//! Invariant: what is said here of an operation follows from how it is declared: its role, whether it takes a path, a
//! query or a body, whether its answer has a tag.

mod examples;

use super::health;
use super::routes;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use utoipa::OpenApi as _;
use utoipa::openapi::{Info, OpenApi, OpenApiBuilder};

#[derive(utoipa::OpenApi)]
#[openapi(paths(health::health))]
struct Open;

/// Returns the document without paths.
pub fn head() -> OpenApi {
    let info = Info::builder()
        .title("loanfile")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(DESCRIPTION))
        .license(Some(utoipa::openapi::License::new("Apache-2.0")));
    OpenApiBuilder::new().info(info.build()).build()
}

const DESCRIPTION: &str = "Takes mortgage loan packages, splits them into documents, reads, classifies and checks them, \
computes qualifying income, reports, and exports. Every path but `/health` needs three headers: `x-api-key`, \
`x-service-client-secret` and `tenant-id`.";

/// Returns the OpenAPI document as JSON, with the paths below a base.
pub fn document(base: &str) -> Value {
    let mut gathered = routes::all().into_openapi();
    gathered.merge(Open::openapi());
    gathered.merge(routes::open().into_openapi());
    let mut document = serde_json::to_value(gathered).unwrap_or_default();
    document["servers"] = json!([{ "url": base }]);
    document["security"] = json!([{ "apiKey": [], "clientSecret": [], "tenantId": [] }]);
    document["components"]["securitySchemes"] = json!({
        "apiKey": { "type": "apiKey", "in": "header", "name": "x-api-key" },
        "clientSecret": { "type": "apiKey", "in": "header", "name": "x-service-client-secret" },
        "tenantId": { "type": "apiKey", "in": "header", "name": "tenant-id", "description": "The tenant's UUID" },
    });
    document["components"]["headers"] = json!({
        "RequestId": { "description": "The request's id, also in the log", "schema": { "type": "string" } },
        "RetryAfter": { "description": "After how many seconds to try again", "schema": { "type": "integer" } },
        "ETag": { "description": "Changes with the thing", "schema": { "type": "string" } },
    });
    for operation in operations(&mut document) {
        name(operation);
        complete(operation);
    }
    open_parts(&mut document);
    with_examples(renamed(document))
}

/// Gives every JSON body an example.
fn with_examples(mut document: Value) -> Value {
    let schemas = document.clone();
    for operation in operations(&mut document) {
        if let Some(body) = operation.get_mut("requestBody") {
            exemplify(&schemas, body, None);
        }
        for (status, response) in operation.get_mut("responses").and_then(Value::as_object_mut).into_iter().flatten() {
            exemplify(&schemas, response, Some(status));
        }
    }
    document
}

fn exemplify(document: &Value, body: &mut Value, status: Option<&String>) {
    let description = body["description"].as_str().unwrap_or_default().to_string();
    let Some(content) = body.pointer_mut("/content/application~1json") else { return };
    if content.get("example").is_some() || content.get("examples").is_some() {
        return;
    }
    let refers_to_error = content["schema"]["$ref"] == "#/components/schemas/ErrorBody";
    content["example"] = match status.and_then(|status| status.parse::<u16>().ok()) {
        Some(status) if refers_to_error => {
            let reason = axum::http::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
            json!({ "status": status, "message": description, "error": reason })
        }
        _ => examples::example(document, &content["schema"]),
    };
}

fn operations(document: &mut Value) -> Vec<&mut Map<String, Value>> {
    let Some(paths) = document["paths"].as_object_mut() else { return Vec::new() };
    let members = paths.values_mut().filter_map(Value::as_object_mut).flat_map(|path| path.iter_mut());
    members
        .filter(|(name, _)| ["get", "post", "put", "patch", "delete"].contains(&name.as_str()))
        .filter_map(|(_, operation)| operation.as_object_mut())
        .collect()
}

/// Names an operation by its summary: `List a loan's reports` is `listLoansReports`. Handlers' own names repeat.
fn name(operation: &mut Map<String, Value>) {
    let summary = operation.get("summary").and_then(Value::as_str).unwrap_or_default();
    let words = summary.split(' ').filter(|word| !["a", "an", "the"].contains(word));
    let mut name = String::new();
    for word in words {
        let mut letters = word.chars().filter(char::is_ascii_alphanumeric);
        let first = letters
            .next()
            .map(|letter| if name.is_empty() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() });
        name.extend(first.into_iter().chain(letters));
    }
    operation.insert("operationId".to_string(), Value::String(name));
}

/// Adds the responses and parameters that follow from how an operation is declared.
fn complete(operation: &mut Map<String, Value>) {
    let role = operation.get("x-role").and_then(Value::as_str).map(str::to_string);
    let parameters = operation.get("parameters").and_then(Value::as_array).cloned().unwrap_or_default();
    let is_in = |place: &str| parameters.iter().any(|parameter| parameter["in"] == place);
    let (in_path, in_query) = (is_in("path"), is_in("query"));
    let has_body = operation.contains_key("requestBody");
    let is = |name: &str| operation.get(name) == Some(&Value::Bool(true));
    let (tagged, conditional, unread) = (is("x-tagged"), is("x-conditional"), is("x-conflict"));
    let creates = is("x-creates");
    let mut added: Vec<(&str, String)> = vec![
        ("500", "A fault of the server; its log says more under the request's id".to_string()),
        ("503", "Not able to answer for now".to_string()),
    ];
    if let Some(role) = &role {
        added.push(("401", "The three headers are missing or do not belong together".to_string()));
        added.push(("403", format!("The key's role may not do this; it needs {role}")));
        added.push(("429", "Too many requests".to_string()));
    }
    if in_path {
        added.push(("404", "There is no such thing in the tenant's data".to_string()));
    }
    if in_query || has_body {
        added.push(("400", "A parameter or a member cannot be; the message names it".to_string()));
    }
    if has_body {
        added.push(("413", "The body is too large".to_string()));
        added.push(("415", "The body is of another kind".to_string()));
    }
    if unread || conditional || (has_body && role.as_deref() != Some("reader")) {
        added.push(("409", "It does not fit the present state".to_string()));
    }
    if conditional {
        added.push(("412", "It was changed since the client looked at it".to_string()));
        header_parameter(operation, "If-Match", "Tags of which one must still be that of the thing");
    }
    if tagged {
        header_parameter(operation, "If-None-Match", "Tags that the client has");
    }
    if creates {
        header_parameter(
            operation,
            "Idempotency-Key",
            "With the same key for a day the same request gets the same answer",
        );
    }
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return };
    for (status, description) in added {
        responses.entry(status).or_insert_with(|| error_response(status, &description));
    }
    if tagged {
        responses.insert("304".to_string(), json!({ "description": "The client has it already" }));
        for status in ["200", "304"] {
            responses[status]["headers"]["ETag"] = json!({ "$ref": "#/components/headers/ETag" });
        }
    }
    for response in responses.values_mut() {
        response["headers"]["x-request-id"] = json!({ "$ref": "#/components/headers/RequestId" });
    }
}

fn header_parameter(operation: &mut Map<String, Value>, name: &str, description: &str) {
    let parameters = operation.entry("parameters").or_insert_with(|| json!([]));
    if let Some(parameters) = parameters.as_array_mut() {
        parameters.push(json!({
            "name": name, "in": "header", "required": false, "description": description, "schema": { "type": "string" },
        }));
    }
}

fn error_response(status: &str, description: &str) -> Value {
    let mut response = json!({
        "description": description,
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ErrorBody" } } },
    });
    if ["429", "503"].contains(&status) {
        response["headers"]["retry-after"] = json!({ "$ref": "#/components/headers/RetryAfter" });
    }
    response
}

/// A schema that is a part of a larger one cannot forbid the members of the other parts.
fn open_parts(document: &mut Value) {
    let known = document["components"]["schemas"].clone();
    open_below(&mut document["components"]["schemas"], &known);
}

fn open_below(value: &mut Value, known: &Value) {
    for part in value.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
        let name = part["$ref"].as_str().and_then(|text| text.rsplit('/').next());
        if let Some(closed) = name.map(|name| &known[name]).filter(|schema| schema["additionalProperties"] == false) {
            *part = closed.clone();
            if let Some(members) = part.as_object_mut() {
                members.remove("additionalProperties");
            }
        }
    }
    match value {
        Value::Object(members) => members.values_mut().for_each(|member| open_below(member, known)),
        Value::Array(members) => members.iter_mut().for_each(|member| open_below(member, known)),
        _ => {}
    }
}

/// Drops the word View from the names of schemas: it says where they are declared, and clients do not care.
fn renamed(document: Value) -> Value {
    let names: BTreeMap<String, String> = {
        let schemas = document["components"]["schemas"].as_object();
        let taken = |plain: &str| schemas.is_some_and(|schemas| schemas.contains_key(plain));
        let names = schemas.into_iter().flat_map(Map::keys).map(|name| {
            // One that is called so already keeps its name, and so does this one.
            let plain = name.replace("View", "");
            (name.clone(), if taken(&plain) { name.clone() } else { plain })
        });
        names.collect()
    };
    let document = with_names(document, &names);
    let Value::Object(mut members) = document else { return document };
    if let Some(Value::Object(components)) = members.get_mut("components")
        && let Some(Value::Object(schemas)) = components.remove("schemas")
    {
        let schemas = schemas.into_iter().map(|(name, schema)| (names.get(&name).cloned().unwrap_or(name), schema));
        components.insert("schemas".to_string(), schemas.collect());
    }
    Value::Object(members)
}

/// Renames what schemas are called where they are used.
fn with_names(value: Value, names: &BTreeMap<String, String>) -> Value {
    const SCHEMAS: &str = "#/components/schemas/";
    match value {
        Value::String(text) => match text.strip_prefix(SCHEMAS).and_then(|name| names.get(name)) {
            Some(name) => Value::String(format!("{SCHEMAS}{name}")),
            None => Value::String(text),
        },
        Value::Array(members) => members.into_iter().map(|member| with_names(member, names)).collect(),
        Value::Object(members) => members.into_iter().map(|(name, member)| (name, with_names(member, names))).collect(),
        other => other,
    }
}
