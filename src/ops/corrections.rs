//! Corrections of types and values, all of a batch or none.

use super::change::{Changing, change, not_now};
use super::{Caller, find_document};
use crate::corrections::{self, Action, Edit, Edited};
use crate::error::{Error, Result};
use crate::library::DocumentType;
use crate::model::{
    Correction, CorrectionKind, Document, DocumentId, DocumentTypeId, EventType, Field, FieldTypeId, ProcessingStatus,
    Stage, TaskKind, masked_number,
};
use crate::pipeline;
use crate::review;
use crate::store::Reader;
use crate::views::CorrectionView;
use crate::workspace::Workspace;
use serde_json::{Value, json};

/// A change of one value that a caller asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueChange {
    /// The document: its id, or LOAN/N.
    pub document: String,
    /// The field: its full id or its name within the type; for a column `table.column`.
    pub field: String,
    /// The row of the column's table, from 0.
    pub row: Option<u32>,
    /// What becomes of the value.
    pub action: Action,
    /// Where the change was asked for, such as `line 7`; shown when it cannot be made.
    pub origin: String,
}

/// What a batch of corrections did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corrected {
    /// The documents that changed, each once.
    pub documents: Vec<DocumentId>,
    /// How many values were changed.
    pub values: usize,
}

/// A document with the changes that are to be made in it.
struct Batch {
    document: Document,
    changes: Vec<ValueChange>,
}

/// Changes values of documents: all of them, or none when one cannot be changed.
///
/// The documents wait for their checks afterwards; [`super::settle`] runs them.
///
/// # Errors
/// `NotFound` for an unknown document, `InvalidInput` that names each change that cannot be made, `Conflict` for a
/// document whose values have not been read yet.
pub fn correct_values(workspace: &Workspace, caller: &Caller, changes: Vec<ValueChange>) -> Result<Corrected> {
    let batches = workspace.store.read(|reader| batches(reader, caller, changes))?;
    change(workspace, caller, |changing| {
        let mut problems = Vec::new();
        let mut corrected = Corrected { documents: Vec::new(), values: 0 };
        for batch in &batches {
            match correct_document(changing, batch)? {
                Ok(count) => corrected.values += count,
                Err(found) => problems.extend(found),
            }
            corrected.documents.push(batch.document.id);
        }
        refuse(problems)?;
        Ok(corrected)
    })
}

/// Changes the type of a document; its values are read again as those of the new type.
///
/// `false` when it has that type already; then nothing is recorded.
///
/// # Errors
/// `NotFound` for an unknown document, `InvalidInput` for an unknown type, `Conflict` for a document that has no type
/// yet.
pub fn correct_type(workspace: &Workspace, caller: &Caller, document: &str, document_type: &str) -> Result<bool> {
    let library = workspace.library(caller.tenant.id)?;
    let new = DocumentTypeId::new(document_type);
    let definition = library.get(&new).filter(|_| library.is_active(&new)).ok_or_else(|| {
        Error::invalid_input(format!("there is no document type {document_type}"))
            .hint("\"loanfile doctype list\" shows the types")
    })?;
    change(workspace, caller, |changing| {
        let mut document = find_document(changing.writer(), caller, document)?;
        let Some(old) = document.document_type.clone().filter(|_| !document.trashed) else {
            return Err(not_now(&document, "given a type"));
        };
        if old == new {
            return Ok(false);
        }
        let correction =
            recorded(changing, document.id, CorrectionKind::Type, Some(old.to_string()), Some(new.to_string()));
        changing.writer().add_corrections(changing.tenant, document.id, &[correction])?;
        document.document_type = Some(new.clone());
        document.classification_manually_corrected = true;
        document.signature_expected = Some(definition.signature_expected);
        document.processing_status = ProcessingStatus::Classified;
        changing.send_back(&mut document, Stage::Extractor);
        changing.save(&mut document)?;
        let payload = json!({ "fieldTypeId": null, "documentTypeId": new, "previousDocumentTypeId": old });
        changing.record.event(&document, (EventType::ManualCorrection, payload))?;
        let told = changing.record.settle_task(&document, TaskKind::Classification, None)?;
        changing.record.events(&document, told)?;
        changing.log("document.type", &document, json!(old), json!(new))?;
        Ok(true)
    })
}

/// Returns the corrections of a document in order.
///
/// # Errors
/// `NotFound` for an unknown document.
pub fn corrections_of(workspace: &Workspace, caller: &Caller, document: &str) -> Result<Vec<CorrectionView>> {
    workspace.store.read(|reader| {
        let document = find_document(reader, caller, document)?;
        let corrections = reader.corrections(caller.tenant.id, document.id)?;
        Ok(corrections.into_iter().map(CorrectionView::from).collect())
    })
}

