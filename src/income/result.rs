//! What a computation of qualifying income returns: the shape that is stored, answered and asked of other engines.

use super::Guideline;
use super::amount;
use super::figure::{Figure, ValueSource};
use crate::model::DocumentId;
use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The version of this shape.
pub const SCHEMA_VERSION: &str = "1.0";

/// The qualifying income of a loan. Amounts are dollars a month unless a name says otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomeData {
    /// The version of this shape.
    pub schema_version: String,
    /// By whose rules.
    pub guideline: Guideline,
    /// The edition of those rules.
    pub rules_version: String,
    /// What computed it.
    pub engine: EngineName,
    /// The day as of which papers are old or new.
    pub as_of_date: NaiveDate,
    /// All streams that are included.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub total_monthly_income: Decimal,
    /// Who earns it.
    pub borrowers: Vec<BorrowerIncome>,
    /// What lowers nothing but is owed each month: rentals that cost more than they bring.
    #[serde(default)]
    pub liabilities: Vec<Liability>,
    /// What a person should know, of all streams and of none.
    #[serde(default)]
    pub warnings: Vec<Warning>,
    /// Papers that would make it surer or complete.
    #[serde(default)]
    pub missing_documents: Vec<MissingDocument>,
}

/// What computed a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EngineName {
    /// `embedded`, or what another engine calls itself.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The income of one borrower.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BorrowerIncome {
    /// The id within this result: `b1`.
    pub borrower_id: String,
    /// The name as papers have it.
    #[serde(default)]
    pub name: Option<String>,
    /// All of this borrower's streams that are included.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub total_monthly_income: Decimal,
    /// Each source of income.
    pub streams: Vec<Stream>,
}

/// A source of income.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stream {
    /// The id within this result: `s1`.
    pub stream_id: String,
    /// What overrides name it by, the same in every run over the same papers: `bonus:Acme Inc`.
    #[serde(default)]
    pub stream_key: String,
    /// What kind of income.
    #[serde(rename = "type")]
    pub kind: StreamKind,
    /// Who pays, or which business or property.
    pub payer: String,
    /// A month; negative for a loss.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub monthly_amount: Decimal,
    /// Twelve times that.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub annual_amount: Decimal,
    /// Whether the total holds it.
    pub include_in_total: bool,
    /// How it was computed: `BIWEEKLY_X26_DIV12`.
    pub method: String,
    /// How many months the figures cover.
    #[serde(default, with = "amount::option")]
    #[schema(value_type = Option<f64>)]
    pub months: Option<Decimal>,
    /// Other ways to compute it, for comparison.
    #[serde(default)]
    pub candidates: Vec<Candidate>,
    /// How it develops.
    pub trend: Trend,
    /// The times of which earnings are documented, newest first.
    #[serde(default)]
    pub periods: Vec<Period>,
    /// The way from the first figure to the result.
    #[serde(default)]
    pub steps: Vec<Step>,
    /// The values that it rests on.
    #[serde(default)]
    pub sources: Vec<ValueSource>,
    /// What a person should know about it.
    #[serde(default)]
    pub warnings: Vec<Warning>,
    /// The rules that it follows.
    #[serde(default)]
    pub citations: Vec<String>,
    /// Every figure down to the page; other engines may leave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Figure>,
}

/// A kind of income.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "the names are those of the mortgage field")]
pub enum StreamKind {
    BasePay,
    Overtime,
    Bonus,
    Commission,
    Tip,
    MilitaryBase,
    MilitaryEntitlement,
    SecondaryEmployment,
    ScheduleC,
    ScheduleF,
    Partnership,
    SCorporation,
    Corporation,
    Rental,
    BankStatement,
    SocialSecurity,
    Pension,
    RetirementDistribution,
    InterestDividend,
    CapitalGain,
    Royalty,
    Alimony,
    ChildSupport,
    VaBenefit,
    Unemployment,
    Other,
}

