//! The vocabulary in which document types are written down.
//!
//! A definition is data: one TOML file a type. What a word of it means is implemented once, in `split`, `classify`
//! and `extract`. Invariant: nothing here knows a single type by name.

use crate::model::{DocumentTypeId, FieldTypeId, ValueKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// Single values.
    #[serde(default)]
    pub fields: Vec<FieldDefinition>,
    /// Repeated rows.
    #[serde(default)]
    pub tables: Vec<TableDefinition>,
    /// What must hold between values.
    #[serde(default)]
    pub checks: Vec<Check>,
}

/// A phrase by which pages of a type are known.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// The phrase; case, spaces and punctuation do not count.
    pub text: String,
    /// How much it says: 1 is a usual word of the type, 3 nearly settles it, 5 settles it.
    #[serde(default = "one")]
    pub weight: f32,
    /// Where on the page it counts.
    #[serde(default)]
    pub place: AnchorPlace,
    /// On which pages of the document it stands.
    #[serde(default)]
    pub page: AnchorPage,
}

fn one() -> f32 {
    1.0
}

/// Where on a page an anchor counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnchorPlace {
    /// Anywhere.
    #[default]
    Anywhere,
    /// As a title: in the top third of the page, large or alone on its line.
    Title,
    /// In the last eighth of the page.
    Footer,
}

/// On which pages of a document an anchor stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnchorPage {
    /// On any page.
    #[default]
    Any,
    /// On the first page only: it starts a document.
    First,
    /// On later pages only: it continues one.
    Continuation,
}

/// A single value of a type.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldDefinition {
    /// The name within the type.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The kind of its value.
    pub kind: ValueKind,
    /// The allowed values of an enum, each with words that mean it; for a text the words beside check boxes, of which
    /// several may be ticked; for a check box printed words that mean `true` or `false`, beyond yes and no;
    /// for an amount words in its place.
    #[serde(default)]
    pub choices: Vec<Choice>,
    /// Titles of the parts of a form in which the value stands, when a label is printed in several of them. A part ends
    /// where the next one named by any field or table begins.
    #[serde(default)]
    pub section: Vec<String>,
    /// Printed labels and their synonyms, best first.
    #[serde(default)]
    pub labels: Vec<String>,
    /// Clauses of running text in which the value stands at `{}`, over line ends, such as `dated {} by and between`; `*`
    /// stands for a few words, and braces may hold words that belong to the value: `IN THE {* COURT OF * COUNTY}`.
    #[serde(default)]
    pub sentences: Vec<String>,
    /// Numbers of the form's line, printed again before its box: `1a`, `12`. They are never a part of the value.
    #[serde(default)]
    pub lines: Vec<String>,
    /// Where the value stands with regard to a label, best first.
    #[serde(default)]
    pub find: Vec<Relation>,
    /// Labels of the boxes that hold the rest of the value, each with its synonyms, in the order of the parts: the last
    /// name beside the first, the city under the street.
    #[serde(default)]
    pub rest: Vec<Vec<String>>,
    /// Column headings, for a value in a row that the labels name.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Phrases before which a value in running text ends: `and`, `hereinafter`.
    #[serde(default)]
    pub until: Vec<String>,
    /// Which part of what stands there is the value.
    #[serde(default)]
    pub part: Part,
    /// The unit in which a duration is counted; years that are printed are turned into it.
    #[serde(default)]
    pub unit: Option<DurationUnit>,
    /// Names of live form fields that hold it (the last part of the name, without its index).
    #[serde(default)]
    pub form_fields: Vec<String>,
    /// What the value looks like beyond its kind.
    #[serde(default)]
    pub shape: Shape,
    /// Rows that settle the value when it is printed nowhere else, first that applies.
    #[serde(default)]
    pub from_rows: Vec<FromRow>,
    /// A regular expression by which `anywhere` finds the value on a page: the machine-readable lines of a passport.
    #[serde(default)]
    pub pattern: Option<String>,
    /// Fields whose values, joined in their order, are the value when it is not printed as a whole: the parts of a name.
    #[serde(default)]
    pub joined: Vec<String>,
    /// Whether the same printed value may serve another field too.
    #[serde(default)]
    pub shared: bool,
    /// Whether a printed minus says nothing, as for withdrawals listed with it.
    #[serde(default)]
    pub magnitude: bool,
    /// Whether this signature makes the paper a signed one; where no signature of a type says so, each does.
    #[serde(default)]
    pub completes: bool,
}

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DurationUnit {
    /// Days.
    Days,
    /// Months.
    Months,
    /// Years.
    Years,
}

/// What a text looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Anything.
    #[default]
    Free,
    /// A number or code: it has a digit, and is neither a date nor an amount.
    Code,
    /// An amount in words: `Two hundred and 00/100`.
    WrittenAmount,
}

/// A value that a row or another field settles.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FromRow {
    /// The table whose rows are looked at; without it the condition is on `field`.
    pub table: Option<String>,
    /// A field that must have been read.
    pub field: Option<String>,
    /// The column that the condition is on.
    pub when: Option<String>,
    /// What that column must say; case, spaces and punctuation do not count, a part suffices. For `field` a whole word
    /// of its value.
    pub says: Option<String>,
    /// What further columns must say, all of it.
    #[serde(default)]
    pub with: BTreeMap<String, String>,
    /// A column that the row must have.
    pub has: Option<String>,
    /// The column that holds the value.
    pub column: Option<String>,
    /// The value itself, when no column holds it.
    pub value: Option<String>,
}

