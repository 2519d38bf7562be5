//! Charges in lettered parts: their lines, payees and amount columns.

use crate::support::{Cells, definition, drawn, rows, scanned};
use loanfile::extract::extract;
use loanfile::page::Page;

const CHARGES: &str = r#"
    [[tables]]
    id = "charges"
    name = "Charges"
    layout = "ledger"
    wraps = true
    ends = ["D. Total"]
    sections = [
      { titles = ["A. Origination"], value = "A" },
      { titles = ["B. Services"], value = "B" },
      { titles = ["E. Taxes"], value = "E" },
    ]
    [[tables.columns]]
    id = "section"
    name = "Section"
    kind = "enum"
    choices = [{ value = "A", words = [] }, { value = "B", words = [] }, { value = "E", words = [] }]
    [[tables.columns]]
    id = "line"
    name = "Line"
    kind = "text"
    [[tables.columns]]
    id = "description"
    name = "Description"
    kind = "text"
    required = true
    [[tables.columns]]
    id = "payee"
    name = "Payee"
    kind = "name"
    [[tables.columns]]
    id = "at_closing"
    name = "At closing"
    kind = "money"
    headings = ["At Closing"]
    [[tables.columns]]
    id = "before_closing"
    name = "Before closing"
    kind = "money"
    headings = ["Before Closing"]
    [[tables.columns]]
    id = "seller_at_closing"
    name = "Seller at closing"
    kind = "money"
    headings = ["At Closing"]
"#;

fn read(page: Page) -> Vec<Cells> {
    rows(&extract(&[page], &definition(CHARGES)), "charges")
}

fn cells(pairs: &[(&str, &str)]) -> Cells {
    pairs.iter().map(|&(column, value)| (column.to_owned(), value.to_owned())).collect()
}

const COLUMNS: &str = "
                                            Borrower                    Seller
                                       At Closing   Before Closing   At Closing
A. Origination                            $900.00
01 Underwriting Fee                       $900.00
02
B. Services                               $310.50
01 Appraisal Fee to Dunmore Appraisers                     $525.00
02 Tax Service from 1/1/2025 to 2/1/2025  $310.50
03 Commission to Alder Realty                                         $4,000.00
D. Total                                $1,210.50
";

#[test]
fn equal_headings_are_taken_in_the_order_of_the_columns() {
    let expected = [
        cells(&[("section", "A"), ("line", "01"), ("description", "Underwriting Fee"), ("at_closing", "900.00")]),
        cells(&[
            ("section", "B"),
            ("line", "01"),
            ("description", "Appraisal Fee"),
            ("payee", "Dunmore Appraisers"),
            ("before_closing", "525.00"),
        ]),
        cells(&[
            ("section", "B"),
            ("line", "02"),
            ("description", "Tax Service from 1/1/2025 to 2/1/2025"),
            ("at_closing", "310.50"),
        ]),
        cells(&[
            ("section", "B"),
            ("line", "03"),
            ("description", "Commission"),
            ("payee", "Alder Realty"),
            ("seller_at_closing", "4000.00"),
        ]),
    ];
    assert_eq!(read(drawn(COLUMNS)), expected);
}

#[test]
fn a_scan_s_line_numbers_may_have_letters() {
    let misread = COLUMNS.replace("01 Underwriting", "o1 Underwriting");
    assert_eq!(read(scanned(drawn(&misread)))[0].get("line").map(String::as_str), Some("01"));
}

#[test]
fn parts_side_by_side_follow_each_other_by_their_letters() {
    let grid = "
A. Origination             $1,500      E. Taxes                     $110
Underwriting Fee           $1,500      Recording Fees               $110
B. Services                  $600      D. Total                   $2,210
Appraisal Fee                $600
";
    let found = read(drawn(grid));
    let sections: Vec<&str> = found.iter().map(|row| row["section"].as_str()).collect();
    assert_eq!(sections, ["A", "B", "E"]);
    assert_eq!(found[2], cells(&[("section", "E"), ("description", "Recording Fees"), ("at_closing", "110.00")]));
}

#[test]
fn a_line_without_number_and_amount_goes_on_with_the_one_above() {
    let grid = "
A. Origination                            $900.00
01 Underwriting and                       $900.00
   document preparation fee
";
    assert_eq!(read(drawn(grid))[0]["description"], "Underwriting and document preparation fee");
}
