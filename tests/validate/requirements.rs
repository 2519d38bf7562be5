//! What a loan's configuration asks for.

use super::paper::{Paper, brief, checked, configuration, told};

const TODAY: &str = "2025-06-30";

/// Returns the briefs of the findings about one paper by itself.
fn alone(paper: &Paper, toml: &str) -> Vec<String> {
    checked(paper, Some(&configuration(toml)), TODAY).iter().map(brief).collect()
}

fn together(papers: &[Paper], toml: &str) -> Vec<String> {
    told(papers, Some(&configuration(toml)), TODAY)
}

#[test]
fn required_documents_must_be_there() {
    let required = |more: &str| format!("[[requiredDocuments]]\ndocumentTypeId = \"w2\"\n{more}");
    let w2 = || Paper::new("w2", &[]);
    assert_eq!(together(&[], &required("")), ["loan: error document_missing: 1 of w2 / 0"]);
    assert_eq!(together(&[w2()], &required("")), [""; 0]);
    assert_eq!(together(&[w2()], &required("minCount = 2")), ["loan: error document_missing: 2 of w2 / 1"]);
    assert_eq!(together(&[w2(), w2()], &required("minCount = 2")), [""; 0]);
    let copy = w2().with(|document| document.current_version = false);
    assert_eq!(together(&[w2(), copy], &required("minCount = 2")).len(), 1, "a copy is no second one");
}

#[test]
fn conditions_decide_whether_a_requirement_applies() {
    let required = |when: &str| format!("[[requiredDocuments]]\ndocumentTypeId = \"w2\"\nwhen = {when}");
    let note = || Paper::new("promissory_note", &[("note_type", "Adjustable Rate"), ("principal_amount", "400000.00")]);
    let cases = [
        ("{ documentTypeId = \"promissory_note\" }", true),
        ("{ documentTypeId = \"paystub\" }", false),
        ("{ documentTypeId = \"paystub\", present = false }", true),
        ("{ fieldTypeId = \"promissory_note.note_type\" }", true),
        ("{ fieldTypeId = \"promissory_note.note_type\", present = false }", false),
        ("{ fieldTypeId = \"promissory_note.note_type\", equals = \"adjustable rate\" }", true),
        ("{ fieldTypeId = \"promissory_note.note_type\", notEquals = \"Adjustable Rate\" }", false),
        ("{ fieldTypeId = \"promissory_note.note_type\", oneOf = [\"Balloon\", \"Adjustable Rate\"] }", true),
        ("{ fieldTypeId = \"promissory_note.principal_amount\", atLeast = 400000 }", true),
        ("{ fieldTypeId = \"promissory_note.principal_amount\", atMost = 399999.99 }", false),
        ("{ fieldTypeId = \"promissory_note.note_date\", atLeast = 2020-01-01 }", false),
    ];
    for (when, applies) in cases {
        assert_eq!(together(&[note()], &required(when)).len(), usize::from(applies), "{when}");
    }
}

#[test]
fn signatures_must_stand_where_they_are_required() {
    let required = |signer: &str, page: &str| {
        format!("[[signatureRequirements]]\ndocumentTypeId = \"promissory_note\"\nsigner = \"{signer}\"\n{page}")
    };
    let note = |values: &[(&str, &str)]| Paper::new("promissory_note", values);
    let signed =
        [("borrower_signature", "true"), ("co_borrower_signature", "false"), ("co_borrower_name", "Ben Ortiz")];
    assert_eq!(alone(&note(&signed), &required("borrower", "")), [""; 0]);
    assert_eq!(alone(&note(&signed), &required("borrower", "page = 2")), [""; 0]);
    assert_eq!(
        alone(&note(&signed), &required("borrower", "page = 3")),
        ["error signature_misplaced: page 3 / page 2"]
    );
    assert_eq!(
        alone(&note(&signed), &required("co_borrower", "")),
        ["error signature_missing: a signature / an empty line"]
    );
    assert_eq!(alone(&note(&signed[..1]), &required("co_borrower", "")), [""; 0], "the paper names no co-borrower");
    let unsigned = note(&[("borrower_signature", "false")]);
    assert_eq!(alone(&unsigned, &required("borrower", "")).len(), 1, "what the type says already is told once");
    assert_eq!(alone(&note(&[]), &required("borrower", "")), ["warning signature_not_located:  / "], "told once");
}

