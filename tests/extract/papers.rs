//! What single kinds of papers need: the magnetic line of checks, letters, running balances, lists told by shape.

use crate::support::{drawn, rows, scanned, standard, value};
use loanfile::extract::{Extraction, extract};

fn read(document_type: &str, grid: &str) -> Extraction {
    extract(&[drawn(grid)], standard(document_type))
}

const CHECK: &str = "
Orla B. Tansley                                                2207
14 Quarry Steps
Fallowmere, NE 68999                        Date  03/04/2025

PAY TO THE
ORDER OF   Larkhollow Escrow                                $1,250.00

One thousand two hundred fifty and 00/100                     DOLLARS

Tollgate Savings Bank

MEMO  Earnest money
";

#[test]
fn the_magnetic_line_of_a_check_gives_its_numbers() {
    let found = read("check", &format!("{CHECK}\n  |: 123456780 |:     0098812 ||'   2207\n"));
    assert_eq!(value(&found, "routing_number"), Some("123456780"));
    assert_eq!(value(&found, "account_number"), Some("0098812"));
    assert_eq!(value(&found, "check_number"), Some("2207"));
    assert_eq!(value(&found, "amount_in_words"), Some("One thousand two hundred fifty and 00/100"));
    assert_eq!(value(&found, "bank_name"), Some("Tollgate Savings Bank"));
    assert_eq!(value(&found, "void"), Some("false"));
    assert_eq!(value(&found, "check_type"), Some("Personal"));
}

#[test]
fn a_scan_may_lose_the_symbols_of_the_magnetic_line() {
    let page = scanned(drawn(&format!("{CHECK}\n     123456780       0098812    2207\n")));
    let found = extract(&[page], standard("check"));
    assert_eq!(value(&found, "routing_number"), Some("123456780"));
    assert_eq!(value(&found, "account_number"), Some("0098812"));
}

#[test]
fn figures_in_a_line_of_words_are_no_magnetic_line() {
    let found = read("check", &format!("{CHECK}\nReference 123456780 of order 0098812\n"));
    assert_eq!(value(&found, "routing_number"), None);
}

#[test]
fn a_letter_has_a_passage_and_a_signer() {
    let letter = "
Fernridge Orchards LLC
9 Sextant Way
Marlow Falls, VT 05799

February 3, 2025

To Whom It May Concern:

Please accept this letter as confirmation that Ottoline Vandermeer has been employed with
Fernridge Orchards LLC since May 6, 2019 in the position of Press Operator. The position is
full time.

Sincerely,


Quentin Oyelaran
Payroll Supervisor
";
    let found = read("employment_letter", letter);
    assert_eq!(value(&found, "position_or_title"), Some("Press Operator"));
    assert_eq!(value(&found, "signer_name"), Some("Quentin Oyelaran"));
    assert_eq!(value(&found, "signer_title"), Some("Payroll Supervisor"));
    let explained = read("letter_of_explanation", &letter.replace("Please accept", "Kindly accept"));
    let passage = value(&explained, "explanation").unwrap_or_default();
    assert!(passage.starts_with("Kindly accept this letter"), "{passage}");
    assert!(passage.ends_with("full time."), "{passage}");
}

#[test]
fn running_balances_settle_lost_signs_and_misread_figures() {
    let grid = "
Statement Period: 07/01/2025 - 07/31/2025

Date     Description                         Amount       Balance
07/03    Payroll Larkhollow                2,410.00      3,410.00
07/05    Rent Fernridge Homes              1,800.00      1,610.00
07/09    Tollgate Grocer                     746.20      1,463.80
07/22    Mobile Deposit                      490.00      1,953.80
";
    let found = rows(&read("bank_statement", grid), "transactions");
    let amounts: Vec<&str> = found.iter().map(|row| row["amount"].as_str()).collect();
    assert_eq!(amounts, ["2410.00", "-1800.00", "-146.20", "490.00"]);
}

#[test]
fn a_combined_statement_gives_each_account_its_totals() {
    let grid = "
Account Summary
Account          Number           Beginning Balance     Ending Balance
Checking         4410028817             1,000.00           1,250.00
Savings          4410028825             5,000.00           4,900.00

Checking Account number: 4410028817
Total Deposits/Credits              400.00
Total Withdrawals/Debits            150.00

Savings Account number: 4410028825
Total Deposits/Credits                0.00
Total Withdrawals/Debits            100.00
";
    let found = rows(&read("bank_statement", grid), "accounts");
    let totals: Vec<(&str, &str)> =
        found.iter().map(|row| (row["total_deposits"].as_str(), row["total_withdrawals"].as_str())).collect();
    assert_eq!(totals, [("400.00", "150.00"), ("0.00", "100.00")]);
}

