//! Dates that a paper's type says something about: until when it is good, and what must have happened already.

use super::DocumentFacts;
use super::subject::is_sure;
use crate::library::{DocumentType, Expiry};
use crate::model::{Finding, Severity};
use chrono::NaiveDate;

/// Reports dates of signing and issue that lie after today.
pub(super) fn check_future(facts: &DocumentFacts<'_>, today: NaiveDate) -> Vec<Finding> {
    let Some(definition) = facts.definition else { return Vec::new() };
    let future = definition.past_dates.iter().filter_map(|name| {
        let field = facts.sure(name)?;
        let day: NaiveDate = field.value.parse().ok()?;
        (day > today).then(|| {
            let message = format!("the {} {day} lies in the future", named(definition, name));
            let finding = Finding::new("date_in_future", Severity::Warning, message);
            facts.at(finding.comparing(format!("{today} or earlier"), day.to_string()), field)
        })
    });
    future.collect()
}

/// Reports licences and commissions that had ended on the day on which the same paper used them.
pub(super) fn check_licenses(facts: &DocumentFacts<'_>) -> Vec<Finding> {
    let Some(definition) = facts.definition else { return Vec::new() };
    let ended = definition.expires.iter().filter_map(|expiry| {
        let used = expiry.on.as_ref()?;
        let (field, end) = end(facts, expiry)?;
        let day = facts.day(used)?;
        (end < day).then(|| {
            let (end_name, day_name) = (named(definition, &expiry.field), named(definition, used));
            let message = format!("the {end_name} {end} lies before the {day_name} {day}");
            let finding = Finding::new("license_expired", Severity::Error, message);
            facts.at(finding.comparing(format!("{day} or later"), end.to_string()), field)
        })
    });
    ended.collect()
}

/// Reports what was no longer good on the day of closing, unless another paper of the loan renews it.
///
/// `day` is that of closing, or today while that is unknown.
pub(super) fn check_expired(facts: &DocumentFacts<'_>, loan: &[DocumentFacts<'_>], day: NaiveDate) -> Vec<Finding> {
    let Some(definition) = facts.definition else { return Vec::new() };
    let expired = definition.expires.iter().filter(|expiry| expiry.on.is_none()).filter_map(|expiry| {
        let (field, end) = end(facts, expiry)?;
        if end >= day || is_renewed(facts, loan, expiry, day) {
            return None;
        }
        let name = named(definition, &expiry.field);
        let message = format!("the {name} {end} lies before {day}: the {} is no longer good", definition.name);
        let finding = Finding::new("document_expired", Severity::Error, message);
        Some(facts.at(finding.comparing(format!("{day} or later"), end.to_string()), field))
    });
    expired.collect()
}

fn end<'d>(facts: &DocumentFacts<'d>, expiry: &Expiry) -> Option<(&'d crate::model::Field, NaiveDate)> {
    let field = facts.sure(&expiry.field)?;
    Some((field, field.value.parse().ok()?))
}

/// Tells whether a paper of the same type and the same thing is still good.
fn is_renewed(facts: &DocumentFacts<'_>, loan: &[DocumentFacts<'_>], expiry: &Expiry, day: NaiveDate) -> bool {
    let Some(same) = &expiry.renewed_by else { return false };
    let key = |facts: &DocumentFacts<'_>| -> Option<Vec<String>> {
        same.iter()
            .map(|name| facts.read(name).filter(|field| is_sure(field)).map(|field| crate::page::key(&field.value)))
            .collect()
    };
    let Some(own) = key(facts) else { return false };
    loan.iter()
        .filter(|other| other.document.document_type == facts.document.document_type)
        .filter(|other| key(other).as_ref() == Some(&own))
        .any(|other| end(other, expiry).is_some_and(|(_, end)| end >= day))
}

fn named(definition: &DocumentType, field: &str) -> String {
    let name = definition.field(field).map_or(field, |field| field.name.as_str());
    super::subject::inside_sentence(name)
}
