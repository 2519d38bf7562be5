//! Rent: properties of Schedule E by its lines, others by their leases or market rent; royalties.
//!
//! Invariant: each property is computed alone, and each is counted by one method only.

mod lease;
mod payment;
mod place;
mod property;
mod royalty;

use super::desk::Desk;
use super::draft::Findings;
use super::people::Person;

/// Adds a person's rentals and royalties.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    property::find(desk, person, found);
    lease::find(desk, person, found);
    royalty::find(desk, person, found);
}
