//! Properties that no Schedule E shows: a share of their lease or of the market rent, less the payment.

use super::payment;
use super::place::{Use, applications, is_subject, short, use_of};
use super::property::{FORM, is_eligible, settling, tell_unknown_payment};
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::{Draft, Findings};
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::result::StreamKind;
use crate::income::sheet::{Sheet, in_order};
use crate::validate::{same_address, same_person};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

const KIND: StreamKind = StreamKind::Rental;

/// A property with its leases.
struct Let<'c> {
    /// As the paper of its payment has it, or its own lease.
    house: &'c str,
    /// As its lease has it; the house when there are leases of several units.
    address: &'c str,
    leases: Vec<Sheet<'c>>,
}

/// Adds a person's rentals by leases and market rent.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    for property in properties(desk, person) {
        if !is_on_return(desk, property.address) {
            property.add(desk, found);
        }
    }
}

/// Leases of one property go together: units of one house have one payment.
fn properties<'c>(desk: &Desk<'c>, person: &Person<'c>) -> Vec<Let<'c>> {
    let mut leases = desk.shared_papers("lease_agreement");
    leases.retain(|lease| is_of(desk, person, *lease));
    in_order(&mut leases, |lease| lease.date("lease_start_date"));
    let known = known_addresses(desk);
    let mut properties: Vec<Let<'c>> = Vec::new();
    for lease in leases {
        let Some(written) = lease.text("property_address") else { continue };
        let house = known.iter().copied().find(|known| same_address(known, written)).unwrap_or(written);
        match properties.iter_mut().find(|property| same_address(property.house, house)) {
            Some(property) => property.leases.push(lease),
            None => properties.push(Let { house, address: written, leases: vec![lease] }),
        }
    }
    for property in &mut properties {
        let written: BTreeSet<&str> =
            property.leases.iter().filter_map(|lease| lease.text("property_address")).collect();
        if written.iter().any(|one| !written.iter().all(|other| short(one) == short(other))) {
            property.address = property.house;
        }
    }
    if is_first(desk, person) {
        let subject = applications(desk).find_map(|sheet| sheet.text("property_address"));
        let is_let = |address: &str| properties.iter().any(|property| same_address(property.address, address));
        if let Some(address) = subject.filter(|address| !is_let(address) && is_to_let(desk, address)) {
            properties.push(Let { house: address, address, leases: Vec::new() });
        }
    }
    properties
}

/// The property that the loan is for, without a lease: its market rent counts where it is bought to be let.
fn is_to_let(desk: &Desk<'_>, address: &str) -> bool {
    let has_rent = market_rent(desk, address).is_some();
    has_rent && matches!(use_of(desk, address, false), Use::Investment | Use::HomeWithUnits)
}

/// Addresses by which a property is paid for or listed; a house, where leases name its units.
fn known_addresses<'c>(desk: &Desk<'c>) -> Vec<&'c str> {
    let mut papers = desk.shared_papers("mortgage_statement");
    in_order(&mut papers, |sheet| sheet.date("statement_date"));
    let paid = papers.into_iter().filter_map(|sheet| sheet.text("property_address"));
    let listed = applications(desk)
        .flat_map(|sheet| sheet.rows("real_estate_owned"))
        .filter_map(|row| row.text("property_address"));
    let subjects = applications(desk).filter_map(|sheet| sheet.text("property_address"));
    paid.chain(listed).chain(subjects).collect()
}

fn is_first(desk: &Desk<'_>, person: &Person<'_>) -> bool {
    desk.names.first().map(String::as_str) == person.name.as_deref()
}

/// A lease is of the person who lets; one of nobody known is of the first, unless the borrower is who rents.
fn is_of(desk: &Desk<'_>, person: &Person<'_>, lease: Sheet<'_>) -> bool {
    let names = |field: &str, name: &str| {
        lease.text(field).is_some_and(|written| same_person(written, name) || same_person(name, written))
    };
    let landlords: Vec<&String> = desk.names.iter().filter(|name| names("landlord_name", name)).collect();
    if let Some(first) = landlords.first() {
        return person.name.as_ref() == Some(first);
    }
    if !is_first(desk, person) || desk.names.iter().any(|name| names("tenant_name", name)) {
        return false;
    }
    let Some(address) = lease.text("property_address") else { return false };
    lease.text("landlord_name").is_none()
        || desk.names.is_empty()
        || is_subject(desk, address)
        || known_addresses(desk).into_iter().any(|known| same_address(known, address))
}

/// Tells whether the newest returns show a property, whoever filed them.
fn is_on_return(desk: &Desk<'_>, address: &str) -> bool {
    let sheets = || desk.case.papers.iter().map(Sheet::new).filter(|sheet| sheet.is(FORM));
    let newest = sheets().filter_map(Sheet::year).max();
    sheets()
        .filter(|sheet| sheet.year() == newest)
        .flat_map(|sheet| sheet.rows("properties"))
        .any(|row| row.text("property_address").is_some_and(|known| same_address(known, address)))
}

