//! The rows of each report.

use super::package::{FIRST_OF_APRIL, LAST_OF_MARCH, MIDDLE_OF_MARCH, NOON, Package, id};
use loanfile::ops;
use loanfile::reports::ReportFilter;

fn of_loan(loan: &str) -> ReportFilter {
    ReportFilter::read(None, None, Some(loan)).unwrap()
}

/// Puts the id of a number in the place of `#number` (hexadecimal).
fn expected(rows: &[&[&str]]) -> Vec<Vec<String>> {
    let cell = |cell: &&str| match cell.rsplit_once('#') {
        Some((before, number)) => {
            let number = u128::from_str_radix(number, 16);
            number.map_or_else(|_| (*cell).to_string(), |number| format!("{before}{}", id(number)))
        }
        None => (*cell).to_string(),
    };
    rows.iter().map(|row| row.iter().map(cell).collect()).collect()
}

#[test]
fn bank_statement_analysis_has_a_row_an_account() {
    let package = Package::new();
    let report = ops::report_named(&package.workspace, &package.caller, "Bank Statement Analysis").unwrap();
    let keys: Vec<&str> = report.columns().iter().map(|column| column.key).collect();
    let members = [
        "loanNumber",
        "externalLoanId",
        "loanLink",
        "docLink",
        "bankStatementFileName",
        "accountNumber",
        "depositAmount",
        "depositDescription",
        "checksumValidation",
        "largeDepositValidation",
    ];
    assert_eq!(keys, members);
    let rows = expected(&[
        &[
            "L-1",
            "L-1",
            "/loans/#1",
            "/documents/#111",
            "march.pdf",
            "XXXXXXXX6789",
            "4200",
            "Mobile Deposit Ref *****0023",
            "PASS: 1,000.00 + 6,500.00 - 700.00 = 6,800.00",
            "LARGE: 4,200.00 is more than 4,125.00 (50% of 8,250.00 a month)",
        ],
        &[
            "L-1",
            "L-1",
            "/loans/#1",
            "/documents/#111",
            "march.pdf",
            "XXXXXXXX1111",
            "250",
            "Transfer from checking 6789",
            "FAIL: 500.00 + 250.00 - 0.00 is 750.00, the statement says 800.00 (50.00 apart)",
            "OK: 250.00 is no more than 4,125.00 (50% of 8,250.00 a month)",
        ],
        &[
            "L-1",
            "L-1",
            "/loans/#1",
            "/documents/#121",
            "april.pdf",
            "XXXXXXXX6789",
            "2310",
            "GRANITE TOOLS PAYROLL 0402",
            "INCOMPLETE: no total of withdrawals and no ending balance were read",
            "OK: 2,310.00 is no more than 4,125.00 (50% of 8,250.00 a month)",
        ],
        &[
            "L-2",
            "L-2",
            "/loans/#2",
            "/documents/#211",
            "=2+3.pdf",
            "XXXXXX4410",
            "6000",
            "-Harbor Payroll",
            "PASS: 100.00 + 6,000.00 - 90.00 - 10.00 (fees) = 6,000.00",
            "LARGE: 6,000.00 is more than 5,000.00 (while no income is known); its description says: pay",
        ],
        &[
            "L-2",
            "L-2",
            "/loans/#2",
            "/documents/#212",
            "=2+3.pdf",
            "5555",
            "",
            "",
            "INCOMPLETE: no beginning balance, no total of deposits and no total of withdrawals were read",
            "NONE: no deposit is listed",
        ],
    ]);
    assert_eq!(package.all("Bank Statement Analysis"), rows);
}

#[test]
fn the_limit_of_large_deposits_is_the_tenants() {
    let package = Package::new();
    let change = serde_json::json!({ "largeDepositThreshold": { "kind": "amount", "value": 4200 } });
    let settings = serde_json::from_value(change).unwrap();
    package.write(|package, writer| writer.save_tenant_settings(package.caller.tenant.id, &settings).unwrap());
    let verdicts: Vec<String> =
        package.all("Bank Statement Analysis").into_iter().filter_map(|row| row.into_iter().last()).collect();
    assert_eq!(verdicts[0], "OK: 4,200.00 is no more than 4,200.00 (the tenant's limit)");
    assert_eq!(verdicts[3], "LARGE: 6,000.00 is more than 4,200.00 (the tenant's limit); its description says: pay");
}

