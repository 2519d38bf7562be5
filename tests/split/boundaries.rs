//! Where documents begin.

use super::{LETTER, PAYSTUB, W2, W2_BACK, cut, evidence_of, expected, statement, statement_later, with_foot};
use loanfile::library::Library;
use loanfile::split::segments;

#[test]
fn no_pages_are_no_documents() {
    assert!(segments(&[], Library::standard()).is_empty());
}

#[test]
fn one_page_is_one_document() {
    assert_eq!(cut(&[W2]), expected(&[(1, 1, "w2")]));
    assert_eq!(cut(&[LETTER]), expected(&[(1, 1, "other")]));
    assert_eq!(cut(&[""]), expected(&[(1, 1, "other")]), "a blank page");
}

#[test]
fn documents_of_different_types_part() {
    let statement = statement("****7702");
    assert_eq!(
        cut(&[LETTER, W2, PAYSTUB, &statement]),
        expected(&[(1, 1, "other"), (2, 2, "w2"), (3, 3, "paystub"), (4, 4, "bank_statement")])
    );
}

#[test]
fn w2s_back_to_back_part() {
    let other = W2.replace("912-45-1207", "913-22-8080").replace("98-0041207", "98-7700113").replace("2025", "2024");
    assert_eq!(cut(&[W2, &other]), expected(&[(1, 1, "w2"), (2, 2, "w2")]), "of two employers");
    assert_eq!(cut(&[W2, W2, W2]), expected(&[(1, 1, "w2"), (2, 2, "w2"), (3, 3, "w2")]), "of one");
}

#[test]
fn paystubs_back_to_back_part() {
    let next = PAYSTUB.replace("06/01", "06/15").replace("06/14", "06/28").replace("06/20", "07/04");
    assert_eq!(cut(&[PAYSTUB, &next]), expected(&[(1, 1, "paystub"), (2, 2, "paystub")]));
}

#[test]
fn statements_back_to_back_part_by_their_counters() {
    let (first, second) = (statement("****7702"), statement("****9936"));
    let later = |account: &str| statement_later(account);
    let pages = [
        with_foot(&first, "Page 1 of 2"),
        with_foot(&later("****7702"), "Page 2 of 2"),
        with_foot(&second, "Page 1 of 3"),
        with_foot(&later("****9936"), "Page 2 of 3"),
        with_foot(&later("****9936"), "Page 3 of 3"),
    ];
    let grids: Vec<&str> = pages.iter().map(String::as_str).collect();
    assert_eq!(cut(&grids), expected(&[(1, 2, "bank_statement"), (3, 5, "bank_statement")]));
}

#[test]
fn statements_back_to_back_part_without_counters() {
    let (first, second) = (statement("000441-7702"), statement("000441-9936"));
    let (after_first, after_second) = (statement_later("000441-7702"), statement_later("000441-9936"));
    assert_eq!(
        cut(&[&first, &after_first, &second, &after_second]),
        expected(&[(1, 2, "bank_statement"), (3, 4, "bank_statement")])
    );
}

#[test]
fn a_later_page_with_the_headings_of_a_first_one_stays_with_its_statement() {
    // The second page has sections of its own and repeats the account's summary words.
    let first = with_foot(&statement("000441-7702"), "Page 1 of 2");
    let second = with_foot(
        "
 HARROWGATE SAVINGS BANK                          Account Number: 000441-7702

 Deposits and Additions
 Date     Description                                    Amount
 07/03    Payroll Bramblewick Foundry                  2,410.00

 Withdrawals and Subtractions
 07/19    Auto Loan Payment                              866.45

 Daily Balance
 Ending Balance                                        6,530.55
",
        "Page 2 of 2",
    );
    assert_eq!(cut(&[&first, &second]), expected(&[(1, 2, "bank_statement")]));
    let without_counters = [first.replace("Page 1 of 2", ""), second.replace("Page 2 of 2", "")];
    let grids: Vec<&str> = without_counters.iter().map(String::as_str).collect();
    // Right would be one statement, too: today the second page's headings say more for a beginning than the account
    // and the bank that both pages name say against it.
    assert_eq!(cut(&grids), expected(&[(1, 1, "bank_statement"), (2, 2, "bank_statement")]), "without counters");
}

