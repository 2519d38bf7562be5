//! Printed page counters.

use super::{evidence_of, with_foot};

fn counter(grid: &str) -> Option<(u32, Option<u32>)> {
    evidence_of(&[grid])[0].counter.map(|counter| (counter.number, counter.of))
}

#[test]
fn counters_are_read_in_every_printed_form() {
    let cases = [
        ("in words", "Page 2 of 6", Some((2, Some(6)))),
        ("in capitals", "PAGE 2 OF 6", Some((2, Some(6)))),
        ("a slash", "Page 2/6", Some((2, Some(6)))),
        ("a colon", "Page: 2", Some((2, None))),
        ("a colon and a gap", "PAGE:      2", Some((2, None))),
        ("the number alone", "Page 2", Some((2, None))),
        ("without the word", "2 of 6", Some((2, Some(6)))),
        ("two numbers and a slash", "2/6", Some((2, Some(6)))),
        ("at the end of a line", "Harrowgate Savings Bank          Page 3 of 4", Some((3, Some(4)))),
        ("in brackets", "(Page 1 of 2)", Some((1, Some(2)))),
        ("more pages than there are", "Page 7 of 6", None),
        ("page zero", "Page 0 of 6", None),
        ("a date", "06/20/2025", None),
        ("a year", "Page 2025", None),
        ("prose", "see the next page for more", None),
        ("another page", "include it in the total on page 2", None),
        ("another page in a sentence", "Continued on page 3 of 4", None),
        ("a line of another page", "Ordinary income (page 1, line 23)", None),
        ("homepage", "visit our homepage 24 hours", None),
    ];
    for (case, foot, expected) in cases {
        assert_eq!(counter(&with_foot("Statement", foot)), expected, "{case}: {foot}, at the foot");
        assert_eq!(counter(&format!("{foot}\n\n\nStatement")), expected, "{case}: {foot}, at the head");
    }
}

#[test]
fn a_counter_in_the_middle_of_a_page_is_a_mention() {
    let middle = format!("{}Page 2 of 6", "\n".repeat(30));
    assert_eq!(counter(&with_foot(&middle, "end")), None);
}

#[test]
fn the_foot_rules_over_the_head() {
    assert_eq!(counter(&with_foot("Page 1 of 3", "Page 7 of 120")), Some((7, Some(120))));
}

#[test]
fn a_page_without_a_counter_has_none() {
    assert_eq!(counter(""), None);
    assert_eq!(counter("Statement of Account 000441-78"), None);
}
