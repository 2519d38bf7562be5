//! Benefits, investments and support: income that nobody works for.
//!
//! Invariant: what one payer pays is one stream, however many papers tell of it; a letter goes before a form of last
//! year, a form before a line of a return.

mod awards;
mod continuance;
mod distributions;
mod gross_up;
mod investments;
mod pensions;
mod returns;
mod social_security;
mod support;
mod terms;
mod unemployment;

use super::desk::Desk;
use super::draft::Findings;
use super::people::Person;

/// Adds a person's streams.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    social_security::find(desk, person, found);
    pensions::find(desk, person, found);
    distributions::find(desk, person, found);
    investments::find(desk, person, found);
    support::find(desk, person, found);
    unemployment::find(desk, person, found);
}
