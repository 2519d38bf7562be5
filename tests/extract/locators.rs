//! Where a value stands with regard to its label: one definition of one field a case.

use crate::support::{all_fields, definition, drawn, value};
use loanfile::extract::extract;
use loanfile::model::Source;
use loanfile::page::{FormField, FormValue, Page, Rect};

/// Reads the field `x` that the lines of a definition describe from a drawn page.
fn read(field: &str, grid: &str) -> Option<String> {
    read_page(field, drawn(grid))
}

fn read_page(field: &str, page: Page) -> Option<String> {
    let definition = definition(&format!("[[fields]]\nid = \"x\"\nname = \"X\"\n{field}"));
    value(&extract(&[page], &definition), "x").map(str::to_owned)
}

/// A case: its name, the page, the value.
type Case<'a> = (&'a str, &'a str, Option<&'a str>);

fn assert_all(field: &str, cases: &[Case<'_>]) {
    for (case, grid, expected) in cases {
        assert_eq!(read(field, grid).as_deref(), *expected, "{case}");
    }
}

#[test]
fn right_of_a_label() {
    let field = r#"
        kind = "money"
        labels = ["Net Pay"]
        find = ["right"]"#;
    assert_all(
        field,
        &[
            ("beside it", "Net Pay 1,990.45", Some("1990.45")),
            ("far to the right", "Net Pay                                            1,990.45", Some("1990.45")),
            ("behind a colon", "Net Pay: $1,990.45", Some("1990.45")),
            ("behind leaders", "Net Pay ............ 1,990.45", Some("1990.45")),
            ("the first of two", "Net Pay     1,990.45     8,183.44", Some("1990.45")),
            ("on the last line of a wrapped label", "Net\nPay     1,990.45", Some("1990.45")),
            ("on another line", "Net Pay\n        1,990.45", None),
            ("to the left", "1,990.45 Net Pay", None),
            ("nothing", "Net Pay", None),
        ],
    );
}

#[test]
fn a_value_ends_where_the_next_label_begins() {
    let definition = definition(
        r#"
        [[fields]]
        id = "x"
        name = "X"
        kind = "text"
        labels = ["Department"]
        find = ["right"]
        [[fields]]
        id = "y"
        name = "Y"
        kind = "text"
        labels = ["Position"]
        find = ["right"]"#,
    );
    let both = extract(&[drawn("Department: Surgery  Position: Assistant")], &definition);
    assert_eq!((value(&both, "x"), value(&both, "y")), (Some("Surgery"), Some("Assistant")));
    // Right would be the same with a single space; today the second label passes for a part of the first one's value.
    let close = extract(&[drawn("Department: Surgery Position: Assistant")], &definition);
    assert_eq!((value(&close, "x"), value(&close, "y")), (Some("Surgery Position: Assistant"), None));
    let one = extract(&[drawn("Department: Position: Assistant")], &definition);
    assert_eq!((value(&one, "x"), value(&one, "y")), (None, Some("Assistant")), "an empty one in front");
}

#[test]
fn a_text_is_the_first_phrase_beside_its_label() {
    let field = r#"
        kind = "text"
        labels = ["Department"]
        find = ["right"]"#;
    assert_all(
        field,
        &[
            ("several words", "Department: Small Animal Surgery", Some("Small Animal Surgery")),
            ("the next column is not part of it", "Department: Surgery        Fernridge", Some("Surgery")),
            (
                "what stands across the page is not beside it",
                "Department:                                                   Fernridge",
                None,
            ),
        ],
    );
}

#[test]
fn below_a_label() {
    let field = r#"
        kind = "money"
        labels = ["Gross"]
        find = ["below"]"#;
    assert_all(
        field,
        &[
            ("under it", "Gross\n2,400.00", Some("2400.00")),
            ("right-aligned under it", "       Gross\n    2,400.00", Some("2400.00")),
            ("a line further down", "Gross\n\n2,400.00", Some("2400.00")),
            ("in its own column", "Fees         Gross        Net\n12.00        2,400.00     2,388.00", Some("2400.00")),
            ("the column is empty", "Fees         Gross        Net\n12.00                     2,388.00", None),
            ("too far down", "Gross\n\n\n\n\n\n\n2,400.00", None),
            ("above", "2,400.00\nGross", None),
            ("nothing", "Gross", None),
        ],
    );
}

#[test]
fn in_the_ruled_cell_of_a_label() {
    let field = r#"
        kind = "money"
        labels = ["2 Income tax withheld"]
        find = ["cell"]"#;
    let form = |value: &str| {
        format!(
            "
┌────────────────┬────────────────┬────────────────┐
│ 1 Wages        │ 2 Income tax   │ 3 Tips         │
│                │ withheld       │                │
│      52,340.18 │{value:>15} │         12.00  │
└────────────────┴────────────────┴────────────────┘
"
        )
    };
    assert_all(
        field,
        &[
            ("filled", &form("6,105.44"), Some("6105.44")),
            ("empty between filled ones", &form(""), None),
            ("without rules as below", "2 Income tax withheld\n  6,105.44", Some("6105.44")),
        ],
    );
}

#[test]
fn a_text_in_a_cell_is_its_first_line() {
    let field = r#"
        kind = "text"
        labels = ["d Control number"]
        find = ["cell"]"#;
    let grid = "
┌──────────────────┬──────────────┐
│ d Control number │ Dept         │
│   QT-00417       │   4410       │
└──────────────────┴──────────────┘
";
    assert_all(field, &[("filled", grid, Some("QT-00417"))]);
}

#[test]
fn above_a_label() {
    let field = r#"
        kind = "name"
        labels = ["Signature of borrower"]
        find = ["above"]"#;
    assert_all(
        field,
        &[
            ("on the line", "Marguerite Solbergson\nSignature of borrower", Some("Marguerite Solbergson")),
            ("not what stands higher", "Marguerite Solbergson\n\n\n\n\nSignature of borrower", None),
        ],
    );
}

const ROW: &str = r#"
    kind = "money"
    labels = ["Gross Pay"]
    columns = ["Year to Date", "YTD"]
    find = ["row"]
    part = "last""#;

#[test]
fn where_a_row_meets_a_column() {
    assert_all(
        ROW,
        &[
            (
                "under the heading",
                "                 Current        YTD\nGross Pay       2,400.00   9,600.00",
                Some("9600.00"),
            ),
            (
                "rows between",
                "                 Current        YTD\nRegular         2,400.00   9,600.00\nGross Pay       2,400.00   9,600.00",
                Some("9600.00"),
            ),
            ("the column is empty", "                 Current        YTD\nGross Pay       2,400.00", None),
            ("by order without headings", "Gross Pay       2,400.00   9,600.00", Some("9600.00")),
            ("one figure without headings is not the last", "Gross Pay       2,400.00", None),
            ("the heading stands below", "Gross Pay\n       YTD\n  9,600.00", None),
        ],
    );
}

#[test]
fn the_nearest_heading_above_rules_a_row() {
    let grid = "
             YTD
Hours      320.00

               Current        YTD
Gross Pay     2,400.00   9,600.00
";
    assert_eq!(read(ROW, grid).as_deref(), Some("9600.00"));
}

#[test]
fn where_a_column_meets_a_row_of_a_table_on_its_side() {
    let field = r#"
        kind = "money"
        labels = ["Gross Pay"]
        columns = ["YTD"]
        find = ["column"]"#;
    let grid = "
            Gross Pay      Taxes    Net Pay
Current      2,400.00     510.16   1,889.84
YTD          9,600.00   2,040.64   7,559.36
";
    assert_eq!(read(field, grid).as_deref(), Some("9600.00"));
}

#[test]
fn check_boxes_belong_to_the_nearest_label() {
    let field = r#"
        kind = "checkbox"
        labels = ["Retirement plan"]
        find = ["check_box"]"#;
    assert_all(
        field,
        &[
            ("ticked in front", "☒ Retirement plan", Some("true")),
            ("empty in front", "☐ Retirement plan", Some("false")),
            ("ticked behind", "Retirement plan ☒", Some("true")),
            ("ticked below", "Retirement plan\n       ☒", Some("true")),
            ("the nearer of two", "☐ Statutory      ☒ Retirement plan", Some("true")),
            ("too far away", "☒                            Retirement plan", None),
            ("no box", "Retirement plan", None),
        ],
    );
}

const PAY_TYPE: &str = r#"
    kind = "enum"
    labels = ["Pay Type"]
    choices = [
      { value = "Hourly", words = ["Non-Exempt"] },
      { value = "Salary", words = ["Salaried", "Exempt"] },
    ]"#;

#[test]
fn a_choice_is_known_by_its_words() {
    let field = format!("{PAY_TYPE}\nfind = [\"right\"]");
    assert_all(
        &field,
        &[
            ("the value itself", "Pay Type: Hourly", Some("Hourly")),
            ("a word that means it", "Pay Type: Salaried", Some("Salary")),
            ("another case", "Pay Type: SALARIED", Some("Salary")),
            ("the longer of two that fit", "Pay Type: Non-Exempt", Some("Hourly")),
            ("none of them", "Pay Type: Piecework", None),
        ],
    );
}

#[test]
fn a_choice_printed_by_itself_is_its_own_label() {
    let field = r#"
        kind = "enum"
        choices = [{ value = "Checking" }, { value = "Savings" }]
        find = ["itself"]"#;
    assert_all(
        field,
        &[
            ("in a title", "Savings Statement\n\nTotals", Some("Savings")),
            ("not printed", "Statement\n\nTotals", None),
            ("the one nearer to the top", "Savings Statement\n\n\n\n\n\n\n\nSee Checking for more", Some("Savings")),
        ],
    );
}

#[test]
fn anywhere_takes_the_shape_alone() {
    let field = r#"
        kind = "year"
        find = ["anywhere"]"#;
    assert_all(
        field,
        &[("a year", "Copy C    2025    Department", Some("2025")), ("no year", "Copy C    Department", None)],
    );
    let mut page = drawn("for 2024 see page 2\n\n2025");
    page.words.last_mut().unwrap().size = 24.0;
    assert_eq!(read_page(field, page).as_deref(), Some("2025"), "the one in large type");
}

#[test]
fn parts_of_a_period() {
    // (part, what is printed, value)
    let cases = [
        ("first", "Pay Period: 02/16/2025 - 02/28/2025", Some("2025-02-16")),
        ("last", "Pay Period: 02/16/2025 - 02/28/2025", Some("2025-02-28")),
        ("end_of_period", "Pay Period: 02/16/2025 - 02/28/2025", Some("2025-02-28")),
        ("first", "Pay Period: 02/28/2025", Some("2025-02-28")),
        ("last", "Pay Period: 02/28/2025", None),
        ("end_of_period", "Pay Period: 02/28/2025", Some("2025-02-28")),
    ];
    for (part, printed, expected) in cases {
        let field = format!("kind = \"date\"\nlabels = [\"Pay Period\"]\nfind = [\"right\"]\npart = \"{part}\"");
        assert_eq!(read(&field, printed).as_deref(), expected, "{part} of {printed}");
    }
}

#[test]
fn a_code_is_neither_a_date_nor_an_amount_nor_words() {
    let field = r#"
        kind = "text"
        labels = ["Number"]
        shape = "code"
        find = ["right"]"#;
    assert_all(
        field,
        &[
            ("digits", "Number: 41882", Some("41882")),
            ("letters and digits", "Number: BF-2207", Some("BF-2207")),
            ("a date", "Number: 02/28/2025", None),
            ("an amount", "Number: 1,990.45", None),
            ("words", "Number: see overleaf", None),
        ],
    );
}

#[test]
fn a_magnitude_has_no_minus() {
    let field = r#"
        kind = "money"
        labels = ["Total Taxes"]
        find = ["right"]"#;
    assert_eq!(read(field, "Total Taxes -510.16").as_deref(), Some("-510.16"));
    assert_eq!(read(&format!("{field}\nmagnitude = true"), "Total Taxes -510.16").as_deref(), Some("510.16"));
    assert_eq!(read(&format!("{field}\nmagnitude = true"), "Total Taxes (510.16)").as_deref(), Some("510.16"));
}

#[test]
fn live_form_fields_come_first() {
    let field = r#"
        kind = "money"
        labels = ["Wages"]
        find = ["right"]
        form_fields = ["f1_09"]"#;
    let rect = Rect::new(200.0, 36.0, 260.0, 48.0);
    let with = |name: &str, value: FormValue| {
        let mut page = drawn("Wages 1.00");
        page.form_fields.push(FormField { name: name.to_owned(), rect, value });
        page
    };
    let text = |text: &str| FormValue::Text(text.to_owned());
    // (case, name, value, expected)
    let cases = [
        ("by the last part of its name", "top.CopyC[0].f1_09[0]", text("52340.18"), "52340.18"),
        ("by its whole name", "f1_09", text("52340.18"), "52340.18"),
        ("an empty one says nothing", "f1_09[0]", text("  "), "1.00"),
        ("another one says nothing", "f1_10[0]", text("52340.18"), "1.00"),
    ];
    for (case, name, form_value, expected) in cases {
        assert_eq!(read_page(field, with(name, form_value)).as_deref(), Some(expected), "{case}");
    }
    let ticked = "kind = \"checkbox\"\nform_fields = [\"c1_1\"]";
    assert_eq!(read_page(ticked, with("c1_1[0]", FormValue::Checked(true))).as_deref(), Some("true"));
    assert_eq!(read_page(ticked, with("c1_1[0]", FormValue::Checked(false))).as_deref(), Some("false"));
}

#[test]
fn a_form_field_says_where_it_was_read() {
    let definition = definition(
        r#"
        [[fields]]
        id = "x"
        name = "X"
        kind = "text"
        form_fields = ["f1_09"]"#,
    );
    let rect = Rect::new(200.0, 36.0, 260.0, 48.0);
    let mut page = drawn("").numbered(3);
    page.form_fields.push(FormField { name: "f1_09".to_owned(), rect, value: FormValue::Text(" QT 7 ".to_owned()) });
    let found = extract(&[page], &definition).fields;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].value.as_str(), found[0].source), ("QT 7", Source::Acroform));
    assert_eq!((found[0].page, found[0].rect, found[0].row), (3, rect, None));
    assert!(found[0].confidence.value() > 0.95, "{}", found[0].confidence);
}