#[test]
fn a_notary_block_may_be_asked_for_more() {
    let toml =
        "[[notaryChecks]]\ndocumentTypeId = \"compliance_agreement\"\nelements = [\"name\", \"commission_number\"]";
    let agreement = |values: &[(&str, &str)]| {
        Paper::new("compliance_agreement", &[&[("borrower_signature", "true")], values].concat())
    };
    let whole = agreement(&[("notary_name", "Nora Quill"), ("notary_commission_number", "4711")]);
    assert_eq!(alone(&whole, toml), [""; 0]);
    let half = agreement(&[("notary_name", "Nora Quill")]);
    assert_eq!(alone(&half, toml), ["error notary_incomplete: name and commission number / name"]);
    assert_eq!(alone(&agreement(&[]), toml), ["warning notary_not_located:  / "]);
}

#[test]
fn dates_must_keep_their_limits() {
    let limit = |limit: &str| {
        format!("[[dateConstraints]]\ndocumentTypeId = \"paystub\"\nfieldTypeId = \"paystub.pay_date\"\n{limit}")
    };
    let stub = |day: &str| Paper::new("paystub", &[("pay_date", day)]);
    let outside = |expected: &str, found: &str| vec![format!("error date_out_of_range: {expected} / {found}")];
    assert_eq!(alone(&stub("2025-05-01"), &limit("notBefore = 2025-05-01")), [""; 0]);
    assert_eq!(
        alone(&stub("2025-04-30"), &limit("notBefore = 2025-05-01")),
        outside("2025-05-01 or later", "2025-04-30")
    );
    assert_eq!(alone(&stub("2025-05-01"), &limit("notAfter = \"2025-05-01\"")), [""; 0]);
    assert_eq!(
        alone(&stub("2025-05-02"), &limit("notAfter = 2025-05-01")),
        outside("2025-05-01 or earlier", "2025-05-02")
    );
    let old = "paystub: error date_too_old: 2025-05-31 or later / 2025-05-30";
    assert_eq!(together(&[stub("2025-05-30")], &limit("maxAgeDays = 30")), [old]);
    assert_eq!(together(&[stub("2025-05-31")], &limit("maxAgeDays = 30")), [""; 0]);
    let note = Paper::new("promissory_note", &[("note_date", "2025-06-15")]);
    assert_eq!(together(&[stub("2025-05-30"), note], &limit("maxAgeDays = 30")), [""; 0], "counted from the closing");
}

#[test]
fn dates_must_lie_near_others() {
    let own = "[[dateConstraints]]\ndocumentTypeId = \"closing_disclosure\"\nfieldTypeId = \"closing_disclosure.date_issued\"\n\
        relativeTo = { fieldTypeId = \"closing_disclosure.closing_date\", maxDays = -3 }";
    let disclosure = |issued: &str| {
        Paper::new(
            "closing_disclosure",
            &[("date_issued", issued), ("closing_date", "2025-05-10"), ("borrower_signature", "true")],
        )
    };
    assert_eq!(alone(&disclosure("2025-05-07"), own), [""; 0]);
    assert_eq!(alone(&disclosure("2025-05-08"), own), ["error date_out_of_range: 2025-05-07 or earlier / 2025-05-08"]);
    assert_eq!(together(&[disclosure("2025-05-08")], own), [""; 0], "what one paper settles is not told twice");
    let other = "[[dateConstraints]]\ndocumentTypeId = \"first_payment_letter\"\n\
        fieldTypeId = \"first_payment_letter.first_payment_date\"\n\
        relativeTo = { fieldTypeId = \"promissory_note.note_date\", minDays = 28, maxDays = 62 }";
    let papers = |day: &str| {
        [
            Paper::new("first_payment_letter", &[("first_payment_date", day)]),
            Paper::new("promissory_note", &[("note_date", "2025-05-10")]),
        ]
    };
    assert_eq!(together(&papers("2025-07-01"), other), [""; 0]);
    let early = "first_payment_letter: error date_out_of_range: 2025-06-07 or later / 2025-06-01";
    assert_eq!(together(&papers("2025-06-01"), other), [early]);
    assert_eq!(together(&papers("2025-06-01")[..1], other), [""; 0], "without the Note nothing is known");
}

