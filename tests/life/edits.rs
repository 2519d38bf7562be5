//! Edits of values, as values.

use crate::support::definition;
use loanfile::corrections::{Action, Edit, apply, canonical, replay};
use loanfile::library::{Choice, DocumentType};
use loanfile::model::{
    Confidence, Correction, CorrectionKind, DocumentId, Field, FieldTypeId, Source, Timestamp, ValueKind,
};
use uuid::Uuid;

fn sheet() -> DocumentType {
    definition(
        r#"
        [[fields]]
        id = "owner"
        name = "Owner"
        kind = "name"
        [[fields]]
        id = "total"
        name = "Total"
        kind = "money"
        [[tables]]
        id = "entries"
        name = "Entries"
        [[tables.columns]]
        id = "what"
        name = "What"
        kind = "text"
        [[tables.columns]]
        id = "amount"
        name = "Amount"
        kind = "money"
    "#,
    )
}

fn read(name: &str, row: Option<u32>, value: &str) -> Field {
    Field {
        field_type: FieldTypeId::new(format!("sheet.{name}")),
        row_index: row,
        value: value.to_string(),
        raw_value: value.to_string(),
        confidence: Confidence::new(0.5),
        source: Source::TextLayer,
        manually_corrected: false,
        confirmed: false,
        extracted_value: None,
        place: None,
        updated_at: Timestamp::from_micros(0),
    }
}

fn reading() -> Vec<Field> {
    vec![
        read("owner", None, "Ada Moreno"),
        read("entries.what", Some(0), "Rent"),
        read("entries.amount", Some(0), "10.00"),
        read("entries.what", Some(1), "Food"),
        read("entries.amount", Some(1), "20.00"),
        read("entries.what", Some(2), "Fuel"),
    ]
}

fn edit(name: &str, row: Option<u32>, action: Action) -> Edit {
    Edit { field_type: FieldTypeId::new(format!("sheet.{name}")), row_index: row, action }
}

fn set(value: &str) -> Action {
    Action::Set(value.to_string())
}

fn shown(fields: &[Field]) -> Vec<String> {
    let name = |field: &Field| field.field_type.as_str().trim_start_matches("sheet.").to_string();
    fields
        .iter()
        .map(|field| match field.row_index {
            Some(row) => format!("{}[{row}]={}", name(field), field.value),
            None => format!("{}={}", name(field), field.value),
        })
        .collect()
}

#[test]
fn rows_are_added_at_the_end_and_stay_in_order() {
    let (sheet, mut fields, now) = (sheet(), reading(), Timestamp::from_micros(5));
    apply(&sheet, &mut fields, &edit("entries.amount", Some(3), set("40")), now).unwrap();
    apply(&sheet, &mut fields, &edit("entries.what", Some(3), set("Toll")), now).unwrap();
    apply(&sheet, &mut fields, &edit("total", None, set("70")), now).unwrap();
    let expected = [
        "owner=Ada Moreno",
        "total=70.00",
        "entries.what[0]=Rent",
        "entries.amount[0]=10.00",
        "entries.what[1]=Food",
        "entries.amount[1]=20.00",
        "entries.what[2]=Fuel",
        "entries.what[3]=Toll",
        "entries.amount[3]=40.00",
    ];
    assert_eq!(shown(&fields), expected);
    let gap = apply(&sheet, &mut fields, &edit("entries.what", Some(5), set("x")), now).unwrap_err();
    assert!(gap.contains("4 rows"), "{gap}");
    assert_eq!(shown(&fields), expected, "what cannot be made changes nothing");
}

#[test]
fn a_row_that_is_removed_leaves_no_gap() {
    let (sheet, mut fields, now) = (sheet(), reading(), Timestamp::from_micros(5));
    apply(&sheet, &mut fields, &edit("entries", Some(0), Action::Remove), now).unwrap();
    assert_eq!(
        shown(&fields),
        ["owner=Ada Moreno", "entries.what[0]=Food", "entries.amount[0]=20.00", "entries.what[1]=Fuel"]
    );
    let none = apply(&sheet, &mut fields, &edit("total", None, Action::Remove), now).unwrap_err();
    assert!(none.contains("no value"), "{none}");
}

#[test]
fn a_row_that_was_added_and_is_put_back_is_gone() {
    let (sheet, mut fields, now) = (sheet(), reading(), Timestamp::from_micros(5));
    apply(&sheet, &mut fields, &edit("entries.what", Some(3), set("Toll")), now).unwrap();
    apply(&sheet, &mut fields, &edit("entries.what", Some(3), Action::Revert), now).unwrap();
    assert_eq!(fields, reading());
    let untouched = apply(&sheet, &mut fields, &edit("owner", None, Action::Revert), now).unwrap_err();
    assert!(untouched.contains("nobody"), "{untouched}");
}

