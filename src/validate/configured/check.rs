//! Whether a configuration names what exists: types and fields of the library, and values that can be compared.

use super::signatures;
use super::values::{has_order, is_comparable};
use crate::library::{DocumentType, Library};
use crate::model::{
    Condition, Configuration, DateConstraint, DocumentTypeId, FieldRule, FieldTypeId, NotaryCheck, Operand,
    SignatureRequirement, ValueKind, ValueTest,
};
use crate::validate::number::Number;
use strsim::jaro_winkler;

/// Returns everything in a configuration that cannot be meant, each with its place; empty for a sound one.
pub fn configuration_problems(configuration: &Configuration, library: &Library) -> Vec<String> {
    let mut checker = Checker { library, place: String::new(), problems: Vec::new() };
    for (number, required) in configuration.required_documents.iter().enumerate() {
        checker.enter("requiredDocuments", number);
        checker.document_type(&required.document_type_id);
        if required.min_count == 0 {
            checker.add("minCount is at least 1");
        }
        required.when.iter().for_each(|when| checker.condition(when));
    }
    for (number, requirement) in configuration.signature_requirements.iter().enumerate() {
        checker.enter("signatureRequirements", number);
        checker.signature(requirement);
    }
    for (number, check) in configuration.notary_checks.iter().enumerate() {
        checker.enter("notaryChecks", number);
        checker.notary(check);
    }
    for (number, constraint) in configuration.date_constraints.iter().enumerate() {
        checker.enter("dateConstraints", number);
        checker.constraint(constraint);
    }
    for (number, rule) in configuration.field_rules.iter().enumerate() {
        checker.enter("fieldRules", number);
        checker.rule(rule);
    }
    checker.problems
}

struct Checker<'l> {
    library: &'l Library,
    place: String,
    problems: Vec<String>,
}

impl<'l> Checker<'l> {
    fn enter(&mut self, list: &str, number: usize) {
        self.place = format!("{list}[{number}]");
    }

    fn add(&mut self, rule: impl AsRef<str>) {
        self.problems.push(format!("{}: {}", self.place, rule.as_ref()));
    }

