//! Rows that repeat.

use super::Choice;
use crate::model::ValueKind;
use serde::{Deserialize, Serialize};

/// Rows that repeat.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableDefinition {
    /// The name within the type.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// How its rows lie on the page.
    #[serde(default)]
    pub layout: TableLayout,
    /// Titles that stand over the table or lead its heading line.
    #[serde(default)]
    pub titles: Vec<String>,
    /// The columns, in any order.
    pub columns: Vec<ColumnDefinition>,
    /// Clauses of running text that name a row when no rows are printed under headings, with the columns in braces:
    /// `{name}, born {date_of_birth}`.
    #[serde(default)]
    pub sentences: Vec<String>,
    /// Labels at which the table ends: totals, the next section.
    #[serde(default)]
    pub ends: Vec<String>,
    /// Whether a line without figures goes on with the description of the row above it.
    #[serde(default)]
    pub wraps: bool,
    /// The column of signed amounts and that of the balance after each, where the balances settle signs.
    #[serde(default)]
    pub running: Option<(String, String)>,
    /// Whether each row has a part of the paper that begins where its account number is printed again. There the labels
    /// of the single fields that carry the columns' names give what the row itself lacks.
    #[serde(default)]
    pub parts: bool,
    /// Whether a paper that prints no rows has one row, of the single fields of the same names.
    #[serde(default)]
    pub from_fields: bool,
    /// What the sections of one table mean for a sign, as for deposits and withdrawals listed apart.
    #[serde(default)]
    pub sections: Vec<Section>,
}

/// How the rows of a table lie on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableLayout {
    /// A heading line with rows under it.
    #[default]
    Columns,
    /// Each row is a numbered box of a form with a label of its own, such as 12a to 12d.
    Boxes,
    /// Each column is a labelled box that holds the values of all rows, one under the other.
    Stacked,
    /// A row of the table is a column on the page, headed by a letter; the headings name the lines at the left.
    Sideways,
    /// A row of the table is a column on the page under one of `titles`, or where the column of the title has headings
    /// under what stands to the right of them; the other headings name the lines at the left.
    Across,
    /// Lines between a title and an end, without headings: a text at the left and an amount at the right.
    Listed,
    /// Each row is a part of the form under one of the titles; the headings are the labels of its values.
    Sections,
    /// Paragraphs that each begin with the next number, which is the first column; the next one holds the text, further
    /// ones what follows their headings in it.
    Numbered,
    /// Charges in lettered `sections`, also side by side: each line has a number, a description and amounts. The
    /// required text is the description, another text the number, a name the payee behind `to`, an enum the section.
    Ledger,
    /// Lines between a title and an end, mostly without headings: each column takes what has its shape, texts in their
    /// order.
    Shaped,
}

impl TableLayout {
    /// Tells whether heading lines may stand over the rows.
    pub fn has_headings(self) -> bool {
        matches!(self, Self::Columns | Self::Shaped)
    }
}

/// A part of a table under a title of its own.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Titles that begin it.
    pub titles: Vec<String>,
    /// What the enum column of a list says in it.
    #[serde(default)]
    pub value: Option<String>,
    /// Whether its amounts are taken from the account.
    #[serde(default)]
    pub negative: bool,
    /// Whether its amounts are checks.
    #[serde(default)]
    pub skip: bool,
}

/// A column of a table.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnDefinition {
    /// The name within the table.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The kind of its values.
    pub kind: ValueKind,
    /// The allowed values of an enum, decided from the row's description; for a text the words of which one is printed.
    #[serde(default)]
    pub choices: Vec<Choice>,
    /// Headings under which it stands; for boxes, the labels of the boxes. In a part of a form a column without
    /// headings is told by its shape.
    #[serde(default)]
    pub headings: Vec<String>,
    /// Headings under which it stands with the sign turned: a debit column of signed amounts.
    #[serde(default)]
    pub negative_headings: Vec<String>,
    /// Labels of the boxes that hold the rest of the value, as for a field; for rows that are parts of a form.
    #[serde(default)]
    pub rest: Vec<Vec<String>>,
    /// Whether a row without this column is no row.
    #[serde(default)]
    pub required: bool,
    /// Whether it stands over the rows that it belongs to, as the number of each account of a combined statement.
    #[serde(default)]
    pub carried: bool,
    /// Whether it is decided from the text of the row's description column.
    #[serde(default)]
    pub from_description: bool,
    /// Whether a printed minus says nothing, as for deductions listed with it.
    #[serde(default)]
    pub magnitude: bool,
}
