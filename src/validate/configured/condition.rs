//! When a requirement applies.

use super::values::{self, Answer};
use crate::model::Condition;
use crate::validate::DocumentFacts;
use crate::validate::subject::is_sure;

/// Tells whether a condition holds for a loan; what is not known does not hold.
pub fn holds(condition: &Condition, loan: &[DocumentFacts<'_>]) -> bool {
    let wanted = condition.present.unwrap_or(true);
    let typed = condition.document_type_id.as_ref().is_none_or(|id| loan.iter().any(|facts| facts.is_of(id)) == wanted);
    let Some(id) = &condition.field_type_id else { return typed };
    let tests = condition.tests();
    let passes = |facts: &DocumentFacts<'_>| {
        facts
            .values(id)
            .filter(|field| is_sure(field))
            .any(|field| tests.iter().all(|test| values::passes(*test, facts, field, loan) == Answer::Yes))
    };
    typed && loan.iter().any(passes) == wanted
}
