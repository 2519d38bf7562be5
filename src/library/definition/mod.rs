//! The vocabulary in which document types are written down.
//!
//! A definition is data: one TOML file a type. What a word of it means is implemented once, in `split`, `classify`
//! and `extract`. Invariant: nothing here knows a single type by name.

mod anchor;
mod check;
mod field;
mod paper;
mod place;
mod table;

pub use anchor::{Anchor, AnchorPage, AnchorPlace};
pub use check::Check;
pub use field::{Choice, DurationUnit, FieldDefinition, FromRow, Shape};
pub use paper::{Attachment, Expiry};
pub use place::{Part, Relation};
pub use table::{ColumnDefinition, Section, TableDefinition, TableLayout};

use crate::model::{DocumentTypeId, FieldTypeId, NotaryElement, ValueKind};
use serde::{Deserialize, Serialize};

/// A type of document: how it is recognised and what is read from it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentType {
    /// The slug, such as `w2`.
    pub id: DocumentTypeId,
    /// The name for people, such as `W-2`.
    pub name: String,
    /// The group it is listed under.
    pub group: String,
    /// Other names by which people know it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Whether it can support an income analysis.
    #[serde(default)]
    pub income_eligible: bool,
    /// Whether a signature is expected.
    #[serde(default)]
    pub signature_expected: bool,
    /// Whether a notary block is expected.
    #[serde(default)]
    pub notary_expected: bool,
    /// Phrases that speak for the type.
    #[serde(default)]
    pub anchors: Vec<Anchor>,
    /// Phrases that speak against it.
    #[serde(default)]
    pub exclusions: Vec<String>,
    /// Labels of the form that belong to no field here: they are never part of a value.
    #[serde(default)]
    pub ignored: Vec<String>,
    /// Words in the name of whoever sends such a paper (`BANK`, `INC`), which tell it from the addressee.
    #[serde(default)]
    pub sender_hints: Vec<String>,
    /// Fields whose values tell one document of the type from the next and make two of them versions of each other.
    #[serde(default)]
    pub identity: Vec<String>,
    /// Parts of the name by which people tell its documents apart, with fields in braces: `signed {signature_date}`. A
    /// part of which a value is unknown is left out; without any of them the identity names the document.
    #[serde(default)]
    pub version_name: Vec<String>,
    /// Single values.
    #[serde(default)]
    pub fields: Vec<FieldDefinition>,
    /// Repeated rows.
    #[serde(default)]
    pub tables: Vec<TableDefinition>,
    /// What must hold between values.
    #[serde(default)]
    pub checks: Vec<Check>,
    /// What a notary's block on the paper must hold.
    #[serde(default)]
    pub notary_elements: Vec<NotaryElement>,
    /// Dates of signing and issue: they cannot lie in the future.
    #[serde(default)]
    pub past_dates: Vec<String>,
    /// Days until which the paper, or something that it relies on, is good.
    #[serde(default)]
    pub expires: Vec<Expiry>,
    /// Papers that this one says are attached to it.
    #[serde(default)]
    pub attachments: Vec<Attachment>,
}

impl DocumentType {
    /// Returns a type that is only named.
    pub fn bare(id: DocumentTypeId, name: impl Into<String>, group: impl Into<String>) -> Self {
        Self {
            id,
            name: name.into(),
            group: group.into(),
            aliases: Vec::new(),
            income_eligible: false,
            signature_expected: false,
            notary_expected: false,
            anchors: Vec::new(),
            exclusions: Vec::new(),
            ignored: Vec::new(),
            sender_hints: Vec::new(),
            identity: Vec::new(),
            version_name: Vec::new(),
            fields: Vec::new(),
            tables: Vec::new(),
            checks: Vec::new(),
            notary_elements: Vec::new(),
            past_dates: Vec::new(),
            expires: Vec::new(),
            attachments: Vec::new(),
        }
    }

    /// Returns the full id of a field.
    pub fn field_id(&self, field: &str) -> FieldTypeId {
        FieldTypeId::new(format!("{}.{field}", self.id))
    }

    /// Returns the full id of a table's column.
    pub fn column_id(&self, table: &str, column: &str) -> FieldTypeId {
        FieldTypeId::new(format!("{}.{table}.{column}", self.id))
    }

    /// Returns the definition of a field by its name within the type.
    pub fn field(&self, id: &str) -> Option<&FieldDefinition> {
        self.fields.iter().find(|field| field.id == id)
    }

    /// Returns the full id, the name for people and the kind of each field, then of each column of each table.
    pub fn field_types(&self) -> impl Iterator<Item = (FieldTypeId, &str, ValueKind)> {
        let fields = self.fields.iter().map(|field| (self.field_id(&field.id), field.name.as_str(), field.kind));
        let columns = self.tables.iter().flat_map(|table| {
            table
                .columns
                .iter()
                .map(|column| (self.column_id(&table.id, &column.id), column.name.as_str(), column.kind))
        });
        fields.chain(columns)
    }

    /// Returns the name for people and the kind of a field or column by its full id.
    pub fn describe(&self, id: &FieldTypeId) -> Option<(&str, ValueKind)> {
        let rest = id.as_str().strip_prefix(self.id.as_str())?.strip_prefix('.')?;
        match rest.split_once('.') {
            None => self.field(rest).map(|field| (field.name.as_str(), field.kind)),
            Some((table, column)) => {
                let table = self.tables.iter().find(|candidate| candidate.id == table)?;
                let column = table.columns.iter().find(|candidate| candidate.id == column)?;
                Some((column.name.as_str(), column.kind))
            }
        }
    }
}
