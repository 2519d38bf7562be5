//! Configuration files: what is read and what is refused.

use loanfile::library::Library;
use loanfile::model::Configuration;
use loanfile::ops::{Notation, read_configuration};

fn read(text: &str, notation: Notation) -> Result<Configuration, String> {
    read_configuration(text, notation, Library::standard()).map_err(|error| error.to_string())
}

#[test]
fn the_sample_is_sound_and_survives_both_notations() {
    let sample = include_str!("../../samples/conventional.toml");
    let configuration = read(sample, Notation::Toml).unwrap();
    assert_eq!(configuration.required_documents.len(), 12);
    let toml = toml::to_string_pretty(&configuration).unwrap();
    assert_eq!(read(&toml, Notation::Toml).unwrap(), configuration, "{toml}");
    let json = serde_json::to_string(&configuration).unwrap();
    assert_eq!(read(&json, Notation::Json).unwrap(), configuration, "{json}");
}

#[test]
fn what_cannot_be_meant_is_refused_by_its_name() {
    let cases = [
        ("nmae = \"x\"", "line 1: unknown field `nmae`"),
        ("[[requiredDocuments]]\ndocumentTypeId = \"w2\"\nmincount = 2", "line 3: unknown field `mincount`"),
        (
            "[[requiredDocuments]]\ndocumentTypeId = \"flood_certificat\"",
            "requiredDocuments[0]: no document type flood_certificat; is it flood_certificate?",
        ),
        ("[[requiredDocuments]]\ndocumentTypeId = \"w2\"\nminCount = 0", "minCount is at least 1"),
        (
            "[[requiredDocuments]]\ndocumentTypeId = \"w2\"\nwhen = { equals = 1 }",
            "when names a documentTypeId or a fieldTypeId",
        ),
        (
            "[[requiredDocuments]]\ndocumentTypeId = \"w2\"\nwhen = { documentTypeId = \"w2\", equals = 1 }",
            "names no fieldTypeId",
        ),
        (
            "[[signatureRequirements]]\ndocumentTypeId = \"appraisal_1004\"\nsigner = \"borrower\"",
            "appraisal_1004 is not signed by borrower; it is by appraiser",
        ),
        ("[[notaryChecks]]\ndocumentTypeId = \"w2\"\nelements = [\"name\"]", "w2 has no field notary_name"),
        (
            "[[notaryChecks]]\ndocumentTypeId = \"security_instrument\"\nelements = [\"stamp\"]",
            "unknown variant `stamp`",
        ),
        (
            "[[dateConstraints]]\ndocumentTypeId = \"paystub\"\nfieldTypeId = \"paystub.pay_date\"",
            "exactly one of maxAgeDays",
        ),
        (
            "[[dateConstraints]]\ndocumentTypeId = \"paystub\"\nfieldTypeId = \"paystub.employer_name\"\nmaxAgeDays = 3",
            "paystub.employer_name is no date",
        ),
        (
            "[[dateConstraints]]\ndocumentTypeId = \"w2\"\nfieldTypeId = \"paystub.pay_date\"\nmaxAgeDays = 3",
            "paystub.pay_date is no field of w2",
        ),
        (
            "[[dateConstraints]]\ndocumentTypeId = \"paystub\"\nfieldTypeId = \"paystub.pay_date\"\nnotBefore = \"May\"",
            "May is no day",
        ),
        (
            "[[dateConstraints]]\ndocumentTypeId = \"paystub\"\nfieldTypeId = \"paystub.pay_date\"\nrelativeTo = { fieldTypeId = \"w2.tax_year\" }",
            "w2.tax_year is no date",
        ),
        (
            "[[fieldRules]]\nname = \"R\"\nfieldTypeId = \"promissory_note.principal_amont\"\npresent = true",
            "is it promissory_note.principal_amount?",
        ),
        ("[[fieldRules]]\nname = \"R\"\nfieldTypeId = \"promissory_note.principal_amount\"", "a rule has a test"),
        (
            "[[fieldRules]]\nname = \"R\"\nfieldTypeId = \"promissory_note.principal_amount\"\natMost = \"much\"",
            "\"much\" cannot be compared with a value of kind money",
        ),
        (
            "[[fieldRules]]\nname = \"R\"\nfieldTypeId = \"promissory_note.borrower_name\"\natMost = \"x\"",
            "atLeast and atMost are for numbers and dates",
        ),
        (
            "[[fieldRules]]\nname = \"R\"\nfieldTypeId = \"w2.tax_year\"\nequals = { fieldTypeId = \"w2.year\" }",
            "no field w2.year",
        ),
        (
            "[[fieldRules]]\nname = \"R\"\nfieldTypeId = \"w2.tax_year\"\nequals = { field = \"w2.tax_year\" }",
            "unknown field `field`",
        ),
    ];
    for (text, expected) in cases {
        let error = read(&format!("{text}\n"), Notation::Toml).unwrap_err();
        assert!(error.contains(expected), "{text}\n{error}");
    }
    let error =
        read("{\"name\": \"x\", \"requiredDocuments\": [{\"documentType\": \"w2\"}]}", Notation::Json).unwrap_err();
    assert!(error.contains("unknown field `documentType`") && error.contains("line 1"), "{error}");
    let many = "[[requiredDocuments]]\ndocumentTypeId = \"a\"\n[[requiredDocuments]]\ndocumentTypeId = \"b\"";
    let error = read(many, Notation::Toml).unwrap_err();
    assert!(error.contains("requiredDocuments[0]") && error.contains("requiredDocuments[1]"), "all at once: {error}");
}
