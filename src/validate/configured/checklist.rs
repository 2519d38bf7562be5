//! Everything that a configuration asks for, and whether it is there.
//!
//! Invariant: the same checks decide as everywhere else; what does not apply to the loan has no line.

use super::{condition, dates, rules, signatures};
use crate::library::Library;
use crate::model::{
    Configuration, DateConstraint, DocumentId, DocumentTypeId, FieldRule, Finding, NotaryCheck, NotaryElement,
    ReportItem, ReportItemStatus, RequiredDocument, Severity, SignatureRequirement,
};
use crate::validate::subject::{inside_sentence, is_sure, listed};
use crate::validate::{DocumentFacts, notary};
use chrono::NaiveDate;

/// What decides a checklist.
pub struct Checklist<'c> {
    /// The papers that speak for the loan.
    pub loan: &'c [DocumentFacts<'c>],
    /// The document types.
    pub library: &'c Library,
    /// The day of closing, or today.
    pub day: NaiveDate,
    /// Whether a reviewer released a document from a finding.
    pub is_waived: &'c dyn Fn(DocumentId, &Finding) -> bool,
}

/// Returns a line for each requirement: for papers of the loan, then for signatures, notaries, dates and values of each
/// paper that they concern.
pub fn checklist(list: &Checklist<'_>, configuration: &Configuration) -> Vec<ReportItem> {
    let required = configuration.required_documents.iter().filter_map(|required| list.required(required));
    let signatures = configuration.signature_requirements.iter().flat_map(|requirement| list.signature(requirement));
    let notaries = configuration.notary_checks.iter().flat_map(|check| list.notary(check));
    let dates = configuration.date_constraints.iter().flat_map(|constraint| list.date(constraint));
    let rules = configuration.field_rules.iter().flat_map(|rule| list.rule(rule));
    required.chain(signatures).chain(notaries).chain(dates).chain(rules).collect()
}

