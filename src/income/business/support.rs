//! Papers that support or replace the figure of a business: its profit and loss statement, its statements of a bank.

use super::company::same_company;
use super::settled::{Enterprise, Year};
use crate::income::amount::{shown, to_cents};
use crate::income::desk::Desk;
use crate::income::draft::Findings;
use crate::income::months;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::sheet::{Sheet, in_order};
use crate::income::trend::{Span, change};
use crate::validate::same_person;
use rust_decimal::Decimal;

/// Expenses of a profit and loss statement that are no payments.
const NOT_PAID: [&str; 3] = ["depreciation", "depletion", "amortization"];

/// Warns when the year to date lies below the newest return; it never raises the figure.
pub(super) fn compare_profit_and_loss<'c>(
    desk: &Desk<'c>,
    person: &Person<'c>,
    enterprise: &Enterprise,
    newest: &Year,
    span: &Span,
    notes: &mut Notes,
    found: &mut Findings<'c>,
) {
    let is_about = |sheet: &Sheet<'c>| match sheet.text("business_name") {
        Some(name) => same_company(name, &enterprise.name),
        None => true,
    };
    let ends = |sheet: Sheet<'c>| sheet.date("period_end_date");
    let mut statements: Vec<Sheet<'c>> = person.papers("profit_and_loss").into_iter().filter(is_about).collect();
    statements.retain(|sheet| ends(*sheet).is_some_and(|end| chrono::Datelike::year(&end) > newest.year));
    in_order(&mut statements, ends);
    let Some(statement) = statements.last().copied() else { return };
    found.used.push(statement);
    let Some((monthly, through)) = monthly(statement) else { return };
    let monthly = monthly * enterprise.share_percent / Decimal::ONE_HUNDRED;
    let by_return = newest.earned / span.months.value.max(Decimal::ONE);
    let limit = desk.rules.self_employment.profit_and_loss_percent;
    let Some(changed) = change(monthly, by_return).filter(|changed| -*changed > limit) else { return };
    let message = format!(
        "through {through} {} shows {} a month, {}% against {} by the return of {}",
        statement.title(),
        shown(monthly),
        to_cents(changed),
        shown(by_return),
        newest.year
    );
    notes.warn_of(Code::PlBelowReturn, statement, message);
}

/// Returns what a statement shows a month, and through which day.
fn monthly(statement: Sheet<'_>) -> Option<(Decimal, chrono::NaiveDate)> {
    let through = statement.date("period_end_date")?;
    let months = match statement.date("period_start_date") {
        Some(from) => months::between(from, through),
        None => months::elapsed(through),
    };
    let number = |field: &str| statement.figure(field).map(|figure| figure.value);
    let not_paid: Decimal = NOT_PAID.into_iter().filter_map(number).sum();
    Some(((number("net_income")? + not_paid).checked_div(months)?, through))
}

/// Tells whether statements of a bank are the source of this income: under a program by statements, those of the
/// business or of its owner.
pub(super) fn is_counted_by_statements(desk: &Desk<'_>, person: &Person<'_>, business: &str) -> bool {
    let is_theirs = |holder: &str| {
        same_company(holder, business) || person.name.as_deref().is_some_and(|name| same_person(holder, name))
    };
    desk.rules.bank_statements.is_income
        && desk
            .case
            .papers
            .iter()
            .map(Sheet::new)
            .filter(|sheet| sheet.is("bank_statement"))
            .any(|sheet| sheet.text("account_holder_name").is_some_and(is_theirs))
}
