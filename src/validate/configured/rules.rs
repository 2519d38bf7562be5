//! Rules of the investor: what values must be.

use super::condition;
use super::values::{self, Answer};
use crate::model::{Configuration, Field, FieldRule, Finding};
use crate::validate::DocumentFacts;
use crate::validate::subject::{inside_sentence, is_sure, shown};

/// Checks the rules that need no other document.
pub fn of_document(facts: &DocumentFacts<'_>, configuration: &Configuration) -> Vec<Finding> {
    let own = rules(facts, configuration).filter(|rule| !needs_loan(facts, rule));
    own.flat_map(|rule| broken(facts, &[*facts], rule)).collect()
}

/// Checks the rules that depend on other documents of the loan.
pub fn of_papers(facts: &DocumentFacts<'_>, loan: &[DocumentFacts<'_>], configuration: &Configuration) -> Vec<Finding> {
    let shared = rules(facts, configuration).filter(|rule| needs_loan(facts, rule));
    let shared = shared.filter(|rule| rule.when.as_ref().is_none_or(|when| condition::holds(when, loan)));
    shared.flat_map(|rule| broken(facts, loan, rule)).collect()
}

/// Checks a document for one rule, which is about one of its fields and applies.
pub fn of_rule(facts: &DocumentFacts<'_>, loan: &[DocumentFacts<'_>], rule: &FieldRule) -> Vec<Finding> {
    if needs_loan(facts, rule) { broken(facts, loan, rule) } else { broken(facts, &[*facts], rule) }
}

/// Tells whether a rule could be decided: a value is there, and what it is compared with is known.
pub fn is_decidable(facts: &DocumentFacts<'_>, loan: &[DocumentFacts<'_>], rule: &FieldRule) -> bool {
    let loan = if needs_loan(facts, rule) { loan } else { &[*facts] };
    let tests = rule.tests();
    let mut sure = facts.values(&rule.field_type_id).filter(|field| is_sure(field)).peekable();
    if tests.is_empty() || rule.present == Some(false) {
        return true;
    }
    sure.peek().is_some()
        && sure.all(|field| tests.iter().all(|test| values::passes(*test, facts, field, loan) != Answer::Unknown))
}

fn rules<'c>(facts: &DocumentFacts<'_>, configuration: &'c Configuration) -> impl Iterator<Item = &'c FieldRule> {
    configuration.field_rules.iter().filter(|rule| facts.id_is_own(&rule.field_type_id))
}

fn needs_loan(facts: &DocumentFacts<'_>, rule: &FieldRule) -> bool {
    let elsewhere = |test: crate::model::ValueTest<'_>| {
        test.operand().and_then(|operand| operand.field()).is_some_and(|other| !facts.id_is_own(&other.field_type_id))
    };
    rule.when.is_some() || rule.tests().into_iter().any(elsewhere)
}

fn broken(facts: &DocumentFacts<'_>, loan: &[DocumentFacts<'_>], rule: &FieldRule) -> Vec<Finding> {
    let values: Vec<&Field> = facts.values(&rule.field_type_id).collect();
    let (name, kind) = facts.describe(&rule.field_type_id);
    let name = inside_sentence(name);
    match (rule.present, values.first()) {
        (Some(true), None) => {
            let message = format!("{}: the {name} is missing", rule.name);
            let finding = Finding::new("investor_rule_broken", rule.severity, message);
            return vec![finding.about(rule.field_type_id.clone()).comparing(format!("a {name}"), "none")];
        }
        (Some(false), Some(field)) => {
            let message = format!("{}: there is a {name}", rule.name);
            let finding = Finding::new("investor_rule_broken", rule.severity, message);
            return vec![facts.at(finding.comparing(format!("no {name}"), shown(kind, &field.value)), field)];
        }
        _ => {}
    }
    let sure = values.into_iter().filter(|field| is_sure(field));
    sure.filter_map(|field| {
        let test = rule.tests().into_iter().find(|test| values::passes(*test, facts, field, loan) == Answer::No)?;
        let (wanted, found) = (values::described(test, facts, field, loan), shown(kind, &field.value));
        let message = format!("{}: the {name} is {found}, expected is {wanted}", rule.name);
        let finding = Finding::new("investor_rule_broken", rule.severity, message);
        Some(facts.at(finding.comparing(wanted, found), field))
    })
    .collect()
}