#[test]
fn a_back_page_stays_with_its_document() {
    assert_eq!(cut(&[W2, W2_BACK, PAYSTUB]), expected(&[(1, 2, "w2"), (3, 3, "paystub")]));
    assert_eq!(cut(&[W2, W2_BACK, W2, W2_BACK]), expected(&[(1, 2, "w2"), (3, 4, "w2")]));
}

#[test]
fn a_blank_page_stays_with_the_document_before_it() {
    assert_eq!(cut(&[W2, "", PAYSTUB]), expected(&[(1, 2, "w2"), (3, 3, "paystub")]));
    assert_eq!(cut(&[LETTER, "", W2]), expected(&[(1, 2, "other"), (3, 3, "w2")]));
    let nearly = "This page is intentionally left blank";
    assert_eq!(cut(&[PAYSTUB, nearly, W2]), expected(&[(1, 2, "paystub"), (3, 3, "w2")]), "with a line of words");
}

#[test]
fn a_blank_page_between_the_pages_of_a_statement_parts_nothing() {
    let (first, later) = (with_foot(&statement("000441-7702"), "Page 1 of 2"), statement_later("000441-7702"));
    let later = with_foot(&later, "Page 2 of 2");
    assert_eq!(cut(&[&first, "", &later]), expected(&[(1, 3, "bank_statement")]));
}

#[test]
fn blank_pages_that_open_a_file_are_no_part_of_a_form() {
    assert_eq!(cut(&["", W2]), expected(&[(1, 1, "other"), (2, 2, "w2")]));
}

#[test]
fn wages_that_look_like_a_form_number_stay_on_a_w2() {
    let wages = W2.replace("52,340.18", "1,099.00").replace("54,940.18", "1,099.00");
    assert_eq!(cut(&[&wages]), expected(&[(1, 1, "w2")]));
    let bare = W2.replace("52,340.18", "1099").replace("54,940.18", "1099");
    assert_eq!(cut(&[&bare]), expected(&[(1, 1, "w2")]), "in whole dollars");
}

#[test]
fn unknown_paper_is_other() {
    let flyer = "
 GRAND OPENING OF OUR NEW SHOWROOM

 Come and see two hundred kitchens under one roof. Coffee and cake are on the house, and
 every visitor takes part in a draw for a set of pans. Parking is free.
";
    assert_eq!(cut(&[flyer]), expected(&[(1, 1, "other")]));
    assert_eq!(cut(&[W2, flyer]), expected(&[(1, 1, "w2"), (2, 2, "other")]), "after a form");
}

#[test]
fn a_mention_of_a_type_does_not_make_one() {
    let letter = LETTER.replace(
        "Enclosed you will find the papers",
        "Enclosed you will find the bank statement, the pay stub and the Wage and Tax Statement",
    );
    assert_eq!(cut(&[&letter]), expected(&[(1, 1, "other")]));
}

#[test]
fn a_segment_says_why_it_begins() {
    let page = with_foot(&statement("****7702"), "Page 1 of 2");
    let evidence = evidence_of(&[LETTER, &page]);
    let found = segments(&evidence, Library::standard());
    assert_eq!(found.len(), 2);
    let other_than_letter = found[0].runner_up.as_ref().unwrap();
    assert!(other_than_letter.begins, "a file's first page begins a document in any case");
    let instead = found[1].runner_up.as_ref().unwrap();
    assert_ne!((instead.begins, instead.document_type.as_str()), (true, "bank_statement"));
    assert!(found[1].margin > 1.0, "{}", found[1].margin);
    assert!(found[1].evidence.iter().any(|reason| reason == "page counter 1 of 2"), "{:?}", found[1].evidence);
    assert!(found[1].evidence.iter().any(|reason| reason.starts_with("\"Statement Period")), "{:?}", found[1].evidence);
}
