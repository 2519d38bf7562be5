//! A paper as the rules read it: figures, dates and words by the names of its fields.

use super::amount;
use super::case::{Paper, PaperValue};
use super::figure::{Figure, ValueSource};
use super::lines;
use crate::library::Library;
use crate::model::{DocumentId, FieldTypeId};
use chrono::NaiveDate;
use rust_decimal::Decimal;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A paper as the rules read it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sheet<'c> {
    paper: &'c Paper,
}

/// A row of a paper's table.
#[derive(Debug, Clone, Copy)]
pub(super) struct SheetRow<'c> {
    sheet: Sheet<'c>,
    table: &'static str,
    row: u32,
}

impl<'c> Sheet<'c> {
    pub fn new(paper: &'c Paper) -> Self {
        Self { paper }
    }

    /// Tells whether it is a paper of a type.
    pub fn is(self, document_type: &str) -> bool {
        self.paper.document_type_id.as_str() == document_type
    }

    pub fn document(self) -> DocumentId {
        self.paper.document_id
    }

    /// Returns what people call the paper: `W-2 (L-17/3)`.
    pub fn title(self) -> String {
        format!("{} ({})", self.paper.document_type, self.paper.name)
    }

    /// Returns the name of its type.
    pub fn type_name(self) -> &'c str {
        &self.paper.document_type
    }

    /// Returns the id of its type.
    pub fn type_id(self) -> &'c str {
        self.paper.document_type_id.as_str()
    }

    /// Returns the values as they are stored.
    pub fn values(self) -> &'c [PaperValue] {
        &self.paper.values
    }

    /// Returns a single value as text.
    pub fn text(self, field: &str) -> Option<&'c str> {
        self.value(field, None).map(|value| value.value.as_str())
    }

    pub fn date(self, field: &str) -> Option<NaiveDate> {
        read_date(self.text(field)?)
    }

    /// Returns whether a box is ticked; `None` when it was not read.
    pub fn ticked(self, field: &str) -> Option<bool> {
        self.text(field).map(|text| text == "true")
    }

    /// Returns the tax year that it is about.
    pub fn year(self) -> Option<i32> {
        self.text("tax_year")?.parse().ok()
    }

    /// Returns a number with its place; `None` when it was not read.
    pub fn figure(self, field: &str) -> Option<Figure> {
        self.figure_of(self.value(field, None)?, field)
    }

    /// Returns the label of a field: `Depreciation (line 13), 2025`.
    pub fn label(self, field: &str) -> String {
        let id = self.field_id(field);
        let library = Library::standard();
        let definition = library.get(&self.paper.document_type_id);
        let name = definition.and_then(|definition| definition.describe(&id)).map_or(field, |(name, _)| name);
        let place = self.line(field).map(|line| format!(" ({line})")).unwrap_or_default();
        let year = self.year().map(|year| format!(", {year}")).unwrap_or_default();
        format!("{name}{place}{year}")
    }

    /// Returns the form's line or box of a field, as its year has it: `line 13`.
    pub fn line(self, field: &str) -> Option<String> {
        lines::line(self.type_id(), field, self.year())
    }

    pub fn field_id(self, field: &str) -> FieldTypeId {
        FieldTypeId::new(format!("{}.{field}", self.type_id()))
    }

    /// Returns the rows of a table from top to bottom.
    pub fn rows(self, table: &'static str) -> Vec<SheetRow<'c>> {
        let prefix = format!("{}.{table}.", self.type_id());
        let of_table = |value: &&PaperValue| value.field_type_id.as_str().starts_with(&prefix);
        let rows: BTreeSet<u32> =
            self.paper.values.iter().filter(of_table).filter_map(|value| value.row_index).collect();
        rows.into_iter().map(|row| SheetRow { sheet: self, table, row }).collect()
    }

    fn value(self, field: &str, row: Option<u32>) -> Option<&'c PaperValue> {
        let is_asked = |value: &&PaperValue| {
            value.row_index == row
                && value
                    .field_type_id
                    .as_str()
                    .strip_prefix(self.type_id())
                    .and_then(|rest| rest.strip_prefix('.'))
                    .is_some_and(|rest| rest == field)
        };
        self.paper.values.iter().find(is_asked)
    }

    fn figure_of(self, value: &'c PaperValue, field: &str) -> Option<Figure> {
        let number = amount::parse(&value.value)?;
        let source = ValueSource {
            document_id: self.paper.document_id,
            document_name: self.paper.name.clone(),
            document_type: self.paper.document_type.clone(),
            document_type_id: self.paper.document_type_id.clone(),
            field_type_id: value.field_type_id.clone(),
            row_index: value.row_index,
            line: self.line(field),
            page: value.page,
            bounding_box: value.bounding_box,
            value: value.value.clone(),
            confidence: value.confidence,
            manually_corrected: value.manually_corrected,
        };
        Some(Figure::read(self.label(field), number, source))
    }
}

impl<'c> SheetRow<'c> {
    /// Returns the cell of a column as text.
    pub fn text(self, column: &str) -> Option<&'c str> {
        self.value(column).map(|value| value.value.as_str())
    }

    pub fn date(self, column: &str) -> Option<NaiveDate> {
        read_date(self.text(column)?)
    }

    /// Returns the cell of a column as a number with its place.
    pub fn figure(self, column: &str) -> Option<Figure> {
        self.sheet.figure_of(self.value(column)?, &format!("{}.{column}", self.table))
    }

    /// Returns the number in the cell of a column.
    pub fn number(self, column: &str) -> Option<Decimal> {
        amount::parse(self.text(column)?)
    }

    /// Returns the paper.
    pub fn sheet(self) -> Sheet<'c> {
        self.sheet
    }

    /// Returns the name of a column within its type: `properties.depreciation_or_depletion`.
    pub fn field(self, column: &str) -> String {
        format!("{}.{column}", self.table)
    }

    fn value(self, column: &str) -> Option<&'c PaperValue> {
        self.sheet.value(&self.field(column), Some(self.row))
    }
}

/// Puts papers in an order that does not depend on how they came: by the date or year given, then by what they say.
pub(super) fn in_order<'c, K: Ord>(sheets: &mut [Sheet<'c>], key: impl Fn(Sheet<'c>) -> K) {
    sheets.sort_by(|a, b| key(*a).cmp(&key(*b)).then_with(|| by_content(*a, *b)));
}

/// An order of papers by what they say, then by their ids.
pub(super) fn by_content(a: Sheet<'_>, b: Sheet<'_>) -> Ordering {
    let content = |sheet: Sheet<'_>| {
        let mut values: Vec<(String, Option<u32>, String)> = sheet
            .values()
            .iter()
            .map(|value| (value.field_type_id.to_string(), value.row_index, value.value.clone()))
            .collect();
        values.sort();
        values
    };
    a.type_id().cmp(b.type_id()).then_with(|| content(a).cmp(&content(b))).then_with(|| a.document().cmp(&b.document()))
}

/// A month without a day counts as its first day.
fn read_date(text: &str) -> Option<NaiveDate> {
    let whole = if text.len() == 7 { format!("{text}-01") } else { text.to_string() };
    whole.parse().ok()
}