/// An appraiser's figure for the whole property, or what a person stated of one.
fn market_rent(desk: &Desk<'_>, address: &str) -> Option<Figure> {
    let stated = desk.stated_figure(KIND, &short(address), StatedFact::MarketRent, "market rent");
    stated.or_else(|| {
        let mut papers = desk.shared_papers("appraisal_1004");
        papers.retain(|sheet| sheet.text("property_address").is_some_and(|of| same_address(of, address)));
        in_order(&mut papers, |sheet| sheet.date("effective_date"));
        papers.last()?.figure("estimated_monthly_market_rent").filter(|rent| !rent.value.is_zero())
    })
}

impl<'c> Let<'c> {
    fn add(&self, desk: &Desk<'c>, found: &mut Findings<'c>) {
        let mut notes = Notes::default();
        let name = short(self.address);
        let current = self.current(desk, &name, &mut notes);
        found.used.extend_from_slice(&self.leases);
        let leased = leased(&current, &name, &mut notes);
        let market = market_rent(desk, self.address);
        if leased.is_some() && market.is_none() {
            let message = format!(
                "nothing backs the lease of {name}: an appraiser's market rent, or two months of received rent"
            );
            notes.warn(Code::LeaseNotBacked, message);
        }
        let is_let_now = !current.is_empty() || self.leases.is_empty();
        let rents: Vec<Figure> = [leased, market].into_iter().flatten().collect();
        let label = format!("Rent of {name}");
        let rent = match rents.as_slice() {
            [] => Figure::rule("no rent was read", Decimal::ZERO, None),
            [single] => single.clone(),
            _ => Figure::least(format!("{label}: the lower of the lease and the market"), rents.clone())
                .unwrap_or_else(|| Figure::sum(label, [])),
        };
        let share = desk.percent("percent of rent that counts", desk.rules.rental.lease_percent, "rental");
        let counted = rent.percent(format!("Share of the rent of {name} that counts"), share);
        let used_as = use_of(desk, self.address, false);
        let (amount, method, is_complete) = match used_as {
            Use::HomeWithUnits | Use::Home => (counted, "LEASE_SHARE_BEFORE_PAYMENT", true),
            _ => match payment::of_property(desk, self.address, None, &mut notes, found) {
                Some(payment) => {
                    (counted.minus(format!("Net rent of {name}"), payment), "LEASE_SHARE_NET_OF_PAYMENT", true)
                }
                None => {
                    tell_unknown_payment(&name, &mut notes);
                    found.miss("Mortgage Statement", None, format!("the whole monthly payment for {name}"));
                    (counted, "LEASE_SHARE_BEFORE_PAYMENT", false)
                }
            },
        };
        let mut draft = Draft::new(KIND, name.clone(), method, amount).under(&["rental"]);
        let is_eligible = is_eligible(desk, Some(self.address), &name, used_as, &mut notes);
        draft.include = is_complete && is_let_now && !rents.is_empty() && is_eligible;
        draft.settling = Some(settling(desk, Some(self.address), used_as));
        found.drafts.push(draft.noting(notes));
    }

    /// Returns the leases that still run, of each tenant the newest; when none does, a warning says so.
    fn current(&self, desk: &Desk<'_>, name: &str, notes: &mut Notes) -> Vec<Sheet<'c>> {
        let runs = |lease: &Sheet<'c>| {
            let has_ended = lease.date("lease_end_date").is_some_and(|end| end < desk.case.as_of_date);
            !has_ended || lease.ticked("month_to_month") == Some(true)
        };
        let mut kept: Vec<Sheet<'c>> = Vec::new();
        for lease in self.leases.iter().copied().filter(runs) {
            // They come oldest first: what is of the same tenant and unit takes the place of what was before.
            kept.retain(|earlier| !is_renewal(*earlier, lease));
            kept.push(lease);
        }
        if let Some(last) = self.leases.last().filter(|_| kept.is_empty()) {
            let end = last.text("lease_end_date").unwrap_or_default();
            let message =
                format!("the lease of {name} ended on {end}: its rent does not count until a person includes it");
            notes.warn_of(Code::LeaseEnded, *last, message);
        }
        kept
    }
}

fn leased(leases: &[Sheet<'_>], name: &str, notes: &mut Notes) -> Option<Figure> {
    let rents: Vec<Figure> = leases.iter().map(|lease| notes.line(*lease, "monthly_rent")).collect();
    match rents.as_slice() {
        [] => None,
        [single] => Some(single.clone()),
        _ => Some(Figure::sum(format!("Rent of all leases of {name}"), rents)),
    }
}

fn is_renewal(earlier: Sheet<'_>, later: Sheet<'_>) -> bool {
    let same = |field: &str, same: fn(&str, &str) -> bool| match (earlier.text(field), later.text(field)) {
        (Some(a), Some(b)) => same(a, b),
        _ => true,
    };
    same("tenant_name", same_person) && same("property_address", same_address)
}
