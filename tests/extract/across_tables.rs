//! Rows that stand beside each other on the page, each under a title.

use crate::support::{Cells, definition, drawn, rows};
use loanfile::extract::extract;

const COMPARABLES: &str = r#"
    [[tables]]
    id = "sales"
    name = "Sales"
    layout = "across"
    titles = ["Comparable Sale # 1", "Comparable Sale # 2"]
    [[tables.columns]]
    id = "number"
    name = "Number"
    kind = "integer"
    [[tables.columns]]
    id = "price"
    name = "Price"
    kind = "money"
    headings = ["Sale Price", "Due"]
    [[tables.columns]]
    id = "date"
    name = "Date"
    kind = "date"
    headings = ["Due"]
    [[tables.columns]]
    id = "area"
    name = "Area"
    kind = "integer"
    headings = ["Gross Living Area"]
"#;

fn read(grid: &str) -> Vec<Cells> {
    rows(&extract(&[drawn(grid)], &definition(COMPARABLES)), "sales")
}

fn cells(pairs: &[(&str, &str)]) -> Cells {
    pairs.iter().map(|&(column, value)| (column.to_owned(), value.to_owned())).collect()
}

#[test]
fn headings_at_the_left_name_the_lines() {
    let grid = "
FEATURE               Comparable Sale # 1      Comparable Sale # 2

Sale Price                  $ 325,800                $ 330,300

Gross Living Area      2,290 sq. ft.            2,374 sq. ft.
";
    let expected = [
        cells(&[("number", "1"), ("price", "325800.00"), ("area", "2290")]),
        cells(&[("number", "2"), ("price", "330300.00"), ("area", "2374")]),
    ];
    assert_eq!(read(grid), expected);
}

#[test]
fn headings_may_stand_under_each_title() {
    let grid = "
Comparable Sale # 1                    Comparable Sale # 2

Due 10/31/2024         $2,592.00       Due 04/30/2025         $2,590.00
";
    let expected = [
        cells(&[("number", "1"), ("price", "2592.00"), ("date", "2024-10-31")]),
        cells(&[("number", "2"), ("price", "2590.00"), ("date", "2025-04-30")]),
    ];
    assert_eq!(read(grid), expected);
}

#[test]
fn one_title_alone_is_no_table() {
    assert!(read("Comparable Sale # 1\n\nSale Price    $ 325,800").is_empty());
}

#[test]
fn a_heading_may_lead_the_titles() {
    let periods = r#"
        [[tables]]
        id = "periods"
        name = "Periods"
        layout = "across"
        [[tables.columns]]
        id = "period"
        name = "Period"
        kind = "text"
        headings = ["Payment Calculation"]
        [[tables.columns]]
        id = "payment"
        name = "Payment"
        kind = "money"
        headings = ["Principal & Interest"]
    "#;
    let grid = "
Payment Calculation         Years 1-7         Years 8-30

Principal & Interest        $1,759.03         $1,943 min
                                              $3,924 max
Principal & Interest
";
    let found = rows(&extract(&[drawn(grid)], &definition(periods)), "periods");
    assert_eq!(found[0], cells(&[("period", "Years 1-7"), ("payment", "1759.03")]));
    let single = "Payment Calculation         Years 1-15\nPrincipal & Interest        $3,465.28\n";
    let found = rows(&extract(&[drawn(single)], &definition(periods)), "periods");
    assert_eq!(found, [cells(&[("period", "Years 1-15"), ("payment", "3465.28")])]);
}
