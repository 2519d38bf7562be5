//! Partnerships and S corporations: the owner's K-1, the owner's share of what the return of the business adds, and
//! what the business pays the owner.

use super::company::same_business;
use super::entity::{PASS_THROUGH, PassThrough, papers_of};
use super::settled::{Enterprise, Existed, Year, settle};
use super::worksheet::{Circumstances, figures};
use super::{liquidity, own_pay};
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::{Draft, Findings};
use crate::income::figure::Figure;
use crate::income::groups::grouped;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::returns::by_year;
use crate::income::sheet::Sheet;
use rust_decimal::Decimal;

/// What a year brings its owner, before it is known whether the business can pay it.
struct Flow<'c> {
    year: i32,
    k1: Sheet<'c>,
    business_return: Option<Sheet<'c>>,
    /// Boxes of the K-1.
    boxes: Vec<Figure>,
    /// The owner's share of what the return of the business adds.
    share: Option<Figure>,
    guaranteed: Option<Figure>,
    pay: Option<Figure>,
    paid_out: Option<Figure>,
}

impl Flow<'_> {
    fn of_boxes(&self) -> Decimal {
        self.boxes.iter().map(|figure| figure.value).sum()
    }

    fn is_paid_out(&self) -> bool {
        self.of_boxes() <= Decimal::ZERO || self.paid_out.as_ref().is_some_and(|paid| paid.value >= self.of_boxes())
    }
}

/// Adds a person's partnerships and S corporations.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    for form in &PASS_THROUGH {
        let mut k1s = person.papers(form.k1);
        k1s.retain(|k1| k1.ticked("publicly_traded_partnership") != Some(true));
        for group in grouped(&k1s, |a, b| same_business(form.of_k1(a), form.of_k1(b))) {
            business(desk, person, form, &group, found);
        }
    }
}

fn business<'c>(
    desk: &Desk<'c>,
    person: &Person<'c>,
    form: &PassThrough,
    group: &[Sheet<'c>],
    found: &mut Findings<'c>,
) {
    let mut notes = Notes::default();
    found.used.extend_from_slice(group);
    let k1s: Vec<(i32, Sheet<'c>)> =
        by_year(group, "ordinary_business_income_or_loss", &mut notes).into_iter().rev().take(2).collect();
    let Some((_, newest)) = k1s.first().copied() else {
        found.notes.extend(notes);
        return;
    };
    let number = k1s.iter().find_map(|(_, k1)| form.of_k1(*k1).0);
    let known_name = k1s.iter().find_map(|(_, k1)| form.of_k1(*k1).1);
    let name = known_name.unwrap_or(form.kind.title()).to_string();
    let identity = (number, known_name);
    let share = form.share(desk, &name, newest);
    let is_owner = is_owner(desk, &name, share.as_ref(), &mut notes);
    let returns = by_year(
        &papers_of(desk, form.return_form, form.return_name, identity),
        "ordinary_business_income_or_loss",
        &mut notes,
    );
    found.used.extend(returns.values().copied());
    let pay = if is_owner { own_pay::take(person, identity, &mut notes, found) } else { Default::default() };
    let mut flows = Vec::new();
    for (year, k1) in &k1s {
        let Some(boxes) = figures(*k1, Circumstances::default(), &mut notes) else {
            let message = format!("no income was read in boxes 1 to 3 of {}", k1.title());
            notes.warn_of(Code::NotComputed, *k1, message);
            continue;
        };
        let business_return = returns.get(year).copied();
        let share = match form.share(desk, &name, *k1).filter(|_| is_owner) {
            Some(percent) => {
                share_of(desk, form, identity, &name, (*year, business_return), percent, &mut notes, found)
            }
            None => None,
        };
        let pay = pay.get(year).cloned();
        if pay.is_none() && is_owner && business_return.is_some_and(pays_officers) {
            found.miss("W-2", Some(*year), format!("what {name} pays its owner"));
        }
        let guaranteed = k1.figure("guaranteed_payments_total").filter(|paid| !paid.value.is_zero());
        let paid_out = form.paid_out(*k1);
        flows.push(Flow { year: *year, k1: *k1, business_return, boxes, share, guaranteed, pay, paid_out });
    }
    if flows.is_empty() {
        let nothing = Figure::rule("nothing could be computed", Decimal::ZERO, None);
        let mut draft = Draft::new(form.kind, &name, "NOT_COMPUTED", nothing).under(form.rules).noting(notes);
        draft.include = false;
        found.drafts.push(draft);
        return;
    }
    keep_guaranteed(&mut flows, &mut notes);
    let newest_return = flows.first().and_then(|flow| flow.business_return);
    let is_supported =
        flows.iter().all(Flow::is_paid_out) || liquidity::can_pay(desk, form, &name, newest_return, &mut notes);
    let years = flows.into_iter().map(|flow| flow.settled(form, &name, is_supported, &mut notes)).collect();
    let enterprise = Enterprise {
        kind: form.kind,
        name,
        paper: newest.type_name().to_string(),
        rules: form.rules,
        share_percent: share.map_or(Decimal::ONE_HUNDRED, |share| share.value),
    };
    settle(desk, person, &enterprise, years, notes, found);
}

/// Tells whether the share makes the borrower self-employed; an unknown share does.
fn is_owner(desk: &Desk<'_>, name: &str, share: Option<&Figure>, notes: &mut Notes) -> bool {
    let least = desk.rules.self_employment.minimum_ownership_percent;
    match share {
        None => {
            let message =
                format!("the share of {name} was not read: nothing of its return is added; state ownershipPercent");
            notes.warn(Code::OwnershipUnknown, message);
            true
        }
        Some(share) if share.value < least => {
            let message = format!(
                "{}% of {name} is less than {}%: only the K-1 counts, and only what is paid out or can be",
                share.value.normalize(),
                least.normalize()
            );
            notes.warn(Code::OwnershipTooSmall, message);
            false
        }
        Some(_) => true,
    }
}

fn pays_officers(business_return: Sheet<'_>) -> bool {
    business_return.figure("compensation_of_officers").is_some_and(|paid| !paid.value.is_zero())
}

#[allow(
    clippy::too_many_arguments,
    reason = "what a share is computed of; half of them are where to tell what is missing"
)]
fn share_of<'c>(
    desk: &Desk<'c>,
    form: &PassThrough,
    identity: (Option<&str>, Option<&str>),
    name: &str,
    (year, business_return): (i32, Option<Sheet<'c>>),
    percent: Figure,
    notes: &mut Notes,
    found: &mut Findings<'c>,
) -> Option<Figure> {
    let Some(business_return) = business_return else {
        let message = format!("{} of {name} for {year} is missing: nothing is added to the K-1", form.return_paper);
        notes.warn(Code::BusinessReturnMissing, message);
        found.miss(form.return_paper, Some(year), format!("what {name} wrote off without paying it"));
        return None;
    };
    let circumstances = Circumstances {
        income_recurs: desk.stated_truth(form.kind, name, StatedFact::OtherIncomeRecurring),
        notes_renewed: desk.stated_truth(form.kind, name, StatedFact::NotesRenewed) == Some(true),
        untaxed_goes_on: false,
    };
    let mut lines = figures(business_return, circumstances, notes)?;
    lines.extend(rental_depreciation(desk, identity, year, notes, found));
    let all = Figure::sum(format!("What the return of {name} adds, {year}"), lines);
    let label = percent.label.clone();
    Some(all.percent(format!("The owner's share of it, {year}"), percent.named(label)))
}

