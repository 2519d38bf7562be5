//! What a computation of income looks at: the papers of a loan, and what a person states beside them.

use super::{Guideline, amount};
use crate::library::DocumentType;
use crate::model::{BoundingBox, Confidence, DocumentId, DocumentTypeId, Field, FieldTypeId};
use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// All that a computation looks at. Equal cases give equal results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IncomeCase {
    /// By whose rules.
    pub guideline: Guideline,
    /// The day as of which papers are old or new.
    pub as_of_date: NaiveDate,
    /// When the borrower applied, where it is known.
    pub application_date: Option<NaiveDate>,
    /// What the loan is for.
    pub transaction: Transaction,
    /// Below this confidence a value that nobody looked at is told: `LOW_CONFIDENCE_INPUT`.
    pub review_threshold: f64,
    /// What makes a single deposit a large one.
    pub large_deposit: LargeDepositThreshold,
    /// The papers, in any order.
    pub papers: Vec<Paper>,
    /// What a person decided about streams.
    #[serde(default)]
    pub overrides: Vec<Override>,
}

/// What a loan is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Transaction {
    /// To buy.
    Purchase,
    /// To pay off another loan.
    Refinance,
    /// Not known.
    Unknown,
}

/// What makes a single deposit a large one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum LargeDepositThreshold {
    /// More than so many dollars.
    Amount(#[serde(with = "amount")] Decimal),
    /// More than so many percent of the monthly qualifying income.
    PercentOfIncome(#[serde(with = "amount")] Decimal),
}

impl PartialSchema for LargeDepositThreshold {
    fn schema() -> RefOr<Schema> {
        // The derive takes an exact number for a text.
        let kinds = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(["amount", "percent_of_income"]))
            .description(Some("What the value counts: dollars, or percent of the monthly qualifying income."));
        let value = ObjectBuilder::new().schema_type(Type::Number).description(Some("More than so many."));
        ObjectBuilder::new()
            .description(Some("What makes a single deposit a large one."))
            .property("kind", kinds)
            .required("kind")
            .property("value", value)
            .required("value")
            .into()
    }
}

impl ToSchema for LargeDepositThreshold {}

impl Default for LargeDepositThreshold {
    fn default() -> Self {
        Self::PercentOfIncome(Decimal::from(50))
    }
}

/// A paper with its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Paper {
    /// The document.
    pub document_id: DocumentId,
    /// What the document is called in its loan: `L-17/3`.
    pub name: String,
    /// Its type.
    pub document_type_id: DocumentTypeId,
    /// The name of its type.
    pub document_type: String,
    /// What was read on it.
    pub values: Vec<PaperValue>,
}

/// A value of a paper.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaperValue {
    /// The field, such as `w2.tax_year`.
    pub field_type_id: FieldTypeId,
    /// The row of its table, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_index: Option<u32>,
    /// The value in its canonical form.
    pub value: String,
    /// How sure the reading is, from 0 to 1.
    pub confidence: f64,
    /// Whether a person set or confirmed it.
    #[serde(default)]
    pub checked_by_person: bool,
    /// Whether a person set it.
    #[serde(default)]
    pub manually_corrected: bool,
    /// The page of the source file, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// Where on that page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounding_box: Option<BoundingBox>,
}

impl Paper {
    /// Makes the paper of a document from what was read on it.
    pub fn new(document: DocumentId, name: String, definition: &DocumentType, fields: &[Field]) -> Self {
        Self {
            document_id: document,
            name,
            document_type_id: definition.id.clone(),
            document_type: definition.name.clone(),
            values: fields.iter().map(PaperValue::from).collect(),
        }
    }
}

impl From<&Field> for PaperValue {
    fn from(field: &Field) -> Self {
        Self {
            field_type_id: field.field_type.clone(),
            row_index: field.row_index,
            value: field.value.clone(),
            confidence: plain(field.confidence),
            checked_by_person: field.manually_corrected || field.confirmed,
            manually_corrected: field.manually_corrected,
            page: field.place.map(|place| place.page_number),
            bounding_box: field.place.map(|place| place.bounding_box),
        }
    }
}

/// Four decimals are more than a confidence means, and are read back from JSON as they were written: a run that is
/// repeated from its stored case sees the same number.
pub fn plain(confidence: Confidence) -> f64 {
    (f64::from(confidence.value()) * 10_000.0).round() / 10_000.0
}

