//! Which of several possible values a field gets, and how sure the program is of it.

use crate::support::{definition, drawn, drawn_pages, scanned, value};
use loanfile::extract::{Extraction, extract};
use loanfile::library::DocumentType;
use loanfile::model::{Confidence, Source};
use loanfile::page::Page;

fn totals() -> DocumentType {
    definition(
        r#"
        [[fields]]
        id = "gross"
        name = "Gross"
        kind = "money"
        labels = ["Gross Pay", "Gross"]
        find = ["right", "below"]
        [[fields]]
        id = "net"
        name = "Net"
        kind = "money"
        labels = ["Net Pay", "Net"]
        find = ["right", "below"]"#,
    )
}

fn read(pages: &[Page]) -> Extraction {
    extract(pages, &totals())
}

fn confidence(extraction: &Extraction, field: &str) -> f32 {
    let named = |id: &str| id.split_once('.').is_some_and(|(_, rest)| rest == field);
    extraction.fields.iter().find(|found| named(found.field.as_str())).map_or(0.0, |found| found.confidence.value())
}

#[test]
fn a_printed_value_serves_one_field() {
    let found = read(&[drawn("Gross Pay\nNet Pay 1,990.45")]);
    assert_eq!((value(&found, "gross"), value(&found, "net")), (None, Some("1990.45")));
}

#[test]
fn a_shared_value_serves_several() {
    let shared = definition(
        r#"
        [[fields]]
        id = "start"
        name = "Start"
        kind = "date"
        labels = ["Period"]
        find = ["right"]
        part = "first"
        shared = true
        [[fields]]
        id = "end"
        name = "End"
        kind = "date"
        labels = ["Period"]
        find = ["right"]
        part = "end_of_period"
        shared = true"#,
    );
    let found = extract(&[drawn("Period 02/28/2025")], &shared);
    assert_eq!((value(&found, "start"), value(&found, "end")), (Some("2025-02-28"), Some("2025-02-28")));
}

#[test]
fn the_label_that_stands_alone_wins() {
    let found = read(&[drawn("what your Net Pay 12.00 means\n\nNet Pay   1,990.45")]);
    assert_eq!(value(&found, "net"), Some("1990.45"));
}

#[test]
fn the_better_label_wins() {
    let found = read(&[drawn("Net       12.00\n\nNet Pay   1,990.45")]);
    assert_eq!(value(&found, "net"), Some("1990.45"));
}

#[test]
fn a_label_never_becomes_a_value() {
    let names = definition(
        r#"
        ignored = ["Last name"]
        [[fields]]
        id = "name"
        name = "Name"
        kind = "text"
        labels = ["Employee"]
        find = ["right", "below"]
        [[fields]]
        id = "department"
        name = "Department"
        kind = "text"
        labels = ["Department"]
        find = ["right", "below"]"#,
    );
    for grid in ["Employee     Department", "Employee\nDepartment", "Employee     Last name", "Employee\nLast name"] {
        let found = extract(&[drawn(grid)], &names);
        assert!(found.fields.is_empty(), "{grid}: {:?}", found.fields);
    }
}

#[test]
fn values_that_agree_outvote_one_that_does_not() {
    let pages = drawn_pages(&["Net Pay 1,990.54", "Net Pay 1,990.45", "Net Pay 1,990.45", "Net Pay 1,990.45"]);
    assert_eq!(value(&read(&pages), "net"), Some("1990.45"), "a total that is repeated");
    let pages = drawn_pages(&["Net Pay 1,990.54", "Net Pay 1,990.45"]);
    assert_eq!(value(&read(&pages), "net"), Some("1990.54"), "of two the one on the first page");
}

#[test]
fn a_surer_reading_wins() {
    let mut page = scanned(drawn("Net Pay 1,990.54\n\n\nNet Pay 1,990.45"));
    for word in page.words.iter_mut().filter(|word| word.text == "1,990.54") {
        word.confidence = Confidence::new(0.2);
    }
    assert_eq!(value(&read(&[page]), "net"), Some("1990.45"));
}

#[test]
fn confidence_falls_with_what_speaks_against_a_value() {
    let sure = confidence(&read(&[drawn("Net Pay 1,990.45")]), "net");
    assert!(sure > 0.9, "a clean label beside a clean value: {sure}");
    let rival = confidence(&read(&[drawn("Net Pay 1,990.45\n\nNet Pay 2,000.00")]), "net");
    let bare = confidence(&read(&[drawn("Net Pay 1990")]), "net");
    let led = confidence(&read(&[drawn("what your Net Pay 1,990.45 means")]), "net");
    let recognised = confidence(&read(&[scanned(drawn("Net Pay 1,990.45"))]), "net");
    for (case, lower) in
        [("a rival", rival), ("a bare number", bare), ("a label in prose", led), ("a scan", recognised)]
    {
        assert!(lower < sure && lower > 0.0, "{case}: {lower} is not below {sure}");
    }
    let mut blurred = scanned(drawn("Net Pay 1,990.45"));
    blurred.words[2].confidence = Confidence::new(0.3);
    assert!(confidence(&read(&[blurred]), "net") < recognised, "a doubtful word");
}

