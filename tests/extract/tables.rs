//! Rows under heading lines.

use crate::support::{Cells, drawn, drawn_pages, rows, standard};
use loanfile::extract::extract;
use loanfile::page::Page;

fn statement(pages: &[Page], table: &str) -> Vec<Cells> {
    rows(&extract(pages, standard("bank_statement")), table)
}

fn stub(pages: &[Page], table: &str) -> Vec<Cells> {
    rows(&extract(pages, standard("paystub")), table)
}

/// Returns one column of rows, `-` where a row has none.
fn column<'r>(rows: &'r [Cells], name: &str) -> Vec<&'r str> {
    rows.iter().map(|row| row.get(name).map_or("-", String::as_str)).collect()
}

const PERIOD: &str = "Statement Period: 07/01/2025 - 07/31/2025\n\n";

#[test]
fn a_section_gives_its_amounts_their_sign() {
    let grid = format!(
        "{PERIOD}
Deposits and Additions
Date     Description                         Amount
07/03    Payroll Larkhollow                2,410.00
07/22    Mobile Check Deposit                490.00

Withdrawals and Subtractions
Date     Description                         Amount
07/05    Rent Fernridge Homes              1,800.00
07/09    Tollgate Grocer                    -146.20
07/11    Reversal of a fee                    (5.00)
"
    );
    let found = statement(&[drawn(&grid)], "transactions");
    assert_eq!(column(&found, "amount"), ["2410.00", "490.00", "-1800.00", "-146.20", "-5.00"]);
    assert_eq!(column(&found, "date"), ["2025-07-03", "2025-07-22", "2025-07-05", "2025-07-09", "2025-07-11"]);
    assert_eq!(column(&found, "description")[2], "Rent Fernridge Homes");
}

#[test]
fn one_heading_line_may_serve_several_sections() {
    let grid = format!(
        "{PERIOD}
Date     Description                         Amount
Deposits and Additions
07/03    Payroll Larkhollow                2,410.00
Withdrawals and Subtractions
07/05    Rent Fernridge Homes              1,800.00
"
    );
    let found = statement(&[drawn(&grid)], "transactions");
    assert_eq!(column(&found, "amount"), ["2410.00", "-1800.00"]);
}

#[test]
fn debit_and_credit_columns_give_the_sign() {
    let grid = format!(
        "{PERIOD}
Date     Transaction Description            Debits       Credits       Balance
07/03    Payroll Larkhollow                             2,410.00      3,320.00
07/05    Rent Fernridge Homes             1,800.00                    1,520.00
07/31    Dividend                                           1.05      1,521.05
"
    );
    let found = statement(&[drawn(&grid)], "transactions");
    assert_eq!(column(&found, "amount"), ["2410.00", "-1800.00", "1.05"]);
    assert_eq!(column(&found, "balance"), ["3320.00", "1520.00", "1521.05"]);
}

#[test]
fn a_line_without_figures_goes_on_with_the_description() {
    let grid = format!(
        "{PERIOD}
Date     Description                         Amount       Balance
07/09    Purchase Authorized on 07/08       -146.20      1,374.85
         Tollgate Grocer Fernridge ID
         Card 4419
07/12    Utility Payment                    -212.75      1,162.10
"
    );
    let found = statement(&[drawn(&grid)], "transactions");
    let expected = ["Purchase Authorized on 07/08 Tollgate Grocer Fernridge ID Card 4419", "Utility Payment"];
    assert_eq!(column(&found, "description"), expected);
}

#[test]
fn what_stands_apart_does_not_go_on_with_a_description() {
    let grid = format!(
        "{PERIOD}
Date     Description                         Amount       Balance
07/09    Tollgate Grocer                    -146.20      1,374.85


         Thank you for banking with us
"
    );
    assert_eq!(column(&statement(&[drawn(&grid)], "transactions"), "description"), ["Tollgate Grocer"]);
}