#[test]
fn deposit_detail_tells_kind_size_return_and_transfer() {
    let package = Package::new();
    let march = ["#1", "L-1", "#111", "march.pdf", "Summit Bank"];
    let rows = expected(&[
        &[
            &march[..],
            &["XXXXXXXX6789", "Checking", "2026-03-05", "GRANITE TOOLS PAYROLL 0305", "2300", "pay"],
            &["true", "false", "true", "", "2"],
        ]
        .concat(),
        &[
            &march[..],
            &["XXXXXXXX6789", "Checking", "2026-03-19", "Mobile Deposit Ref *****0023", "4200", "other deposits"],
            &["false", "true", "false", "", "2"],
        ]
        .concat(),
        &[
            &march[..],
            &["XXXXXXXX1111", "Savings", "2026-03-21", "Transfer from checking 6789", "250"],
            &["transfers between own accounts", "true", "false", "false", "Summit Bank ...6789 on 2026-03-20", "0"],
        ]
        .concat(),
        &[
            &["#1", "L-1", "#121", "april.pdf", "Summit Bank", "XXXXXXXX6789", "", "2026-04-02"][..],
            &["GRANITE TOOLS PAYROLL 0402", "2310", "pay", "true", "false", "true", "", "0"],
        ]
        .concat(),
        &[
            &["#2", "L-2", "#211", "=2+3.pdf", "Tollgate Savings", "XXXXXX4410", "", "2026-02-10"][..],
            &["-Harbor Payroll", "6000", "pay", "true", "true", "false", "", "0"],
        ]
        .concat(),
    ]);
    assert_eq!(package.all("Deposit Detail"), rows);
}

#[test]
fn income_summary_is_of_the_last_completed_run() {
    let package = Package::new();
    let end = ["AVERAGE", "FANNIE_MAE", "2026-03"];
    let when = ["2026-04-05T08:00:00.000Z", "#71"];
    let rows = expected(&[
        &[
            &["#1", "L-1", "Ada Moreno", "Base pay", "Granite Tools", "8250", "true", "stable", ""][..],
            &end,
            &["0"],
            &when,
        ]
        .concat(),
        &[
            &["#1", "L-1", "Ada Moreno", "Bonus", "Granite Tools", "410.5", "false", "declining", "-12.5"][..],
            &end,
            &["1"],
            &when,
        ]
        .concat(),
    ]);
    assert_eq!(package.all("Income Summary"), rows);
}