/// Form 8825 holds the depreciation of a business' rentals.
fn rental_depreciation<'c>(
    desk: &Desk<'c>,
    identity: (Option<&str>, Option<&str>),
    year: i32,
    notes: &mut Notes,
    found: &mut Findings<'c>,
) -> Option<Figure> {
    let papers = papers_of(desk, "form_8825", "entity_name", identity);
    let paper = by_year(&papers, "net_rental_real_estate_income_or_loss", notes).remove(&year)?;
    found.used.push(paper);
    let rows = paper.rows("properties");
    let figures: Vec<Figure> = rows.iter().filter_map(|row| row.figure("depreciation")).collect();
    if figures.is_empty() {
        return None;
    }
    Some(Figure::sum(format!("Depreciation of rentals (Form 8825 line 14), {year}"), figures))
}

/// Guaranteed payments need a history of two years.
fn keep_guaranteed(flows: &mut [Flow<'_>], notes: &mut Notes) {
    let are_two = matches!(flows, [newest, prior, ..] if newest.year == prior.year + 1);
    if are_two && flows.iter().all(|flow| flow.guaranteed.is_some()) {
        return;
    }
    for flow in flows {
        if let Some(paid) = flow.guaranteed.take() {
            let message = format!("{} is left out: guaranteed payments need a history of two years", paid.label);
            notes.warn_of(Code::HistoryTooShort, flow.k1, message);
        }
    }
}

impl Flow<'_> {
    /// Without support at most what was paid out counts; guaranteed payments and pay are not touched by that.
    fn settled(self, form: &PassThrough, name: &str, is_supported: bool, notes: &mut Notes) -> Year {
        let Self { year, k1, business_return, boxes, share, guaranteed, pay, paid_out } = self;
        let mut lines = boxes;
        lines.extend(share);
        let mut earned: Decimal = lines.iter().map(|line| line.value).sum();
        if !is_supported {
            let all = Figure::sum(format!("K-1 with the share of {name}, {year}"), lines);
            let paid_out = paid_out.unwrap_or_else(|| notes.line(k1, form.distributions.0));
            let label = format!("lesser of that and what was paid out, {year}");
            lines = Figure::least(label, vec![all, paid_out]).into_iter().collect();
            earned = lines.iter().map(|line| line.value).sum();
        }
        lines.extend(guaranteed.map(|paid| {
            let label = format!("1084 7c: {}", paid.label);
            paid.named(label)
        }));
        lines.extend(pay);
        let cash = Figure::sum(format!("Cash flow of {name}, {year}"), lines);
        let existed = Existed::by_return(business_return.unwrap_or(k1), year);
        let is_final = k1.ticked("final_k1") == Some(true)
            || business_return.is_some_and(|sheet| sheet.ticked("final_return") == Some(true));
        Year { year, cash, earned, existed, is_final }
    }
}
