//! Loan configurations: what the papers of an investor's or a product's loans are checked against.
//!
//! Invariant: plain data with a closed vocabulary. A member that is not known here is refused by its name, so that a
//! requirement that is misspelled cannot be silently absent.

mod literal;
mod test;

pub use literal::{FieldOperand, Operand};
pub use test::ValueTest;

use super::{DocumentTypeId, FieldTypeId, Severity};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the papers of certain loans are checked against.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Configuration {
    /// Its name, unique within a tenant; empty when the file leaves it to the caller.
    #[serde(default)]
    pub name: String,
    /// The investor whose rules these are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub investor: Option<String>,
    /// The product that it is meant for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product_type: Option<String>,
    /// Papers that a loan must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required_documents: Vec<RequiredDocument>,
    /// Signatures that must stand on papers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signature_requirements: Vec<SignatureRequirement>,
    /// What a notary's block must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notary_checks: Vec<NotaryCheck>,
    /// Dates that must lie within limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub date_constraints: Vec<DateConstraint>,
    /// What values must be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub field_rules: Vec<FieldRule>,
}

/// A paper that a loan must hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RequiredDocument {
    /// Its type.
    pub document_type_id: DocumentTypeId,
    /// How many of them at least.
    #[serde(default = "one")]
    pub min_count: u32,
    /// On which condition; always without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
}

fn one() -> u32 {
    1
}

/// A signature that must stand on every paper of a type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SignatureRequirement {
    /// The type.
    pub document_type_id: DocumentTypeId,
    /// Who signs: the name of one of the type's signature fields without `_signature`, such as `co_borrower`.
    pub signer: String,
    /// The page that bears it, by its number in the document; any page without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
}

/// What a notary's block must hold on every paper of a type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct NotaryCheck {
    /// The type.
    pub document_type_id: DocumentTypeId,
    /// Its elements.
    pub elements: Vec<NotaryElement>,
}

/// A part of a notary's acknowledgment or jurat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotaryElement {
    /// The state of the venue.
    State,
    /// The county of the venue.
    County,
    /// The day on which it was acknowledged or sworn.
    Date,
    /// The notary's name.
    Name,
    /// The notary's signature.
    Signature,
    /// The seal or stamp.
    Seal,
    /// The number of the notary's commission.
    CommissionNumber,
    /// The day on which the commission ends.
    CommissionExpiration,
}

impl NotaryElement {
    /// Returns the name, within a type, of the field that holds it.
    pub fn field(self) -> &'static str {
        match self {
            Self::State => "notary_state",
            Self::County => "notary_county",
            Self::Date => "notary_acknowledgment_date",
            Self::Name => "notary_name",
            Self::Signature => "notary_signature",
            Self::Seal => "notary_seal",
            Self::CommissionNumber => "notary_commission_number",
            Self::CommissionExpiration => "notary_commission_expiration_date",
        }
    }

    /// Returns the name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::County => "county",
            Self::Date => "date",
            Self::Name => "name",
            Self::Signature => "signature",
            Self::Seal => "seal",
            Self::CommissionNumber => "commission number",
            Self::CommissionExpiration => "commission's end",
        }
    }
}

/// A limit that a date must keep. It has exactly one of its last four members.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct DateConstraint {
    /// The type of the papers.
    pub document_type_id: DocumentTypeId,
    /// The date.
    pub field_type_id: FieldTypeId,
    /// How many days it may lie before the loan's closing, or before today while that day is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_age_days: Option<u32>,
    /// The first day that is allowed.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "literal::day")]
    pub not_before: Option<NaiveDate>,
    /// The last day that is allowed.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "literal::day")]
    pub not_after: Option<NaiveDate>,
    /// Another date that it must lie near.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relative_to: Option<RelativeTo>,
}

/// Another date, and how far from it a date may lie.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RelativeTo {
    /// The other date.
    pub field_type_id: FieldTypeId,
    /// How many days after it at least; negative for days before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_days: Option<i32>,
    /// How many days after it at most; negative for days before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_days: Option<i32>,
}

/// What a value must be: a rule of the investor. It has at least one test, and all of its tests must hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct FieldRule {
    /// The rule in the investor's words.
    pub name: String,
    /// The value; of a table's column each row's.
    pub field_type_id: FieldTypeId,
    /// Whether a paper of the type must have it (or must not).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub present: Option<bool>,
    /// What it must be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equals: Option<Operand>,
    /// What it must not be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_equals: Option<Operand>,
    /// What it may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_of: Option<Vec<String>>,
    /// The least that it may be; for a date the first day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Operand>,
    /// The most that it may be; for a date the last day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Operand>,
    /// On which condition; always without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// Whether breaking it holds the document back.
    #[serde(default = "error", skip_serializing_if = "is_error")]
    pub severity: Severity,
}

fn error() -> Severity {
    Severity::Error
}

fn is_error(severity: &Severity) -> bool {
    *severity == Severity::Error
}

/// When a requirement applies: by a type of which the loan has a document, or by tests of a value in one of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Condition {
    /// A type; with `present = false` the loan must have no document of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document_type_id: Option<DocumentTypeId>,
    /// A value that some document of the loan must have and that must pass the tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field_type_id: Option<FieldTypeId>,
    /// Whether it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub present: Option<bool>,
    /// What it must be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equals: Option<Operand>,
    /// What it must not be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_equals: Option<Operand>,
    /// What it may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_of: Option<Vec<String>>,
    /// The least that it may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Operand>,
    /// The most that it may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Operand>,
}

/// A configuration as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct LoanConfiguration {
    /// Its id.
    pub id: super::ConfigurationId,
    /// What it says; its name is never empty.
    pub content: Configuration,
    /// When it was made.
    pub created_at: super::Timestamp,
    /// When it was last changed.
    pub updated_at: super::Timestamp,
}
