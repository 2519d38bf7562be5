//! Figures with their proof: each is read, stated, given by a rule, assumed, or calculated from other figures.
//!
//! Invariant: a calculated figure's value is what its operation makes of its inputs, because nothing else can make one;
//! [`Figure::recalculated`] says so again for a tree that was stored. Values keep full precision; only
//! [`Figure::rounded`] rounds.

use super::amount;
use crate::model::{BoundingBox, DocumentId, DocumentTypeId, FieldTypeId};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A number and where it comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figure {
    /// What it is, in words of the field: `Depreciation (line 13), 2025`.
    pub label: String,
    /// The exact value; a string in JSON.
    pub value: Decimal,
    /// Where it comes from.
    #[serde(flatten)]
    pub origin: Origin,
}

/// Where a figure comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "origin", rename_all = "snake_case")]
#[schema(as = FigureOrigin)]
pub enum Origin {
    /// It stands on a page.
    Read {
        /// Where.
        source: ValueSource,
    },
    /// A person said so when the computation was asked for.
    Stated {
        /// The name of the fact.
        fact: String,
    },
    /// A rule of the guideline or of the calendar says so.
    Rule {
        /// The rule, where it is a guideline's.
        citation: Option<String>,
    },
    /// It was not read, and is taken as zero; a warning names the line.
    AssumedZero {
        /// The paper on which it was looked for.
        #[serde(rename = "documentId")]
        document: DocumentId,
        /// The field.
        #[serde(rename = "fieldTypeId")]
        field_type: FieldTypeId,
        /// The form's line or box, where it has one.
        line: Option<String>,
    },
    /// It follows from others.
    Calculated {
        /// How.
        operation: Operation,
        /// From what.
        #[schema(no_recursion)]
        inputs: Vec<Figure>,
    },
}

/// How a figure follows from its inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// All together.
    Sum,
    /// The one input with its sign turned.
    Negative,
    /// The first times all others.
    Product,
    /// The first divided by the second.
    Quotient,
    /// The smallest.
    Least,
    /// The greatest.
    Greatest,
    /// The first rounded half up to cents.
    Rounded,
}

/// Where a value stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValueSource {
    /// The document.
    pub document_id: DocumentId,
    /// What the document is called in its loan: `L-17/3`.
    pub document_name: String,
    /// The name of its type.
    pub document_type: String,
    /// The id of its type.
    pub document_type_id: DocumentTypeId,
    /// The field.
    pub field_type_id: FieldTypeId,
    /// The row of its table, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_index: Option<u32>,
    /// The form's line or box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The page of the source file, from 1; `None` for a value that a person added.
    pub page: Option<u32>,
    /// Where on that page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounding_box: Option<BoundingBox>,
    /// The value in its canonical form.
    pub value: String,
    /// How sure the reading is, from 0 to 1.
    pub confidence: f64,
    /// Whether a person set it.
    pub manually_corrected: bool,
}

impl Figure {
    /// A number that stands on a page.
    pub fn read(label: impl Into<String>, value: Decimal, source: ValueSource) -> Self {
        Self { label: label.into(), value, origin: Origin::Read { source } }
    }

    /// A number that a person stated.
    pub fn stated(label: impl Into<String>, value: Decimal, fact: impl Into<String>) -> Self {
        Self { label: label.into(), value, origin: Origin::Stated { fact: fact.into() } }
    }

    /// A number of a rule or of the calendar.
    pub fn rule(label: impl Into<String>, value: impl Into<Decimal>, citation: Option<&str>) -> Self {
        let origin = Origin::Rule { citation: citation.map(str::to_string) };
        Self { label: label.into(), value: value.into(), origin }
    }

    /// A line that was not read and is taken as zero. Use [`super::notes::Notes::line`], which warns too.
    pub(super) fn assumed_zero(
        label: impl Into<String>,
        document: DocumentId,
        field_type: FieldTypeId,
        line: Option<String>,
    ) -> Self {
        let origin = Origin::AssumedZero { document, field_type, line };
        Self { label: label.into(), value: Decimal::ZERO, origin }
    }

    /// All together; zero for none.
    pub fn sum(label: impl Into<String>, inputs: impl IntoIterator<Item = Self>) -> Self {
        Self::calculated(label, Operation::Sum, inputs.into_iter().collect())
    }

    /// The first without the second.
    #[must_use]
    pub fn minus(self, label: impl Into<String>, other: Self) -> Self {
        Self::sum(label, [self, other.negative()])
    }

