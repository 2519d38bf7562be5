//! Finding printed labels.

use crate::support::{drawn, scanned};
use loanfile::page::{LabelKey, LabelMatch, Layout, Page, find_label};

fn found(page: &Page, label: &str) -> Vec<LabelMatch> {
    find_label(&Layout::new(page), &LabelKey::new(label))
}

fn best(page: &Page, label: &str) -> f32 {
    found(page, label).iter().map(|place| place.score).fold(0.0, f32::max)
}

#[test]
fn labels_are_found_through_case_spacing_and_punctuation() {
    // (case, what is printed, label)
    let cases = [
        ("as it is", "Pay Date", "Pay Date"),
        ("another case", "PAY DATE", "Pay Date"),
        ("a colon", "Pay Date:", "Pay Date"),
        ("words run together", "PayDate", "Pay Date"),
        ("a word torn apart", "Pay Da te", "Pay Date"),
        ("a wide gap", "Pay  Date", "Pay Date"),
        ("a hyphen", "Year-To-Date", "Year to Date"),
        ("a dash between words", "Deposits - Credits", "Deposits Credits"),
        ("a slash", "Deposits/Credits", "Deposits / Credits"),
        ("a number before it", "1 Wages, tips, other comp.", "Wages, tips, other comp"),
        ("a value beside it", "Pay Date 06/20/2025", "Pay Date"),
        ("a value behind a colon without a space", "Pay Date:06/20/2025", "Pay Date"),
    ];
    for (case, printed, label) in cases {
        assert!(best(&Page::from_grid(printed), label) > 0.9, "{case}: {printed}");
    }
}

#[test]
fn labels_are_not_found_where_they_are_not_printed() {
    let cases = [
        ("a part of a word", "Paydates", "Pay Date"),
        ("another word between", "Pay the Date", "Pay Date"),
        ("the wrong order", "Date Pay", "Pay Date"),
        ("a column apart", "Pay                         Date", "Pay Date"),
        ("one letter off in a text layer", "Pay Dale", "Pay Date"),
        ("the first half", "Employer identification", "Employer identification number"),
    ];
    for (case, printed, label) in cases {
        assert!(found(&Page::from_grid(printed), label).is_empty(), "{case}: {printed}");
    }
}

#[test]
fn a_wrapped_label_is_found_in_its_own_column() {
    let page = drawn(
        "
 1 Wages, tips,       2 Federal income     3 Social
 other compensation   tax withheld         security wages
   52,340.18            6,105.44             54,940.18
",
    );
    let layout = Layout::new(&page);
    for (label, left) in [
        ("1 Wages, tips, other compensation", 1.0),
        ("2 Federal income tax withheld", 22.0),
        ("3 Social security wages", 43.0),
    ] {
        let places = find_label(&layout, &LabelKey::new(label));
        assert_eq!(places.len(), 1, "{label}");
        assert_eq!(places[0].rect.left, 36.0 + left * 6.0, "{label}");
        assert_eq!(places[0].rect.height(), 22.0, "{label}: two lines");
        assert_eq!(places[0].score, 1.0, "{label}");
    }
}

#[test]
fn a_label_does_not_wrap_into_the_next_column_or_over_a_gap() {
    let page = Page::from_grid("Pay                  Gross\n                     Date\n\n\nDate");
    assert!(found(&page, "Pay Date").is_empty());
}

#[test]
fn misread_letters_are_forgiven_only_in_a_scan() {
    // (case, what was read, label)
    let cases = [
        ("a letter misread", "Medicare wagos and tips", "Medicare wages and tips"),
        ("the first letter misread", "Nedicare wages and tips", "Medicare wages and tips"),
        ("a letter lost", "Medicre wages and tips", "Medicare wages and tips"),
        ("a letter gained", "Mediicare wages and tips", "Medicare wages and tips"),
        ("two words misread", "Sccial security tax withhe1d", "Social security tax withheld"),
        ("a digit in a long word", "Emp1oyer identification number", "Employer identification number"),
    ];
    for (case, read, label) in cases {
        let page = Page::from_grid(read);
        assert!(found(&page, label).is_empty(), "{case}: a text layer has no misread letters");
        let score = best(&scanned(page), label);
        assert!(score > 0.7 && score < 1.0, "{case}: {score}");
    }
}

#[test]
fn other_figures_are_another_label() {
    let page = scanned(Page::from_grid("Form 1040, Line 25c"));
    assert_eq!(best(&page, "Form 1041"), 0.0);
    assert!(best(&page, "Form 1040") > 0.9);
    let misread = scanned(Page::from_grid("Form 1O40"));
    assert!(best(&misread, "Form 1040") > 0.5, "a letter for a figure is a misreading");
}

#[test]
fn too_many_misread_letters_are_another_label() {
    let cases = [
        ("short words must be right", "Nat Pay", "Net Pay"),
        ("a different word", "Interest Rate", "Interest Paid"),
        ("most words misread", "Sccial sacurity tex withheid", "Social security tax withheld"),
    ];
    for (case, read, label) in cases {
        assert!(best(&scanned(Page::from_grid(read)), label) < 0.75, "{case}");
    }
}

#[test]
fn a_label_within_prose_counts_less() {
    let alone = best(&Page::from_grid("Net Pay"), "Net Pay");
    let led = best(&Page::from_grid("your monthly Net Pay"), "Net Pay");
    let followed = best(&Page::from_grid("Net Pay is what remains"), "Net Pay");
    let within = best(&Page::from_grid("because your Net Pay is what remains"), "Net Pay");
    assert_eq!(alone, 1.0);
    assert!(led < alone && followed < alone && within < led && within < followed, "{led} {followed} {within}");
    let figure = best(&Page::from_grid("Net Pay 1,990.45"), "Net Pay");
    assert_eq!(figure, 1.0, "a figure is no prose");
    let colon = best(&Page::from_grid("Net Pay: see below"), "Net Pay");
    assert_eq!(colon, 1.0, "a colon ends a label");
}

#[test]
fn every_place_is_found() {
    let page = Page::from_grid("Copy B      Copy C\nNet Pay     Net Pay\n\nNet Pay");
    assert_eq!(found(&page, "Net Pay").len(), 3);
}

#[test]
fn a_label_without_letters_is_nowhere() {
    let label = LabelKey::new(" - ");
    assert!(label.is_empty());
    assert!(find_label(&Layout::new(&Page::from_grid("- - -")), &label).is_empty());
}