#[test]
fn a_table_goes_on_over_the_page_with_its_heading_repeated_or_not() {
    let first = format!(
        "{PERIOD}
Withdrawals and Subtractions
Date     Description                         Amount
07/05    Rent Fernridge Homes              1,800.00
"
    );
    let repeated = "
Withdrawals and Subtractions (continued)
Date     Description                         Amount
07/19    Auto Loan Payment                   866.45
";
    let heading_only = "
Date     Description                         Amount
07/19    Auto Loan Payment                   866.45
";
    let bare = "
07/19    Auto Loan Payment                   866.45
";
    for (case, second) in [("repeated title", repeated), ("repeated heading", heading_only), ("neither", bare)] {
        let found = statement(&drawn_pages(&[&first, second]), "transactions");
        assert_eq!(column(&found, "amount"), ["-1800.00", "-866.45"], "{case}");
        assert_eq!(column(&found, "date"), ["2025-07-05", "2025-07-19"], "{case}");
    }
}

#[test]
fn a_total_ends_a_table() {
    let grid = format!(
        "{PERIOD}
Deposits and Additions
Date     Description                         Amount
07/03    Payroll Larkhollow                2,410.00
Total Deposits and Additions               2,410.00

07/31    this is no deposit                    1.00
"
    );
    // Right would be one row; today the total is no end of the transactions, and what follows it is one more.
    assert_eq!(column(&statement(&[drawn(&grid)], "transactions"), "amount"), ["2410.00", "1.00"]);
}

#[test]
fn daily_balances_are_no_transactions() {
    let grid = format!(
        "{PERIOD}
Deposits and Additions
Date     Description                         Amount
07/03    Payroll Larkhollow                2,410.00

Daily Ending Balance
Date                  Amount
07/03               3,320.00
07/31               1,520.00
"
    );
    assert_eq!(column(&statement(&[drawn(&grid)], "transactions"), "amount"), ["2410.00"]);
}

#[test]
fn paid_checks_are_a_table_of_their_own() {
    let grid = format!(
        "{PERIOD}
Checks Paid
Check Number      Date             Amount
1180              07/14             75.50
1182              07/20            120.00
"
    );
    let found = statement(&[drawn(&grid)], "checks");
    assert_eq!(column(&found, "check_number"), ["1180", "1182"]);
    assert_eq!(column(&found, "date"), ["2025-07-14", "2025-07-20"]);
    assert_eq!(column(&found, "amount"), ["75.50", "120.00"]);
}

#[test]
fn a_statement_of_one_account_has_one_row_of_accounts() {
    let grid = format!(
        "{PERIOD}Account Number: ****7702
Beginning Balance        910.00
Ending Balance         1,065.55
"
    );
    let found = statement(&[drawn(&grid)], "accounts");
    assert_eq!(found.len(), 1);
    assert_eq!(column(&found, "account_number"), ["****7702"]);
    assert_eq!(column(&found, "ending_balance"), ["1065.55"]);
}

#[test]
fn accounts_of_a_combined_statement_have_a_row_each() {
    let grid = format!(
        "{PERIOD}
Account Summary
Account             Number       Beginning Balance     Ending Balance
Checking            ****7702              910.00            1,065.55
Savings             ****9936            5,000.00            5,001.05
"
    );
    let found = statement(&[drawn(&grid)], "accounts");
    assert_eq!(column(&found, "account_number"), ["****7702", "****9936"]);
    assert_eq!(column(&found, "account_type"), ["Checking", "Savings"]);
    assert_eq!(column(&found, "beginning_balance"), ["910.00", "5000.00"]);
    assert_eq!(column(&found, "ending_balance"), ["1065.55", "5001.05"]);
}

