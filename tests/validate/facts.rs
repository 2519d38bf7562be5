//! Facts that several papers of a loan state.

use super::paper::{Paper, checked_loan, told};
use crate::support::standard;
use loanfile::model::DocumentTypeId;
use loanfile::validate::{fact_fields, same_address, same_person};

const TODAY: &str = "2025-06-30";

#[test]
fn the_table_names_fields_of_the_library() {
    for id in fact_fields() {
        let document_type = DocumentTypeId::new(id.as_str().split('.').next().unwrap());
        assert!(standard(document_type.as_str()).describe(&id).is_some(), "{id}");
    }
}

#[test]
fn names_of_one_person_are_told_from_those_of_two() {
    let same = [
        ("Justin K. Moreno", "JUSTIN K MORENO"),
        ("Justin K. Moreno", "Moreno, Justin K"),
        ("Justin Kyle Moreno", "Justin K. Moreno"),
        ("Justin Kyle Moreno", "Justin Moreno"),
        ("Justin Moreno, a single man", "Justin Moreno"),
        ("Justin Moreno and Ada Moreno, husband and wife", "ADA MORENO"),
        ("Justin and Ada Moreno", "Justin Moreno"),
        ("Ada Moreno-Diaz", "Ada Moreno Diaz"),
        ("Ada O'Neil", "ADA ONEIL"),
        ("Juan de la Cruz", "JUAN DELACRUZ"),
        ("Justin Moreno Jr.", "Justin Moreno"),
        ("Mr. Justin Moreno", "Justin Moreno"),
    ];
    let different = [
        ("Justin K. Moreno", "Justine K. Moreno"),
        ("Justin K. Moreno", "Justin B. Moreno"),
        ("Justin Moreno", "Justin Marino"),
        ("Justin Moreno Jr.", "Justin Moreno Sr."),
        ("Justin Moreno", "Ada Moreno"),
        ("Justin Moreno", "Justin"),
    ];
    for (a, b) in same {
        assert!(same_person(a, b), "{a} | {b}");
    }
    for (a, b) in different {
        assert!(!same_person(a, b), "{a} | {b}");
    }
}

#[test]
fn addresses_of_one_place_are_told_from_those_of_two() {
    let home = "360 North Jeremy Pines Street Unit 230, East Hollyview, IL 62067";
    let same = [
        "360 N JEREMY PINES ST APT 230, EAST HOLLYVIEW, IL 62067-1234",
        "360 N. Jeremy Pines St. #230, East Hollyview, Illinois",
        "360 N Jeremy Pines, Unit 230",
        "360 Jeremy Pines Street, East Hollyview, IL 62067",
        "360 N Jeremy Pines St East Hollyview IL 62067",
    ];
    let different = [
        "362 North Jeremy Pines Street Unit 230, East Hollyview, IL 62067",
        "360 North Jeremy Pines Street Unit 233, East Hollyview, IL 62067",
        "360 South Jeremy Pines Street Unit 230, East Hollyview, IL 62067",
        "360 North Jeremy Pines Court Unit 230, East Hollyview, IL 62067",
        "360 North Jeremy Pines Street Unit 230, East Hollyview, IL 62076",
        "360 North Harbor Street Unit 230, East Hollyview, IL 62067",
        "360 Harbor St East Hollyview IL 62067",
    ];
    for other in same {
        assert!(same_address(home, other) && same_address(other, home), "{other}");
    }
    for other in different {
        assert!(!same_address(home, other) && !same_address(other, home), "{other}");
    }
}

