//! Signatures that must stand on papers, and on which page.

use crate::model::{Configuration, Field, Finding, Severity, SignatureRequirement};
use crate::validate::DocumentFacts;
use crate::validate::subject::inside_sentence;

/// Checks the signatures that a configuration requires on a document.
pub fn check(facts: &DocumentFacts<'_>, configuration: &Configuration) -> Vec<Finding> {
    let required = configuration.signature_requirements.iter();
    required
        .filter(|requirement| facts.is_of(&requirement.document_type_id))
        .filter(|requirement| is_named(facts, &requirement.signer))
        .filter_map(|requirement| of_signer(facts, requirement))
        .collect()
}

/// Returns the name of the field that holds a signer's signature.
pub fn field_of(signer: &str) -> String {
    format!("{signer}_signature")
}

/// A second signer is asked for only where the paper names one.
pub(super) fn is_named(facts: &DocumentFacts<'_>, signer: &str) -> bool {
    !signer.starts_with("co_")
        || facts.read(&format!("{signer}_name")).is_some()
        || facts.read(&field_of(signer)).is_some()
}

pub(super) fn of_signer(facts: &DocumentFacts<'_>, requirement: &SignatureRequirement) -> Option<Finding> {
    let name = field_of(&requirement.signer);
    let label =
        facts.definition.and_then(|definition| definition.field(&name)).map_or(name.as_str(), |field| &field.name);
    let label = inside_sentence(label);
    let Some(field) = facts.read(&name) else {
        let message = format!("the {label} is required, but no line for it was found");
        let finding = Finding::new("signature_not_located", Severity::Warning, message);
        return Some(facts.id(&name).map_or(finding.clone(), |id| finding.about(id)));
    };
    if field.value != "true" {
        let finding = Finding::new("signature_missing", Severity::Error, format!("the {label} is missing"));
        return Some(facts.at(finding.comparing("a signature", "an empty line"), field));
    }
    misplaced(facts, requirement, field, &label)
}

fn misplaced(
    facts: &DocumentFacts<'_>,
    requirement: &SignatureRequirement,
    field: &Field,
    label: &str,
) -> Option<Finding> {
    let wanted = requirement.page?;
    let page = (field.place?.page_number + 1).checked_sub(facts.document.first_page)?;
    (page != wanted).then(|| {
        let message = format!("the {label} stands on page {page} and is required on page {wanted}");
        let finding = Finding::new("signature_misplaced", Severity::Error, message);
        facts.at(finding.comparing(format!("page {wanted}"), format!("page {page}")), field)
    })
}
