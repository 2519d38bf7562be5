//! Single values of a type.

use super::{Part, Relation};
use crate::model::ValueKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

impl FieldDefinition {
    /// Returns a field that is only named.
    pub fn bare(id: impl Into<String>, name: impl Into<String>, kind: ValueKind) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            kind,
            choices: Vec::new(),
            section: Vec::new(),
            labels: Vec::new(),
            sentences: Vec::new(),
            lines: Vec::new(),
            find: Vec::new(),
            rest: Vec::new(),
            columns: Vec::new(),
            until: Vec::new(),
            part: Part::default(),
            unit: None,
            form_fields: Vec::new(),
            shape: Shape::default(),
            from_rows: Vec::new(),
            pattern: None,
            joined: Vec::new(),
            shared: false,
            magnitude: false,
            completes: false,
        }
    }
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

impl Choice {
    /// Tells whether a text is one of the words of the choice, case, spaces and punctuation aside.
    pub fn means(&self, text: &str) -> bool {
        let text = crate::page::key(text);
        self.words.iter().chain([&self.value]).any(|word| crate::page::key(word) == text)
    }
}