#[test]
fn sections_of_a_list_tell_what_its_lines_are() {
    let grid = "
                 Tansley Bindery
            Profit and Loss Statement

Income
   Binding                            41,200.00
   Cost of Goods Sold                  6,200.00
Gross Profit                          35,000.00
Expenses
   Rent                                9,600.00
   Insurance                           1,400.00
Total Expenses                        11,000.00
Net Income                            24,000.00
";
    let found = rows(&read("profit_and_loss", grid), "line_items");
    let lines: Vec<(&str, &str)> =
        found.iter().map(|row| (row["section"].as_str(), row["description"].as_str())).collect();
    let expected = [
        ("Income", "Binding"),
        ("Cost of Goods Sold", "Cost of Goods Sold"),
        ("Expense", "Rent"),
        ("Expense", "Insurance"),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn lists_without_headings_are_read_by_shape() {
    let grid = "
CREDIT SCORES
ORLA B TANSLEY        Equifax         FICO 5        701      Factors: 00014, 00018
ORLA B TANSLEY        TransUnion      FICO 4        688      Factors: 00010, 00014
SUMMARY
Total trade lines              2

INQUIRIES
01/09/2025      TOLLGATE SAVINGS BANK          XP
PUBLIC RECORDS
";
    let report = read("credit_report", grid);
    let scores = rows(&report, "scores");
    assert_eq!(scores.len(), 2);
    assert_eq!(scores[1]["bureau"], "TransUnion");
    assert_eq!((scores[1]["score"].as_str(), scores[1]["score_model"].as_str()), ("688", "FICO 4"));
    let inquiries = rows(&report, "inquiries");
    assert_eq!(inquiries[0]["company_name"], "TOLLGATE SAVINGS BANK");
}

#[test]
fn parts_of_a_report_hold_values_without_labels() {
    let grid = "
TRADE LINES
MARLOW CARD SERVICES        OPENED      HIGH/LIMIT      BALANCE      PAYMENT
****4471                    02/19       5,000           1,120        40
Revolving     ECOA B
                            LATES 30: 1 60: 0 90+: 0    SOURCE: XP
QUARRY AUTO FINANCE         OPENED      HIGH/LIMIT      BALANCE      PAYMENT
****0932                    11/21       18,200          9,050        310
Installment   ECOA J
                            LATES 30: 0 60: 0 90+: 0    SOURCE: EF
INQUIRIES
";
    let found = rows(&read("credit_report", grid), "tradelines");
    assert_eq!(found.len(), 2);
    assert_eq!(found[0]["creditor_name"], "MARLOW CARD SERVICES");
    assert_eq!(found[0]["account_number"], "****4471");
    assert_eq!(found[0]["account_type"], "Revolving");
    assert_eq!(found[0]["late_30"], "1");
    assert_eq!(found[1]["balance"], "9050.00");
    assert_eq!(found[1]["ecoa"], "J");
}

#[test]
fn periods_of_one_name_are_taken_in_turn() {
    let grid = "
12B. Gross Earnings
Type             Year To Date        Past Year 2024       Past Year 2023
Base Pay           $18,400.00            $44,000.00           $41,500.00
Overtime                                  $1,210.00
Total              $18,400.00            $45,210.00           $41,500.00
";
    let found = rows(&read("voe_1005", grid), "gross_earnings");
    let periods: Vec<&str> = found.iter().map(|row| row["period"].as_str()).collect();
    assert_eq!(periods, ["Year to Date", "Past Year 1", "Past Year 2"]);
    assert_eq!(found[1]["year"], "2024");
    assert_eq!(found[2]["base_pay"], "41500.00");
}

#[test]
fn words_under_one_word_labels_are_taken_in_turn() {
    let grid = "
CO. FILE DEPT. CLOCK NUMBER
QTW 204417 330 00001 1

Earnings Statement
Net Pay            1,204.10
";
    let found = read("paystub", grid);
    assert_eq!(value(&found, "employee_id"), Some("204417"));
    assert_eq!(value(&found, "department"), Some("330"));
}

#[test]
fn printed_answers_stand_for_check_boxes() {
    let found = read("mortgage_statement", "Prepayment Penalty                  No\nInterest Rate       6.125%\n");
    assert_eq!(value(&found, "prepayment_penalty"), Some("false"));
    let found = read("mortgage_statement", "Prepayment Penalty                  Yes\nInterest Rate       6.125%\n");
    assert_eq!(value(&found, "prepayment_penalty"), Some("true"));
}
