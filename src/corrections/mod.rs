//! What people change in a document's values, and how those changes are made again on a new reading.
//!
//! Invariants: pure; an edit is made whole or not at all; rows of a table are numbered from 0 without gaps before and
//! after; the corrections of a document, made again in order on the same reading, give the same values.

mod given;

pub use given::canonical;

use crate::library::{Choice, DocumentType, TableDefinition};
use crate::model::{Confidence, Correction, CorrectionKind, Field, FieldTypeId, Source, Timestamp, ValueKind};

/// One change of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The field or column.
    pub field_type: FieldTypeId,
    /// The row of the column's table, from 0; one past the last adds a row.
    pub row_index: Option<u32>,
    /// What becomes of the value.
    pub action: Action,
}

/// What becomes of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// It is set, in any form that can be read as its kind.
    Set(String),
    /// It is removed; on a column the whole row is.
    Remove,
    /// It is put back to what was read.
    Revert,
    /// It is right as it is.
    Confirm,
}

/// What an edit did, as it is recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// What kind of change it was.
    pub kind: CorrectionKind,
    /// The field or column.
    pub field_type: FieldTypeId,
    /// The row.
    pub row_index: Option<u32>,
    /// The value before; `None` when there was none.
    pub previous: Option<String>,
    /// The value after; `None` when there is none.
    pub new: Option<String>,
}

/// What a field or column of a type is.
struct Described<'d> {
    kind: ValueKind,
    choices: &'d [Choice],
    /// Its place in the type: fields first, then tables by row and column.
    order: (usize, usize),
    table: Option<&'d str>,
}

/// Makes a change in a document's values.
///
/// # Errors
/// Why it cannot be made, for a person; the values are as they were then.
pub fn apply(
    definition: &DocumentType,
    fields: &mut Vec<Field>,
    edit: &Edit,
    now: Timestamp,
) -> Result<Edited, String> {
    let edit = &whole_row(definition, edit);
    let described = describe(definition, &edit.field_type)?;
    check_row(&described, definition, fields, edit)?;
    let at = position(fields, &edit.field_type, edit.row_index);
    match &edit.action {
        Action::Set(given) => {
            let value = canonical(described.kind, described.choices, given)?;
            Ok(set(definition, fields, edit, at, value, now))
        }
        Action::Remove => remove(definition, fields, edit, at, described.table),
        Action::Revert => revert(definition, fields, edit, at, now),
        Action::Confirm => {
            let field = at.and_then(|at| fields.get_mut(at)).ok_or("there is no value to confirm")?;
            field.confirmed = true;
            field.updated_at = now;
            let value = field.value.clone();
            Ok(edited(CorrectionKind::Confirmation, edit, Some(value.clone()), Some(value)))
        }
    }
}

/// Makes the recorded corrections of a document again on a new reading of it.
///
/// What does not fit any more is left out: the type may have changed, and then fields that the new type has too keep
/// their corrected values. A confirmation holds as long as the value is the one that was confirmed.
pub fn replay(definition: &DocumentType, fields: &mut Vec<Field>, corrections: &[Correction]) {
    for correction in corrections {
        let Some(edit) = edit_of(definition, correction) else { continue };
        let confirms_another = edit.action == Action::Confirm
            && position(fields, &edit.field_type, edit.row_index)
                .and_then(|at| fields.get(at))
                .is_none_or(|field| Some(&field.value) != correction.new_value.as_ref());
        if !confirms_another {
            // An edit that does not fit leaves the values as they were read.
            let _ = apply(definition, fields, &edit, correction.corrected_at);
        }
    }
}

/// Returns the edit that a correction records, on the same field of the definition when that is another type now.
fn edit_of(definition: &DocumentType, correction: &Correction) -> Option<Edit> {
    let recorded = correction.field_type.as_ref()?;
    let (_, name) = recorded.as_str().split_once('.')?;
    let action = match correction.kind {
        CorrectionKind::Value => Action::Set(correction.new_value.clone()?),
        CorrectionKind::Removal => Action::Remove,
        CorrectionKind::Reversal => Action::Revert,
        CorrectionKind::Confirmation => Action::Confirm,
        CorrectionKind::Type | CorrectionKind::Split | CorrectionKind::Merge => return None,
    };
    Some(Edit { field_type: definition.field_id(name), row_index: correction.row_index, action })
}

fn describe<'d>(definition: &'d DocumentType, id: &FieldTypeId) -> Result<Described<'d>, String> {
    let name = id.as_str().strip_prefix(definition.id.as_str()).and_then(|rest| rest.strip_prefix('.'));
    let unknown = || format!("a document of type {} has no field {id}", definition.id);
    let name = name.ok_or_else(unknown)?;
    if let Some((table_name, column_name)) = name.split_once('.') {
        let (place, table) =
            definition.tables.iter().enumerate().find(|(_, table)| table.id == table_name).ok_or_else(unknown)?;
        let (at, column) =
            table.columns.iter().enumerate().find(|(_, column)| column.id == column_name).ok_or_else(unknown)?;
        let order = (definition.fields.len() + place, at);
        return Ok(Described { kind: column.kind, choices: &column.choices, order, table: Some(&table.id) });
    }
    let (place, field) =
        definition.fields.iter().enumerate().find(|(_, field)| field.id == name).ok_or_else(unknown)?;
    Ok(Described { kind: field.kind, choices: &field.choices, order: (place, 0), table: None })
}