#[test]
fn a_value_knows_where_it_was_read() {
    let pages = vec![drawn("Cover").numbered(7), scanned(drawn("Net Pay:   $1,990.45")).numbered(8)];
    let found = read(&pages).fields;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].field.as_str(), found[0].page, found[0].source), ("sheet.net", 8, Source::Ocr));
    assert_eq!(found[0].raw, "$1,990.45");
    assert_eq!(found[0].rect, pages[1].words[2].rect);
}

#[test]
fn fields_come_in_the_order_of_the_definition() {
    let found = read(&[drawn("Net Pay 1,990.45     Gross Pay 2,732.63")]);
    let order: Vec<&str> = found.fields.iter().map(|field| field.field.as_str()).collect();
    assert_eq!(order, ["sheet.gross", "sheet.net"]);
}

#[test]
fn the_same_page_gives_the_same_values_every_time() {
    let page = drawn("Gross 1.00  Net 2.00\nGross Pay 3.00\n4.00 Net Pay\nGross\n5.00    Net\n        6.00");
    let first = read(std::slice::from_ref(&page));
    for _ in 0..20 {
        assert_eq!(read(std::slice::from_ref(&page)), first);
    }
}

#[test]
fn a_misread_label_loses_to_the_label_that_is_printed() {
    let parties = definition(
        r#"
        [[fields]]
        id = "employer"
        name = "Employer"
        kind = "name"
        labels = ["Employer Name"]
        find = ["right"]
        [[fields]]
        id = "employee"
        name = "Employee"
        kind = "name"
        labels = ["Employee Name"]
        find = ["right"]"#,
    );
    let one = scanned(drawn("Employee Name: Ottoline Vandermeer"));
    let found = extract(&[one], &parties);
    assert_eq!((value(&found, "employer"), value(&found, "employee")), (None, Some("Ottoline Vandermeer")));
    let both = scanned(drawn("Employee Name: Ottoline Vandermeer\n\nEmployer Name: Quillback Tool Works"));
    let found = extract(&[both], &parties);
    assert_eq!(value(&found, "employer"), Some("Quillback Tool Works"));
    assert_eq!(value(&found, "employee"), Some("Ottoline Vandermeer"));
}

const SETTLED: &str = r#"
    [[fields]]
    id = "pay_type"
    name = "Pay type"
    kind = "enum"
    labels = ["Pay Type"]
    find = ["right"]
    choices = [{ value = "Hourly" }, { value = "Salary" }]
    from_rows = [
      { table = "earnings", when = "description", says = "Salar", value = "Salary" },
      { table = "earnings", when = "description", says = "Regular", has = "rate", value = "Hourly" },
    ]
    [[fields]]
    id = "rate"
    name = "Rate"
    kind = "money"
    from_rows = [{ table = "earnings", when = "description", says = "Regular", column = "rate" }]
    [[tables]]
    id = "earnings"
    name = "Earnings"
    titles = ["Earnings"]
    [[tables.columns]]
    id = "description"
    name = "Description"
    kind = "text"
    headings = ["Earnings"]
    required = true
    [[tables.columns]]
    id = "rate"
    name = "Rate"
    kind = "money"
    headings = ["Rate"]
    [[tables.columns]]
    id = "amount"
    name = "Amount"
    kind = "money"
    headings = ["Amount"]"#;

#[test]
fn a_row_settles_a_field_that_is_printed_nowhere() {
    let stub = definition(SETTLED);
    // (case, page, pay type, rate)
    let cases = [
        (
            "a rate",
            "Earnings       Rate       Amount\nRegular     31.5000     2,520.00",
            Some("Hourly"),
            Some("31.5000"),
        ),
        ("a salary", "Earnings       Rate       Amount\nSalary                  2,520.00", Some("Salary"), None),
        ("no rate", "Earnings       Rate       Amount\nRegular                 2,520.00", None, None),
        (
            "printed by itself",
            "Pay Type: Salary\n\nEarnings       Rate       Amount\nRegular     31.5000     2,520.00",
            Some("Salary"),
            Some("31.5000"),
        ),
        ("no rows", "Earnings       Rate       Amount", None, None),
    ];
    for (case, grid, pay_type, rate) in cases {
        let found = extract(&[drawn(grid)], &stub);
        assert_eq!((value(&found, "pay_type"), value(&found, "rate")), (pay_type, rate), "{case}");
    }
}

#[test]
fn what_was_worked_out_says_so() {
    let grid = "Earnings       Rate       Amount\nSalary                  2,520.00";
    let found = extract(&[drawn(grid)], &definition(SETTLED));
    let settled = found.fields.iter().find(|field| field.field.as_str() == "sheet.pay_type").unwrap();
    assert_eq!((settled.source, settled.raw.as_str(), settled.row), (Source::Derived, "Salary", None));
    let cell = found.fields.iter().find(|field| field.field.as_str() == "sheet.earnings.description").unwrap();
    assert!(settled.confidence < cell.confidence, "one more step may be wrong");
}
