//! Is there a signature on each line to sign on?

use crate::support::{definition, drawn, drawn_pages, scanned, value};
use loanfile::extract::{Extraction, extract};
use loanfile::library::DocumentType;

fn letter() -> DocumentType {
    definition(
        r#"
        [[fields]]
        id = "borrower_signature"
        name = "Borrower's signature"
        kind = "signature"
        labels = ["Borrower's Signature", "Seal", "Borrower", "Sincerely"]
        find = ["above", "below"]

        [[fields]]
        id = "co_borrower_signature"
        name = "Co-borrower's signature"
        kind = "signature"
        labels = ["Co-Borrower's Signature", "Seal", "Borrower"]"#,
    )
}

fn read(grid: &str) -> (Option<String>, Option<String>) {
    both(&extract(&[drawn(grid)], &letter()))
}

fn both(found: &Extraction) -> (Option<String>, Option<String>) {
    let of = |field: &str| value(found, field).map(str::to_owned);
    (of("borrower_signature"), of("co_borrower_signature"))
}

fn says(borrower: Option<bool>, co_borrower: Option<bool>) -> (Option<String>, Option<String>) {
    (borrower.map(|signed| signed.to_string()), co_borrower.map(|signed| signed.to_string()))
}

#[test]
fn writing_over_a_labelled_line_is_a_signature() {
    let grid = "
I agree to the terms above.

   ~~~~~~~~~~~~
 ──────────────────────────     ────────────────────────
 Borrower's Signature           Co-Borrower's Signature";
    assert_eq!(read(grid), says(Some(true), Some(false)));
}

#[test]
fn lines_with_one_label_are_signed_in_the_order_of_the_signers() {
    let grid = "
 ──────────────────────────────── (Seal)
 Ann Doe               - Borrower

         ~~~~~~~~~~~~
 ──────────────────────────────── (Seal)
 Joe Doe               - Borrower";
    assert_eq!(read(grid), says(Some(false), Some(true)));
}

#[test]
fn a_typed_line_and_a_closing_phrase_are_places_to_sign() {
    let typed = "
 Borrower's Signature ____________________";
    assert_eq!(read(typed), says(Some(false), None));
    let closing = "
 Sincerely,

   ~~~~~~~~~~

 Ann Doe";
    assert_eq!(read(closing), says(Some(true), None));
}

#[test]
fn a_phrase_of_electronic_signing_counts_and_a_printed_name_does_not() {
    let electronic = "
  /s/ Ann Doe
 ──────────────────────────
 Borrower's Signature";
    assert_eq!(read(electronic), says(Some(true), None));
    let printed = "
  Ann Doe
 ──────────────────────────
 Borrower's Signature";
    assert_eq!(read(printed), says(Some(false), None));
    // A scanner cannot tell a clear hand from print.
    let found = extract(&[scanned(drawn(printed))], &letter());
    assert_eq!(both(&found), says(Some(true), None));
}

#[test]
fn a_scanned_signature_stands_over_the_name_that_is_printed_under_it() {
    let closing = "
 Sincerely,

   Ann Doe

 Ann Doe
 Engineer";
    let found = extract(&[scanned(drawn(closing))], &letter());
    assert_eq!(both(&found), says(Some(true), None));
    let unsigned = "
 Sincerely,



 Ann Doe";
    let found = extract(&[scanned(drawn(unsigned))], &letter());
    assert_eq!(both(&found), says(Some(false), None));
}

#[test]
fn a_date_is_no_signature_and_text_that_speaks_of_signing_no_place() {
    let dated = "
  04/16/2025
 ──────────────────────────
 Borrower's Signature";
    assert_eq!(read(dated), says(Some(false), None));
    let text = "
 The Borrower shall sign the note. Each Borrower's signature is to be witnessed.";
    assert_eq!(read(text), says(None, None));
}

#[test]
fn the_line_is_found_on_the_page_that_has_it() {
    let pages = drawn_pages(&["The Borrower agrees.", "\n   ~~~~~~~~\n ──────────────────────\n Borrower"]);
    let found = extract(&pages, &letter());
    assert_eq!(both(&found), says(Some(true), None));
    assert_eq!(found.fields[0].page, 2);
}
