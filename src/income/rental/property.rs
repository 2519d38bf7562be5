//! Properties on Schedule E: rent less expenses, what is no payment or is in the payment added back, by the months in
//! service, less the whole payment.

use super::payment;
use super::place::{self, Use, is_subject, short, use_of};
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::{Draft, Findings, Settling};
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::result::StreamKind;
use crate::income::returns::latest_due;
use crate::income::sheet::{Sheet, SheetRow};
use crate::validate::same_address;
use rust_decimal::Decimal;

pub(super) const FORM: &str = "schedule_e";
const KIND: StreamKind = StreamKind::Rental;
/// Columns that are in the payment or are no payment: they are added to the result.
const ADDED_BACK: [&str; 5] =
    ["insurance", "mortgage_interest", "other_interest", "taxes", "depreciation_or_depletion"];
/// The dues of an association count only where somebody named them.
const DUES: &str = "hoa_dues";

/// Adds a person's rentals by their newest Schedule E.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let sheets = person.papers(FORM);
    let Some(newest) = sheets.iter().filter_map(|sheet| sheet.year()).max() else {
        tell_nameless_years(&sheets, found);
        return;
    };
    tell_nameless_years(&sheets, found);
    let rows: Vec<SheetRow<'c>> =
        rows(&sheets, newest, &mut found.notes).into_iter().filter(|row| is_rent(*row)).collect();
    found.used.extend(sheets);
    if !rows.is_empty() && newest < latest_due(desk.case.as_of_date) {
        for year in newest + 1..=latest_due(desk.case.as_of_date) {
            let message = format!("Schedule E of {year} is missing: the return of that year is due");
            found.notes.warn(Code::TaxReturnYearMissing, message);
            found.miss("Schedule E", Some(year), "rent is computed by the newest return");
        }
    }
    for row in rows {
        if let Some(draft) = property(desk, row, found) {
            found.drafts.push(draft);
        }
    }
}

fn tell_nameless_years(sheets: &[Sheet<'_>], found: &mut Findings<'_>) {
    for sheet in sheets.iter().filter(|sheet| sheet.year().is_none()) {
        let message = format!("{} has no tax year and is not counted", sheet.title());
        found.notes.warn_of(Code::NotComputed, *sheet, message);
    }
}

/// Returns the properties of a year. Copies of page 1 continue one another; the same property counts once.
pub(super) fn rows<'c>(sheets: &[Sheet<'c>], year: i32, notes: &mut Notes) -> Vec<SheetRow<'c>> {
    let mut kept: Vec<SheetRow<'c>> = Vec::new();
    let all = sheets.iter().filter(|sheet| sheet.year() == Some(year)).flat_map(|sheet| sheet.rows("properties"));
    for row in all {
        let Some(known) = kept.iter_mut().find(|known| is_one_property(**known, row)) else {
            kept.push(row);
            continue;
        };
        if known.number("rents_received") != row.number("rents_received")
            || known.number("total_expenses") != row.number("total_expenses")
        {
            let message = format!(
                "{} and {} differ about {}; the lower result is used",
                known.sheet().title(),
                row.sheet().title(),
                name(row)
            );
            notes.warn_of(Code::ValuesContradict, known.sheet(), message);
        }
        let result = |row: SheetRow<'_>| {
            let rents = row.number("rents_received").or(row.number("royalties_received")).unwrap_or_default();
            rents - row.number("total_expenses").unwrap_or_default()
        };
        if result(row) < result(*known) {
            *known = row;
        }
    }
    kept
}

/// Rows of one paper are different properties, whatever their addresses say.
fn is_one_property(a: SheetRow<'_>, b: SheetRow<'_>) -> bool {
    a.sheet().document() != b.sheet().document()
        && match (a.text("property_address"), b.text("property_address")) {
            (Some(a), Some(b)) => same_address(a, b),
            (None, None) => a.text("property") == b.text("property"),
            _ => false,
        }
}

/// Tells whether a column of Schedule E holds royalties.
pub(super) fn is_royalty(row: SheetRow<'_>) -> bool {
    row.text("property_type").is_some_and(|kind| kind.contains("Royalties"))
        || (row.number("royalties_received").is_some_and(|received| !received.is_zero())
            && row.number("rents_received").is_none_or(|rents| rents.is_zero()))
}

fn is_rent(row: SheetRow<'_>) -> bool {
    let read = ["property_address", "rents_received", "total_expenses", "income_or_loss"];
    !is_royalty(row) && read.iter().any(|column| row.text(column).is_some())
}

fn name(row: SheetRow<'_>) -> String {
    match row.text("property_address") {
        Some(address) => short(address),
        None => format!("Property {}", row.text("property").unwrap_or("without address")),
    }
}