/// Parts the name of a field as people write it, `net_pay`, `earnings[2].hours` or `earnings[2]`, into the field and its
/// row. A row as a whole is named by its table.
///
/// # Errors
/// `InvalidInput` when the row is no number.
pub fn parse_field(named: &str) -> Result<(String, Option<u32>)> {
    let named = named.trim();
    let Some((table, rest)) = named.split_once('[') else { return Ok((named.to_string(), None)) };
    let wrong =
        || Error::invalid_input(format!("\"{named}\" names no field")).hint("write TABLE[N].COLUMN, rows from 0");
    let (row, column) = rest.split_once(']').ok_or_else(wrong)?;
    let row: u32 = row.trim().parse().map_err(|_| wrong())?;
    let column = match column.strip_prefix('.') {
        Some(column) if !column.is_empty() => format!(".{column}"),
        None if column.is_empty() => String::new(),
        _ => return Err(wrong()),
    };
    Ok((format!("{table}{column}"), Some(row)))
}

/// Makes a correction of a document as a whole, as it is recorded.
pub(super) fn recorded(
    changing: &Changing<'_, '_>,
    document: DocumentId,
    kind: CorrectionKind,
    previous_value: Option<String>,
    new_value: Option<String>,
) -> Correction {
    Correction {
        id: changing.record.new_id(),
        document,
        kind,
        field_type: None,
        row_index: None,
        previous_value,
        new_value,
        corrected_by: changing.actor().to_string(),
        corrected_at: changing.record.now,
    }
}

fn batches(reader: &Reader<'_>, caller: &Caller, changes: Vec<ValueChange>) -> Result<Vec<Batch>> {
    let mut batches: Vec<Batch> = Vec::new();
    let mut known: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    let mut problems = Vec::new();
    for change in changes {
        let place = match known.get(&change.document) {
            Some(&place) => place,
            None => match find_document(reader, caller, &change.document) {
                Ok(document) => {
                    let same = batches.iter().position(|batch| batch.document.id == document.id);
                    let place = same.unwrap_or(batches.len());
                    if same.is_none() {
                        batches.push(Batch { document, changes: Vec::new() });
                    }
                    known.insert(change.document.clone(), place);
                    place
                }
                Err(error) if change.origin.is_empty() => return Err(error),
                Err(error) => {
                    problems.push(format!("{}: {error}", change.origin));
                    continue;
                }
            },
        };
        batches[place].changes.push(change);
    }
    refuse(problems)?;
    Ok(batches)
}

fn refuse(problems: Vec<String>) -> Result<()> {
    match problems.as_slice() {
        [] => Ok(()),
        [only] => Err(Error::invalid_input(only.clone())),
        [..] => {
            let more = problems.len().saturating_sub(MOST_PROBLEMS);
            let mut message = format!("{} changes cannot be made, so none was:", problems.len());
            problems.iter().take(MOST_PROBLEMS).for_each(|problem| message.push_str(&format!("\n  {problem}")));
            if more > 0 {
                message.push_str(&format!("\n  and {more} more"));
            }
            Err(Error::invalid_input(message))
        }
    }
}

/// An error names so many changes that cannot be made.
const MOST_PROBLEMS: usize = 50;

/// Makes the changes in one document; what cannot be made is returned, and the caller gives the whole up.
fn correct_document(changing: &Changing<'_, '_>, batch: &Batch) -> Result<std::result::Result<usize, Vec<String>>> {
    let (writer, tenant) = (changing.writer(), changing.tenant);
    let Some(mut document) = writer.document(tenant, batch.document.id)? else {
        return Err(Error::not_found("document", batch.document.id));
    };
    check_state(&document)?;
    let Some(definition) = document.document_type.as_ref().and_then(|id| changing.library.get(id)) else {
        return Err(not_now(&document, "corrected"));
    };
    let before = writer.fields(tenant, document.id)?;
    let mut fields = before.clone();
    let mut edits = Vec::new();
    let mut problems = Vec::new();
    for change in &batch.changes {
        let edit = Edit {
            field_type: field_id(definition, &change.field),
            row_index: change.row,
            action: change.action.clone(),
        };
        match corrections::apply(definition, &mut fields, &edit, changing.record.now) {
            Ok(edited) => edits.push(edited),
            Err(problem) if change.origin.is_empty() => problems.push(format!("{}: {problem}", edit.field_type)),
            Err(problem) => problems.push(format!("{}: {}: {problem}", change.origin, edit.field_type)),
        }
    }
    if !problems.is_empty() {
        return Ok(Err(problems));
    }
    save_values(changing, &mut document, definition, &before, &fields, &edits)?;
    Ok(Ok(edits.len()))
}

