//! Checks a definition and names the field and the rule that is broken.

use super::definition::{Check, DocumentType, FieldDefinition, Relation};
use crate::model::ValueKind;
use std::collections::HashSet;
use std::fmt;

/// A fault of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The type.
    pub document_type: String,
    /// The field, table or anchor within the type.
    pub place: String,
    /// The rule that it breaks.
    pub rule: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}: {}", self.document_type, self.place, self.rule)
    }
}

/// Returns everything that is wrong with a definition; empty for a sound one.
pub fn check(definition: &DocumentType) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut add = |place: &str, rule: &str| {
        problems.push(Problem {
            document_type: definition.id.to_string(),
            place: place.to_owned(),
            rule: rule.to_owned(),
        });
    };
    if !is_slug(definition.id.as_str()) {
        add("id", "an id is lower-case letters, digits and underscores");
    }
    let mut names = HashSet::new();
    for field in &definition.fields {
        if !is_slug(&field.id) {
            add(&field.id, "an id is lower-case letters, digits and underscores");
        }
        if !names.insert(field.id.as_str()) {
            add(&field.id, "a field stands once");
        }
        check_field(field, &mut add);
    }
    for table in &definition.tables {
        if !names.insert(table.id.as_str()) {
            add(&table.id, "a table has a name of its own");
        }
        let mut columns = HashSet::new();
        for column in &table.columns {
            let place = format!("{}.{}", table.id, column.id);
            if !columns.insert(column.id.as_str()) {
                add(&place, "a column stands once");
            }
            if column.kind == ValueKind::Enum && column.choices.is_empty() {
                add(&place, "an enum lists its choices");
            }
        }
    }
    for anchor in &definition.anchors {
        if crate::page::key(&anchor.text).len() < 2 {
            add(&anchor.text, "an anchor has at least two letters or digits");
        }
        if !(0.0..=10.0).contains(&anchor.weight) {
            add(&anchor.text, "an anchor's weight lies between 0 and 10");
        }
    }
    for name in definition.identity.iter().chain(definition.checks.iter().flat_map(fields_of)) {
        if definition.field(name).is_none() {
            add(name, "identity fields and checks name fields of the type");
        }
    }
    for named in definition.version_name.iter().flat_map(|part| part.split('{').skip(1)) {
        let field = named.split_once('}').and_then(|(id, _)| definition.field(id));
        if field.is_none_or(|field| matches!(field.kind, ValueKind::Ssn | ValueKind::Ein)) {
            add("version_name", "a version's name holds single values of the type and no numbers of persons");
        }
    }
    check_papers(definition, &mut add);
    for (table, column) in definition.checks.iter().filter_map(column_of) {
        let found = definition.tables.iter().find(|known| known.id == *table);
        if !found.is_some_and(|table| table.columns.iter().any(|known| known.id == *column)) {
            add(&format!("{table}.{column}"), "checks name tables and columns of the type");
        }
    }
    problems
}

fn check_field(field: &FieldDefinition, add: &mut impl FnMut(&str, &str)) {
    if field.kind == ValueKind::Enum && field.choices.is_empty() {
        add(&field.id, "an enum lists its choices");
    }
    if field.pattern.as_ref().is_some_and(|pattern| regex::Regex::new(pattern).is_err()) {
        add(&field.id, "a pattern is a regular expression");
    }
    let needs_label = field.find.iter().any(|relation| {
        // Ticks are found by the words of the choices.
        let by_choices = *relation == Relation::CheckBox && !field.choices.is_empty();
        !by_choices
            && !matches!(
                relation,
                Relation::Letterhead
                    | Relation::Addressee
                    | Relation::Anywhere
                    | Relation::Earliest
                    | Relation::Latest
                    | Relation::Hinted
                    | Relation::Itself
                    | Relation::MagneticInk
                    | Relation::Sentence
            )
    });
    if needs_label && field.labels.is_empty() {
        add(&field.id, "a field that is found by a label has labels");
    }
    if field.find.contains(&Relation::Sentence) && field.sentences.is_empty() {
        add(&field.id, "a field found in a sentence has sentences");
    }
    if field.sentences.iter().any(|sentence| !(sentence.contains('{') && sentence.contains('}'))) {
        add(&field.id, "a sentence leaves a place open in braces");
    }
    if field.find.iter().any(|relation| matches!(relation, Relation::Row | Relation::Column))
        && field.columns.is_empty()
        && field.kind != ValueKind::Signature
    {
        add(&field.id, "a field found in a row names the columns' headings");
    }
}

/// Checks what the definition says of the paper as a whole: its dates, its notary, what is attached to it.
fn check_papers(definition: &DocumentType, add: &mut impl FnMut(&str, &str)) {
    let mut of_kind = |name: &str, kind: ValueKind, rule: &str| {
        if definition.field(name).is_none_or(|field| field.kind != kind) {
            add(name, rule);
        }
    };
    for name in &definition.past_dates {
        of_kind(name, ValueKind::Date, "past dates are dates of the type");
    }
    for expiry in &definition.expires {
        for name in std::iter::once(&expiry.field).chain(&expiry.on) {
            of_kind(name, ValueKind::Date, "what expires is told by dates of the type");
        }
    }
    for attachment in &definition.attachments {
        of_kind(&attachment.field, ValueKind::Checkbox, "what is attached is told by check boxes of the type");
    }
    for element in &definition.notary_elements {
        if definition.field(element.field()).is_none() {
            add(element.field(), "the elements of a notary's block are fields of the type");
        }
    }
    for name in definition.expires.iter().filter_map(|expiry| expiry.renewed_by.as_ref()).flatten() {
        if definition.field(name).is_none() {
            add(name, "what a renewal has in common are fields of the type");
        }
    }
    if definition.notary_expected == definition.notary_elements.is_empty() {
        add("notary_elements", "a type of which a notary's block is expected says what it holds, and no other does");
    }
}

fn fields_of(check: &Check) -> Vec<&String> {
    match check {
        Check::Sum { plus, minus, equals, .. } => plus.iter().chain(minus).chain([equals]).collect(),
        Check::Product { field, of, .. } => vec![field, of],
        Check::ColumnTotal { equals, .. } => vec![equals],
    }
}

fn column_of(check: &Check) -> Option<(&String, &String)> {
    match check {
        Check::ColumnTotal { table, column, .. } => Some((table, column)),
        Check::Sum { .. } | Check::Product { .. } => None,
    }
}

fn is_slug(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}
