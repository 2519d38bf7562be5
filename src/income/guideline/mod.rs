//! Guidelines as data: what each agency or investor prescribes, with edition and citations.
//!
//! `common.toml` holds what all share; the file of a guideline holds only what differs, and goes before it.

use super::amount;
use crate::error::Error;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use utoipa::ToSchema;

const COMMON: &str = include_str!("common.toml");

/// Whose rules are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Guideline {
    /// Fannie Mae's Selling Guide.
    #[default]
    FannieMae,
    /// Freddie Mac's Single-Family Seller/Servicer Guide.
    FreddieMac,
    /// HUD Handbook 4000.1.
    Fha,
    /// VA Pamphlet 26-7.
    Va,
    /// USDA HB-1-3555.
    Usda,
    /// A lender's own program by bank statements.
    NonQmBankStatement,
}

impl Guideline {
    /// Every guideline.
    pub const ALL: [Self; 6] =
        [Self::FannieMae, Self::FreddieMac, Self::Fha, Self::Va, Self::Usda, Self::NonQmBankStatement];

    /// Returns the name in JSON: `FANNIE_MAE`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FannieMae => "FANNIE_MAE",
            Self::FreddieMac => "FREDDIE_MAC",
            Self::Fha => "FHA",
            Self::Va => "VA",
            Self::Usda => "USDA",
            Self::NonQmBankStatement => "NON_QM_BANK_STATEMENT",
        }
    }

    /// Returns its rules.
    pub fn rules(self) -> &'static Rules {
        static ALL: LazyLock<BTreeMap<Guideline, Rules>> =
            LazyLock::new(|| Guideline::ALL.into_iter().map(|guideline| (guideline, read(guideline))).collect());
        ALL.get(&self).unwrap_or_else(|| unreachable!("every guideline has rules"))
    }

    fn text(self) -> &'static str {
        match self {
            Self::FannieMae => include_str!("fannie_mae.toml"),
            Self::FreddieMac => include_str!("freddie_mac.toml"),
            Self::Fha => include_str!("fha.toml"),
            Self::Va => include_str!("va.toml"),
            Self::Usda => include_str!("usda.toml"),
            Self::NonQmBankStatement => include_str!("non_qm_bank_statement.toml"),
        }
    }
}

impl fmt::Display for Guideline {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for Guideline {
    type Err = Error;

    /// Takes the name in JSON in any letter case, and the short names that people use: `fannie`, `freddie`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let asked = text.trim().to_uppercase().replace('-', "_");
        let short = match asked.as_str() {
            "FANNIE" | "FNMA" => Some(Self::FannieMae),
            "FREDDIE" | "FHLMC" => Some(Self::FreddieMac),
            "BANK_STATEMENT" => Some(Self::NonQmBankStatement),
            _ => None,
        };
        short.or_else(|| Self::ALL.into_iter().find(|known| known.as_str() == asked)).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|known| known.as_str()).collect();
            Error::invalid_input(format!("there is no guideline {text}"))
                .hint(format!("there are {}; fannie, freddie and bank-statement will do too", known.join(", ")))
        })
    }
}

/// The rules of a guideline.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The name for people.
    pub name: String,
    /// Which edition.
    pub edition: String,
    /// Where each rule is written, by its name here.
    pub citations: BTreeMap<String, String>,
    /// Earnings that vary.
    pub variable: VariableRules,
    /// Base pay.
    pub base_pay: BasePayRules,
    /// Income that is not taxed.
    pub gross_up: GrossUpRules,
    /// Rent.
    pub rental: RentalRules,
    /// Businesses.
    pub self_employment: SelfEmploymentRules,
    /// Income that ends.
    pub continuance: ContinuanceRules,
    /// Income from statements of a bank.
    pub bank_statements: BankStatementRules,
    /// How old papers may be.
    pub documents: DocumentRules,
}

/// How earnings that vary are averaged.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariableRules {
    /// The way.
    pub average: Average,
    /// A fall up to this many percent is stable.
    #[serde(with = "amount")]
    pub stable_percent: Decimal,
    /// A fall beyond this many percent is left out until a person includes it.
    #[serde(with = "amount")]
    pub declining_percent: Decimal,
    /// A rise beyond this many percent is told.
    #[serde(with = "amount")]
    pub unusual_increase_percent: Decimal,
    /// Fewer months than this are no history.
    pub minimum_months: u32,
    /// How many yearly bonuses are averaged.
    pub yearly_bonuses: usize,
}

