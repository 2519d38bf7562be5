//! The library agrees with the dictionary of document types, of which `dictionary.txt` is a copy.
//!
//! A type begins at the margin with its id, its group and, after a colon, what is expected of it. Its fields follow
//! with their kinds, an enum's with its values; the columns of a table follow its name in brackets.

use loanfile::library::{ColumnDefinition, DocumentType, FieldDefinition, Library};
use std::fmt::Write;

const DICTIONARY: &str = include_str!("dictionary.txt");

/// Returns the dictionary's lines about a type.
fn lines_about(id: &str) -> Option<Vec<&'static str>> {
    let mut lines = DICTIONARY.lines().skip_while(|line| line.split(' ').next() != Some(id));
    let first = lines.next()?;
    Some([first].into_iter().chain(lines.take_while(|line| line.starts_with(' '))).collect())
}

/// Writes a definition down as the dictionary does.
fn written(definition: &DocumentType) -> String {
    let flags = [
        (definition.income_eligible, " income"),
        (definition.signature_expected, " signature"),
        (definition.notary_expected, " notary"),
    ];
    let flags: String = flags.into_iter().filter(|(set, _)| *set).map(|(_, name)| name).collect();
    let mut text = format!("{} {}", definition.id, definition.group);
    if !flags.is_empty() {
        write!(text, " :{flags}").unwrap();
    }
    for FieldDefinition { id, kind, choices, .. } in &definition.fields {
        write!(text, "\n  {id} {}", kind_and_values(serde_json::json!(kind), choices.iter().map(|c| &c.value)))
            .unwrap();
    }
    for table in &definition.tables {
        write!(text, "\n  [{}]", table.id).unwrap();
        for ColumnDefinition { id, kind, choices, .. } in &table.columns {
            write!(text, "\n    {id} {}", kind_and_values(serde_json::json!(kind), choices.iter().map(|c| &c.value)))
                .unwrap();
        }
    }
    text
}

fn kind_and_values<'v>(kind: serde_json::Value, values: impl Iterator<Item = &'v String>) -> String {
    let mut values: Vec<&str> = values.map(String::as_str).collect();
    values.sort_unstable();
    let kind = kind.as_str().unwrap();
    // The choices of a text are names that are known to be printed, and others may be printed as well.
    if values.is_empty() || kind != "enum" { kind.to_owned() } else { format!("{kind} {}", values.join(" | ")) }
}

/// Sorts what has no order: the values of enums, the fields, the tables and their columns.
fn unordered(lines: &[&str]) -> Vec<String> {
    let mut table = "";
    let mut sorted: Vec<String> = lines
        .iter()
        .map(|line| {
            if line.trim_start().starts_with('[') {
                table = line.trim();
            }
            let (head, values) = line.split_once(" enum ").unwrap_or((line, ""));
            let mut values: Vec<&str> = values.split(" | ").collect();
            values.sort_unstable();
            let in_table = if line.starts_with("    ") { table } else { "" };
            let kind = if line.contains(" enum ") { " enum" } else { "" };
            format!("{in_table}{head}{kind} {}", values.join(" | "))
        })
        .collect();
    sorted.sort_unstable();
    sorted
}

#[test]
fn every_type_of_the_library_is_that_of_the_dictionary() {
    for definition in Library::standard().types() {
        let expected = lines_about(definition.id.as_str()).unwrap_or_else(|| panic!("no type {}", definition.id));
        let found = written(definition);
        let found: Vec<&str> = found.lines().collect();
        let (expected, found) = (unordered(&expected), unordered(&found));
        let missing: Vec<&String> = expected.iter().filter(|line| !found.contains(line)).collect();
        let extra: Vec<&String> = found.iter().filter(|line| !expected.contains(line)).collect();
        assert!(missing.is_empty() && extra.is_empty(), "{}: misses {missing:#?}, has {extra:#?}", definition.id);
    }
}

#[test]
fn the_dictionary_names_each_type_once() {
    let ids: Vec<&str> =
        DICTIONARY.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next()).collect();
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), ids.len());
    assert_eq!(ids.len(), 90);
}
