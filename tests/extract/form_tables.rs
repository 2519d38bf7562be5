//! Rows in the boxes of a form: numbered boxes, and boxes that stack the values of all rows.

use crate::support::{Cells, drawn, drawn_pages, rows, scanned, standard};
use loanfile::extract::extract;
use loanfile::page::Page;

fn w2_rows(pages: &[Page], table: &str) -> Vec<Cells> {
    rows(&extract(pages, standard("w2")), table)
}

fn cells(pairs: &[(&str, &str)]) -> Cells {
    pairs.iter().map(|&(column, value)| (column.to_owned(), value.to_owned())).collect()
}

fn box_12(code: &str, amount: &str) -> Cells {
    cells(&[("code", code), ("amount", amount)])
}

#[test]
fn each_of_the_boxes_12a_to_12d_is_a_row() {
    let grid = "
┌────────────────────┬────────────────────┐
│ 11 Nonqualified    │ 12a                │
│    plans           │ C │         12.60  │
├────────────────────┼────────────────────┤
│ 13                 │ 12b                │
│                    │ D │      2,600.00  │
├────────────────────┼────────────────────┤
│ 14 Other           │ 12c                │
│                    │ DD│      7,311.92  │
│                    ├────────────────────┤
│                    │ 12d                │
│                    │                    │
└────────────────────┴────────────────────┘
";
    let expected = [box_12("C", "12.60"), box_12("D", "2600.00"), box_12("DD", "7311.92")];
    assert_eq!(w2_rows(&[drawn(grid)], "box_12"), expected);
    assert_eq!(w2_rows(&[scanned(drawn(grid))], "box_12"), expected, "from a scan");
}

#[test]
fn empty_boxes_are_no_rows() {
    let grid = "
┌──────────┬──────────┐
│ 12a      │ 12b      │
│          │          │
├──────────┼──────────┤
│ 14 Other │ 12c      │
│          │          │
└──────────┴──────────┘
";
    assert!(w2_rows(&[drawn(grid)], "box_12").is_empty());
    assert!(w2_rows(&[drawn(grid)], "box_14").is_empty());
}

#[test]
fn a_box_may_hold_several_rows() {
    let grid = "
┌────────────────────────┬──────────┐
│ 14 Other               │ 12c      │
│ SDI              61.20 │          │
│ UNION DUES      480.00 │          │
│ see your handbook      │          │
└────────────────────────┴──────────┘
";
    let row = |description: &str, amount: &str| cells(&[("description", description), ("amount", amount)]);
    assert_eq!(w2_rows(&[drawn(grid)], "box_14"), [row("SDI", "61.20"), row("UNION DUES", "480.00")]);
}

#[test]
fn copies_of_a_form_give_their_rows_once() {
    let copy = |amount: &str| {
        format!("14 Other          12a\n                  D    {amount}\n\n                  12b\n\n\n\n")
    };
    let page = drawn(&format!("{}{}", copy("2,600.00"), copy("2,600.00")));
    assert_eq!(w2_rows(&[page], "box_12"), [box_12("D", "2600.00")], "on one page");
    let pages = drawn_pages(&[&copy("2,600.00"), &copy("2,600.00")]);
    assert_eq!(w2_rows(&pages, "box_12"), [box_12("D", "2600.00")], "on two pages");
}

fn state(state: &str, id: &str, wages: &str, tax: &str) -> Cells {
    cells(&[("state", state), ("employer_state_id", id), ("state_wages", wages), ("state_income_tax", tax)])
}

#[test]
fn states_stack_in_their_boxes() {
    let grid = "
15 State  Employer's state ID number   16 State wages, tips, etc.   17 State income tax   20 Locality name
OR        4471829-3                           48,000.00                  3,918.02
WA        600-118-2                            4,340.18                      0.00
";
    let expected = [state("OR", "4471829-3", "48000.00", "3918.02"), state("WA", "600-118-2", "4340.18", "0.00")];
    assert_eq!(w2_rows(&[drawn(grid)], "state_and_local"), expected);
}

#[test]
fn a_gap_in_a_box_does_not_move_what_stands_under_it() {
    let grid = "
15 State  Employer's state ID number   16 State wages, tips, etc.   17 State income tax   18 Local wages, tips, etc.
OR        4471829-3                           48,000.00                  3,918.02
WA        600-118-2                            4,340.18                      0.00              4,340.18
";
    let found = w2_rows(&[drawn(grid)], "state_and_local");
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].get("local_wages"), None);
    assert_eq!(found[1].get("local_wages").map(String::as_str), Some("4340.18"));
}

#[test]
fn boxes_of_one_state_may_stand_in_two_bands() {
    let grid = "
15 State  Employer's state ID number   16 State wages, tips, etc.
OR        4471829-3                           48,000.00
17 State income tax    18 Local wages, tips, etc.    20 Locality name
3,918.02               48,000.00                     ELLERY
";
    let mut expected = state("OR", "4471829-3", "48000.00", "3918.02");
    expected.extend(cells(&[("local_wages", "48000.00"), ("locality_name", "ELLERY")]));
    assert_eq!(w2_rows(&[drawn(grid)], "state_and_local"), [expected]);
}

#[test]
fn a_form_without_a_state_has_no_state_rows() {
    let grid = "
15 State  Employer's state ID number   16 State wages, tips, etc.   17 State income tax   20 Locality name

Form W-2  Wage and Tax Statement   2025
";
    assert!(w2_rows(&[drawn(grid)], "state_and_local").is_empty());
}