#[test]
fn loan_processing_goes_by_when_files_were_received() {
    let package = Package::new();
    let row = |start: &[&'static str], end: &[&'static str]| -> Vec<&'static str> { [start, end].concat() };
    let statement = ["bank_statement", "Bank Statement"];
    let second = |document| [&["#2", "L-2", document][..], &statement, &["=2+3.pdf", "1", "EXTRACTED"]].concat();
    let third =
        |document, rest: &[&'static str]| [&["#3", "L-3", document][..], rest, &["EXTRACTED", NOON, "", ""]].concat();
    let rows = [
        row(&second("#211"), &[MIDDLE_OF_MARCH, "2026-03-15T10:01:30.500Z", "90.5"]),
        row(&second("#212"), &[MIDDLE_OF_MARCH, "", ""]),
        row(&["#2", "L-2", "#213", "", "", "=2+3.pdf", "1", "FAILED"], &[MIDDLE_OF_MARCH, "", ""]),
        third("#311", &["w2", "W-2", "closing.pdf", "1"]),
        third("#312", &["promissory_note", "Note", "closing.pdf", "2"]),
        third("#313", &["closing_disclosure", "Closing Disclosure", "closing.pdf", "5"]),
        third("#314", &["promissory_note", "Note", "closing.pdf", "1"]),
        [&["#1", "L-1", "#111"][..], &statement, &["march.pdf", "3", "EXTRACTED", LAST_OF_MARCH, "", ""]].concat(),
        [&["#1", "L-1", "#121"][..], &statement, &["april.pdf", "2", "EXTRACTED", FIRST_OF_APRIL, "", ""]].concat(),
    ];
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    assert_eq!(package.all("Loan Processing"), expected(&rows));
}

#[test]
fn the_summary_of_loan_processing_is_over_all_pages() {
    let package = Package::new();
    let page = ops::ReportPage { limit: Some(2), cursor: None };
    let view = ops::loan_processing(&package.workspace, &package.caller, &ReportFilter::default(), &page).unwrap();
    let summary = serde_json::to_value(&view.data.summary).unwrap();
    let figures = serde_json::json!({
        "documents": 9, "exported": 1, "failed": 1, "meanSeconds": 90.5, "medianSeconds": 90.5, "p95Seconds": 90.5,
    });
    assert_eq!(summary, figures);
    assert_eq!(view.data.rows.len(), 2);
}

#[test]
fn ai_performance_has_a_row_a_value() {
    let package = Package::new();
    let wages = ["#3", "L-3", "#311", "w2", "0.72"];
    let note = ["#3", "L-3", "#312", "promissory_note", "0.95"];
    let disclosure = ["#3", "L-3", "#313", "closing_disclosure", "0.95"];
    let read = |start: &[&'static str], field, name, value| {
        [start, &[field, name, "0.9", "false", value, "", "text_layer"][..]].concat()
    };
    let rows = [
        [&wages[..], &["w2.tax_year", "Tax year", "0.7", "true", "2023", "2025", "text_layer"]].concat(),
        [&wages[..], &["w2.employee_ssn", SSN, "0.99", "false", "XXX-XX-6789", "", "text_layer"]].concat(),
        [&wages[..], &["w2.employee_name", "Employee's name", "0.84", "false", "Ada Moreno", "", "text_layer"]]
            .concat(),
        read(&note, "promissory_note.principal_amount", "Principal amount", "300000.00"),
        read(&note, "promissory_note.interest_rate", "Interest rate", "6.5"),
        read(&disclosure, "closing_disclosure.loan_amount", "Loan amount", "310000.00"),
        read(&disclosure, "closing_disclosure.interest_rate", "Interest rate", "6.5"),
    ];
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    assert_eq!(package.rows("AI Performance", &of_loan("L-3")), expected(&rows));
}

const SSN: &str = "Employee's social security number";

#[test]
fn document_inventory_stacks_papers() {
    let package = Package::new();
    let file = "closing.pdf";
    let rows = expected(&[
        &[
            &["#3", "L-3", "1", "Closing", "Note", "", "2", "current", file, "2", "3", "2", ""][..],
            &["signed", "passed", "EXTRACTED", "#312"],
        ]
        .concat(),
        &[
            &["#3", "L-3", "2", "Closing", "Note", "", "1", "old", file, "9", "9", "1", ""][..],
            &["missing", "passed", "EXTRACTED", "#314"],
        ]
        .concat(),
        &[
            &["#3", "L-3", "3", "Closing", "Closing Disclosure", "", "", "current", file, "4", "8", "5"][..],
            &["page 3 of 6 is missing", "not expected", "failed", "EXTRACTED", "#313"],
        ]
        .concat(),
        &[
            &["#3", "L-3", "4", "Income", "W-2", "", "", "current", file, "1", "1", "1", ""][..],
            &["not expected", "passed", "EXTRACTED", "#311"],
        ]
        .concat(),
    ]);
    assert_eq!(package.rows("Document Inventory", &of_loan("L-3")), rows);
}

#[test]
fn closing_cross_check_has_a_row_a_fact() {
    let package = Package::new();
    let rows = expected(&[
        &[
            "#3",
            "L-3",
            "loan amount",
            "false",
            "300000.00",
            "2",
            "Closing Disclosure: 310000.00",
            "Note: 300000.00; Closing Disclosure: 310000.00",
        ],
        &["#3", "L-3", "interest rate", "true", "6.5", "2", "", "Note: 6.5; Closing Disclosure: 6.5"],
    ]);
    let found = package.rows("Closing Cross-Check", &of_loan("L-3"));
    assert_eq!(found, rows);
}

#[test]
fn the_cross_check_of_a_loan_has_a_column_a_document() {
    let package = Package::new();
    let view = loanfile::ops::cross_check(&package.workspace, &package.caller, "L-3").unwrap();
    let names: Vec<&str> = view.documents.iter().map(|document| document.doc_type_name.as_str()).collect();
    let amount = view.facts.iter().find(|fact| fact.fact == "loan amount").unwrap();
    assert!(!amount.agrees);
    let stated = |name: &str| {
        let place = names.iter().position(|known| *known == name).unwrap();
        let said = amount.stated[place].as_ref().unwrap();
        (said.value.as_str(), said.agrees)
    };
    assert_eq!(stated("Note"), ("300000.00", true));
    assert_eq!(stated("Closing Disclosure"), ("310000.00", false));
    let rate = view.facts.iter().find(|fact| fact.fact == "interest rate").unwrap();
    assert!(rate.agrees && rate.stated.iter().flatten().all(|said| said.value == "6.5"));
}

#[test]
fn review_queue_has_what_is_open() {
    let package = Package::new();
    let mut found = package.all("Review Queue");
    let hours: f64 = found[0].pop().unwrap().parse().unwrap();
    let since =
        (loanfile::model::Timestamp::system_now().micros() - super::package::moment(NOON).micros()) as f64 / 3.6e9;
    assert!((hours - since).abs() < 0.2, "{hours} hours, it is {since}");
    let row = [
        &["#3", "L-3", "#91", "VALIDATION", "#313", "Closing Disclosure", "1 check failed"][..],
        &["0", "1", "grace", NOON],
    ]
    .concat();
    assert_eq!(found, expected(&[&row]));
}

#[test]
fn exceptions_are_of_documents_and_of_loans() {
    let package = Package::new();
    let rows = expected(&[
        &[
            &["#3", "L-3", "#313", "Closing Disclosure", "error", "loan_amount_differs"][..],
            &["the loan amount is 310000.00", "", "", "300000.00", "310000.00", "false"],
        ]
        .concat(),
        &[
            &["#3", "L-3", "#313", "Closing Disclosure", "warning", "pages_missing"][..],
            &["page 3 of 6 is missing", "3", "", "", "", "false"],
        ]
        .concat(),
        &["#3", "L-3", "", "", "error", "document_missing", "the loan has no Allonge", "", "", "", "", "false"],
    ]);
    assert_eq!(package.all("Exceptions"), rows);
}

#[test]
fn threshold_simulation_counts_by_what_was_read() {
    let package = Package::new();
    let rows = expected(&[
        &["0.65", "3", "0", "1", "7", "0", "1", "0", "0"],
        &["0.70", "3", "0", "1", "7", "0", "1", "0", "0"],
        &["0.75", "3", "1", "0.6667", "7", "1", "1", "1", "1"],
        &["0.80", "3", "1", "0.6667", "7", "1", "1", "1", "1"],
        &["0.85", "3", "1", "0.6667", "7", "2", "1", "1", "1"],
        &["0.90", "3", "1", "0.6667", "7", "2", "1", "1", "1"],
        &["0.95", "3", "3", "0", "7", "6", "1", "1", "1"],
        &["0.98", "3", "3", "0", "7", "6", "1", "1", "1"],
        &["1.00", "3", "3", "0", "7", "7", "1", "1", "1"],
    ]);
    assert_eq!(package.rows("Threshold Simulation", &of_loan("L-3")), rows);
}