fn note(changes: &[(&'static str, &'static str)]) -> Paper {
    let mut values = vec![
        ("borrower_name", "Ada B. Moreno"),
        ("co_borrower_name", "Ben Moreno"),
        ("property_address", "12 Oak Street, Dayton, OH 45402"),
        ("principal_amount", "289500.00"),
        ("interest_rate", "6.125"),
        ("monthly_payment", "1759.03"),
        ("note_date", "2025-05-02"),
        ("first_payment_date", "2025-07-01"),
        ("maturity_date", "2055-06-01"),
    ];
    values.retain(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
    values.extend(changes);
    Paper::new("promissory_note", &values)
}

#[test]
fn papers_that_agree_with_the_note_give_no_finding() {
    let papers = [
        note(&[]),
        Paper::new(
            "security_instrument",
            &[
                ("borrower_name", "ADA B MORENO"),
                ("co_borrower_name", "Ben Moreno"),
                ("property_address", "12 Oak St, Dayton, Ohio 45402"),
                ("note_amount", "289500.00"),
                ("note_date", "2025-05-02"),
                ("instrument_date", "2025-05-02"),
                ("maturity_date", "2055-06-01"),
            ],
        ),
        Paper::new(
            "closing_disclosure",
            &[
                ("borrower_name", "Ada Moreno"),
                ("loan_amount", "289500"),
                ("interest_rate", "6.1250"),
                ("loan_term", "360"),
                ("monthly_principal_and_interest", "1759.03"),
                ("closing_date", "2025-05-02"),
            ],
        ),
        Paper::new(
            "transmittal_1008",
            &[("original_loan_amount", "289500.00"), ("note_rate", "6.125"), ("loan_term", "360")],
        ),
    ];
    assert_eq!(told(&papers, None, TODAY), [""; 0]);
}

#[test]
fn each_fact_that_deviates_from_the_note_is_told() {
    let cases: [(&str, &str, &str, &str); 15] = [
        (
            "security_instrument",
            "borrower_name",
            "Eva Moreno",
            "error borrower_differs: Ada B. Moreno and Ben Moreno / Eva Moreno",
        ),
        (
            "rider_pud",
            "borrower_name",
            "Eva Moreno",
            "error borrower_differs: Ada B. Moreno and Ben Moreno / Eva Moreno",
        ),
        (
            "urla_1003",
            "borrower_name",
            "Eva Moreno",
            "warning borrower_differs: Ada B. Moreno and Ben Moreno / Eva Moreno",
        ),
        (
            "closing_disclosure",
            "property_address",
            "21 Oak Street, Dayton, OH 45402",
            "error property_differs: 12 Oak Street, Dayton, OH 45402 / 21 Oak Street, Dayton, OH 45402",
        ),
        (
            "flood_certificate",
            "property_address",
            "12 Elm Street, Dayton, OH 45402",
            "warning property_differs: 12 Oak Street, Dayton, OH 45402 / 12 Elm Street, Dayton, OH 45402",
        ),
        ("security_instrument", "note_amount", "298500.00", "error loan_amount_differs: 289500.00 / 298500.00"),
        ("closing_disclosure", "loan_amount", "289000.00", "error loan_amount_differs: 289500.00 / 289000.00"),
        ("title_commitment", "loan_policy_amount", "284500.00", "warning loan_amount_differs: 289500.00 / 284500.00"),
        ("rider_adjustable_rate", "initial_interest_rate", "6.25", "error rate_differs: 6.125 / 6.25"),
        ("transmittal_1008", "note_rate", "6.25", "warning rate_differs: 6.125 / 6.25"),
        ("closing_disclosure", "loan_term", "180", "error term_differs: 360 / 180"),
        ("first_payment_letter", "principal_and_interest", "1769.03", "warning payment_differs: 1759.03 / 1769.03"),
        (
            "first_payment_letter",
            "first_payment_date",
            "2025-08-01",
            "warning first_payment_date_differs: 2025-07-01 / 2025-08-01",
        ),
        ("security_instrument", "maturity_date", "2055-07-01", "error maturity_date_differs: 2055-06-01 / 2055-07-01"),
        ("security_instrument", "note_date", "2025-05-03", "error closing_date_differs: 2025-05-02 / 2025-05-03"),
    ];
    for (document_type, field, value, expected) in cases {
        let papers = [note(&[]), Paper::new(document_type, &[(field, value)])];
        assert_eq!(told(&papers, None, TODAY), [format!("{document_type}: {expected}")]);
        let unsure = [note(&[]), Paper::new(document_type, &[(field, value)]).read_at(0.84)];
        assert_eq!(told(&unsure, None, TODAY), [""; 0], "{document_type}.{field}: what was read badly blames nobody");
        let superseded = Paper::new(document_type, &[(field, value)]).with(|document| document.current_version = false);
        assert_eq!(told(&[note(&[]), superseded], None, TODAY), [""; 0], "{document_type}.{field}: a newer one counts");
    }
}

#[test]
fn a_finding_names_the_place_and_the_paper_it_is_compared_with() {
    let papers = [note(&[]), Paper::new("security_instrument", &[("note_amount", "298500.00")])];
    let found = checked_loan(&papers, None, TODAY);
    let (_, findings) = found.of_documents.iter().find(|(id, _)| *id == papers[1].document.id).unwrap();
    let finding = &findings[0];
    assert_eq!(finding.message, "the loan amount is 298500.00 here and 289500.00 on the Note");
    assert_eq!(finding.field_type_id.as_ref().unwrap().as_str(), "security_instrument.note_amount");
    assert_eq!((finding.page, finding.bounding_box.is_some()), (Some(2), true));
    assert_eq!(found.of_documents.len(), 2, "papers without findings have an entry too");
}

#[test]
fn without_a_note_the_next_paper_is_the_reference() {
    let papers = [
        Paper::new("closing_disclosure", &[("loan_amount", "289500.00")]),
        Paper::new("transmittal_1008", &[("original_loan_amount", "280000.00")]),
    ];
    assert_eq!(told(&papers, None, TODAY), ["transmittal_1008: warning loan_amount_differs: 289500.00 / 280000.00"]);
}

#[test]
fn a_loan_with_two_notes_may_state_either() {
    let second = note(&[("principal_amount", "40000.00"), ("monthly_payment", "300.00")]);
    let disclosure = |amount| Paper::new("closing_disclosure", &[("loan_amount", amount)]);
    assert_eq!(told(&[note(&[]), second, disclosure("40000.00")], None, TODAY), [""; 0]);
}

#[test]
fn initial_papers_may_say_something_else_than_final_ones() {
    let disclosure = |day, amount| Paper::new("closing_disclosure", &[("date_issued", day), ("loan_amount", amount)]);
    let papers = [note(&[]), disclosure("2025-04-20", "280000.00"), disclosure("2025-04-28", "289500.00")];
    assert_eq!(told(&papers, None, TODAY), [""; 0]);
    let papers = [note(&[]), disclosure("2025-04-20", "289500.00"), disclosure("2025-04-28", "280000.00")];
    assert_eq!(told(&papers, None, TODAY), ["closing_disclosure: error loan_amount_differs: 289500.00 / 280000.00"]);
    let application =
        |day, amount| Paper::new("urla_1003", &[("borrower_signature_date", day), ("loan_amount", amount)]);
    let papers = [note(&[]), application("2025-03-01", "250000.00"), application("2025-05-02", "289500.00")];
    assert_eq!(told(&papers, None, TODAY), [""; 0]);
}

#[test]
fn a_spouse_who_does_not_borrow_may_stand_on_the_security_instrument() {
    let single = || note(&[("co_borrower_name", "Ada B. Moreno")]);
    let instrument =
        |first, second| Paper::new("security_instrument", &[("borrower_name", first), ("co_borrower_name", second)]);
    assert_eq!(told(&[single(), instrument("Ada B. Moreno", "Carl Moreno")], None, TODAY), [""; 0]);
    assert_eq!(told(&[single(), instrument("Eda B. Moreno", "Carl Moreno")], None, TODAY).len(), 1);
    let both = [note(&[]), instrument("Eda B. Moreno", "Ben Moreno")];
    assert_eq!(
        told(&both, None, TODAY),
        ["security_instrument: error borrower_differs: Ada B. Moreno and Ben Moreno / Eda B. Moreno"]
    );
}
