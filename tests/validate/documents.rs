//! Checks that need no configuration: signatures, notaries, dates, attached papers.

use super::paper::{Paper, brief, checked, told};
use loanfile::model::BoundingBox;

const TODAY: &str = "2025-06-30";

fn briefs(paper: &Paper) -> Vec<String> {
    checked(paper, None, TODAY).iter().map(brief).collect()
}

#[test]
fn a_missing_signature_is_told_with_its_line() {
    let unsigned = Paper::new("promissory_note", &[("borrower_signature", "false")]);
    let findings = checked(&unsigned, None, TODAY);
    assert_eq!(
        findings.iter().map(brief).collect::<Vec<_>>(),
        ["error signature_missing: a signature / an empty line"]
    );
    assert_eq!(findings[0].page, Some(2), "page 12 of the file is the second of the document");
    assert_eq!(findings[0].bounding_box, Some(BoundingBox { left: 0.1, top: 0.2, width: 0.3, height: 0.01 }));
    assert_eq!(findings[0].field_type_id.as_ref().unwrap().as_str(), "promissory_note.borrower_signature");
    let signed = Paper::new("promissory_note", &[("borrower_signature", "true")]);
    assert!(checked(&signed, None, TODAY).is_empty());
    let not_located = checked(&Paper::new("promissory_note", &[]), None, TODAY);
    assert_eq!(not_located.iter().map(brief).collect::<Vec<_>>(), ["warning signature_not_located:  / "]);
}

/// Values by the names of their fields.
type Changes<'c> = &'c [(&'static str, &'static str)];