#[test]
fn a_money_field_of_a_live_form_is_in_its_canonical_form_today_only_when_typed_so() {
    // Right would be 52340.18: what a form field holds is not yet read as its kind.
    let field = "kind = \"money\"\nform_fields = [\"f1_09\"]";
    let mut page = drawn("");
    let value = FormValue::Text("$52,340.18".to_owned());
    page.form_fields.push(FormField { name: "f1_09".to_owned(), rect: Rect::default(), value });
    assert_eq!(read_page(field, page).as_deref(), Some("$52,340.18"));
}

#[test]
fn a_page_without_the_labels_gives_nothing() {
    let definition = definition(&format!("[[fields]]\nid = \"x\"\nname = \"X\"\n{ROW}"));
    for grid in ["", "Dear Sir,\nenclosed you find 2,400.00 dollars."] {
        assert!(all_fields(&extract(&[drawn(grid)], &definition)).is_empty(), "{grid}");
    }
    assert!(extract(&[], &definition).fields.is_empty(), "no pages");
}

#[test]
fn of_two_boxes_beside_an_answer_the_one_on_the_side_of_all_others_is_its_own() {
    let field = r#"
        kind = "enum"
        choices = [{ value = "Shortage" }, { value = "In Balance" }, { value = "Over Supply" }]
        labels = ["Demand"]
        find = ["check_box"]"#;
    assert_all(
        field,
        &[
            ("boxes before the words", "Demand  ☐ Shortage  ☒ In Balance ☐ Over Supply", Some("In Balance")),
            ("boxes behind the words", "Demand   Shortage ☐ In Balance ☒ Over Supply ☐", Some("In Balance")),
        ],
    );
}

