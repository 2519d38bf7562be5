//! Tests of single values.

use crate::model::{Field, FieldOperand, FieldTypeId, Operand, ValueKind, ValueTest};
use crate::page::key;
use crate::validate::DocumentFacts;
use crate::validate::number::Number;
use crate::validate::subject::{is_sure, shown};
use std::cmp::Ordering;

/// What a test says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It holds.
    Yes,
    /// It does not.
    No,
    /// What it compares with is not known.
    Unknown,
}

/// Applies a test to a value. Fields that it compares with are those of the same document, or of the given ones.
pub fn passes(test: ValueTest<'_>, facts: &DocumentFacts<'_>, field: &Field, loan: &[DocumentFacts<'_>]) -> Answer {
    let (_, kind) = facts.describe(&field.field_type);
    if let ValueTest::OneOf(words) = test {
        return answer(words.iter().any(|word| compare(kind, &field.value, word) == Some(Ordering::Equal)));
    }
    let Some(operand) = test.operand() else { return Answer::Unknown };
    let others = resolved(operand, facts, field, loan);
    let orders: Vec<Ordering> = others.iter().filter_map(|other| compare(kind, &field.value, other)).collect();
    if orders.is_empty() {
        return Answer::Unknown;
    }
    // Where several papers state the other value, the rule holds when it holds against one of them.
    answer(orders.into_iter().any(|order| match test {
        ValueTest::Equals(_) => order == Ordering::Equal,
        ValueTest::NotEquals(_) => order != Ordering::Equal,
        ValueTest::AtLeast(_) => order != Ordering::Less,
        ValueTest::AtMost(_) => order != Ordering::Greater,
        ValueTest::OneOf(_) => false,
    }))
}

/// Says what a test asks for, for a person.
pub fn described(test: ValueTest<'_>, facts: &DocumentFacts<'_>, field: &Field, loan: &[DocumentFacts<'_>]) -> String {
    let (_, kind) = facts.describe(&field.field_type);
    let what = |operand: &Operand| {
        let mut values: Vec<String> =
            resolved(operand, facts, field, loan).iter().map(|value| shown(kind, value)).collect();
        values.sort();
        values.dedup();
        let values = values.join(" or ");
        match operand {
            Operand::Literal(_) => values,
            Operand::Field(FieldOperand { field_type_id, times: None }) => format!("{values} ({field_type_id})"),
            Operand::Field(FieldOperand { field_type_id, times: Some(times) }) => {
                format!("{values} ({times} times {field_type_id})")
            }
        }
    };
    match test {
        ValueTest::Equals(operand) => what(operand),
        ValueTest::NotEquals(operand) => format!("anything but {}", what(operand)),
        ValueTest::OneOf(words) => words.join(" or "),
        ValueTest::AtLeast(operand) => format!("at least {}", what(operand)),
        ValueTest::AtMost(operand) => format!("at most {}", what(operand)),
    }
}

/// Tells whether a literal can be compared with values of a kind.
pub fn is_comparable(kind: ValueKind, literal: &str) -> bool {
    compare(kind, literal, literal).is_some()
}

/// Tells whether values of a kind have an order.
pub fn has_order(kind: ValueKind) -> bool {
    is_number(kind) || kind == ValueKind::Date
}

fn answer(holds: bool) -> Answer {
    if holds { Answer::Yes } else { Answer::No }
}

/// The values that an operand stands for; none when they are not known.
fn resolved(operand: &Operand, facts: &DocumentFacts<'_>, field: &Field, loan: &[DocumentFacts<'_>]) -> Vec<String> {
    let other = match operand {
        Operand::Literal(text) => return vec![text.clone()],
        Operand::Field(other) => other,
    };
    let times = other.times.as_deref().and_then(Number::parse);
    let scaled = |value: &str| match times {
        None => Some(value.to_string()),
        Some(times) => Number::parse(value).map(|number| number.times(times).shown(2)),
    };
    let own: Vec<&Field> = in_row(facts, &other.field_type_id, field.row_index);
    let found: Vec<&Field> = if facts.id_is_own(&other.field_type_id) {
        own
    } else {
        loan.iter().flat_map(|facts| in_row(facts, &other.field_type_id, None)).collect()
    };
    found.into_iter().filter_map(|field| scaled(&field.value)).collect()
}

/// Sure values of a field: of a column that of the same row where there is one.
fn in_row<'d>(facts: &DocumentFacts<'d>, id: &FieldTypeId, row: Option<u32>) -> Vec<&'d Field> {
    let same_row = |field: &&Field| row.is_none() || field.row_index.is_none() || field.row_index == row;
    facts.values(id).filter(|field| is_sure(field)).filter(same_row).collect()
}

fn is_number(kind: ValueKind) -> bool {
    use ValueKind::{Duration, Integer, Money, Percent, Year};
    matches!(kind, Money | Percent | Integer | Year | Duration)
}

fn compare(kind: ValueKind, a: &str, b: &str) -> Option<Ordering> {
    match kind {
        ValueKind::Date => {
            let day = |text: &str| text.parse::<chrono::NaiveDate>().ok();
            Some(day(a)?.cmp(&day(b)?))
        }
        kind if is_number(kind) => Some(Number::parse(a)?.cmp(&Number::parse(b)?)),
        ValueKind::Checkbox | ValueKind::Signature => {
            let truth = |text: &str| matches!(text, "true" | "false").then_some(text == "true");
            Some(truth(a)?.cmp(&truth(b)?))
        }
        ValueKind::Address => {
            Some(if crate::validate::facts::same_address(a, b) { Ordering::Equal } else { Ordering::Less })
        }
        ValueKind::Name if crate::validate::facts::same_person(a, b) => Some(Ordering::Equal),
        _ => Some(key(a).cmp(&key(b))),
    }
}