/// Values can be set once they have been read, or when their reading has failed.
fn check_state(document: &Document) -> Result<()> {
    let failed_extraction = document.processing_status == ProcessingStatus::Failed
        && document.failure.as_ref().is_some_and(|record| record.failure.stage == Stage::Extractor);
    let extracted = matches!(document.processing_status, ProcessingStatus::Extracted | ProcessingStatus::Exported);
    if document.trashed || !(extracted || failed_extraction) {
        return Err(not_now(document, "corrected"));
    }
    Ok(())
}

fn save_values(
    changing: &Changing<'_, '_>,
    document: &mut Document,
    definition: &DocumentType,
    before: &[Field],
    fields: &[Field],
    edits: &[Edited],
) -> Result<()> {
    let (writer, tenant) = (changing.writer(), changing.tenant);
    let corrections: Vec<Correction> = edits
        .iter()
        .map(|edited| Correction {
            field_type: Some(edited.field_type.clone()),
            row_index: edited.row_index,
            ..recorded(changing, document.id, edited.kind, edited.previous.clone(), edited.new.clone())
        })
        .collect();
    writer.add_corrections(tenant, document.id, &corrections)?;
    if fields != before {
        writer.replace_fields(tenant, document.id, fields)?;
    }
    let changed = edits.iter().any(|edited| edited.kind != CorrectionKind::Confirmation);
    if changed || document.processing_status == ProcessingStatus::Failed {
        pipeline::derive(document, Some(definition), fields);
        document.processing_status = ProcessingStatus::Extracted;
        changing.send_back(document, Stage::LosValidator);
    }
    changing.save(document)?;
    for edited in edits.iter().filter(|edited| edited.kind != CorrectionKind::Confirmation) {
        changing.record.event(document, (EventType::ManualCorrection, told(definition, edited)))?;
    }
    let threshold = writer.tenant_settings(tenant)?.review_threshold;
    let needed = review::of_fields(fields, threshold);
    let told = changing.record.settle_task(document, TaskKind::Extraction, needed)?;
    changing.record.events(document, told)?;
    let shown = |value: fn(&Edited) -> &Option<String>| -> Value {
        edits.iter().map(|edited| json!({ name(edited): shown(definition, edited, value(edited)) })).collect()
    };
    changing.log("document.values", document, shown(|edited| &edited.previous), shown(|edited| &edited.new))
}

fn told(definition: &DocumentType, edited: &Edited) -> Value {
    json!({
        "fieldTypeId": edited.field_type,
        "rowIndex": edited.row_index,
        "newValue": shown(definition, edited, &edited.new),
        "previousValue": shown(definition, edited, &edited.previous),
    })
}

fn shown(definition: &DocumentType, edited: &Edited, value: &Option<String>) -> Option<String> {
    let kind = definition.describe(&edited.field_type).map(|(_, kind)| kind)?;
    value.as_ref().map(|value| masked_number(kind, value))
}

fn name(edited: &Edited) -> String {
    match edited.row_index {
        Some(row) => format!("{}[{row}]", edited.field_type),
        None => edited.field_type.to_string(),
    }
}

/// Returns the full id of a field that is named in full or within its type.
fn field_id(definition: &DocumentType, name: &str) -> FieldTypeId {
    match name.strip_prefix(definition.id.as_str()).is_some_and(|rest| rest.starts_with('.')) {
        true => FieldTypeId::new(name),
        false => definition.field_id(name),
    }
}

/// Confirms the values that a task names; used by the resolution of tasks.
pub(super) fn confirm_fields(
    changing: &Changing<'_, '_>,
    document: &mut Document,
    named: &[(FieldTypeId, Option<u32>)],
) -> Result<()> {
    let (writer, tenant) = (changing.writer(), changing.tenant);
    let Some(definition) = document.document_type.as_ref().and_then(|id| changing.library.get(id)) else {
        return Ok(());
    };
    let before = writer.fields(tenant, document.id)?;
    let mut fields = before.clone();
    let confirm = |(field_type, row_index): &(FieldTypeId, Option<u32>)| {
        let edit = Edit { field_type: field_type.clone(), row_index: *row_index, action: Action::Confirm };
        corrections::apply(definition, &mut fields, &edit, changing.record.now).ok()
    };
    let edits: Vec<Edited> = named.iter().filter_map(confirm).collect();
    save_values(changing, document, definition, &before, &fields, &edits)
}