fn property<'c>(desk: &Desk<'c>, row: SheetRow<'c>, found: &mut Findings<'c>) -> Option<Draft> {
    let mut notes = Notes::default();
    let name = name(row);
    let address = row.text("property_address");
    let has_units = row.text("property_type").is_some_and(|kind| kind.contains("Multi-Family"));
    let used_as = address.map_or(Use::Investment, |address| use_of(desk, address, has_units));
    let Some((monthly, months)) = monthly(desk, row, &name, &mut notes) else {
        let nothing = Figure::rule("nothing could be computed", Decimal::ZERO, None);
        let mut draft = Draft::new(KIND, name, "NOT_COMPUTED", nothing).under(&["rental"]).noting(notes);
        draft.include = false;
        return Some(draft);
    };
    let (amount, method, is_complete) = match used_as {
        Use::HomeWithUnits | Use::Home => (monthly, "SCHEDULE_E_BEFORE_PAYMENT", true),
        _ => match address.and_then(|address| payment::of_property(desk, address, Some(row), &mut notes, found)) {
            Some(payment) => (monthly.minus(format!("Net rent of {name}"), payment), "SCHEDULE_E_NET_OF_PAYMENT", true),
            None => {
                tell_unknown_payment(&name, &mut notes);
                found.miss("Mortgage Statement", None, format!("the whole monthly payment for {name}"));
                (monthly, "SCHEDULE_E_BEFORE_PAYMENT", false)
            }
        },
    };
    let mut draft = Draft::new(KIND, name.clone(), method, amount).under(&["rental"]);
    draft.include = is_complete && is_eligible(desk, address, &name, used_as, &mut notes);
    draft.settling = Some(settling(desk, address, used_as));
    draft.months = Some(months);
    Some(draft.noting(notes))
}

/// Warns that what a property costs each month is not known.
pub(super) fn tell_unknown_payment(name: &str, notes: &mut Notes) {
    let message = format!(
        "no paper tells the whole monthly payment for {name}: its rent is left out until monthlyPitia is stated"
    );
    notes.warn(Code::PitiaUnknown, message);
}

/// Returns whether rent of a property may count.
pub(super) fn is_eligible(desk: &Desk<'_>, address: Option<&str>, name: &str, used_as: Use, notes: &mut Notes) -> bool {
    let status = address.and_then(|address| place::owned(desk, address)).and_then(|row| row.text("status"));
    let why = match (used_as, status) {
        (_, Some("Sold")) => "the application lists it as sold",
        (Use::Home, _) => "it is the only unit of the borrower's home",
        (Use::SecondHome, _) => "it is a second home",
        _ => return true,
    };
    notes.warn(Code::RentalNotEligible, format!("rent of {name} does not count: {why}"));
    false
}

/// The home and the property that the loan is for stand alone; what others lose is set against what others earn.
pub(super) fn settling(desk: &Desk<'_>, address: Option<&str>, used_as: Use) -> Settling {
    let is_own = used_as == Use::HomeWithUnits || address.is_some_and(|address| is_subject(desk, address));
    if is_own { Settling::Alone } else { Settling::Together }
}

/// Returns the rent a month before the payment, and the months in service.
fn monthly(desk: &Desk<'_>, row: SheetRow<'_>, name: &str, notes: &mut Notes) -> Option<(Figure, Decimal)> {
    let months = months_in_service(row, name, notes);
    if months.value.is_zero() {
        let message = format!("{name} was not for rent in that year: Schedule E shows no fair rental days");
        notes.warn_of(Code::NotComputed, row.sheet(), message);
        return None;
    }
    let Some(mut lines) = result(row) else {
        let message =
            format!("neither the rents and expenses nor the result of {name} were read on {}", row.sheet().title());
        notes.warn_of(Code::NotComputed, row.sheet(), message);
        return None;
    };
    lines.extend(ADDED_BACK.iter().map(|column| notes.cell(row, column)));
    lines.extend(row.figure(DUES));
    let one_time = "one-time expense with evidence";
    lines.extend(desk.stated_figure(KIND, name, StatedFact::ExtraordinaryExpense, one_time));
    let year = row.sheet().year().map(|year| format!(", {year}")).unwrap_or_default();
    let value = months.value;
    let adjusted = Figure::sum(format!("Adjusted rent of {name}{year}"), lines);
    Some((adjusted.over(format!("Adjusted rent of {name} a month"), months)?, value))
}

/// Rents less expenses; where one of them was not read, the line with their difference.
fn result(row: SheetRow<'_>) -> Option<Vec<Figure>> {
    match (row.figure("rents_received"), row.figure("total_expenses")) {
        (Some(rents), Some(expenses)) => Some(vec![rents, expenses.negative()]),
        _ => Some(vec![row.figure("income_or_loss")?]),
    }
}

fn months_in_service(row: SheetRow<'_>, name: &str, notes: &mut Notes) -> Figure {
    let year = || Figure::rule("months of a year", Decimal::from(12), None);
    match row.figure("fair_rental_days") {
        Some(days) => {
            let months = days.over_number("fair rental days as months", "days of a month", 30);
            let rounded = months.rounded("fair rental days as months");
            Figure::least(format!("months in service of {name}"), vec![rounded, year()]).unwrap_or_else(year)
        }
        None => {
            let message = format!("the fair rental days of {name} were not read; twelve months are taken");
            let line = row.sheet().line(&row.field("fair_rental_days"));
            notes.warn_line(Code::RentalDaysUnknown, row.sheet().document(), line, message);
            year()
        }
    }
}
