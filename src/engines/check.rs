//! Whether a result adds up.

use crate::income::{IncomeCase, IncomeData, SCHEMA_VERSION, Stream};
use rust_decimal::Decimal;
use std::collections::HashSet;

/// Tells what is wrong with a result that another engine gave for a case; nothing when it adds up.
///
/// # Errors
/// The first thing that is wrong, in words.
pub fn check(result: &IncomeData, case: &IncomeCase) -> Result<(), String> {
    if result.schema_version != SCHEMA_VERSION {
        return Err(format!(
            "schemaVersion is {:?}, this program knows {SCHEMA_VERSION}",
            short(&result.schema_version)
        ));
    }
    if result.guideline != case.guideline {
        return Err(format!("guideline is {}, asked was {}", result.guideline, case.guideline));
    }
    if result.as_of_date != case.as_of_date {
        return Err(format!("asOfDate is {}, asked was {}", result.as_of_date, case.as_of_date));
    }
    let mut whole = Decimal::ZERO;
    let mut streams = HashSet::new();
    for borrower in &result.borrowers {
        let mut sum = Decimal::ZERO;
        for stream in &borrower.streams {
            if !streams.insert(stream.stream_id.as_str()) {
                return Err(format!("two streams have the id {}", short(&stream.stream_id)));
            }
            check_stream(stream)?;
            if stream.include_in_total {
                sum = sum.checked_add(stream.monthly_amount).ok_or("the amounts are too large")?;
            }
        }
        equal("totalMonthlyIncome of a borrower", borrower.total_monthly_income, sum)?;
        whole = whole.checked_add(sum).ok_or("the amounts are too large")?;
    }
    equal("totalMonthlyIncome", result.total_monthly_income, whole)?;
    let named = result.liabilities.iter().filter_map(|liability| liability.stream_id.as_deref());
    let named = named.chain(result.warnings.iter().filter_map(|warning| warning.stream_id.as_deref()));
    for stream in named {
        if !streams.contains(stream) {
            return Err(format!("stream {} is named and is not there", short(stream)));
        }
    }
    if result.liabilities.iter().any(|liability| liability.monthly_amount.is_sign_negative()) {
        return Err("a liability is negative".to_string());
    }
    check_sources(result, case)
}

fn check_stream(stream: &Stream) -> Result<(), String> {
    let what = format!("stream {}", short(&stream.stream_id));
    let months = stream.periods.iter().map(|period| period.months).chain(stream.months);
    if months.into_iter().any(|months| months.is_sign_negative() && !months.is_zero()) {
        return Err(format!("{what} covers a negative number of months"));
    }
    let year = stream.monthly_amount.checked_mul(Decimal::from(12)).ok_or("the amounts are too large")?;
    // The year may have been computed before the month was rounded: half a cent a month.
    if (stream.annual_amount - year).abs() > Decimal::new(6, 2) {
        return Err(format!("{what}: annualAmount is not twelve times monthlyAmount"));
    }
    if let Some(proof) = &stream.proof {
        equal(
            &format!("monthlyAmount of {what}, as its proof makes it,"),
            stream.monthly_amount,
            proof.recalculated(),
        )?;
    }
    Ok(())
}

/// A figure can only rest on papers that were sent.
fn check_sources(result: &IncomeData, case: &IncomeCase) -> Result<(), String> {
    let sent: HashSet<_> = case.papers.iter().map(|paper| paper.document_id).collect();
    let sources = result.streams().flat_map(|stream| &stream.sources).map(|source| source.document_id);
    let warned = result.warnings.iter().chain(result.streams().flat_map(|stream| &stream.warnings));
    let mut named = sources.chain(warned.filter_map(|warning| warning.document_id));
    match named.find(|document| !sent.contains(document)) {
        Some(document) => Err(format!("document {document} is named and was not sent")),
        None => Ok(()),
    }
}

fn equal(what: &str, told: Decimal, found: Decimal) -> Result<(), String> {
    let same = told.checked_sub(found).is_some_and(|difference| difference.abs() <= Decimal::new(1, 2));
    if same { Ok(()) } else { Err(format!("{what} is {told} and should be {found}")) }
}

/// A name of another engine's choice, so short that it does no harm in a message.
fn short(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(40).collect()
}