/// A notary's block with these changes: a value of `-` takes the field away.
fn acknowledged(changes: Changes<'_>) -> Paper {
    let mut values = vec![
        ("borrower_signature", "true"),
        ("notary_state", "Ohio"),
        ("notary_county", "Franklin"),
        ("notary_acknowledgment_date", "2025-05-02"),
        ("notary_name", "Nora Quill"),
        ("notary_signature", "true"),
        ("notary_commission_expiration_date", "2027-01-31"),
    ];
    values.retain(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
    values.extend(changes.iter().filter(|(_, value)| *value != "-"));
    Paper::new("security_instrument", &values)
}

#[test]
fn an_incomplete_notary_block_is_told_with_what_it_lacks() {
    let all = "state, county, date, name, signature, seal and commission's end";
    let rest = "state, county, date, name, signature and commission's end";
    let cases: [(Changes<'_>, Vec<String>); 6] = [
        (&[], vec![]),
        (&[("notary_seal", "true")], vec![]),
        (&[("notary_seal", "false")], vec![format!("error notary_incomplete: {all} / {rest}")]),
        (
            &[("notary_name", "-"), ("notary_signature", "false")],
            vec![format!("error notary_incomplete: {all} / state, county, date and commission's end")],
        ),
        (&[("notary_commission_number", "-")], vec![]),
        (
            &[("notary_commission_expiration_date", "2025-05-01")],
            vec!["error license_expired: 2025-05-02 or later / 2025-05-01".to_owned()],
        ),
    ];
    for (changes, expected) in cases {
        assert_eq!(briefs(&acknowledged(changes)), expected, "{changes:?}");
    }
    let message = &checked(&acknowledged(&[("notary_county", "-"), ("notary_name", "-")]), None, TODAY)[0].message;
    assert_eq!(message, "the notary's block lacks the county and the name");
    let bare = Paper::new("security_instrument", &[("borrower_signature", "true")]);
    assert_eq!(briefs(&bare), ["warning notary_not_located:  / "]);
    let jurat = [
        ("borrower_signature", "true"),
        ("notary_state", "Ohio"),
        ("notary_county", "Franklin"),
        ("notary_acknowledgment_date", "2025-05-02"),
        ("notary_name", "Nora Quill"),
        ("notary_signature", "true"),
    ];
    assert!(briefs(&Paper::new("occupancy_affidavit", &jurat)).is_empty(), "its type asks for no commission");
    assert!(briefs(&Paper::new("compliance_agreement", &jurat[..1])).is_empty(), "its type asks for no notary");
}

#[test]
fn dates_of_signing_and_issue_do_not_lie_in_the_future() {
    let dated = |day: &str| {
        Paper::new(
            "gift_letter",
            &[("donor_signature", "true"), ("donor_signature_date", day), ("transfer_date", "2025-09-01")],
        )
    };
    assert!(briefs(&dated(TODAY)).is_empty(), "the day of a transfer may lie ahead");
    assert_eq!(briefs(&dated("2025-07-01")), ["warning date_in_future: 2025-06-30 or earlier / 2025-07-01"]);
    assert!(briefs(&dated("2025-07-01").read_at(0.8)).is_empty(), "an unsure value blames nobody");
    assert_eq!(briefs(&dated("2025-07-01").read_at(0.5).corrected()).len(), 1, "a person's value is sure");
}

fn license(name: &str, end: &str) -> Paper {
    Paper::new("driver_license", &[("name", name), ("expiration_date", end)])
}

#[test]
fn what_must_be_good_at_closing_is_judged_by_that_day() {
    let closing =
        |day: &str| Paper::new("closing_disclosure", &[("closing_date", day), ("borrower_signature", "true")]);
    let expired = "driver_license: error document_expired: 2025-06-30 or later / 2025-06-29";
    assert_eq!(told(&[license("ADA MORENO", "2025-06-29")], None, TODAY), [expired]);
    assert_eq!(told(&[license("ADA MORENO", TODAY)], None, TODAY), [""; 0]);
    let at_closing = |day: &str| told(&[license("ADA MORENO", "2025-06-29"), closing(day)], None, TODAY);
    assert_eq!(at_closing("2025-06-29"), [""; 0], "it was good on the day of closing");
    assert_eq!(at_closing("2025-07-15"), ["driver_license: error document_expired: 2025-07-15 or later / 2025-06-29"]);
    let note = Paper::new("promissory_note", &[("note_date", "2025-03-01")]);
    assert_eq!(told(&[license("ADA MORENO", "2025-06-29"), note], None, TODAY), [""; 0]);
}

#[test]
fn papers_of_each_kind_expire() {
    let cases = [
        ("passport", "expiration_date"),
        ("hazard_insurance", "expiration_date"),
        ("payoff_statement", "good_through_date"),
        ("mortgage_insurance_certificate", "expiration_date"),
        ("disclosure_notice", "rate_lock_expiration"),
        ("power_of_attorney", "expiration_date"),
    ];
    for (document_type, field) in cases {
        let codes = |day: &str| told(&[Paper::new(document_type, &[(field, day)])], None, TODAY);
        let wanted = format!("{document_type}: error document_expired: {TODAY} or later / 2025-06-29");
        assert_eq!(codes("2025-06-29"), [wanted]);
        assert_eq!(codes(TODAY), [""; 0], "{document_type}");
    }
    let appraised = |end: &str| {
        let values = [
            ("effective_date", "2025-04-01"),
            ("appraiser_license_expiration_date", end),
            ("appraiser_signature", "true"),
        ];
        briefs(&Paper::new("appraisal_1004", &values))
    };
    assert_eq!(appraised("2025-03-31"), ["error license_expired: 2025-04-01 or later / 2025-03-31"]);
    assert_eq!(appraised("2025-05-01"), [""; 0], "it was good when the property was appraised");
}

#[test]
fn a_later_paper_of_the_same_thing_renews_an_expired_one() {
    let renewed = [license("ADA MORENO", "2024-01-01"), license("Ada Moreno", "2030-01-01")];
    assert_eq!(told(&renewed, None, TODAY), [""; 0]);
    let other = [license("ADA MORENO", "2024-01-01"), license("BEN ORTIZ", "2030-01-01")];
    assert_eq!(told(&other, None, TODAY).len(), 1, "another person's licence renews nothing");
    let lock = |day: &str| Paper::new("disclosure_notice", &[("rate_lock_expiration", day)]);
    assert_eq!(told(&[lock("2025-05-01"), lock("2025-07-31")], None, TODAY), [""; 0], "the lock was extended");
}

#[test]
fn a_rider_that_the_security_instrument_lists_must_be_there() {
    let instrument = || Paper::new("security_instrument", &[("rider_condominium", "true"), ("rider_pud", "false")]);
    let missing = "security_instrument: error rider_missing: Condominium Rider / none";
    assert_eq!(told(&[instrument()], None, TODAY), [missing]);
    assert_eq!(told(&[instrument(), Paper::new("rider_pud", &[])], None, TODAY), [missing]);
    assert_eq!(told(&[instrument(), Paper::new("rider_condominium", &[])], None, TODAY), [""; 0]);
    let trashed = Paper::new("rider_condominium", &[]).with(|document| document.trashed = true);
    assert_eq!(told(&[instrument(), trashed], None, TODAY), [missing], "what was put aside is not there");
    assert_eq!(told(&[instrument().read_at(0.7)], None, TODAY), [""; 0]);
}
