//! Businesses: sole proprietors, farms, partnerships and corporations, by the cash flow of their returns.
//!
//! Invariant: an owner's share multiplies what comes from the return of the business only; K-1 and W-2 are the owner's
//! already. Each business is one stream; businesses are never pooled.

mod company;
mod corporation;
mod entity;
mod liquidity;
mod mileage;
mod own_pay;
mod pass_through;
mod settled;
mod sole;
mod support;
mod worksheet;

use super::desk::Desk;
use super::draft::Findings;
use super::people::Person;

pub(super) use entity::unclaimed;

/// Adds a person's businesses.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    sole::find(desk, person, found);
    pass_through::find(desk, person, found);
    corporation::find(desk, person, found);
}