/// An allowed value of an enum.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The canonical value.
    pub value: String,
    /// Words that mean it when they are printed; the value itself always does.
    #[serde(default)]
    pub words: Vec<String>,
}

/// Where a value stands with regard to its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// To the right on the same line.
    Right,
    /// Under the label, in its column.
    Below,
    /// In the ruled box that holds the label.
    Cell,
    /// Above the label, as under a signature line.
    Above,
    /// In the row that the label names, under one of `columns`.
    Row,
    /// In the column that the label names, beside one of `columns` (a table lying on its side).
    Column,
    /// On the line under a line of one-word labels, the word whose number is the label's: `FILE DEPT.` over `3635 647`.
    InTurn,
    /// The check box nearest to the label; for an enum the ticked one of those beside its choices' words.
    CheckBox,
    /// The check boxes marked Yes and No to the right of a question.
    YesNo,
    /// The name or address block that stands in or under the label's place.
    Block,
    /// A name or address block without a label: the sender at the top of the page.
    Letterhead,
    /// A name or address block without a label: the one it is sent to.
    Addressee,
    /// The label itself, when it is printed, is the value (an enum's word in a title).
    Itself,
    /// In running text, at the place that one of `sentences` leaves open.
    Sentence,
    /// Anywhere on the page, by shape alone.
    Anywhere,
    /// The earliest of several dates on the page: on a card that is the holder's birth.
    Earliest,
    /// The latest of several dates on the page: on a card that is the end of its validity.
    Latest,
    /// Behind the label in running text, over the ends of lines, to the first of `until` or the end of the sentence.
    /// A label with a colon is found only where the colon is printed. Of persons joined by `and` the parts `name` and
    /// `second_name` are taken.
    Following,
    /// All the lines under the label, over paragraphs, to the line that begins with one of `until`.
    Passage,
    /// The name printed under a closing phrase and the room for a signature, with the part `last` the title under it.
    Closing,
    /// The date beside a signature whose signer the label names; with the part `last` that of the second such signer.
    Signed,
    /// A name with one of the type's sender hints, anywhere on the page.
    Hinted,
    /// In the line in magnetic ink at the foot of a check; the part tells which of its numbers.
    MagneticInk,
    /// The name before the label on its line, or over it, as in `John A. Doe - Borrower` under the rule of a signature;
    /// with the part `second_name` the second such name of the document.
    Before,
    /// The title of the paper: the largest type near the top of the page.
    Title,
}

/// Which part of what stands at a place is the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// All of it.
    #[default]
    Whole,
    /// The first of two: the start of a period.
    First,
    /// The last of two: the end of a period.
    Last,
    /// The end of a period, or the one date of a label that names the end alone.
    EndOfPeriod,
    /// The name lines of a block.
    Name,
    /// The second name of a block.
    SecondName,
    /// The address lines of a block.
    Address,
    /// What stands before the first comma: a person, when the firm follows.
    BeforeComma,
    /// What stands behind the first comma.
    AfterComma,
    /// The number that stands before the word for years.
    Years,
    /// The number that stands before the word for months.
    Months,
    /// The first of several given names.
    GivenName,
    /// The given names after the first.
    MiddleNames,
    /// Everything on the line, also what stands further apart: the periods of a request.
    Line,
    /// The routing number of a line in magnetic ink.
    RoutingNumber,
    /// The account number of a line in magnetic ink.
    AccountNumber,
    /// The check's own number of a line in magnetic ink.
    CheckNumber,
}

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

impl Choice {
    /// Tells whether a text is one of the words of the choice, case, spaces and punctuation aside.
    pub fn means(&self, text: &str) -> bool {
        let text = crate::page::key(text);
        self.words.iter().chain([&self.value]).any(|word| crate::page::key(word) == text)
    }
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

/// A relation that must hold between values; it moves their confidence both ways.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "snake_case")]
pub enum Check {
    /// `sum` of the terms, each with its sign, is `equals`.
    Sum {
        /// The name under which the proof or the break is reported.
        id: String,
        /// Fields to add.
        plus: Vec<String>,
        /// Fields to take away.
        #[serde(default)]
        minus: Vec<String>,
        /// The field that holds the result.
        equals: String,
    },
    /// `field` is `rate` times `of`, within `tolerance`.
    Product {
        /// The name under which the proof or the break is reported.
        id: String,
        /// The field that holds the product.
        field: String,
        /// The field that is multiplied.
        of: String,
        /// The factor, such as 0.062.
        rate: f64,
        /// How far apart they may be, in money.
        tolerance: f64,
    },
    /// The column of a table adds up to a field.
    ColumnTotal {
        /// The name under which the proof or the break is reported.
        id: String,
        /// The table.
        table: String,
        /// The column.
        column: String,
        /// The field that holds the total.
        equals: String,
    },
}

impl DocumentType {
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
            let described = |column: &'_ ColumnDefinition| self.column_id(&table.id, &column.id);
            table.columns.iter().map(move |column| (described(column), column.name.as_str(), column.kind))
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
