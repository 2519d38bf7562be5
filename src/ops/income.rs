//! Analyses of qualifying income: what is looked at, runs and their history, comparisons.

mod compare;
mod engine;
mod gather;
mod read;
mod run;
mod what_if;
mod worksheet;

pub use compare::{income_diff, replay_income};
pub use read::{income_eligible, income_history, income_result, income_run, income_run_of};
pub use run::{
    Begun, Force, Freshness, PendingRun, finish_income, income_freshness, income_trigger_view, start_income,
    trigger_income,
};
pub use what_if::{SuppliedValue, WhatIf, income_what_if};
pub use worksheet::{WorksheetFiles, income_worksheet};

use crate::income::{Guideline, Override};
use chrono::NaiveDate;

/// How income is to be computed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct IncomeAsk {
    /// By whose rules; the tenant's when nothing is said.
    pub guideline: Option<Guideline>,
    /// What a person decided about streams.
    pub overrides: Overrides,
    /// The day as of which papers are old or new; today when nothing is said.
    pub as_of: Option<NaiveDate>,
}

/// What a person decided about streams.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Overrides {
    /// As in the loan's last completed run.
    #[default]
    AsBefore,
    /// These and no others.
    Given(Vec<Override>),
}