#[test]
fn a_single_value_has_no_row_and_a_column_needs_one() {
    let (sheet, mut fields, now) = (sheet(), reading(), Timestamp::from_micros(5));
    for (name, row) in [("owner", Some(0)), ("entries.what", None), ("nothing", None), ("entries.nothing", Some(0))] {
        assert!(apply(&sheet, &mut fields, &edit(name, row, set("x")), now).is_err(), "{name} {row:?}");
    }
}

#[test]
fn corrections_made_again_on_the_same_reading_give_the_same_values() {
    let (sheet, mut fields) = (sheet(), reading());
    let edits = [
        edit("entries", Some(1), Action::Remove),
        edit("entries.amount", Some(1), set("30")),
        edit("owner", None, set("Ada M. Moreno")),
        edit("total", None, set("40")),
        edit("total", None, Action::Revert),
        edit("entries.what", Some(0), Action::Confirm),
    ];
    let mut made = Vec::new();
    for (index, edit) in edits.iter().enumerate() {
        let now = Timestamp::from_micros(index as i64);
        let edited = apply(&sheet, &mut fields, edit, now).unwrap();
        made.push(Correction {
            id: Uuid::nil(),
            document: DocumentId::new(Uuid::nil()),
            kind: edited.kind,
            field_type: Some(edited.field_type),
            row_index: edited.row_index,
            previous_value: edited.previous,
            new_value: edited.new,
            corrected_by: "tester".to_string(),
            corrected_at: now,
        });
    }
    let mut again = reading();
    replay(&sheet, &mut again, &made);
    assert_eq!(again, fields);
    // A confirmation is of one value; another reading is in doubt again.
    let mut other = reading();
    other[1].value = "Rant".to_string();
    replay(&sheet, &mut other, &made);
    assert!(!other.iter().any(|field| field.confirmed));
    assert_eq!(made.last().unwrap().kind, CorrectionKind::Confirmation);
}

#[test]
fn what_a_person_gives_becomes_canonical_or_is_refused() {
    let accepted = [
        (ValueKind::Money, "$1,234.50", "1234.50"),
        (ValueKind::Money, "1234.5", "1234.50"),
        (ValueKind::Money, "61000", "61000.00"),
        (ValueKind::Money, "-12.00", "-12.00"),
        (ValueKind::Money, "(12.00)", "-12.00"),
        (ValueKind::Date, "2026-01-31", "2026-01-31"),
        (ValueKind::Date, "01/31/2026", "2026-01-31"),
        (ValueKind::Date, "January 31, 2026", "2026-01-31"),
        (ValueKind::Year, "2024", "2024"),
        (ValueKind::Integer, "12,000", "12000"),
        (ValueKind::Percent, "6.625%", "6.625"),
        (ValueKind::Percent, "6.625", "6.625"),
        (ValueKind::Duration, "360", "360"),
        (ValueKind::Ssn, "123-45-6789", "123-45-6789"),
        (ValueKind::Ssn, "123456789", "123-45-6789"),
        (ValueKind::Ein, "12-3456789", "12-3456789"),
        (ValueKind::Phone, "(555) 123-4567", "555-123-4567"),
        (ValueKind::Email, "Ada@Example.org", "ada@example.org"),
        (ValueKind::AccountNumber, "****1234", "****1234"),
        (ValueKind::Checkbox, "yes", "true"),
        (ValueKind::Signature, "false", "false"),
        (ValueKind::Name, "  Ada   Moreno ", "Ada Moreno"),
    ];
    for (kind, given, expected) in accepted {
        assert_eq!(canonical(kind, &[], given).as_deref(), Ok(expected), "{kind:?} {given}");
    }
    let refused = [
        (ValueKind::Money, "abc"),
        (ValueKind::Money, "12.00 or so"),
        (ValueKind::Date, "2026-13-45"),
        (ValueKind::Date, "soon"),
        (ValueKind::Year, "24"),
        (ValueKind::Integer, "twelve"),
        (ValueKind::Ssn, "12-34"),
        (ValueKind::Email, "ada at example"),
        (ValueKind::Checkbox, "maybe"),
        (ValueKind::Text, "   "),
    ];
    for (kind, given) in refused {
        assert!(canonical(kind, &[], given).is_err(), "{kind:?} {given}");
    }
    let choices = [Choice { value: "Fixed".to_string(), words: vec!["fixed rate".to_string()] }];
    assert_eq!(canonical(ValueKind::Enum, &choices, "Fixed Rate").as_deref(), Ok("Fixed"));
    assert!(canonical(ValueKind::Enum, &choices, "Other").unwrap_err().contains("Fixed"));
}
