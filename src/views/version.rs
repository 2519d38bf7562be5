//! The versions of a paper, and what differs between two documents.

use crate::library::DocumentType;
use crate::model::{Confidence, Document, DocumentId, DocumentTypeId, Field, FieldTypeId, Timestamp};
use crate::versions::{Changed, ChangedRow, Difference};
use crate::views::FieldNames;
use serde::Serialize;
use utoipa::ToSchema;

/// A document in the chain of its paper.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct VersionView {
    pub version_identifier: Option<String>,
    pub document_id: DocumentId,
    /// How people name it, `LOAN/N`.
    pub name: String,
    pub version_custom_name: Option<String>,
    pub current_version: bool,
    pub duplicate_of: Option<DocumentId>,
    pub created_at: Timestamp,
}

impl VersionView {
    /// Shows a document of a chain under the name that people use.
    pub fn new(document: &Document, name: String) -> Self {
        Self {
            version_identifier: document.version_identifier.clone(),
            document_id: document.id,
            name,
            version_custom_name: document.version_custom_name.clone(),
            current_version: document.current_version,
            duplicate_of: document.duplicate_of,
            created_at: document.created_at,
        }
    }
}

/// What differs between two documents.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DiffView {
    pub before: DiffSideView,
    pub after: DiffSideView,
    /// How many single values and rows are the same.
    pub unchanged: usize,
    pub fields: Vec<FieldDiffView>,
    pub tables: Vec<TableDiffView>,
}

/// One of two documents that are compared.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DiffSideView {
    pub document_id: DocumentId,
    pub document_type_id: Option<DocumentTypeId>,
    pub doc_type_name: String,
    pub version_identifier: Option<String>,
    pub version_custom_name: Option<String>,
    /// How many of its values the other document's type does not have.
    pub not_compared: usize,
}

/// How a value or a row differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeView {
    /// Both documents have it.
    Changed,
    /// Only the second document has it.
    Added,
    /// Only the first document has it.
    Removed,
    /// It is the same; told of the other cells of a row that changed.
    Unchanged,
}

/// A value on both sides.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct FieldDiffView {
    pub change: ChangeView,
    pub display_name: String,
    pub before: Option<ValueView>,
    pub after: Option<ValueView>,
}

/// A value on one side.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct ValueView {
    pub field_type_id: FieldTypeId,
    pub field_value: String,
    pub field_confidence: Confidence,
    pub manually_corrected: bool,
    /// The page's number in its document, from 1.
    pub page_number: Option<u32>,
}

/// The rows of a table that differ.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct TableDiffView {
    pub table: String,
    pub rows: Vec<RowDiffView>,
}

/// A row on both sides.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct RowDiffView {
    pub change: ChangeView,
    pub before_row: Option<u32>,
    pub after_row: Option<u32>,
    pub cells: Vec<FieldDiffView>,
}

/// A document that is compared, with what its values are called.
pub struct DiffSide<'d> {
    /// The document.
    pub document: &'d Document,
    /// Its type.
    pub definition: Option<&'d DocumentType>,
    /// How many of its values the other document's type does not have.
    pub not_compared: usize,
}

impl DiffView {
    /// Shows what differs between two documents.
    pub fn new(before: &DiffSide<'_>, after: &DiffSide<'_>, names: &FieldNames, difference: &Difference<'_>) -> Self {
        let shown = |changed: &Changed<'_>| field_view(before, after, names, changed);
        let row = |row: &ChangedRow<'_>| RowDiffView {
            change: change(row.before, row.after, false),
            before_row: row.before,
            after_row: row.after,
            cells: row.cells.iter().map(shown).collect(),
        };
        let tables = difference
            .tables
            .iter()
            .map(|table| TableDiffView { table: table.table.clone(), rows: table.rows.iter().map(row).collect() });
        Self {
            before: before.view(),
            after: after.view(),
            unchanged: difference.unchanged,
            fields: difference.values.iter().map(shown).collect(),
            tables: tables.collect(),
        }
    }
}

impl DiffSide<'_> {
    fn view(&self) -> DiffSideView {
        DiffSideView {
            document_id: self.document.id,
            document_type_id: self.document.document_type.clone(),
            doc_type_name: self.definition.map(|definition| definition.name.clone()).unwrap_or_default(),
            version_identifier: self.document.version_identifier.clone(),
            version_custom_name: self.document.version_custom_name.clone(),
            not_compared: self.not_compared,
        }
    }

    fn value(&self, field: &Field) -> ValueView {
        ValueView {
            field_type_id: field.field_type.clone(),
            field_value: field.value.clone(),
            field_confidence: field.confidence,
            manually_corrected: field.manually_corrected,
            page_number: field.place.map(|place| (place.page_number + 1).saturating_sub(self.document.first_page)),
        }
    }
}

fn field_view(before: &DiffSide<'_>, after: &DiffSide<'_>, names: &FieldNames, changed: &Changed<'_>) -> FieldDiffView {
    let name = match (changed.after, changed.before) {
        (Some(field), _) => names.name(after.definition, &field.field_type),
        (None, Some(field)) => names.name(before.definition, &field.field_type),
        (None, None) => "",
    };
    FieldDiffView {
        change: change(changed.before, changed.after, changed.is_same()),
        display_name: name.to_string(),
        before: changed.before.map(|field| before.value(field)),
        after: changed.after.map(|field| after.value(field)),
    }
}

fn change<T>(before: Option<T>, after: Option<T>, same: bool) -> ChangeView {
    match (before, after) {
        (None, _) => ChangeView::Added,
        (_, None) => ChangeView::Removed,
        _ if same => ChangeView::Unchanged,
        _ => ChangeView::Changed,
    }
}
