//! Dates that must lie within limits.

use crate::model::{Configuration, DateConstraint, Field, FieldTypeId, Finding, RelativeTo, Severity};
use crate::validate::DocumentFacts;
use crate::validate::subject::{inside_sentence, is_sure};
use chrono::{Days, NaiveDate};

/// Checks the dates whose limits are in the configuration or in the document itself.
pub fn of_document(facts: &DocumentFacts<'_>, configuration: &Configuration) -> Vec<Finding> {
    let constraints = constraints(facts, configuration).filter(|constraint| !needs_loan(facts, constraint));
    constraints.flat_map(|constraint| violations(facts, &[*facts], constraint, None)).collect()
}

/// Checks the dates whose limits are elsewhere in the loan.
pub fn of_papers(
    facts: &DocumentFacts<'_>,
    loan: &[DocumentFacts<'_>],
    configuration: &Configuration,
    day: NaiveDate,
) -> Vec<Finding> {
    let constraints = constraints(facts, configuration).filter(|constraint| needs_loan(facts, constraint));
    constraints.flat_map(|constraint| violations(facts, loan, constraint, Some(day))).collect()
}

/// Checks a document for one constraint, which is one of its type's.
pub fn of_constraint(
    facts: &DocumentFacts<'_>,
    loan: &[DocumentFacts<'_>],
    constraint: &DateConstraint,
    day: NaiveDate,
) -> Vec<Finding> {
    if needs_loan(facts, constraint) {
        violations(facts, loan, constraint, Some(day))
    } else {
        violations(facts, &[*facts], constraint, None)
    }
}

/// Tells whether the other date of a constraint, where it has one, is known.
pub fn is_decidable(facts: &DocumentFacts<'_>, loan: &[DocumentFacts<'_>], constraint: &DateConstraint) -> bool {
    let loan = if needs_loan(facts, constraint) { loan } else { &[*facts] };
    constraint.relative_to.as_ref().is_none_or(|other| latest(&other.field_type_id, loan).is_some())
}

fn constraints<'c>(
    facts: &DocumentFacts<'_>,
    configuration: &'c Configuration,
) -> impl Iterator<Item = &'c DateConstraint> {
    configuration.date_constraints.iter().filter(|constraint| facts.is_of(&constraint.document_type_id))
}

fn needs_loan(facts: &DocumentFacts<'_>, constraint: &DateConstraint) -> bool {
    let elsewhere = |other: &RelativeTo| !facts.id_is_own(&other.field_type_id);
    constraint.max_age_days.is_some() || constraint.relative_to.as_ref().is_some_and(elsewhere)
}

fn violations(
    facts: &DocumentFacts<'_>,
    loan: &[DocumentFacts<'_>],
    constraint: &DateConstraint,
    closing: Option<NaiveDate>,
) -> Vec<Finding> {
    let sure = facts.values(&constraint.field_type_id).filter(|field| is_sure(field));
    let dated = sure.filter_map(|field| Some((field, field.value.parse::<NaiveDate>().ok()?)));
    dated.filter_map(|(field, day)| violation(facts, loan, constraint, closing, (field, day))).collect()
}

fn violation(
    facts: &DocumentFacts<'_>,
    loan: &[DocumentFacts<'_>],
    constraint: &DateConstraint,
    closing: Option<NaiveDate>,
    (field, day): (&Field, NaiveDate),
) -> Option<Finding> {
    let name = inside_sentence(facts.describe(&field.field_type).0);
    if let (Some(most), Some(closing)) = (constraint.max_age_days, closing) {
        let age = (closing - day).num_days();
        return (age > i64::from(most)).then(|| {
            let message = format!("the {name} {day} is {age} days before {closing}; {most} are allowed");
            let first = closing.checked_sub_days(Days::new(u64::from(most))).unwrap_or(closing);
            let finding = Finding::new("date_too_old", Severity::Error, message);
            facts.at(finding.comparing(format!("{first} or later"), day.to_string()), field)
        });
    }
    let (first, last) = match &constraint.relative_to {
        Some(other) => around(other, loan)?,
        None => (constraint.not_before, constraint.not_after),
    };
    let expected = match (first, last) {
        (Some(first), _) if day < first => format!("{first} or later"),
        (_, Some(last)) if day > last => format!("{last} or earlier"),
        _ => return None,
    };
    let message = format!("the {name} {day} lies outside of what is allowed: {expected}");
    let finding = Finding::new("date_out_of_range", Severity::Error, message);
    Some(facts.at(finding.comparing(expected, day.to_string()), field))
}

/// The first and the last day that are allowed around another date; `None` while that is unknown. Of several dates the
/// latest counts.
fn around(other: &RelativeTo, loan: &[DocumentFacts<'_>]) -> Option<(Option<NaiveDate>, Option<NaiveDate>)> {
    let base = latest(&other.field_type_id, loan)?;
    let moved = |days: Option<i32>| {
        let days = days?;
        let distance = Days::new(u64::from(days.unsigned_abs()));
        if days < 0 { base.checked_sub_days(distance) } else { base.checked_add_days(distance) }
    };
    Some((moved(other.min_days), moved(other.max_days)))
}

fn latest(id: &FieldTypeId, loan: &[DocumentFacts<'_>]) -> Option<NaiveDate> {
    let sure = loan.iter().flat_map(|facts| facts.values(id)).filter(|field| is_sure(field));
    sure.filter_map(|field| field.value.parse().ok()).max()
}