/// A way to average earnings of several periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Average {
    /// All documented periods, weighted by their months.
    Blend,
    /// The smaller of the last two years' average and the last year's.
    LesserOfTwoYearsAndOne,
    /// The last year and the year to date.
    RecentYearAndYearToDate,
}

/// How base pay is checked.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BasePayRules {
    /// By how many percent the year to date may differ from the rate of pay.
    #[serde(with = "amount")]
    pub tolerance_percent: Decimal,
}

/// How much is added to income that is not taxed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrossUpRules {
    /// Percent of the part that is not taxed.
    #[serde(with = "amount")]
    pub percent: Decimal,
    /// Percent of Social Security that is taken as not taxed where no return tells.
    #[serde(with = "amount")]
    pub social_security_untaxed_percent: Decimal,
}

/// How rent is counted.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RentalRules {
    /// Percent of a lease that counts.
    #[serde(with = "amount")]
    pub lease_percent: Decimal,
    /// Whether the properties that are not bought with the loan are summed before a loss is a liability.
    pub aggregate: bool,
    /// Whether a loss is subtracted from income instead of being a liability.
    pub loss_lowers_income: bool,
}

/// How businesses are counted.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfEmploymentRules {
    /// From this percentage on an owner is self-employed.
    #[serde(with = "amount")]
    pub minimum_ownership_percent: Decimal,
    /// A fall beyond this many percent is left out until a person includes it.
    #[serde(with = "amount")]
    pub review_decline_percent: Decimal,
    /// Whether the smaller of two years' average and the last year counts, also when income rises.
    pub lesser_of_two_years_and_one: bool,
    /// Whether income that fell beyond [`Self::review_decline_percent`] may be used only by a person's underwriting.
    pub decline_forces_manual_underwriting: bool,
    /// A quick or current ratio from which a business can pay its owners.
    #[serde(with = "amount")]
    pub minimum_liquidity: Decimal,
    /// By how many percent a profit and loss statement may lie below the return.
    #[serde(with = "amount")]
    pub profit_and_loss_percent: Decimal,
    /// From which percentage on a corporation's earnings may be used.
    #[serde(with = "amount")]
    pub corporation_ownership_percent: Decimal,
}

/// How long income must go on.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContinuanceRules {
    /// For how many months.
    pub months: u32,
    /// For how many months support must have been received.
    pub support_received_months: u32,
}

/// How statements of a bank are counted.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BankStatementRules {
    /// Whether they are a source of income at all; then returns of the same business are none.
    pub is_income: bool,
    /// Percent of a business account's deposits that are expenses.
    #[serde(with = "amount")]
    pub expense_percent: Decimal,
    /// A fall of the newer half beyond this many percent lets only that half count.
    #[serde(with = "amount")]
    pub decline_percent: Decimal,
    /// From so many overdrafts in a year on a letter is asked for.
    pub overdrafts_told: u32,
    /// More overdrafts in a year than this fail the program.
    pub overdrafts_allowed: u32,
    /// How many months are one or the other full set.
    pub months: Vec<u32>,
}

/// How old papers may be.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentRules {
    /// Days that a paper may be old.
    pub maximum_age_days: i64,
    /// Days before the application that a pay stub may be dated.
    pub stub_days_before_application: i64,
}

impl Rules {
    /// Returns where a rule is written; `None` for a convention of the product.
    pub fn citation(&self, rule: &str) -> Option<&str> {
        self.citations.get(rule).map(String::as_str)
    }
}

/// The files are part of the program; a test reads each.
fn read(guideline: Guideline) -> Rules {
    let mut table: toml::Table = toml::from_str(COMMON).unwrap_or_default();
    let own: toml::Table = toml::from_str(guideline.text()).unwrap_or_default();
    merge(&mut table, own);
    table.try_into().unwrap_or_else(|error| unreachable!("the rules of {guideline}: {error}"))
}

fn merge(into: &mut toml::Table, from: toml::Table) {
    for (name, value) in from {
        match (into.get_mut(&name), value) {
            (Some(toml::Value::Table(known)), toml::Value::Table(own)) => merge(known, own),
            (_, value) => {
                into.insert(name, value);
            }
        }
    }
}