impl Checklist<'_> {
    fn required(&self, required: &RequiredDocument) -> Option<ReportItem> {
        if required.when.as_ref().is_some_and(|when| !condition::holds(when, self.loan)) {
            return None;
        }
        let held: Vec<&DocumentFacts<'_>> = self.of_type(&required.document_type_id).collect();
        let enough = held.len() >= required.min_count as usize;
        let name = |id: &DocumentTypeId| self.library.get(id).map(|definition| definition.name.clone());
        Some(ReportItem {
            code: "document_required".to_string(),
            label: name(&required.document_type_id).unwrap_or_else(|| required.document_type_id.to_string()),
            status: if enough { ReportItemStatus::Passed } else { ReportItemStatus::Missing },
            document_id: held.first().filter(|_| enough).map(|facts| facts.document.id),
            detail: Some(format!("{} of {}", held.len(), required.min_count)),
        })
    }

    fn signature(&self, requirement: &SignatureRequirement) -> Vec<ReportItem> {
        let name = signatures::field_of(&requirement.signer);
        let papers = self.of_type(&requirement.document_type_id);
        let concerned = papers.filter(|facts| signatures::is_named(facts, &requirement.signer));
        let line = |facts: &DocumentFacts<'_>| {
            let id = facts.id(&name);
            let label = id.map_or(name.as_str(), |id| facts.describe(&id).0);
            let finding = signatures::of_signer(facts, requirement);
            let good = requirement.page.map(|page| format!("on page {page}"));
            self.line("signature_required", facts, &inside_sentence(label), finding.as_slice(), good)
        };
        concerned.map(line).collect()
    }

    fn notary(&self, check: &NotaryCheck) -> Vec<ReportItem> {
        let labels: Vec<&str> = check.elements.iter().copied().map(NotaryElement::label).collect();
        let line = |facts: &DocumentFacts<'_>| {
            let finding = notary::check(facts, &check.elements);
            self.line("notary_required", facts, "notary's block", finding.as_slice(), Some(listed(&labels, "and")))
        };
        self.of_type(&check.document_type_id).map(line).collect()
    }

    fn date(&self, constraint: &DateConstraint) -> Vec<ReportItem> {
        let line = |facts: &DocumentFacts<'_>| {
            let label = inside_sentence(facts.describe(&constraint.field_type_id).0);
            let sure = facts.values(&constraint.field_type_id).filter(|field| is_sure(field));
            let days: Vec<&str> = sure.map(|field| field.value.as_str()).collect();
            let findings = dates::of_constraint(facts, self.loan, constraint, self.day);
            let code = "date_required";
            if days.is_empty() {
                return self.unknown(code, facts, &label, format!("no {label} was read surely"));
            }
            if !dates::is_decidable(facts, self.loan, constraint) {
                return self.unknown(code, facts, &label, "the date to compare it with is not known".to_string());
            }
            self.line(code, facts, &label, &findings, Some(listed(&days, "and")))
        };
        self.of_type(&constraint.document_type_id).map(line).collect()
    }

    fn rule(&self, rule: &FieldRule) -> Vec<ReportItem> {
        if rule.when.as_ref().is_some_and(|when| !condition::holds(when, self.loan)) {
            return Vec::new();
        }
        let line = |facts: &DocumentFacts<'_>| {
            let findings = rules::of_rule(facts, self.loan, rule);
            if findings.is_empty() && !rules::is_decidable(facts, self.loan, rule) {
                let why = "a value that it needs was not read surely";
                return self.unknown("field_rule", facts, &rule.name, why.to_string());
            }
            let mut item = self.line("field_rule", facts, &rule.name, &findings, None);
            let absent = rule.present == Some(true) && facts.values(&rule.field_type_id).next().is_none();
            if absent && item.status == ReportItemStatus::Failed {
                item.status = ReportItemStatus::Missing;
            }
            item
        };
        self.loan.iter().filter(|facts| facts.id_is_own(&rule.field_type_id)).map(line).collect()
    }

    fn of_type(&self, id: &DocumentTypeId) -> impl Iterator<Item = &DocumentFacts<'_>> {
        self.loan.iter().filter(move |facts| facts.is_of(id))
    }

    /// The line of a requirement by what its check found.
    fn line(
        &self,
        code: &str,
        facts: &DocumentFacts<'_>,
        what: &str,
        findings: &[Finding],
        good: Option<String>,
    ) -> ReportItem {
        let is_waived = |finding: &&Finding| (self.is_waived)(facts.document.id, finding);
        let open: Vec<&Finding> = findings.iter().filter(|finding| !is_waived(finding)).collect();
        let messages = |findings: &[&Finding]| {
            findings.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>().join("; ")
        };
        let (status, detail) = match (open.as_slice(), findings) {
            ([], []) => (ReportItemStatus::Passed, good),
            ([], waived) => {
                let waived: Vec<&Finding> = waived.iter().collect();
                (ReportItemStatus::Passed, Some(format!("waived: {}", messages(&waived))))
            }
            (open, _) => (open.iter().map(|finding| status(finding)).min().unwrap_or(ReportItemStatus::Failed), {
                Some(messages(open))
            }),
        };
        self.item(code, facts, what, status, detail)
    }

    fn unknown(&self, code: &str, facts: &DocumentFacts<'_>, what: &str, why: String) -> ReportItem {
        self.item(code, facts, what, ReportItemStatus::Missing, Some(why))
    }

    fn item(
        &self,
        code: &str,
        facts: &DocumentFacts<'_>,
        what: &str,
        status: ReportItemStatus,
        detail: Option<String>,
    ) -> ReportItem {
        ReportItem {
            code: code.to_string(),
            label: format!("{}: {what}", facts.type_name()),
            status,
            document_id: Some(facts.document.id),
            detail,
        }
    }
}

/// What was looked for and not located is missing; a rule that only warns notes.
fn status(finding: &Finding) -> ReportItemStatus {
    match (finding.severity, finding.code.as_str()) {
        (Severity::Error, _) => ReportItemStatus::Failed,
        (_, "signature_not_located" | "notary_not_located") => ReportItemStatus::Missing,
        _ => ReportItemStatus::Noted,
    }
}