#[test]
fn investor_rules_test_values() {
    let rule = |field: &str, test: &str| {
        format!("[[fieldRules]]\nname = \"R\"\nfieldTypeId = \"promissory_note.{field}\"\n{test}")
    };
    let note =
        |values: &[(&str, &str)]| Paper::new("promissory_note", &[&[("borrower_signature", "true")], values].concat());
    let cases = [
        ("principal_amount", "400000.00", "atMost = 400000", ""),
        ("principal_amount", "400000.01", "atMost = 400000", "at most 400000 / 400000.01"),
        ("principal_amount", "400000.00", "atLeast = 50000\natMost = 300000", "at most 300000 / 400000.00"),
        ("interest_rate", "6.125", "atLeast = 6.125", ""),
        ("interest_rate", "6.125", "atLeast = 6.5", "at least 6.5 / 6.125"),
        ("note_date", "2025-05-10", "atLeast = 2025-05-10", ""),
        ("note_date", "2025-05-09", "atLeast = 2025-05-10", "at least 2025-05-10 / 2025-05-09"),
        ("prepayment_penalty", "false", "equals = false", ""),
        ("prepayment_penalty", "true", "equals = false", "false / true"),
        ("note_type", "Balloon", "notEquals = \"balloon\"", "anything but balloon / Balloon"),
        ("note_type", "Fixed Rate", "oneOf = [\"Fixed Rate\", \"Adjustable Rate\"]", ""),
        (
            "note_type",
            "HELOC",
            "oneOf = [\"Fixed Rate\", \"Adjustable Rate\"]",
            "Fixed Rate or Adjustable Rate / HELOC",
        ),
        ("loan_number", "1", "present = true", ""),
        ("loan_number", "1", "present = false", "no loan number / 1"),
    ];
    for (field, value, test, expected) in cases {
        let found = alone(&note(&[(field, value)]), &rule(field, test));
        let expected: Vec<String> =
            (!expected.is_empty()).then(|| format!("error investor_rule_broken: {expected}")).into_iter().collect();
        assert_eq!(found, expected, "{field} {value} {test}");
    }
    assert_eq!(
        alone(&note(&[]), &rule("loan_number", "present = true")),
        ["error investor_rule_broken: a loan number / none"]
    );
    assert_eq!(alone(&note(&[]), &rule("interest_rate", "atLeast = 7")), [""; 0], "what is not there is not judged");
    let warned = alone(&note(&[]), &rule("loan_number", "present = true\nseverity = \"warning\""));
    assert_eq!(warned, ["warning investor_rule_broken: a loan number / none"]);
}

#[test]
fn investor_rules_compare_with_other_papers() {
    let toml = "[[fieldRules]]\nname = \"LTV\"\nfieldTypeId = \"promissory_note.principal_amount\"\n\
        atMost = { fieldTypeId = \"appraisal_1004.appraised_value\", times = 0.8 }";
    let papers = |value: &str| {
        [
            Paper::new("promissory_note", &[("principal_amount", "400000.00")]),
            Paper::new("appraisal_1004", &[("appraised_value", value)]),
        ]
    };
    assert_eq!(together(&papers("500000.00"), toml), [""; 0]);
    let broken = "promissory_note: error investor_rule_broken: \
        at most 392000.00 (0.8 times appraisal_1004.appraised_value) / 400000.00";
    assert_eq!(together(&papers("490000.00"), toml), [broken]);
    assert_eq!(together(&papers("490000.00")[..1], toml), [""; 0]);
    let when = format!("{toml}\nwhen = {{ documentTypeId = \"rider_second_home\" }}");
    assert_eq!(together(&papers("490000.00"), &when), [""; 0]);
}

#[test]
fn rules_about_columns_look_at_each_row_and_mask_numbers() {
    let toml = "[[fieldRules]]\nname = \"Few large deposits\"\nfieldTypeId = \"bank_statement.transactions.amount\"\natMost = 10000\n\
        [[fieldRules]]\nname = \"One account\"\nfieldTypeId = \"bank_statement.accounts.account_number\"\nequals = \"1111222233\"";
    let statement = Paper::new(
        "bank_statement",
        &[
            ("transactions.amount", "500.00"),
            ("transactions.amount", "12500.00"),
            ("accounts.account_number", "9988776655"),
        ],
    );
    let found = alone(&statement, toml);
    assert_eq!(
        found,
        ["error investor_rule_broken: at most 10000 / 12500.00", "error investor_rule_broken: ***2233 / ***6655",]
    );
}