/// What a person decided about a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Override {
    /// The stream, such as `bonus:Acme Inc`; letter case does not count.
    pub stream_key: String,
    /// Whether the total holds it; as the rules say when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub include: Option<bool>,
    /// What no paper says.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<StatedFact, String>,
}

/// What a person may state about a stream, because no paper says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum StatedFact {
    /// `true`: income that fell will not fall further (an employer confirmed it).
    Stabilized,
    /// Dollars a year of a repair that will not recur, with evidence on file.
    ExtraordinaryExpense,
    /// Percent of the assets that will be spent at closing.
    AssetsUsedPercent,
    /// `primary`, `investment` or `second_home`.
    PropertyUse,
    /// The whole monthly payment for a property: principal, interest, taxes, insurance, dues.
    MonthlyPitia,
    /// Market rent a month, by an appraiser.
    MarketRent,
    /// Percent of deposits that are expenses.
    ExpenseFactor,
    /// Percent of a business.
    OwnershipPercent,
    /// How many more months it will be paid.
    MonthsRemaining,
    /// For how many months it has been received.
    MonthsReceived,
    /// In how many months of the newest year the business existed.
    MonthsInBusiness,
    /// `true`: what a business lists as other income comes every year.
    OtherIncomeRecurring,
    /// `true`: notes payable within a year are renewed regularly.
    NotesRenewed,
    /// `true`: it is not taxed; `false`: it is.
    TaxFree,
    /// Percent of it that is taxed.
    TaxablePercent,
    /// Hours a week that the employer guarantees.
    WeeklyHours,
    /// `true`: gains of this kind come every year.
    Recurring,
    /// The monthly income that the application states, as a cap.
    StatedMonthlyIncome,
    /// How often a bonus is paid in a year.
    PaymentsPerYear,
}

impl StatedFact {
    /// Every fact.
    pub const ALL: [Self; 19] = [
        Self::Stabilized,
        Self::ExtraordinaryExpense,
        Self::AssetsUsedPercent,
        Self::PropertyUse,
        Self::MonthlyPitia,
        Self::MarketRent,
        Self::ExpenseFactor,
        Self::OwnershipPercent,
        Self::MonthsRemaining,
        Self::MonthsReceived,
        Self::MonthsInBusiness,
        Self::OtherIncomeRecurring,
        Self::NotesRenewed,
        Self::TaxFree,
        Self::TaxablePercent,
        Self::WeeklyHours,
        Self::Recurring,
        Self::StatedMonthlyIncome,
        Self::PaymentsPerYear,
    ];

    /// Returns the name in JSON: `monthlyPitia`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stabilized => "stabilized",
            Self::ExtraordinaryExpense => "extraordinaryExpense",
            Self::AssetsUsedPercent => "assetsUsedPercent",
            Self::PropertyUse => "propertyUse",
            Self::MonthlyPitia => "monthlyPitia",
            Self::MarketRent => "marketRent",
            Self::ExpenseFactor => "expenseFactor",
            Self::OwnershipPercent => "ownershipPercent",
            Self::MonthsRemaining => "monthsRemaining",
            Self::MonthsReceived => "monthsReceived",
            Self::MonthsInBusiness => "monthsInBusiness",
            Self::OtherIncomeRecurring => "otherIncomeRecurring",
            Self::NotesRenewed => "notesRenewed",
            Self::TaxFree => "taxFree",
            Self::TaxablePercent => "taxablePercent",
            Self::WeeklyHours => "weeklyHours",
            Self::Recurring => "recurring",
            Self::StatedMonthlyIncome => "statedMonthlyIncome",
            Self::PaymentsPerYear => "paymentsPerYear",
        }
    }

    /// Tells whether it is an amount of dollars.
    pub fn is_money(self) -> bool {
        matches!(self, Self::ExtraordinaryExpense | Self::MonthlyPitia | Self::MarketRent | Self::StatedMonthlyIncome)
    }

    /// Tells whether a text can be the value of this fact.
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Self::Stabilized | Self::OtherIncomeRecurring | Self::NotesRenewed | Self::TaxFree | Self::Recurring => {
                matches!(text, "true" | "false")
            }
            Self::PropertyUse => matches!(text, "primary" | "investment" | "second_home"),
            _ => amount::parse(text).is_some_and(|number| !number.is_sign_negative()),
        }
    }
}
