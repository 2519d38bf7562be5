//! Names before what they are, and the title of a paper.

use crate::support::{definition, drawn, drawn_pages, value};
use loanfile::extract::extract;
use loanfile::page::Page;

const SIGNERS: &str = r#"
    [[fields]]
    id = "first"
    name = "First"
    kind = "name"
    labels = ["Borrower"]
    find = ["before"]
    [[fields]]
    id = "second"
    name = "Second"
    kind = "name"
    labels = ["Borrower"]
    find = ["before"]
    part = "second_name"
"#;

fn signers(pages: &[Page]) -> (Option<String>, Option<String>) {
    let extraction = extract(pages, &definition(SIGNERS));
    (value(&extraction, "first").map(str::to_owned), value(&extraction, "second").map(str::to_owned))
}

fn both() -> (Option<String>, Option<String>) {
    (Some("Odalys P. Fenwright".to_owned()), Some("Thaddeus Fenwright".to_owned()))
}

#[test]
fn a_name_stands_before_a_dash_and_the_role() {
    let grid = "
BY SIGNING BELOW, Borrower accepts the terms.
              ______________________ (Seal)
              Odalys P. Fenwright         - Borrower
              ______________________ (Seal)
              Thaddeus Fenwright          -Borrower
";
    assert_eq!(signers(&[drawn(grid)]), both());
}

#[test]
fn signers_are_counted_over_pages() {
    let pages = ["Odalys P. Fenwright          Borrower      Date", "Thaddeus Fenwright          Borrower      Date"];
    assert_eq!(signers(&drawn_pages(&pages)), both());
}

#[test]
fn one_signer_is_no_second() {
    assert_eq!(signers(&[drawn("Odalys P. Fenwright      - Borrower")]), (both().0, None));
}

#[test]
fn a_title_may_run_over_two_lines() {
    let definition = definition(
        r#"
        sender_hints = ["BANK"]
        [[fields]]
        id = "title"
        name = "Title"
        kind = "text"
        find = ["title"]
        "#,
    );
    let mut page = drawn(
        "
Pellmore Savings Bank

         WHAT DOES THE LENDER DO WITH YOUR
              PERSONAL INFORMATION

Borrower: Odalys P. Fenwright
We share what we know with those who service your loan, and with nobody else.
",
    );
    for word in page.words.iter_mut().skip(3).take(9) {
        word.size *= 1.4;
    }
    let extraction = extract(&[page], &definition);
    assert_eq!(value(&extraction, "title"), Some("WHAT DOES THE LENDER DO WITH YOUR PERSONAL INFORMATION"));
}