/// A row that is removed may be named by its table alone.
fn whole_row(definition: &DocumentType, edit: &Edit) -> Edit {
    let named = |table: &&TableDefinition| definition.field_id(&table.id) == edit.field_type;
    let table = definition.tables.iter().find(named).filter(|_| edit.action == Action::Remove);
    match table.and_then(|table| Some((table, table.columns.first()?))) {
        Some((table, column)) => {
            Edit { field_type: definition.field_id(&format!("{}.{}", table.id, column.id)), ..edit.clone() }
        }
        None => edit.clone(),
    }
}

fn check_row(
    described: &Described<'_>,
    definition: &DocumentType,
    fields: &[Field],
    edit: &Edit,
) -> Result<(), String> {
    match (described.table, edit.row_index) {
        (None, None) => Ok(()),
        (None, Some(_)) => Err(format!("{} is a single value and has no rows", edit.field_type)),
        (Some(table), None) => Err(format!("{} is a column: say which row of {table}, from 0", edit.field_type)),
        (Some(table), Some(row)) => {
            let rows = row_count(definition, fields, table);
            let adds = matches!(edit.action, Action::Set(_)) && row == rows;
            if row < rows || adds { Ok(()) } else { Err(format!("{table} has {rows} rows, and none is number {row}")) }
        }
    }
}

fn row_count(definition: &DocumentType, fields: &[Field], table: &str) -> u32 {
    let rows =
        fields.iter().filter(|field| table_of(definition, field) == Some(table)).filter_map(|field| field.row_index);
    rows.max().map_or(0, |last| last + 1)
}

fn table_of<'f>(definition: &DocumentType, field: &'f Field) -> Option<&'f str> {
    let name = field.field_type.as_str().strip_prefix(definition.id.as_str())?.strip_prefix('.')?;
    name.split_once('.').map(|(table, _)| table)
}

fn position(fields: &[Field], field_type: &FieldTypeId, row: Option<u32>) -> Option<usize> {
    fields.iter().position(|field| field.field_type == *field_type && field.row_index == row)
}

fn set(
    definition: &DocumentType,
    fields: &mut Vec<Field>,
    edit: &Edit,
    at: Option<usize>,
    value: String,
    now: Timestamp,
) -> Edited {
    let previous = at.and_then(|at| fields.get(at)).map(|field| field.value.clone());
    match at.and_then(|at| fields.get_mut(at)) {
        Some(field) => {
            if !field.manually_corrected {
                field.extracted_value = Some(field.value.clone());
            }
            field.value.clone_from(&value);
            field.manually_corrected = true;
            field.updated_at = now;
        }
        None => {
            fields.push(Field {
                field_type: edit.field_type.clone(),
                row_index: edit.row_index,
                value: value.clone(),
                raw_value: String::new(),
                confidence: Confidence::CERTAIN,
                source: Source::Manual,
                manually_corrected: true,
                confirmed: false,
                extracted_value: None,
                place: None,
                updated_at: now,
            });
            sort(definition, fields);
        }
    }
    edited(CorrectionKind::Value, edit, previous, Some(value))
}

fn remove(
    definition: &DocumentType,
    fields: &mut Vec<Field>,
    edit: &Edit,
    at: Option<usize>,
    table: Option<&str>,
) -> Result<Edited, String> {
    let previous = at.and_then(|at| fields.get(at)).map(|field| field.value.clone());
    match (table, edit.row_index) {
        (Some(table), Some(row)) => {
            fields.retain(|field| table_of(definition, field) != Some(table) || field.row_index != Some(row));
            close_gap(definition, fields, table, row);
        }
        _ => {
            fields.remove(at.ok_or("there is no value to remove")?);
        }
    }
    Ok(edited(CorrectionKind::Removal, edit, previous, None))
}

/// Numbers the rows after one that has no cell left.
fn close_gap(definition: &DocumentType, fields: &mut [Field], table: &str, row: u32) {
    let cells = || fields.iter().filter(|field| table_of(definition, field) == Some(table));
    if cells().any(|cell| cell.row_index == Some(row)) {
        return;
    }
    let later = fields.iter_mut().filter(|field| table_of(definition, field) == Some(table));
    for index in later.filter_map(|field| field.row_index.as_mut()).filter(|index| **index > row) {
        *index -= 1;
    }
}

fn revert(
    definition: &DocumentType,
    fields: &mut Vec<Field>,
    edit: &Edit,
    at: Option<usize>,
    now: Timestamp,
) -> Result<Edited, String> {
    let at = at.ok_or("there is no value to put back")?;
    let Some(field) = fields.get_mut(at).filter(|field| field.manually_corrected) else {
        return Err("nobody has changed the value".to_string());
    };
    let previous = Some(field.value.clone());
    match field.extracted_value.take() {
        Some(extracted) => {
            field.value.clone_from(&extracted);
            field.manually_corrected = false;
            field.updated_at = now;
            Ok(edited(CorrectionKind::Reversal, edit, previous, Some(extracted)))
        }
        None => {
            let removed = fields.remove(at);
            if let (Some(table), Some(row)) = (table_of(definition, &removed), removed.row_index) {
                close_gap(definition, fields, table, row);
            }
            Ok(edited(CorrectionKind::Reversal, edit, previous, None))
        }
    }
}

fn sort(definition: &DocumentType, fields: &mut [Field]) {
    fields.sort_by_key(|field| {
        let (first, column) = describe(definition, &field.field_type).map_or((usize::MAX, 0), |found| found.order);
        (first, field.row_index, column)
    });
}

fn edited(kind: CorrectionKind, edit: &Edit, previous: Option<String>, new: Option<String>) -> Edited {
    Edited { kind, field_type: edit.field_type.clone(), row_index: edit.row_index, previous, new }
}
