//! Qualifying income from the papers of a loan, by a guideline's rules, with the proof of every figure.
//!
//! Pure: [`analyze`] is a function of its case alone. Invariants: a figure is read from a page, stated by a person,
//! given by a rule, or calculated from such; an unknown value is never zero without a warning that names the line;
//! the order of the papers changes nothing.

mod age;
pub mod amount;
mod assembly;
mod bank;
mod benefits;
mod business;
mod case;
mod desk;
mod diff;
mod draft;
mod employment;
mod figure;
mod groups;
mod guideline;
mod large_deposits;
mod lines;
mod months;
mod notes;
pub mod papers;
mod people;
mod rental;
mod result;
mod returns;
mod sheet;
mod trend;
mod yearly;

pub use bank::{
    Checksum, StatementAccount, StatementDeposit, StatementWithdrawal, is_bank_statement, statement_accounts,
};
pub use case::{
    IncomeCase, LargeDepositThreshold, Override, Paper, PaperValue, StatedFact, Transaction, plain as plain_confidence,
};
pub use diff::{IncomeDifference, Leaf, LeafDifference, StreamDifference, difference, source_of};
pub use figure::{Figure, Operation, Origin, ValueSource};
pub use guideline::{Average, Guideline, Rules};
pub use large_deposits::{LargeDeposit, LargeDepositLimit, large_deposits};
pub use result::{
    BorrowerIncome, Candidate, Direction, EngineName, IncomeData, Liability, MissingDocument, Period, SCHEMA_VERSION,
    Severity, Step, Stream, StreamKind, Trend, Warning,
};

use assembly::{Share, assemble, loan_warnings};
use desk::Desk;
use draft::Findings;
use notes::{Code, Notes};
use people::{Person, is_nameless, people};
use rust_decimal::Decimal;
use sheet::Sheet;

/// Computes the qualifying income of a loan.
pub fn analyze(case: &IncomeCase) -> IncomeData {
    let rules = case.guideline.rules();
    let sheets: Vec<Sheet<'_>> = case.papers.iter().map(Sheet::new).collect();
    let (mut people, shared) = people(&sheets);
    if people.is_empty() && !shared.is_empty() {
        // A lease or the return of a business may be all there is.
        people.push(Person { name: None, sheets: Vec::new() });
    }
    let names = people.iter().filter_map(|person| person.name.clone()).collect();
    let desk = Desk { case, rules, shared, names };
    let mut notes = Notes::default();
    let mut missing = Vec::new();
    let mut all_found = Vec::new();
    for person in &people {
        if people.len() > 1 {
            for sheet in person.sheets.iter().filter(|sheet| is_nameless(**sheet)) {
                let message = format!("{} names nobody; it is counted for {}", sheet.title(), person.shown());
                notes.warn_of(Code::BorrowerUnknown, *sheet, message);
            }
        }
        all_found.push(streams_of(&desk, person));
    }
    let others = monthly(&all_found);
    let mut shares = Vec::new();
    let mut claimed = Vec::new();
    for (person, mut found) in people.iter().zip(all_found) {
        bank::find(&desk, person, others, &mut found);
        claimed.append(&mut found.used);
        notes.extend(found.notes);
        missing.extend(found.missing);
        // Papers name people who earn nothing here: who pays support, whose business it is.
        if !found.drafts.is_empty() {
            shares.push(Share { name: person.name.clone(), drafts: found.drafts });
        }
    }
    let mut left_over = Findings::default();
    business::unclaimed(&desk, &claimed, &mut left_over);
    notes.extend(left_over.notes);
    missing.extend(left_over.missing);
    missing.sort();
    missing.dedup();
    let mut large = Notes::default();
    let mut assembled = assemble(case, rules, shares, notes);
    large_deposits::note_large(case, assembled.total, &mut large);
    assembled.warnings.extend(loan_warnings(large));
    IncomeData {
        schema_version: SCHEMA_VERSION.to_string(),
        guideline: case.guideline,
        rules_version: rules.edition.clone(),
        engine: EngineName { name: "embedded".to_string(), version: env!("CARGO_PKG_VERSION").to_string() },
        as_of_date: case.as_of_date,
        total_monthly_income: assembled.total,
        borrowers: assembled.borrowers,
        liabilities: assembled.liabilities,
        warnings: assembled.warnings,
        missing_documents: missing,
    }
}

/// Businesses come first: an owner's W-2 belongs to the business. Statements of a bank are looked at when all else is
/// known: what is a large deposit depends on it.
fn streams_of<'c>(desk: &Desk<'c>, person: &Person<'c>) -> Findings<'c> {
    let mut found = Findings::default();
    business::find(desk, person, &mut found);
    rental::find(desk, person, &mut found);
    employment::find(desk, person, &mut found);
    benefits::find(desk, person, &mut found);
    found
}

/// Returns what the streams bring that are there before statements of a bank are looked at.
fn monthly(found: &[Findings<'_>]) -> Decimal {
    let drafts = found.iter().flat_map(|found| &found.drafts);
    drafts.filter(|draft| draft.include).map(|draft| draft.amount.value).sum()
}
