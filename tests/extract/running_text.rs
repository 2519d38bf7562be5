//! Values in running text behind a phrase, dates beside signatures, values known by their pattern or their order.

use crate::support::{all_fields, definition, drawn, value};
use loanfile::extract::extract;

/// Reads the field `x` that the lines of a definition describe from a drawn page.
fn read(field: &str, grid: &str) -> Option<String> {
    let definition = definition(&format!("[[fields]]\nid = \"x\"\nname = \"X\"\n{field}"));
    value(&extract(&[drawn(grid)], &definition), "x").map(str::to_owned)
}

#[test]
fn a_value_follows_a_phrase_over_the_end_of_the_line() {
    let date = "kind = \"date\"\nlabels = [\"contingency ends on\"]\nfind = [\"following\"]";
    let page = "Inspections are done. The appraisal contingency ends on July\n26, 2025. This ends it.";
    assert_eq!(read(date, page).as_deref(), Some("2025-07-26"));
    let wrapped = "The appraisal contingency\nends on July 26, 2025.";
    assert_eq!(read(date, wrapped).as_deref(), Some("2025-07-26"), "the phrase itself may wrap");
}

#[test]
fn a_name_ends_at_a_definition_a_small_word_or_a_closing_phrase() {
    let name = "kind = \"name\"\nlabels = [\"made between\"]\nfind = [\"following\"]\nuntil = [\"hereinafter\"]";
    for (page, expected) in [
        ("This Lease is made between Ann B. Doe (\"Landlord\") and Bob Roe.", Some("Ann B. Doe")),
        ("This Lease is made between Ann B. Doe Hereinafter called Landlord.", Some("Ann B. Doe")),
        ("This Lease is made between Ann B. Doe who leases the house.", Some("Ann B. Doe")),
        ("This Lease is made between Doe & Sons, Inc. Rent is due.", Some("Doe & Sons, Inc. Rent")),
        ("This Lease is made between the parties.", None),
    ] {
        assert_eq!(read(name, page).as_deref(), expected, "{page}");
    }
}

#[test]
fn persons_and_firms_of_one_clause_are_told_apart() {
    let definition = definition(
        r#"
        [[fields]]
        id = "buyer"
        name = "Buyer"
        kind = "name"
        labels = ["Buyer:"]
        find = ["following"]
        part = "name"
        shared = true
        [[fields]]
        id = "co_buyer"
        name = "Co-buyer"
        kind = "name"
        labels = ["Buyer:"]
        find = ["following"]
        part = "second_name"
        shared = true
        [[fields]]
        id = "agent"
        name = "Agent"
        kind = "name"
        labels = ["Agent:"]
        find = ["following"]
        part = "before_comma"
        shared = true
        [[fields]]
        id = "firm"
        name = "Firm"
        kind = "name"
        labels = ["Agent:"]
        find = ["following"]
        part = "after_comma"
        shared = true"#,
    );
    let page = "Buyer: Ann B. Doe and Bob Doe. Seller sells.\n\n\nAgent: Carl Coe, Coe Realty. Buyer Initials here";
    let read = extract(&[drawn(page)], &definition);
    let all = all_fields(&read);
    let expected = [("agent", "Carl Coe"), ("buyer", "Ann B. Doe"), ("co_buyer", "Bob Doe"), ("firm", "Coe Realty")];
    for (field, wanted) in expected {
        assert_eq!(value(&read, field), Some(wanted), "{all:?}");
    }
}

#[test]
fn years_are_turned_into_the_unit_of_a_duration() {
    let term = "kind = \"duration\"\nunit = \"months\"\nlabels = [\"term of\"]\nfind = [\"following\"]";
    assert_eq!(read(term, "for a term of 30 years.").as_deref(), Some("360"));
    assert_eq!(read(term, "for a term of 180 months.").as_deref(), Some("180"));
}

#[test]
fn a_day_of_the_month_may_be_written_out() {
    let day = "kind = \"integer\"\nlabels = [\"due on the\"]\nfind = [\"following\"]";
    assert_eq!(read(day, "Rent is due on the first day of each month.").as_deref(), Some("1"));
    assert_eq!(read(day, "Rent is due on the 15th day of each month.").as_deref(), Some("15"));
}

#[test]
fn the_date_beside_a_signature_is_its_signers() {
    let page = "
                                        02/17/2026
Landlord: Ann B. Doe                    Date


                                        02/19/2026
Tenant: Bob Roe                         Date
";
    let signed = |label: &str| format!("kind = \"date\"\nlabels = [\"{label}\"]\nfind = [\"signed\"]");
    assert_eq!(read(&signed("Landlord"), page).as_deref(), Some("2026-02-17"));
    assert_eq!(read(&signed("Tenant"), page).as_deref(), Some("2026-02-19"));
    let prose = "The Tenant moves in on 03/01/2026 and pays the rent";
    assert_eq!(read(&signed("Tenant"), prose), None, "a sentence is no signature");
}

#[test]
fn the_second_signer_has_a_date_of_his_own() {
    let page = "
                         02/17/2026
Buyer                    Date

                         02/18/2026
Buyer                    Date
";
    let second = "kind = \"date\"\nlabels = [\"Buyer\"]\nfind = [\"signed\"]\npart = \"last\"";
    assert_eq!(read(second, page).as_deref(), Some("2026-02-18"));
}

#[test]
fn birth_is_the_earliest_and_expiry_the_latest_date() {
    let page = "01/05/2022     03/18/1981     03/18/2030";
    let of = |relation: &str| format!("kind = \"date\"\nfind = [\"{relation}\"]");
    assert_eq!(read(&of("earliest"), page).as_deref(), Some("1981-03-18"));
    assert_eq!(read(&of("latest"), page).as_deref(), Some("2030-03-18"));
    assert_eq!(read(&of("latest"), "03/18/2030"), None, "one date alone tells nothing");
}

#[test]
fn a_pattern_finds_a_value_without_a_label() {
    let height = "kind = \"text\"\nfind = [\"anywhere\"]\npattern = '''\\d'-\\d\\d\"'''";
    assert_eq!(read(height, "DOE   5'-08\"   BLU").as_deref(), Some("5'-08\""));
}

#[test]
fn a_name_is_joined_of_its_parts() {
    let definition = definition(
        r#"
        [[fields]]
        id = "name"
        name = "Name"
        kind = "name"
        joined = ["first", "middle", "last"]
        [[fields]]
        id = "first"
        name = "First"
        kind = "name"
        labels = ["2"]
        find = ["right"]
        part = "given_name"
        shared = true
        [[fields]]
        id = "middle"
        name = "Middle"
        kind = "name"
        labels = ["2"]
        find = ["right"]
        part = "middle_names"
        shared = true
        [[fields]]
        id = "last"
        name = "Last"
        kind = "name"
        labels = ["1"]
        find = ["right"]"#,
    );
    let read = extract(&[drawn("1  DOE\n2  ANN B\n8  40 ELM ST APT 2")], &definition);
    assert_eq!(value(&read, "name"), Some("ANN B DOE"));
    assert_eq!((value(&read, "first"), value(&read, "middle")), (Some("ANN"), Some("B")));
}

#[test]
fn the_city_stands_under_the_street_and_blank_lines_are_no_text() {
    let address = "kind = \"address\"\nlabels = [\"Company Address\"]\nfind = [\"right\"]";
    let page = "Company Address____ 40 Elm Street\n                Springfield, IL 62067\nTelephone";
    assert_eq!(read(address, page).as_deref(), Some("40 Elm Street, Springfield, IL 62067"));
}
