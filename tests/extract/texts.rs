//! Texts, names, e-mail addresses and account numbers; the reading of a line by its kind.

use loanfile::extract::value::{self, Reading, Run, account, clean_text, is_mask, valid_email};
use loanfile::model::ValueKind;
use loanfile::page::{Layout, Page};

/// Reads the first value of a kind on a line of text.
pub fn read(kind: ValueKind, line: &str) -> Option<String> {
    let page = Page::from_grid(line);
    let layout = Layout::new(&page);
    let words: Vec<usize> = (0..layout.words.len()).collect();
    value::read(kind, &Run::new(&layout, &words)).map(|reading| reading.value)
}

/// Reads every amount on a line of text.
pub fn readings(line: &str) -> Vec<Reading> {
    let page = Page::from_grid(line);
    let layout = Layout::new(&page);
    let words: Vec<usize> = (0..layout.words.len()).collect();
    value::read_amounts(&Run::new(&layout, &words))
}

#[test]
fn account_numbers_keep_their_mask_and_lose_their_spaces() {
    let cases = [
        ("digits", "000441782", "000441782"),
        ("dashes", "000441-78", "000441-78"),
        ("stars", "****7702", "****7702"),
        ("stars apart", "**** 7702", "****7702"),
        ("letters", "XXXX7702", "XXXX7702"),
        ("letters and dashes", "XXX-XX-7702", "XXX-XX-7702"),
        ("masked groups", "XXXX XXXX XXXX 7702", "XXXXXXXXXXXX7702"),
        ("groups", "4400 1298 7702 0016", "4400129877020016"),
        ("dots", "...7702", "...7702"),
        ("bullets", "••••7702", "••••7702"),
        ("words before", "Ending in ****7702", "****7702"),
        ("a full stop behind", "000441782.", "000441782"),
        ("parentheses", "(****7702)", "****7702"),
    ];
    for (case, printed, expected) in cases {
        assert_eq!(read(ValueKind::AccountNumber, printed).as_deref(), Some(expected), "{case}: {printed}");
    }
}

#[test]
fn what_is_no_account_number_is_not_read() {
    for (case, printed) in [
        ("words", "Primary Checking"),
        ("a date", "07/31/2025"),
        ("an amount", "$1,204.00"),
        ("a short number", "12"),
        ("nothing", ""),
    ] {
        assert_eq!(read(ValueKind::AccountNumber, printed), None, "{case}: {printed}");
    }
}

#[test]
fn the_canonical_account_number_has_no_white_space() {
    assert_eq!(account(" **** 77 02 "), "****7702");
    assert!(['*', 'X', 'x', '•', '#'].into_iter().all(is_mask));
    assert!(!['0', 'A', '-', ' '].into_iter().any(is_mask));
}

#[test]
fn email_addresses_are_in_lower_case() {
    let cases = [
        ("plain", "Ottoline.V@Quillback.Example", Some("ottoline.v@quillback.example")),
        ("within words", "write to pay_desk+1@larkhollow.example today", Some("pay_desk+1@larkhollow.example")),
        ("no domain", "ottoline@quillback", None),
        ("no name", "@quillback.example", None),
        ("no sign", "www.quillback.example", None),
    ];
    for (case, printed, expected) in cases {
        assert_eq!(read(ValueKind::Email, printed).as_deref(), expected, "{case}: {printed}");
    }
    assert!(valid_email("a.b@c.example"));
    assert!(!valid_email("mail a.b@c.example"), "more than an address");
    assert!(!valid_email(""));
}

#[test]
fn names_have_letters_and_are_not_figures() {
    let cases = [
        ("a person", "Tamsin O. Brackenridge", Some("Tamsin O. Brackenridge")),
        ("a company", "3 Rivers Dairy Co", Some("3 Rivers Dairy Co")),
        ("an accent", "Zoë Ångström", Some("Zoë Ångström")),
        ("a colon before", ": Tamsin Brackenridge", Some("Tamsin Brackenridge")),
        ("a figure", "1,204.00", None),
        ("mostly figures", "AB 998877", None),
        ("a rule", "____", None),
        ("nothing", "", None),
    ];
    for (case, printed, expected) in cases {
        assert_eq!(read(ValueKind::Name, printed).as_deref(), expected, "{case}: {printed}");
    }
}

#[test]
fn texts_are_cleaned_of_what_a_form_leaves_around_them() {
    let cases = [
        ("white space", "  Head   of  Household ", "Head of Household"),
        ("a leading colon", ": 4410", "4410"),
        ("rules of an entry line", "__Surgery__", "Surgery"),
        ("a bar of a box", "| Surgery |", "Surgery"),
        ("a dash inside stays", "QT-00417", "QT-00417"),
        ("a full stop behind stays", "Quillback Inc.", "Quillback Inc."),
        ("nothing but marks", ":_-|", ""),
    ];
    for (case, printed, expected) in cases {
        assert_eq!(clean_text(printed), expected, "{case}: {printed}");
    }
}

#[test]
fn a_text_needs_a_letter_or_a_digit() {
    assert_eq!(read(ValueKind::Text, "- : |"), None);
    assert_eq!(read(ValueKind::Text, "7").as_deref(), Some("7"));
}

#[test]
fn kinds_with_readers_of_their_own_are_not_read_from_a_line() {
    for kind in [ValueKind::Checkbox, ValueKind::Enum, ValueKind::Signature] {
        assert_eq!(read(kind, "X Yes signed"), None, "{kind:?}");
    }
}
