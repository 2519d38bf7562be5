//! Whether a business can pay its owner what its K-1 says.

use super::company::same_company;
use super::entity::PassThrough;
use crate::income::amount::to_cents;
use crate::income::desk::Desk;
use crate::income::notes::{Code, Notes};
use crate::income::sheet::{Sheet, in_order};
use rust_decimal::Decimal;

/// Lines of Schedule L at the end of the year that are money or soon will be, without goods.
const QUICK: [&str; 5] = [
    "cash_end",
    "accounts_receivable_end",
    "us_government_obligations_end",
    "tax_exempt_securities_end",
    "other_current_assets_end",
];
const GOODS: &str = "inventories_end";
const OWED: [&str; 3] = ["accounts_payable_end", "notes_payable_less_than_1_year_end", "other_current_liabilities_end"];

/// What a business owns that is money soon, and owes soon.
#[derive(Debug, Clone, Copy)]
struct Position {
    quick: Decimal,
    goods: Decimal,
    owed: Decimal,
}

/// Tells whether a business can pay; without figures nothing is proved.
pub(super) fn can_pay(
    desk: &Desk<'_>,
    form: &PassThrough,
    name: &str,
    newest_return: Option<Sheet<'_>>,
    notes: &mut Notes,
) -> bool {
    let position = newest_return.and_then(of_return).or_else(|| of_balance_sheet(desk, name));
    let Some(position) = position else {
        let message = format!(
            "distributions are below the income of the K-1, and no Schedule L of {} shows that {name} can pay it out",
            form.return_paper
        );
        notes.warn(Code::LiquidityNotSupported, message);
        return false;
    };
    let least = desk.rules.self_employment.minimum_liquidity;
    let ratio = |assets: Decimal| assets.checked_div(position.owed);
    let is_enough = |ratio: Option<Decimal>| ratio.is_none_or(|ratio| ratio >= least);
    let (quick, current) = (ratio(position.quick), ratio(position.quick + position.goods));
    let shown = |ratio: Option<Decimal>| ratio.map(|ratio| to_cents(ratio).to_string()).unwrap_or_default();
    let told = format!("quick ratio {}, current ratio {}", shown(quick), shown(current));
    if is_enough(quick) {
        return true;
    }
    if is_enough(current) {
        notes.warn(Code::LiquidityByInventory, format!("{name} can pay only with its inventory: {told}"));
        return true;
    }
    let message = format!(
        "distributions are below the income of the K-1, and {name} cannot pay more: {told}; at most the distributions count"
    );
    notes.warn(Code::LiquidityNotSupported, message);
    false
}

fn of_return(sheet: Sheet<'_>) -> Option<Position> {
    let number = |field: &str| sheet.figure(field).map(|figure| figure.value);
    let total = |fields: &[&str]| -> Option<Decimal> {
        let read: Vec<Decimal> = fields.iter().filter_map(|field| number(field)).collect();
        (!read.is_empty()).then(|| read.into_iter().sum())
    };
    let owed = total(&OWED);
    let quick = total(&QUICK)?;
    // What is owed stands on lines that may all be blank, but then the whole schedule must have been read.
    let owed = owed.or_else(|| sheet.figure("total_assets_end").map(|_| Decimal::ZERO))?;
    Some(Position { quick, goods: number(GOODS).unwrap_or_default(), owed })
}

fn of_balance_sheet(desk: &Desk<'_>, name: &str) -> Option<Position> {
    let mut sheets = desk.shared_papers("balance_sheet");
    sheets.retain(|sheet| sheet.text("business_name").is_some_and(|known| same_company(known, name)));
    in_order(&mut sheets, |sheet| sheet.date("as_of_date"));
    let sheet = *sheets.last()?;
    let number = |field: &str| sheet.figure(field).map(|figure| figure.value);
    let goods = number("inventory").unwrap_or_default();
    let quick = match number("total_current_assets") {
        Some(all) => all - goods,
        None => number("cash")? + number("accounts_receivable").unwrap_or_default(),
    };
    Some(Position { quick, goods, owed: number("total_current_liabilities")? })
}
