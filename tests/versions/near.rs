//! Papers that show the same though they were read differently, and papers that only look alike.

use loanfile::model::{Confidence, Source};
use loanfile::page::Page;
use loanfile::versions::{Sketch, show_the_same};
use std::slice::from_ref;

const STATEMENT: &str = "
    Tollgate Savings Bank            Statement of account
    Ottoline Vandermeer              Account XXXXXX4410
    12 Quarry Road, Barrow           March 1 to March 31
    Opening balance                  4,120.55
    Deposits and other credits       2,310.00
    Withdrawals and other debits     1,980.27
    Closing balance                  4,450.28
    Please review this statement and tell us of any error within thirty days of its date
    Deposits are insured up to the limits that the law sets for each depositor and bank
";

#[test]
fn a_scan_with_a_few_misread_words_is_the_same_paper() {
    let first = scanned(STATEMENT);
    let again =
        misread(&scanned(STATEMENT), &[("Ottoline", "Ottolme"), ("Barrow", "8arrow"), ("1,980.27", "1,98O.27")]);
    assert!(show_the_same(from_ref(&first), from_ref(&again)));
    assert!(similarity(&first, &again) > 0.5, "{}", similarity(&first, &again));
}

#[test]
fn a_scan_that_is_shifted_and_dirty_is_the_same_paper() {
    let first = scanned(STATEMENT);
    let mut again = misread(&scanned(&format!("{STATEMENT}    ,i\n")), &[(",i", "i.")]);
    for word in &mut again.words {
        word.rect.left += 9.0;
        word.rect.right += 9.0;
    }
    assert!(show_the_same(&[first], &[again]));
}

#[test]
fn the_statement_of_the_next_month_is_another_paper() {
    let next = STATEMENT
        .replace("March 1 to March 31", "April 1 to April 30")
        .replace("4,120.55", "4,450.28")
        .replace("2,310.00", "2,290.00")
        .replace("1,980.27", "2,001.13")
        .replace("4,450.28\n    Please", "4,739.15\n    Please");
    assert!(!show_the_same(&[scanned(STATEMENT)], &[scanned(&next)]));
}

#[test]
fn what_was_read_without_doubt_tells_papers_apart() {
    let cases = [
        ("an amount", "2,310.00", "2,310.80"),
        ("a sign", "2,310.00", "-2,310.00"),
        ("a name", "Ottoline", "Octavia"),
        ("a name that is alike", "Vandermeer", "Vandermeen"),
        ("a date that was added", "Closing balance", "Closing balance 04/02/2025"),
        ("a word that was added", "any error", "any grave error"),
    ];
    for (what, before, after) in cases {
        let other = scanned(&STATEMENT.replacen(before, after, 1));
        assert!(!show_the_same(&[scanned(STATEMENT)], from_ref(&other)), "{what}");
        assert!(!show_the_same(&[other], &[scanned(STATEMENT)]), "{what}, the other way");
    }
}

#[test]
fn a_figure_in_doubt_that_one_page_lacks_is_no_dirt() {
    let added = STATEMENT.replace("Account XXXXXX4410", "Account XXXXXX4410 7");
    assert!(!show_the_same(&[scanned(STATEMENT)], &[misread(&scanned(&added), &[("7", "7")])]));
}

#[test]
fn a_misread_word_must_stand_where_the_other_stands() {
    let swapped = STATEMENT.replace("Ottoline", "Bank's").replace("Please", "Ottolme");
    assert!(!show_the_same(&[scanned(STATEMENT)], &[misread(&scanned(&swapped), &[("Ottolme", "Ottolme")])]));
}

#[test]
fn pages_are_compared_one_by_one_and_few_words_say_nothing() {
    let (one, two) = (scanned(STATEMENT), scanned(&STATEMENT.replace("4,120.55", "9,120.55")));
    assert!(!show_the_same(&[one.clone(), one.clone()], &[one.clone(), two]));
    assert!(!show_the_same(from_ref(&one), &[one.clone(), one.clone()]));
    let short = scanned("Approved by the committee");
    assert!(!show_the_same(from_ref(&short), from_ref(&short)));
    assert_eq!(Sketch::of_pages([&short]), None);
}

#[test]
fn a_sketch_is_kept_whole() {
    let sketch = Sketch::of_pages([&scanned(STATEMENT)]).unwrap();
    let bytes = sketch.to_bytes();
    assert_eq!(bytes.len(), 256);
    assert_eq!(Sketch::from_bytes(&bytes), Some(sketch));
    assert_eq!(Sketch::from_bytes(&bytes[1..]), None);
    let other = scanned(
        "The undersigned certifies that the gift described above was made without any expectation of repayment\n\
         and that the funds were drawn from the account named here on the day that is written beside it",
    );
    assert!(similarity(&scanned(STATEMENT), &other) < 0.2);
}

fn similarity(one: &Page, two: &Page) -> f32 {
    Sketch::of_pages([one]).unwrap().similarity(&Sketch::of_pages([two]).unwrap())
}

/// A page as a good scan is read.
fn scanned(text: &str) -> Page {
    let mut page = Page::from_grid(text);
    for word in &mut page.words {
        word.source = Source::Ocr;
        word.confidence = Confidence::new(0.95);
    }
    page
}

/// A page on which some words were read in doubt, as something else.
fn misread(page: &Page, words: &[(&str, &str)]) -> Page {
    let mut page = page.clone();
    for (printed, read) in words {
        let word =
            page.words.iter_mut().find(|word| word.text.trim_end_matches(',') == *printed || word.text == *printed);
        let word = word.unwrap_or_else(|| panic!("no word {printed}"));
        word.text = (*read).to_string();
        word.confidence = Confidence::new(0.6);
    }
    page
}