#[test]
fn earnings_and_deductions_side_by_side_stay_apart() {
    let grid = "
Earnings        Rate      Hours     Current          YTD      Deductions          Current          YTD
Regular        31.50      80.00    2,520.00    30,240.00      Dental                12.00       144.00
Overtime       47.25       4.50      212.63     1,417.50      401(k)               136.63     1,607.88
Bonus                                             500.00      Total Deductions     148.63     1,751.88
Gross Pay                          2,732.63    32,157.50
";
    let earnings = stub(&[drawn(grid)], "earnings");
    assert_eq!(column(&earnings, "description"), ["Regular", "Overtime", "Bonus"]);
    assert_eq!(column(&earnings, "rate"), ["31.50", "47.25", "-"]);
    assert_eq!(column(&earnings, "hours"), ["80.00", "4.50", "-"]);
    assert_eq!(column(&earnings, "current_amount"), ["2520.00", "212.63", "-"]);
    assert_eq!(column(&earnings, "ytd_amount"), ["30240.00", "1417.50", "500.00"]);
    let deductions = stub(&[drawn(grid)], "deductions");
    assert_eq!(column(&deductions, "description"), ["Dental", "401(k)"]);
    assert_eq!(column(&deductions, "current_amount"), ["12.00", "136.63"]);
    assert_eq!(column(&deductions, "ytd_amount"), ["144.00", "1607.88"]);
}

#[test]
fn titles_switch_the_table_under_one_heading_line() {
    let grid = "
Earnings            Hours       This Period     Year to Date
Regular             80.00          2,520.00        30,240.00
Gross Pay                          2,520.00        30,240.00

Taxes
Federal Income Tax                   301.12         3,613.44
Medicare Tax                          36.54           438.48

Deductions
Dental                                12.00           144.00
";
    let page = [drawn(grid)];
    assert_eq!(column(&stub(&page, "earnings"), "description"), ["Regular"]);
    assert_eq!(column(&stub(&page, "taxes"), "description"), ["Federal Income Tax", "Medicare Tax"]);
    assert_eq!(column(&stub(&page, "taxes"), "ytd_amount"), ["3613.44", "438.48"]);
    assert_eq!(column(&stub(&page, "deductions"), "current_amount"), ["12.00"]);
}

#[test]
fn the_description_decides_the_category() {
    // (description, category)
    let cases = [
        ("Regular", "Regular"),
        ("REG", "Regular"),
        ("Salary", "Regular"),
        ("Overtime", "Overtime"),
        ("OT Premium", "Overtime"),
        ("Shift Diff 2nd", "Shift Differential"),
        ("Sick Leave", "Sick"),
        ("Holiday Pay", "Holiday"),
        ("Commission Q2", "Commission"),
        ("Quarterly Bonus", "Bonus"),
        ("Group Term Life", "-"),
    ];
    for (description, category) in cases {
        let grid = format!(
            "Earnings               Hours     Current         YTD\n{description:<22} 8.00      252.00    2,520.00"
        );
        let found = stub(&[drawn(&grid)], "earnings");
        assert_eq!(column(&found, "description"), [description]);
        assert_eq!(column(&found, "category"), [category], "{description}");
    }
}

#[test]
fn headings_without_rows_give_none() {
    let grid = "Earnings     Rate     Hours     Current     YTD     Deductions     Current     YTD\n\nNet Pay";
    for table in ["earnings", "taxes", "deductions", "direct_deposits"] {
        assert!(stub(&[drawn(grid)], table).is_empty(), "{table}");
    }
}

#[test]
fn rows_are_numbered_from_zero_and_know_their_place() {
    let first =
        format!("{PERIOD}Deposits\nDate     Description          Amount\n07/03    Payroll             2,410.00\n");
    let second = "Date     Description          Amount\n07/22    Deposit               490.00\n";
    let pages = drawn_pages(&[&first, second]);
    let found = extract(&pages, standard("bank_statement"));
    let amounts: Vec<_> =
        found.fields.iter().filter(|cell| cell.field.as_str().ends_with("transactions.amount")).collect();
    assert_eq!(amounts.len(), 2);
    assert_eq!(amounts.iter().map(|cell| cell.row).collect::<Vec<_>>(), [Some(0), Some(1)]);
    assert_eq!(amounts.iter().map(|cell| cell.page).collect::<Vec<_>>(), [1, 2]);
    let printed = pages[1].words.iter().find(|word| word.text == "490.00").unwrap();
    assert_eq!(amounts[1].rect, printed.rect);
}
