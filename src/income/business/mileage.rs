//! Depreciation in the standard mileage rate: part of what the rate deducts is no payment.
//!
//! Invariant: a year without a known rate adds nothing; no rate is guessed.

use crate::income::amount;
use crate::income::desk::Desk;
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::sheet::Sheet;
use rust_decimal::Decimal;
use serde::Deserialize;
use std::sync::LazyLock;

/// By how many percent the costs of cars may differ from miles times the standard rate and still come from it: tolls
/// and parking are added, and miles are rounded. A convention of the product.
const TOLERANCE_PERCENT: i64 = 10;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rates {
    rate: Vec<Rate>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rate {
    year: i32,
    depreciation: String,
    standard: Vec<String>,
}

static RATES: LazyLock<Vec<Rate>> = LazyLock::new(|| {
    let rates: Result<Rates, _> = toml::from_str(include_str!("mileage.toml"));
    rates.unwrap_or_else(|error| unreachable!("mileage.toml: {error}")).rate
});

/// Returns the depreciation in the mileage of a Schedule C; `None` where there is none to add.
pub(super) fn depreciation(desk: &Desk<'_>, sheet: Sheet<'_>, is_only: bool, notes: &mut Notes) -> Option<Figure> {
    let costs = sheet.figure("car_and_truck_expenses");
    let of_schedule = sheet.figure("business_miles");
    let is_unread = of_schedule.is_none();
    let driven = of_schedule.filter(|miles| !miles.value.is_zero());
    let Some(miles) = driven.or_else(|| miles_of_statement(desk, sheet, is_only)) else {
        if is_unread && costs.is_some_and(|costs| !costs.value.is_zero()) {
            notes.line(sheet, "business_miles");
        }
        return None;
    };
    let line = sheet.line("business_miles");
    let rate = sheet.year().and_then(|year| RATES.iter().find(|rate| rate.year == year));
    let Some((rate, a_mile)) = rate.and_then(|rate| Some((rate, amount::parse(&rate.depreciation)?))) else {
        let message =
            format!("the depreciation of a mile is not known for the year of {}; none is added", sheet.title());
        notes.warn_line(Code::MileageYearUnknown, sheet.document(), line, message);
        return None;
    };
    if let Some(costs) = costs
        && !comes_from_rate(costs.value, miles.value, rate)
    {
        let message = format!(
            "{} is not what the standard rate makes of the miles, so depreciation is in line 13 already; none is added",
            costs.label
        );
        notes.warn_line(Code::MileageAndActualConflict, sheet.document(), line, message);
        return None;
    }
    let label = format!("1084 3h: Depreciation in mileage, {}", rate.year);
    Some(miles.times(label, Figure::rule(format!("depreciation of a mile, {}", rate.year), a_mile, None)))
}

fn comes_from_rate(costs: Decimal, miles: Decimal, rate: &Rate) -> bool {
    let all: Vec<Decimal> = rate.standard.iter().filter_map(|text| amount::parse(text)).map(|a| a * miles).collect();
    let (Some(least), Some(most)) = (all.iter().min(), all.iter().max()) else { return false };
    let tolerance = *most * Decimal::from(TOLERANCE_PERCENT) / Decimal::ONE_HUNDRED;
    costs >= *least - tolerance && costs <= *most + tolerance
}

/// Form 4562 lists miles too; with several businesses nobody can say whose they are.
fn miles_of_statement(desk: &Desk<'_>, sheet: Sheet<'_>, is_only: bool) -> Option<Figure> {
    let is_about = |statement: &Sheet<'_>| {
        statement.year() == sheet.year()
            && statement.text("form_number").is_some_and(|form| form.contains("4562"))
            && match (statement.text("taxpayer_name"), sheet.text("proprietor_name")) {
                (Some(a), Some(b)) => crate::validate::same_person(a, b) || crate::validate::same_person(b, a),
                _ => false,
            }
    };
    let statement = desk.shared_papers("tax_supporting_statement").into_iter().filter(|_| is_only).find(is_about)?;
    statement.figure("vehicle_business_miles")
}
