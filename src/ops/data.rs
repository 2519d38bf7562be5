//! The flattened data of a loan.

use super::field_names::{field_names, known_type};
use super::{Caller, find_loan};
use crate::error::Result;
use crate::library::DocumentType;
use crate::model::{Document, ExternalField, ExternalFieldId, Field, FieldTypeId, ProcessingStatus};
use crate::views::{DataRowView, ExternalNameView, FieldNames};
use crate::workspace::Workspace;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Returns the values of a loan's current documents, of fields in use, in the order of its papers; of one type or of
/// all.
///
/// Of the values that are mapped to one external field a loan keeps one: a corrected one before others, then that of
/// the newest paper, then the surest.
///
/// # Errors
/// `NotFound` for an unknown loan, `InvalidInput` for an unknown document type.
pub fn loan_data(
    workspace: &Workspace,
    caller: &Caller,
    loan: &str,
    document_type: Option<&str>,
) -> Result<Vec<DataRowView>> {
    let tenant = caller.tenant.id;
    let library = workspace.library(tenant)?;
    let only = document_type.map(|id| known_type(&library, id)).transpose()?;
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let names = field_names(reader, caller)?;
        let mut values = Vec::new();
        for document in reader.documents_of_loan(tenant, loan.id)? {
            let definition = document.document_type.as_ref().and_then(|id| library.get(id));
            let Some(definition) = definition.filter(|_| is_told(&document)) else { continue };
            // A document that failed after its type was changed still has values of the other type.
            let is_own = |field: &Field| definition.describe(&field.field_type).is_some();
            for field in reader.fields(tenant, document.id)? {
                if is_own(&field) && names.is_in_use(&field.field_type) {
                    values.push(Valued { document: document.clone(), definition, field });
                }
            }
        }
        let filled = Filled::new(&values, reader.external_fields(tenant)?, &reader.field_mappings(tenant)?);
        let rows = values.iter().enumerate().filter_map(|(place, value)| {
            let external_fields = filled.names(place, &value.field.field_type)?;
            Some(row(value, &names, external_fields))
        });
        Ok(rows.filter(|row| only.is_none_or(|only| only.id == row.document_type_id)).collect())
    })
}

/// A value with the document that it stands in.
struct Valued<'l> {
    document: Document,
    definition: &'l DocumentType,
    field: Field,
}

/// Superseded copies and versions, and what is being read anew, are left out.
fn is_told(document: &Document) -> bool {
    let read = matches!(
        document.processing_status,
        ProcessingStatus::Extracted | ProcessingStatus::Exported | ProcessingStatus::Failed
    );
    read && document.is_current()
}

/// Which value fills which external field.
struct Filled {
    external_fields: Vec<ExternalField>,
    mapped: HashMap<FieldTypeId, Vec<ExternalFieldId>>,
    best: HashMap<ExternalFieldId, usize>,
}

impl Filled {
    fn new(
        values: &[Valued<'_>],
        external_fields: Vec<ExternalField>,
        mappings: &[crate::model::FieldMapping],
    ) -> Self {
        let mut mapped: HashMap<FieldTypeId, Vec<ExternalFieldId>> = HashMap::new();
        for mapping in mappings {
            mapped.entry(mapping.field_type.clone()).or_default().push(mapping.external_field);
        }
        let mut best: HashMap<ExternalFieldId, usize> = HashMap::new();
        for (place, value) in values.iter().enumerate() {
            for external in mapped.get(&value.field.field_type).into_iter().flatten() {
                let other = best.get(external).and_then(|place| values.get(*place));
                if other.is_none_or(|other| precedence(value, other) == Ordering::Greater) {
                    best.insert(*external, place);
                }
            }
        }
        Self { external_fields, mapped, best }
    }

    /// Returns the external fields that a value fills; `None` when other values fill all that it is mapped to.
    fn names(&self, place: usize, field: &FieldTypeId) -> Option<Vec<ExternalNameView>> {
        let Some(mapped) = self.mapped.get(field) else { return Some(Vec::new()) };
        let is_filled =
            |external: &&ExternalField| mapped.contains(&external.id) && self.best.get(&external.id) == Some(&place);
        let name = |external: &ExternalField| ExternalNameView {
            name: external.name.clone(),
            table_index: external.table_index.clone(),
            source: external.source.clone(),
        };
        let filled: Vec<_> = self.external_fields.iter().filter(is_filled).map(name).collect();
        (!filled.is_empty()).then_some(filled)
    }
}

/// Papers of one file came together: then the surer value counts.
fn precedence(one: &Valued<'_>, other: &Valued<'_>) -> Ordering {
    let rank = |value: &Valued<'_>| (value.field.manually_corrected, value.document.source_position);
    let confidence = |value: &Valued<'_>| value.field.confidence.value();
    rank(one).cmp(&rank(other)).then(confidence(one).total_cmp(&confidence(other)))
}

fn row(value: &Valued<'_>, names: &FieldNames, external_fields: Vec<ExternalNameView>) -> DataRowView {
    let Valued { document, definition, field } = value;
    DataRowView {
        doc_type_name: definition.name.clone(),
        document_id: document.id,
        document_type_id: definition.id.clone(),
        field_type_id: field.field_type.clone(),
        display_name: names.name(Some(definition), &field.field_type).to_string(),
        field_value: field.value.clone(),
        field_confidence: field.confidence,
        manually_corrected: field.manually_corrected,
        row_index: field.row_index,
        external_fields,
    }
}
