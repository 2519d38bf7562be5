//! What a report is: a name, columns that are declared once, and the records that fill them.

use super::ReportFilter;
use super::column::{Cell, Column, ColumnKind};
use crate::error::Result;
use crate::library::{DocumentType, Library};
use crate::model::{DocumentTypeId, TenantId, Timestamp};
use crate::store::{Reader, TenantSettings};

/// What reports read from: one state of the store.
pub struct ReportSource<'s> {
    /// The store.
    pub reader: &'s Reader<'s>,
    /// Whose data.
    pub tenant: TenantId,
    /// The tenant's document types.
    pub library: &'s Library,
    /// What the tenant has set.
    pub settings: &'s TenantSettings,
    /// The moment of the report, for what waits.
    pub now: Timestamp,
}

impl<'s> ReportSource<'s> {
    /// Returns a document's type; `None` while it is unknown.
    pub(super) fn definition(&self, document_type: Option<&DocumentTypeId>) -> Option<&'s DocumentType> {
        self.library.get(document_type?)
    }

    /// Returns the name of a document's type; empty while it is unknown.
    pub(super) fn type_name(&self, document_type: Option<&DocumentTypeId>) -> String {
        self.definition(document_type).map(|definition| definition.name.clone()).unwrap_or_default()
    }
}

/// Takes rows one after the other, so that no report is ever in memory as a whole.
pub type RowSink<'k> = dyn FnMut(Vec<Cell>) -> Result<()> + 'k;

/// A report of the catalog.
pub trait Report: Sync {
    /// Returns its identifier: `bank-statement-analysis`.
    fn id(&self) -> &'static str;

    /// Returns the name by which its data is asked for; letter case counts.
    fn name(&self) -> &'static str;

    /// Returns what it tells, in a sentence.
    fn about(&self) -> &'static str;

    /// Returns its columns in order.
    fn columns(&self) -> Vec<Column>;

    /// Gives all rows to a sink, in an order that is the same for the same data.
    ///
    /// # Errors
    /// What the sink returns, and any failure of the store.
    fn rows(&self, source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RowSink<'_>) -> Result<()>;
}

/// Takes records one after the other.
pub(super) type RecordSink<'k, R> = dyn FnMut(R) -> Result<()> + 'k;

/// A report that is declared by its columns over a kind of record.
pub(super) struct Declared<R: 'static> {
    pub id: &'static str,
    pub name: &'static str,
    pub about: &'static str,
    pub columns: &'static [Declares<R>],
    pub records: fn(&ReportSource<'_>, &ReportFilter, &mut RecordSink<'_, R>) -> Result<()>,
}

/// A column with what fills it.
pub(super) struct Declares<R> {
    column: Column,
    cell: fn(&R) -> Cell,
}

/// Declares a column of words.
pub(super) const fn text<R>(key: &'static str, label: &'static str, cell: fn(&R) -> Cell) -> Declares<R> {
    Declares { column: Column { key, label, kind: ColumnKind::Text }, cell }
}

/// Declares a column of numbers.
pub(super) const fn number<R>(key: &'static str, label: &'static str, cell: fn(&R) -> Cell) -> Declares<R> {
    Declares { column: Column { key, label, kind: ColumnKind::Number }, cell }
}

impl<R> Declared<R> {
    /// Returns the cells of a record.
    pub fn cells(&self, record: &R) -> Vec<Cell> {
        self.columns.iter().map(|declared| (declared.cell)(record)).collect()
    }
}

impl<R> Report for Declared<R> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn columns(&self) -> Vec<Column> {
        self.columns.iter().map(|declared| declared.column).collect()
    }

    fn rows(&self, source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RowSink<'_>) -> Result<()> {
        (self.records)(source, filter, &mut |record| sink(self.cells(&record)))
    }
}
