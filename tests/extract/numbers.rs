//! Years, counts, percents, hours, taxpayer and telephone numbers.

use super::texts::read;
use loanfile::model::ValueKind;

/// A case: its name, what is printed, the canonical value.
type Case<'a> = (&'a str, &'a str, Option<&'a str>);

fn assert_all(kind: ValueKind, cases: &[Case<'_>]) {
    for (case, printed, expected) in cases {
        assert_eq!(read(kind, printed).as_deref(), *expected, "{case}: {printed}");
    }
}

#[test]
fn social_security_numbers_keep_what_is_masked_masked() {
    assert_all(
        ValueKind::Ssn,
        &[
            ("dashes", "912-45-1207", Some("912-45-1207")),
            ("spaces", "912 45 1207", Some("912-45-1207")),
            ("digits only", "912451207", Some("912-45-1207")),
            ("dashes with spaces", "912 - 45 - 1207", Some("912-45-1207")),
            ("masked with X", "XXX-XX-1207", Some("XXX-XX-1207")),
            ("masked with x", "xxx-xx-1207", Some("XXX-XX-1207")),
            ("masked with stars", "***-**-1207", Some("XXX-XX-1207")),
            ("masked with bullets", "•••-••-1207", Some("XXX-XX-1207")),
            ("masked without dashes", "XXXXX1207", Some("XXX-XX-1207")),
            ("only the last four", "***1207", Some("XXX-XX-1207")),
            ("words before", "SSN 912-45-1207", Some("912-45-1207")),
            ("an employer number in the place", "98-0041207", Some("98-0041207")),
            ("a telephone number", "555-271-7719", None),
            ("a part of a longer number", "1912-45-12071", None),
            ("a date", "08-31-2025", None),
            ("nothing", "", None),
        ],
    );
}

#[test]
fn employer_numbers_have_two_and_seven_digits() {
    assert_all(
        ValueKind::Ein,
        &[
            ("a dash", "98-0041207", Some("98-0041207")),
            ("a dash with spaces", "98 - 0041207", Some("98-0041207")),
            ("digits only", "980041207", Some("98-0041207")),
            ("masked", "XX-XXX1207", Some("XX-XXX1207")),
            ("a social security number in the place", "912-45-1207", Some("912-45-1207")),
            ("words before", "FEIN: 98-0041207", Some("98-0041207")),
            ("too short", "98-004120", None),
            ("too long", "98-00412071", None),
            ("a telephone number", "555-271-7719", None),
        ],
    );
}

#[test]
fn telephone_numbers_are_written_one_way() {
    assert_all(
        ValueKind::Phone,
        &[
            ("dashes", "555-271-7719", Some("555-271-7719")),
            ("parentheses", "(555) 271-7719", Some("555-271-7719")),
            ("parentheses without a space", "(555)271-7719", Some("555-271-7719")),
            ("points", "555.271.7719", Some("555-271-7719")),
            ("spaces", "555 271 7719", Some("555-271-7719")),
            ("an extension", "555-271-7719 x12", Some("555-271-7719 x12")),
            ("an extension in words", "(555) 271-7719 ext. 4410", Some("555-271-7719 x4410")),
            ("words before", "Call 555-271-7719", Some("555-271-7719")),
            ("seven digits", "271-7719", None),
            ("an amount", "1,204.10", None),
        ],
    );
}

#[test]
fn years_stand_alone() {
    assert_all(
        ValueKind::Year,
        &[
            ("plain", "2025", Some("2025")),
            ("the last century", "1998", Some("1998")),
            ("words around", "Tax year 2025 only", Some("2025")),
            ("punctuation", "(2025)", Some("2025")),
            ("behind a form's revision", "(Rev. November 2018) 2023", Some("2023")),
            ("a form's revision alone", "(Rev. 11-2018)", None),
            ("part of a longer number", "20251", None),
            ("another century", "1825", None),
            ("nothing", "", None),
        ],
    );
}

#[test]
fn counts_lose_their_separators() {
    assert_all(
        ValueKind::Integer,
        &[
            ("plain", "12", Some("12")),
            ("grouped", "12,000", Some("12000")),
            ("negative", "-3", Some("-3")),
            ("parentheses", "(12)", Some("12")),
            ("a hash", "#12", Some("12")),
            ("a unit", "12 items", Some("12")),
            ("zero", "0", Some("0")),
            ("a code", "QT12", None),
            ("an amount", "12.50", None),
        ],
    );
}

#[test]
fn percents_lose_their_sign_and_trailing_zeros() {
    assert_all(
        ValueKind::Percent,
        &[
            ("a sign", "6.625%", Some("6.625")),
            ("a sign apart", "6.625 %", Some("6.625")),
            ("trailing zeros", "6.500%", Some("6.5")),
            ("whole", "80.000%", Some("80")),
            ("a whole hundred", "100%", Some("100")),
            ("negative", "-0.25%", Some("-0.25")),
            ("without a sign", "33.3333", Some("33.3333")),
            ("words", "none", None),
        ],
    );
}

#[test]
fn durations_are_plain_decimals() {
    assert_all(
        ValueKind::Duration,
        &[
            ("hours", "86.67", Some("86.67")),
            ("whole", "80", Some("80")),
            ("a unit", "360 months", Some("360")),
            ("negative", "-8.00", Some("-8.00")),
            ("a date", "08/31/2025", None),
            ("nothing", "", None),
        ],
    );
}