impl StreamKind {
    /// Returns the name in keys of streams: `base_pay`.
    pub fn key(self) -> &'static str {
        match self {
            Self::BasePay => "base_pay",
            Self::Overtime => "overtime",
            Self::Bonus => "bonus",
            Self::Commission => "commission",
            Self::Tip => "tip",
            Self::MilitaryBase => "military_base",
            Self::MilitaryEntitlement => "military_entitlement",
            Self::SecondaryEmployment => "secondary_employment",
            Self::ScheduleC => "schedule_c",
            Self::ScheduleF => "schedule_f",
            Self::Partnership => "partnership",
            Self::SCorporation => "s_corporation",
            Self::Corporation => "corporation",
            Self::Rental => "rental",
            Self::BankStatement => "bank_statement",
            Self::SocialSecurity => "social_security",
            Self::Pension => "pension",
            Self::RetirementDistribution => "retirement_distribution",
            Self::InterestDividend => "interest_dividend",
            Self::CapitalGain => "capital_gain",
            Self::Royalty => "royalty",
            Self::Alimony => "alimony",
            Self::ChildSupport => "child_support",
            Self::VaBenefit => "va_benefit",
            Self::Unemployment => "unemployment",
            Self::Other => "other",
        }
    }

    /// Returns the name for people of a stream of this kind: `Base pay, Acme Inc`.
    pub fn of(self, payer: &str) -> String {
        if payer.is_empty() || payer.eq_ignore_ascii_case(self.title()) {
            return self.title().to_string();
        }
        format!("{}, {payer}", self.title())
    }

    /// Returns the name for people: `Base pay`.
    pub fn title(self) -> &'static str {
        match self {
            Self::BasePay => "Base pay",
            Self::Overtime => "Overtime",
            Self::Bonus => "Bonus",
            Self::Commission => "Commission",
            Self::Tip => "Tips",
            Self::MilitaryBase => "Military base pay",
            Self::MilitaryEntitlement => "Military entitlements",
            Self::SecondaryEmployment => "Second job",
            Self::ScheduleC => "Schedule C",
            Self::ScheduleF => "Schedule F",
            Self::Partnership => "Partnership",
            Self::SCorporation => "S corporation",
            Self::Corporation => "Corporation",
            Self::Rental => "Rental",
            Self::BankStatement => "Bank statements",
            Self::SocialSecurity => "Social Security",
            Self::Pension => "Pension",
            Self::RetirementDistribution => "Retirement distribution",
            Self::InterestDividend => "Interest and dividends",
            Self::CapitalGain => "Capital gains",
            Self::Royalty => "Royalties",
            Self::Alimony => "Alimony",
            Self::ChildSupport => "Child support",
            Self::VaBenefit => "VA benefit",
            Self::Unemployment => "Unemployment",
            Self::Other => "Other",
        }
    }
}

/// Another way to compute a stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// Which way: `ytd_avg`.
    pub key: String,
    /// What it gives a month.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub monthly_amount: Decimal,
}

/// How a stream develops.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trend {
    /// Which way.
    pub direction: Direction,
    /// By how much the newest period differs from the one before, in percent; null when there is none before.
    #[serde(default, with = "amount::option")]
    #[schema(value_type = Option<f64>)]
    pub change_pct: Option<Decimal>,
}

/// Which way a stream develops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Direction {
    /// It grows.
    Increasing,
    /// It stays.
    Stable,
    /// It falls.
    Declining,
    /// It fell and stays now.
    Stabilized,
    /// Too little is documented to tell.
    Insufficient,
}

/// A time of which earnings are documented.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Period {
    /// `YTD` or the year.
    pub label: String,
    /// Its first day.
    pub from: Option<NaiveDate>,
    /// Its last day.
    pub through: Option<NaiveDate>,
    /// How many months it counts as.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub months: Decimal,
    /// What was earned in it.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub earnings: Decimal,
    /// The earnings a month.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub monthly_amount: Decimal,
}

/// A step of the computation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Step {
    /// Its place, from 1.
    pub seq: u32,
    /// What is done: `3076.92 x 26 / 12`.
    pub text: String,
    /// What comes out, rounded to cents for showing only.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub result: Decimal,
}

/// What is owed each month on account of a stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Liability {
    /// The stream; null when several together cause it.
    pub stream_id: Option<String>,
    /// Why: `NEGATIVE_RENTAL`.
    pub kind: String,
    /// How much a month, positive.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub monthly_amount: Decimal,
}

/// What a person should know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// Which kind of warning: `INCOME_DECLINING`.
    pub code: String,
    /// How grave.
    pub severity: Severity,
    /// The stream; null when it is about none.
    #[serde(default)]
    pub stream_id: Option<String>,
    /// The paper that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document_id: Option<DocumentId>,
    /// The form's line or box that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// In words.
    pub message: String,
}

/// How grave a warning is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = WarningSeverity)]
pub enum Severity {
    /// Good to know.
    Low,
    /// Somebody should look.
    Medium,
    /// The figure may be wrong or may not be used.
    High,
}

/// A paper that would make a result surer or complete.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingDocument {
    /// The name of its type.
    #[serde(rename = "type")]
    pub document_type: String,
    /// The year that it is about.
    pub tax_year: Option<i32>,
    /// Why it is needed.
    pub reason: String,
}

impl IncomeData {
    /// Returns all streams, borrower by borrower.
    pub fn streams(&self) -> impl Iterator<Item = &Stream> {
        self.borrowers.iter().flat_map(|borrower| &borrower.streams)
    }
}
