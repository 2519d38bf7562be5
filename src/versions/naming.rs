//! Names by which people tell the versions of a paper apart.
//!
//! Invariant: no number of a person is in a name, and of an account's number only the last four characters.

use crate::library::{DocumentType, Shape};
use crate::model::{Field, ValueKind};

/// Returns a name for a document: its type, then what its type's `version_name` says, else who and when its identity
/// names.
///
/// A part of which a value is unknown is left out; `None` when nothing but the type is left.
pub fn custom_name(definition: &DocumentType, fields: &[Field]) -> Option<String> {
    let patterns = match definition.version_name.as_slice() {
        [] => identity_patterns(definition),
        said => said.to_vec(),
    };
    let parts: Vec<String> = patterns.iter().filter_map(|pattern| filled(pattern, definition, fields)).collect();
    (!parts.is_empty()).then(|| format!("{}, {}", definition.name, parts.join(", ")))
}

/// Numbers say little to people, and those of persons must not be shown.
fn identity_patterns(definition: &DocumentType) -> Vec<String> {
    let says_something = |id: &&String| {
        definition.field(id).is_some_and(|field| match field.kind {
            ValueKind::Name | ValueKind::Address | ValueKind::Date | ValueKind::Year | ValueKind::Enum => true,
            ValueKind::Text => field.shape != Shape::Code,
            _ => false,
        })
    };
    let ids: Vec<&String> = definition.identity.iter().filter(says_something).collect();
    let mut patterns = Vec::new();
    let mut at = 0;
    while let Some(id) = ids.get(at) {
        at += 1;
        let end = id.strip_suffix("start_date").map(|stem| format!("{stem}end_date"));
        if end.is_some() && end.as_ref() == ids.get(at).copied() {
            patterns.push(format!("{{{id}}} to {{{}}}", end.unwrap_or_default()));
            at += 1;
        } else {
            patterns.push(format!("{{{id}}}"));
        }
    }
    patterns
}

/// Puts values into a pattern; `None` when one of them is unknown.
fn filled(pattern: &str, definition: &DocumentType, fields: &[Field]) -> Option<String> {
    let mut text = String::new();
    let mut rest = pattern;
    while let Some((before, inside)) = rest.split_once('{') {
        let (id, after) = inside.split_once('}')?;
        text.push_str(before);
        text.push_str(&shown_value(definition, fields, id)?);
        rest = after;
    }
    text.push_str(rest);
    Some(text)
}

fn shown_value(definition: &DocumentType, fields: &[Field], id: &str) -> Option<String> {
    let field_type = definition.field_id(id);
    let field = fields.iter().find(|field| field.field_type == field_type && field.row_index.is_none())?;
    let value = field.value.trim();
    if value.is_empty() {
        return None;
    }
    match definition.field(id)?.kind {
        ValueKind::Ssn | ValueKind::Ein => None,
        ValueKind::AccountNumber => {
            let letters: Vec<char> = value.chars().filter(char::is_ascii_alphanumeric).collect();
            Some(letters.iter().skip(letters.len().saturating_sub(4)).collect())
        }
        _ => Some(value.to_string()),
    }
}