#[test]
fn one_of_two_ticked_sentences_answers_yes_or_no() {
    let field = r#"
        kind = "checkbox"
        choices = [{ value = "false", words = ["No visible evidence"] }, { value = "true", words = ["Visible evidence of insects"] }]
        find = ["check_box"]"#;
    assert_all(
        field,
        &[
            ("no", "☒ No visible evidence\n☐ Visible evidence of insects", Some("false")),
            ("yes", "☐ No visible evidence\n☒ Visible evidence of insects", Some("true")),
        ],
    );
}

#[test]
fn whole_dollars_alone_in_their_box_are_an_amount_among_cents() {
    let field = r#"
        kind = "money"
        labels = ["10 Dependent care"]
        find = ["cell"]"#;
    let form = |box_10: &str| {
        format!(
            "
┌──────────────┬──────────────┬──────────────┐
│ 1 Wages      │ 3 Wages      │ 5 Wages      │
│  12,400.55   │  12,400.55   │  12,400.55   │
├──────────────┼──────────────┼──────────────┤
│ 2 Tax        │ 4 Tax        │ 10 Dependent │
│   1,240.11   │     768.83   │ care         │
│              │              │{box_10:^14}│
└──────────────┴──────────────┴──────────────┘"
        )
    };
    assert_eq!(read(field, &form("219")).as_deref(), Some("219.00"));
    assert_eq!(read(field, &form("219.40")).as_deref(), Some("219.40"));
    assert_eq!(read(field, &form("7")), None, "a digit alone is no amount");
}
