//! A property: what streams call it, and how its owner uses it.

use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::result::StreamKind;
use crate::income::sheet::{Sheet, SheetRow};
use crate::validate::same_address;

const APPLICATION: &str = "urla_1003";
/// From so many units on rent of the owner's own home may count.
const UNITS_OF_RENTED_HOME: u32 = 2;

/// How the owner uses a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// The owner lives in one of its two to four units.
    HomeWithUnits,
    /// The owner lives in its only unit.
    Home,
    SecondHome,
    Investment,
}

/// Returns what streams call a property: its street, with the unit where that stands apart.
pub(super) fn short(address: &str) -> String {
    let mut parts = address.split([',', '\n']).map(str::trim).filter(|part| !part.is_empty());
    let street = parts.next().unwrap_or(address.trim());
    let is_unit = |part: &&str| {
        let part = part.to_uppercase();
        part.starts_with('#') || ["UNIT ", "APT ", "APT.", "STE ", "SUITE "].iter().any(|word| part.starts_with(word))
    };
    match parts.next().filter(is_unit) {
        Some(unit) => format!("{street}, {unit}"),
        None => street.to_string(),
    }
}

/// Tells whether an address is that of the property that the loan is for.
pub(super) fn is_subject(desk: &Desk<'_>, address: &str) -> bool {
    applications(desk).any(|sheet| sheet.text("property_address").is_some_and(|subject| same_address(subject, address)))
}

/// Returns the papers of application.
pub(super) fn applications<'d, 'c>(desk: &'d Desk<'c>) -> impl Iterator<Item = Sheet<'c>> + 'd {
    desk.shared.iter().copied().filter(|sheet| sheet.is(APPLICATION))
}

/// Returns the row of a property among the real estate that an application lists.
pub(super) fn owned<'c>(desk: &Desk<'c>, address: &str) -> Option<SheetRow<'c>> {
    applications(desk)
        .flat_map(|sheet| sheet.rows("real_estate_owned"))
        .find(|row| row.text("property_address").is_some_and(|listed| same_address(listed, address)))
}

/// Returns how the owner uses a property: as stated, as the application says, else by where the owner lives.
pub(super) fn use_of(desk: &Desk<'_>, address: &str, has_units: bool) -> Use {
    let home = |is_with_units: bool| if is_with_units { Use::HomeWithUnits } else { Use::Home };
    let has_units = has_units || units(desk, address).is_some_and(|units| units >= UNITS_OF_RENTED_HOME);
    match desk.stated(StreamKind::Rental, &short(address), StatedFact::PropertyUse) {
        // Who states that rent of the home counts knows that it has units.
        Some("primary") => return Use::HomeWithUnits,
        Some("second_home") => return Use::SecondHome,
        Some(_) => return Use::Investment,
        None => {}
    }
    match intended(desk, address) {
        Some("Primary Residence") => home(has_units),
        Some("Second Home") => Use::SecondHome,
        Some(_) => Use::Investment,
        None if is_home(desk, address) => home(has_units),
        None => Use::Investment,
    }
}

fn units(desk: &Desk<'_>, address: &str) -> Option<u32> {
    let subject = applications(desk)
        .find(|sheet| sheet.text("property_address").is_some_and(|subject| same_address(subject, address)));
    subject?.text("number_of_units")?.trim().parse().ok()
}

fn intended<'c>(desk: &Desk<'c>, address: &str) -> Option<&'c str> {
    let mut subjects = applications(desk)
        .filter(|sheet| sheet.text("property_address").is_some_and(|subject| same_address(subject, address)));
    let of_subject = subjects.find_map(|sheet| sheet.text("occupancy"));
    of_subject.or_else(|| owned(desk, address)?.text("intended_occupancy"))
}

/// The application is newer than any return.
fn is_home(desk: &Desk<'_>, address: &str) -> bool {
    let lives: Vec<&str> = applications(desk).filter_map(|sheet| sheet.text("current_address")).collect();
    if !lives.is_empty() {
        return lives.into_iter().any(|home| same_address(home, address));
    }
    let papers = || desk.case.papers.iter().map(Sheet::new).filter(|sheet| sheet.is("form_1040"));
    let newest = papers().filter_map(Sheet::year).max();
    let mut homes = papers().filter(|sheet| sheet.year() == newest).filter_map(|sheet| sheet.text("home_address"));
    homes.any(|home| same_address(home, address))
}
