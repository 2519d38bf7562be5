//! Examples of bodies, made from their schemas: what a member's own example says, else a value of its kind.
//!
//! Invariant: an example fits its schema; parts that contain themselves are cut off where the schema allows nothing.

use serde_json::{Map, Value, json};

/// How deep parts may lie in parts before what may be left out is.
const DEPTH: usize = 6;

/// Returns an example of a schema of a document.
pub fn example(document: &Value, schema: &Value) -> Value {
    of(document, schema, 0)
}

fn of(document: &Value, schema: &Value, depth: usize) -> Value {
    if let Some(example) = schema.get("example") {
        return example.clone();
    }
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let pointer = name.trim_start_matches('#');
        return document.pointer(pointer).map_or(Value::Null, |named| of(document, named, depth));
    }
    if let Some(first) = schema.get("enum").and_then(Value::as_array).and_then(|values| values.first()) {
        return first.clone();
    }
    if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
        return parts.iter().map(|part| of(document, part, depth)).fold(Value::Null, joined);
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(choices) = schema.get(choice).and_then(Value::as_array) {
            return chosen(document, choices, depth);
        }
    }
    match kind(schema) {
        "object" => object(document, schema, depth),
        "array" => array(document, schema, depth),
        "string" => text(schema),
        "integer" => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        "number" => json!(0.97),
        "boolean" => json!(false),
        _ => Value::Null,
    }
}

/// Returns the kind of a schema; of several the first that is not null.
fn kind(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        Some(Value::Array(kinds)) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or("null")
        }
        _ if schema.get("properties").is_some() => "object",
        _ => "",
    }
}

/// The first choice that is something, or null where nothing is allowed and enough is shown.
fn chosen(document: &Value, choices: &[Value], depth: usize) -> Value {
    let may_be_null = choices.iter().any(|choice| choice.get("type") == Some(&json!("null")));
    if may_be_null && depth >= DEPTH {
        return Value::Null;
    }
    let something = choices.iter().find(|choice| choice.get("type") != Some(&json!("null")));
    something.map_or(Value::Null, |choice| of(document, choice, depth))
}

fn object(document: &Value, schema: &Value, depth: usize) -> Value {
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let members = schema.get("properties").and_then(Value::as_object);
    let shown = members.into_iter().flatten().filter(|(name, _)| depth < DEPTH || required.contains(&name.as_str()));
    Value::Object(shown.map(|(name, member)| (name.clone(), of(document, member, depth + 1))).collect())
}

fn array(document: &Value, schema: &Value, depth: usize) -> Value {
    let wanted = schema.get("minItems").and_then(Value::as_u64).unwrap_or(1);
    match schema.get("items") {
        Some(items) if depth < DEPTH => (0..wanted).map(|_| of(document, items, depth + 1)).collect(),
        _ => json!([]),
    }
}

fn text(schema: &Value) -> Value {
    match schema.get("format").and_then(Value::as_str) {
        Some("uuid") => json!("0199c0de-7c1e-7b2a-9c3d-2f1e5a6b7c8d"),
        Some("date-time") => json!("2026-01-31T17:05:09.123Z"),
        Some("date") => json!("2026-01-31"),
        Some("password") => json!("a long passphrase"),
        _ => json!("text"),
    }
}

/// Puts the members of two examples together.
fn joined(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            Value::Object(one.into_iter().chain(other).collect::<Map<String, Value>>())
        }
        (Value::Null, other) => other,
        (one, _) => one,
    }
}