    fn document_type(&mut self, id: &DocumentTypeId) -> Option<&'l DocumentType> {
        let found = self.library.get(id);
        if found.is_none() {
            let names = self.library.types().iter().map(|definition| definition.id.as_str());
            self.add(format!("no document type {id}{}", nearest(id.as_str(), names)));
        }
        found
    }

    /// Checks that a field exists and returns its kind.
    fn field(&mut self, id: &FieldTypeId) -> Option<ValueKind> {
        let owner = DocumentTypeId::new(id.as_str().split('.').next().unwrap_or_default());
        let definition = self.document_type(&owner)?;
        let kind = definition.describe(id).map(|(_, kind)| kind);
        if kind.is_none() {
            let fields = definition.fields.iter().map(|field| definition.field_id(&field.id));
            let columns = definition
                .tables
                .iter()
                .flat_map(|table| table.columns.iter().map(|column| definition.column_id(&table.id, &column.id)));
            let names: Vec<String> = fields.chain(columns).map(|id| id.to_string()).collect();
            self.add(format!("no field {id}{}", nearest(id.as_str(), names.iter().map(String::as_str))));
        }
        kind
    }

    fn signature(&mut self, requirement: &SignatureRequirement) {
        let Some(definition) = self.document_type(&requirement.document_type_id) else { return };
        let name = signatures::field_of(&requirement.signer);
        if definition.field(&name).is_none_or(|field| field.kind != ValueKind::Signature) {
            let signers = definition.fields.iter().filter(|field| field.kind == ValueKind::Signature);
            let signers: Vec<&str> = signers.filter_map(|field| field.id.strip_suffix("_signature")).collect();
            let known = if signers.is_empty() { "nobody".to_string() } else { signers.join(", ") };
            self.add(format!("{} is not signed by {}; it is by {known}", definition.id, requirement.signer));
        }
        if requirement.page == Some(0) {
            self.add("page counts from 1");
        }
    }

    fn notary(&mut self, check: &NotaryCheck) {
        let Some(definition) = self.document_type(&check.document_type_id) else { return };
        if check.elements.is_empty() {
            self.add("elements names at least one");
        }
        for element in check.elements.iter().filter(|element| definition.field(element.field()).is_none()) {
            self.add(format!("{} has no field {}", definition.id, element.field()));
        }
    }

    fn constraint(&mut self, constraint: &DateConstraint) {
        self.document_type(&constraint.document_type_id);
        self.date(&constraint.field_type_id);
        if !belongs(&constraint.field_type_id, &constraint.document_type_id) {
            self.add(format!("{} is no field of {}", constraint.field_type_id, constraint.document_type_id));
        }
        let limits = [
            constraint.max_age_days.is_some(),
            constraint.not_before.is_some(),
            constraint.not_after.is_some(),
            constraint.relative_to.is_some(),
        ];
        if limits.into_iter().filter(|given| *given).count() != 1 {
            self.add("it has exactly one of maxAgeDays, notBefore, notAfter, relativeTo");
        }
        let Some(other) = &constraint.relative_to else { return };
        self.date(&other.field_type_id);
        match (other.min_days, other.max_days) {
            (None, None) => self.add("relativeTo has minDays, maxDays or both"),
            (Some(least), Some(most)) if least > most => self.add("minDays is no more than maxDays"),
            _ => {}
        }
    }

    fn date(&mut self, id: &FieldTypeId) {
        if self.field(id).is_some_and(|kind| kind != ValueKind::Date) {
            self.add(format!("{id} is no date"));
        }
    }

    fn rule(&mut self, rule: &FieldRule) {
        if rule.name.trim().is_empty() {
            self.add("a rule has a name");
        }
        if rule.tests().is_empty() && rule.present.is_none() {
            self.add("a rule has a test: present, equals, notEquals, oneOf, atLeast or atMost");
        }
        if let Some(kind) = self.field(&rule.field_type_id) {
            self.tests(kind, &rule.tests());
        }
        rule.when.iter().for_each(|when| self.condition(when));
    }

    fn condition(&mut self, condition: &Condition) {
        if let Some(id) = &condition.document_type_id {
            self.document_type(id);
        }
        match &condition.field_type_id {
            Some(id) => {
                if let Some(kind) = self.field(id) {
                    self.tests(kind, &condition.tests());
                }
            }
            None if condition.document_type_id.is_none() => {
                self.add("when names a documentTypeId or a fieldTypeId");
            }
            None if !condition.tests().is_empty() => self.add("when tests a value, but names no fieldTypeId"),
            None => {}
        }
    }

    fn tests(&mut self, kind: ValueKind, tests: &[ValueTest<'_>]) {
        for test in tests {
            if matches!(test, ValueTest::AtLeast(_) | ValueTest::AtMost(_)) && !has_order(kind) {
                self.add("atLeast and atMost are for numbers and dates");
            }
            let literals: Vec<&str> = match test {
                ValueTest::OneOf(words) => words.iter().map(String::as_str).collect(),
                test => test.operand().and_then(literal).into_iter().collect(),
            };
            for literal in literals.into_iter().filter(|literal| !is_comparable(kind, literal)) {
                self.add(format!("{literal:?} cannot be compared with a value of kind {}", kind_name(kind)));
            }
            if let Some(other) = test.operand().and_then(Operand::field) {
                self.field(&other.field_type_id);
                if other.times.as_ref().is_some_and(|times| Number::parse(times).is_none()) {
                    self.add("times is a number such as 0.97");
                }
            }
        }
    }
}

fn literal(operand: &Operand) -> Option<&str> {
    match operand {
        Operand::Literal(text) => Some(text),
        Operand::Field(_) => None,
    }
}

fn belongs(field: &FieldTypeId, document_type: &DocumentTypeId) -> bool {
    field.as_str().split('.').next() == Some(document_type.as_str())
}

fn kind_name(kind: ValueKind) -> String {
    format!("{kind:?}").to_lowercase()
}

/// Returns a question for the name that was perhaps meant.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let scored = known.map(|known| (jaro_winkler(name, known), known));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(score, _)| *score > 0.85);
    best.map_or(String::new(), |(_, known)| format!("; is it {known}?"))
}
