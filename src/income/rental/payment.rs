//! The whole monthly payment for a property: principal, interest, taxes, insurance, dues.
//!
//! Invariant: no part is counted twice, neither as escrow and bill, nor for two properties.

use super::place::{applications, is_subject, owned, short};
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::Findings;
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::result::StreamKind;
use crate::income::sheet::{Sheet, SheetRow, in_order};
use crate::validate::same_address;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// Returns the payment; `None` when no paper tells it.
pub(super) fn of_property<'c>(
    desk: &Desk<'c>,
    address: &str,
    row: Option<SheetRow<'c>>,
    notes: &mut Notes,
    found: &mut Findings<'c>,
) -> Option<Figure> {
    let label = format!("Monthly payment for {}, with taxes and insurance", short(address));
    let stated = desk.stated_figure(StreamKind::Rental, &short(address), StatedFact::MonthlyPitia, "monthly payment");
    stated
        .or_else(|| proposed(desk, address).map(|proposed| Figure::sum(label.clone(), [proposed])))
        .or_else(|| by_statements(desk, address, row, &label, notes, found))
        .or_else(|| by_application(desk, address, &label))
}

/// The property that the loan is for will be paid as the lender proposes.
fn proposed(desk: &Desk<'_>, address: &str) -> Option<Figure> {
    if !is_subject(desk, address) {
        return None;
    }
    let papers = desk.shared_papers("urla_lender_loan_information");
    papers.into_iter().find_map(|sheet| sheet.figure("proposed_total_monthly_payment"))
}

fn by_statements<'c>(
    desk: &Desk<'c>,
    address: &str,
    row: Option<SheetRow<'c>>,
    label: &str,
    notes: &mut Notes,
    found: &mut Findings<'c>,
) -> Option<Figure> {
    let statements = statements(desk, address);
    if statements.is_empty() {
        return None;
    }
    let mut parts = Vec::new();
    let mut has_escrow = false;
    for statement in statements {
        if found.has_used(statement) {
            let message = format!("{} is of another property's payment too and is counted there", statement.title());
            notes.warn_of(Code::CountedElsewhere, statement, message);
            has_escrow = true;
            continue;
        }
        parts.push(payment(statement)?);
        found.used.push(statement);
        has_escrow |= statement.figure("escrow_taxes_and_insurance").is_some_and(|escrow| !escrow.value.is_zero());
    }
    if !has_escrow {
        let beside = [
            bill(desk, "property_tax_bill", "annual_tax", address).or_else(|| a_month(row, "taxes", notes)),
            bill(desk, "hazard_insurance", "annual_premium", address).or_else(|| a_month(row, "insurance", notes)),
        ];
        for (part, what) in beside.into_iter().zip(["taxes", "insurance"]) {
            match part {
                Some(part) => parts.push(part),
                None => {
                    let message =
                        format!("the payment for {} has no escrow, and no paper tells its {what}", short(address));
                    notes.warn(Code::PitiaUnknown, message);
                    return None;
                }
            }
        }
    }
    parts.extend(dues(desk, address));
    Some(Figure::sum(label, parts))
}

/// Returns the newest statement of each loan on a property.
fn statements<'c>(desk: &Desk<'c>, address: &str) -> Vec<Sheet<'c>> {
    let mut statements = desk.shared_papers("mortgage_statement");
    statements.retain(|sheet| sheet.text("property_address").is_some_and(|of| same_address(of, address)));
    in_order(&mut statements, |sheet| sheet.date("statement_date"));
    let mut newest: BTreeMap<String, Sheet<'c>> = BTreeMap::new();
    for sheet in statements {
        let number = sheet.text("account_number").unwrap_or_default();
        let tail: String = number.chars().filter(char::is_ascii_digit).rev().take(4).collect();
        newest.insert(tail, sheet);
    }
    newest.into_values().collect()
}

fn payment(statement: Sheet<'_>) -> Option<Figure> {
    let parts = || {
        let figure = |field: &str| statement.figure(field);
        let loan = figure("principal_and_interest")
            .or_else(|| Some(Figure::sum("principal and interest", [figure("principal")?, figure("interest")?])))?;
        let label = format!("payment of {}", statement.title());
        Some(Figure::sum(label, [Some(loan), figure("escrow_taxes_and_insurance")].into_iter().flatten()))
    };
    statement.figure("regular_monthly_payment").or_else(parts)
}

fn bill(desk: &Desk<'_>, form: &str, field: &str, address: &str) -> Option<Figure> {
    let mut papers = desk.shared_papers(form);
    papers.retain(|sheet| sheet.text("property_address").is_some_and(|of| same_address(of, address)));
    // A policy against floods alone insures beside the one that counts.
    papers.retain(|sheet| sheet.text("policy_type").is_none_or(|policy| policy != "Flood"));
    in_order(&mut papers, |sheet| sheet.date("effective_date"));
    let yearly = papers.last()?.figure(field)?;
    let label = format!("{} a month", yearly.label);
    Some(yearly.over_number(label, "months of a year", 12))
}

/// Without a bill the return tells what was paid in its year. A convention of the product.
fn a_month(row: Option<SheetRow<'_>>, column: &str, notes: &mut Notes) -> Option<Figure> {
    let row = row?;
    let yearly = row.figure(column).filter(|paid| !paid.value.is_zero())?;
    let message = format!("the payment has no escrow: a twelfth of {} is taken for what is missing", yearly.label);
    let line = row.sheet().line(&row.field(column));
    notes.warn_line(Code::PitiaEstimated, row.sheet().document(), line, message);
    let label = format!("{} a month", yearly.label);
    Some(yearly.over_number(label, "months of a year", 12))
}

fn dues(desk: &Desk<'_>, address: &str) -> Option<Figure> {
    let mut papers = desk.shared_papers("hoa_statement");
    papers.retain(|sheet| sheet.text("property_address").is_some_and(|of| same_address(of, address)));
    in_order(&mut papers, |sheet| sheet.date("statement_date"));
    let paper = *papers.last()?;
    let dues = paper.figure("dues_amount")?;
    let months = match paper.text("dues_frequency") {
        Some("Annually") => 12,
        Some("Semiannually") => 6,
        Some("Quarterly") => 3,
        _ => return Some(dues),
    };
    let label = format!("{} a month", dues.label);
    Some(dues.over_number(label, "months between dues", months))
}

fn by_application(desk: &Desk<'_>, address: &str, label: &str) -> Option<Figure> {
    let is_of = |row: &SheetRow<'_>| row.text("property_address").is_some_and(|of| same_address(of, address));
    let mortgages: Vec<Figure> = applications(desk)
        .flat_map(|sheet| sheet.rows("mortgages_on_real_estate_owned"))
        .filter(is_of)
        .filter_map(|row| row.figure("monthly_mortgage_payment"))
        .collect();
    let beside = owned(desk, address).and_then(|row| row.figure("monthly_insurance_taxes_dues"));
    let all: Vec<Figure> = mortgages.into_iter().chain(beside).collect();
    let total: Decimal = all.iter().map(|figure| figure.value).sum();
    (!total.is_zero()).then(|| Figure::sum(label, all))
}
