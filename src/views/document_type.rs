//! Document types, what is learned of them, and what a change of one would do.

use super::document::{DocumentTypeName, PageSpan};
use crate::classify::Classification;
use crate::learn::Trial;
use crate::library::{Anchor, AnchorPlace, DocumentType, Library, TableDefinition, written};
use crate::model::{Confidence, DocumentId, DocumentTypeId, FieldTypeId, LoanId, ValueKind};
use crate::store::StoredType;
use serde::Serialize;
use utoipa::ToSchema;

/// A document type of a tenant.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DocumentTypeView {
    pub document_type_id: DocumentTypeId,
    pub name: String,
    pub group: String,
    pub aliases: Vec<String>,
    pub standard: bool,
    pub active: bool,
    pub signature_expected: bool,
    pub notary_expected: bool,
    pub income_eligible: bool,
    pub fields: Vec<FieldTypeView>,
    pub tables: Vec<TableTypeView>,
    /// How it is recognised; for the tenant's own types only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<DefinitionView>,
    /// From how many documents it was learned; for the tenant's own types only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample_count: Option<u32>,
}

/// A field, or a column of a table.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
#[schema(as = DocumentTypeField)]
pub struct FieldTypeView {
    pub field_type_id: FieldTypeId,
    pub display_name: String,
    pub kind: ValueKind,
}

/// A table with its columns.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct TableTypeView {
    pub table_id: String,
    pub display_name: String,
    pub columns: Vec<FieldTypeView>,
}

/// How a type is recognised and where its values stand.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DefinitionView {
    pub title_phrases: Vec<Anchor>,
    pub anchors: Vec<Anchor>,
    pub exclusions: Vec<String>,
    pub field_labels: Vec<FieldLabelsView>,
}

/// The labels of a field.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct FieldLabelsView {
    pub field_type_id: FieldTypeId,
    pub labels: Vec<String>,
}

impl DocumentTypeView {
    /// Shows a type; `stored` is what the tenant said of it.
    pub fn new(definition: &DocumentType, active: bool, stored: Option<&StoredType>) -> Self {
        let own = stored.filter(|stored| stored.definition.is_some());
        Self {
            standard: own.is_none(),
            active,
            definition: own.map(|_| DefinitionView::new(definition)),
            sample_count: own.map(|own| own.sample_count),
            ..Self::of_definition(definition)
        }
    }

    /// Shows a type that was learned and is not kept yet.
    pub fn learned(definition: &DocumentType, sample_count: u32) -> Self {
        let (definition_view, sample_count) = (Some(DefinitionView::new(definition)), Some(sample_count));
        Self { definition: definition_view, sample_count, ..Self::of_definition(definition) }
    }

    fn of_definition(definition: &DocumentType) -> Self {
        let field = |field: &crate::library::FieldDefinition| FieldTypeView {
            field_type_id: definition.field_id(&field.id),
            display_name: field.name.clone(),
            kind: field.kind,
        };
        Self {
            document_type_id: definition.id.clone(),
            name: definition.name.clone(),
            group: definition.group.clone(),
            aliases: definition.aliases.clone(),
            standard: false,
            active: false,
            signature_expected: definition.signature_expected,
            notary_expected: definition.notary_expected,
            income_eligible: definition.income_eligible,
            fields: definition.fields.iter().map(field).collect(),
            tables: definition.tables.iter().map(|table| table_view(definition, table)).collect(),
            definition: None,
            sample_count: None,
        }
    }
}

fn table_view(definition: &DocumentType, table: &TableDefinition) -> TableTypeView {
    let columns = table.columns.iter().map(|column| FieldTypeView {
        field_type_id: definition.column_id(&table.id, &column.id),
        display_name: column.name.clone(),
        kind: column.kind,
    });
    TableTypeView { table_id: table.id.clone(), display_name: table.name.clone(), columns: columns.collect() }
}

impl DefinitionView {
    fn new(definition: &DocumentType) -> Self {
        let (titles, anchors): (Vec<&Anchor>, Vec<&Anchor>) =
            definition.anchors.iter().partition(|anchor| anchor.place == AnchorPlace::Title);
        let labels = definition.fields.iter().filter(|field| !field.labels.is_empty()).map(|field| FieldLabelsView {
            field_type_id: definition.field_id(&field.id),
            labels: field.labels.clone(),
        });
        Self {
            title_phrases: titles.into_iter().cloned().collect(),
            anchors: anchors.into_iter().cloned().collect(),
            exclusions: definition.exclusions.clone(),
            field_labels: labels.collect(),
        }
    }
}

/// A type with how sure the program is of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct TypeVerdictView {
    #[serde(flatten)]
    pub document_type: DocumentTypeName,
    pub confidence: Option<Confidence>,
}

impl TypeVerdictView {
    /// Shows a type by its name in a library.
    pub fn new(library: &Library, id: &DocumentTypeId, confidence: Option<Confidence>) -> Self {
        let known = library.get(id);
        Self {
            document_type: DocumentTypeName {
                document_type_id: id.clone(),
                name: known.map_or_else(|| id.to_string(), |known| known.name.clone()),
                group: known.map(|known| known.group.clone()).unwrap_or_default(),
            },
            confidence,
        }
    }

    /// Shows a decision.
    pub fn decided(library: &Library, decision: &Classification) -> Self {
        Self::new(library, &decision.document_type, Some(decision.confidence))
    }
}

/// How a sample fares with the type that was learned from it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct SampleView {
    pub file_name: String,
    pub page_count: usize,
    pub before: TypeVerdictView,
    pub after: TypeVerdictView,
    pub document_count: usize,
    pub value_count: usize,
    pub recognised: bool,
}

impl SampleView {
    /// Shows the trial of a sample.
    pub fn new(file_name: &str, page_count: usize, trial: &Trial, library: &Library, id: &DocumentTypeId) -> Self {
        Self {
            file_name: file_name.to_owned(),
            page_count,
            before: TypeVerdictView::decided(library, &trial.before.decision),
            after: TypeVerdictView::decided(library, &trial.after.decision),
            document_count: trial.after.documents,
            value_count: trial.values,
            recognised: trial.recognises(id),
        }
    }
}

/// What was learned from samples.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct LearnedTypeView {
    pub document_type: DocumentTypeView,
    pub samples: Vec<SampleView>,
    /// Whether the type was kept.
    pub added: bool,
    /// The definition as TOML.
    #[serde(skip)]
    pub text: String,
}

impl LearnedTypeView {
    /// Shows a definition with its trials.
    pub fn new(definition: &DocumentType, samples: Vec<SampleView>) -> Self {
        let count = u32::try_from(samples.len()).unwrap_or(u32::MAX);
        Self {
            document_type: DocumentTypeView::learned(definition, count),
            samples,
            added: false,
            text: written(definition),
        }
    }
}

/// What a type would do to the documents of the workspace.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct TypeTrialView {
    pub document_type_id: DocumentTypeId,
    /// How many documents were judged again.
    pub tried: u64,
    /// How many of them would change their type.
    pub changed: u64,
    /// The documents that have the type or would have it.
    pub data: Vec<TypeChangeView>,
}

/// A document with its type as it is and as it would be.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct TypeChangeView {
    pub document_id: DocumentId,
    pub loan_id: LoanId,
    pub external_loan_id: String,
    /// Its place among the loan's documents, from 1.
    pub number: u32,
    pub source_pages: PageSpan,
    pub before: TypeVerdictView,
    pub after: TypeVerdictView,
    pub changes: bool,
    pub value_count: usize,
}