    /// The same with its sign turned, under the same label.
    #[must_use]
    pub fn negative(self) -> Self {
        let label = self.label.clone();
        Self::calculated(label, Operation::Negative, vec![self])
    }

    /// A product.
    #[must_use]
    pub fn times(self, label: impl Into<String>, factor: Self) -> Self {
        Self::calculated(label, Operation::Product, vec![self, factor])
    }

    /// A quotient; `None` when the divisor is zero.
    pub fn over(self, label: impl Into<String>, divisor: Self) -> Option<Self> {
        (!divisor.value.is_zero()).then(|| Self::calculated(label, Operation::Quotient, vec![self, divisor]))
    }

    /// The same divided by a number of the calendar that is not zero: 12 months.
    #[must_use]
    pub fn over_number(self, label: impl Into<String>, divisor: &str, number: u32) -> Self {
        let divisor = Self::rule(divisor, Decimal::from(number.max(1)), None);
        Self::calculated(label, Operation::Quotient, vec![self, divisor])
    }

    /// A share of it in percent.
    #[must_use]
    pub fn percent(self, label: impl Into<String>, percent: Self) -> Self {
        let hundred = Self::rule("percent", Decimal::ONE_HUNDRED, None);
        let share_label = percent.label.clone();
        self.times(label, Self::calculated(share_label, Operation::Quotient, vec![percent, hundred]))
    }

    /// The smallest; `None` for none.
    pub fn least(label: impl Into<String>, inputs: Vec<Self>) -> Option<Self> {
        (!inputs.is_empty()).then(|| Self::calculated(label, Operation::Least, inputs))
    }

    /// The greatest; `None` for none.
    pub fn greatest(label: impl Into<String>, inputs: Vec<Self>) -> Option<Self> {
        (!inputs.is_empty()).then(|| Self::calculated(label, Operation::Greatest, inputs))
    }

    /// Rounded half up to cents.
    #[must_use]
    pub fn rounded(self, label: impl Into<String>) -> Self {
        Self::calculated(label, Operation::Rounded, vec![self])
    }

    /// The same under another label.
    #[must_use]
    pub fn named(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    fn calculated(label: impl Into<String>, operation: Operation, inputs: Vec<Self>) -> Self {
        let value = operation.of(inputs.iter().map(|input| input.value));
        Self { label: label.into(), value, origin: Origin::Calculated { operation, inputs } }
    }

    /// Returns what it is made of; nothing for a leaf.
    pub fn inputs(&self) -> &[Self] {
        match &self.origin {
            Origin::Calculated { inputs, .. } => inputs,
            _ => &[],
        }
    }

    /// Returns the leaves in the order in which they are used.
    pub fn leaves(&self) -> Vec<&Self> {
        let mut found = Vec::new();
        self.walk(&mut |figure| {
            if !matches!(figure.origin, Origin::Calculated { .. }) {
                found.push(figure);
            }
        });
        found
    }

    /// Calls a function for each figure of the tree, what is made before what it is made of.
    pub fn walk<'f>(&'f self, visit: &mut impl FnMut(&'f Self)) {
        visit(self);
        for input in self.inputs() {
            input.walk(visit);
        }
    }

    /// Returns the value as calculated anew from the leaves.
    pub fn recalculated(&self) -> Decimal {
        match &self.origin {
            Origin::Calculated { operation, inputs } => operation.of(inputs.iter().map(Self::recalculated)),
            _ => self.value,
        }
    }
}

impl Operation {
    /// A quotient's divisor is never zero: [`Figure::over`] makes none. Zero has no sign, so that a stored figure is
    /// the same when it is read.
    fn of(self, values: impl Iterator<Item = Decimal>) -> Decimal {
        let mut value = self.signed(values);
        if value.is_zero() {
            value.set_sign_positive(true);
        }
        value
    }

    fn signed(self, mut values: impl Iterator<Item = Decimal>) -> Decimal {
        match self {
            Self::Sum => values.sum(),
            Self::Negative => -values.next().unwrap_or_default(),
            Self::Product => values.fold(Decimal::ONE, |product, value| product.saturating_mul(value)),
            Self::Quotient => {
                let dividend = values.next().unwrap_or_default();
                dividend.checked_div(values.next().unwrap_or(Decimal::ONE)).unwrap_or_default()
            }
            Self::Least => values.min().unwrap_or_default(),
            Self::Greatest => values.max().unwrap_or_default(),
            Self::Rounded => amount::to_cents(values.next().unwrap_or_default()),
        }
    }
}
