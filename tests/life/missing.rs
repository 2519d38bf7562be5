//! What a configuration asks of a loan that no single document shows.

use super::{package, processed, wage_statement};
use loanfile::ops::{self, NewConfiguration, Notation, SameName, UpdateLoan};

const NEEDED: &str = r#"
name = "two-papers"
[[requiredDocuments]]
documentTypeId = "w2"
minCount = 1
[[requiredDocuments]]
documentTypeId = "gift_letter"
minCount = 1
"#;

#[test]
fn a_document_that_the_loan_lacks_is_told_and_holds_back_none() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    assert!(package(&engine).findings.is_empty());
    let new = NewConfiguration { text: NEEDED, notation: Notation::Toml, name: None, same_name: SameName::Refuse };
    ops::add_configuration(&engine.workspace, &engine.caller, new).unwrap();
    let change = UpdateLoan { configuration: Some("two-papers"), ..UpdateLoan::default() };
    ops::update_loan(&engine.workspace, &engine.caller, "L-1", change).unwrap();
    let found = package(&engine);
    let codes: Vec<&str> = found.findings.iter().map(|finding| finding.code.as_str()).collect();
    assert_eq!(codes, ["document_missing"], "{:?}", found.findings);
    assert!(found.documents.iter().all(|document| document.validation.findings.iter().all(|one| !one.blocks())));
    engine.ingest("L-1", "gift.pdf", &[super::UNSIGNED]);
    engine.process();
    assert!(package(&engine).findings.is_empty(), "it came");
}
