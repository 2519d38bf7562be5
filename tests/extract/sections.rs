//! Parts of a form under titles: fields, ticks and rows that belong to one of them.

use crate::support::{Cells, all_fields, definition, drawn, rows, value};
use loanfile::extract::extract;

const EMPLOYERS: &str = "
1b. Current Employment
Employer Name Acme Tools            Phone 555-010-1234
How long there? 6 years 3 months

1c. Further Employment
Employer Name Bright Works          Phone 555-010-9999
Street 12 Elm St
City Springfield   State IL   ZIP 62701
";

#[test]
fn a_label_counts_only_in_the_field_s_part() {
    let definition = definition(
        r#"
        [[fields]]
        id = "first"
        name = "First"
        kind = "phone"
        section = ["1b. Current Employment"]
        labels = ["Phone"]
        find = ["right"]
        [[fields]]
        id = "second"
        name = "Second"
        kind = "phone"
        section = ["1c. Further Employment"]
        labels = ["Phone"]
        find = ["right"]
        [[fields]]
        id = "years"
        name = "Years"
        kind = "integer"
        labels = ["How long there?"]
        find = ["right"]
        part = "years"
        [[fields]]
        id = "months"
        name = "Months"
        kind = "integer"
        labels = ["How long there?"]
        find = ["right"]
        part = "months""#,
    );
    let found = extract(&[drawn(EMPLOYERS)], &definition);
    let values = all_fields(&found);
    for (field, expected) in [("first", "555-010-1234"), ("second", "555-010-9999"), ("years", "6"), ("months", "3")] {
        assert_eq!(values.get(field).map(String::as_str), Some(expected), "{field}");
    }
}

fn cells(pairs: &[(&str, &str)]) -> Cells {
    pairs.iter().map(|&(column, value)| (column.to_owned(), value.to_owned())).collect()
}

#[test]
fn each_part_is_a_row() {
    let definition = definition(
        r#"
        [[tables]]
        id = "further"
        name = "Further"
        layout = "sections"
        titles = ["1c. Further Employment", "1d. Earlier Employment"]
        [[tables.columns]]
        id = "employer"
        name = "Employer"
        kind = "name"
        headings = ["Employer Name"]
        required = true
        [[tables.columns]]
        id = "phone"
        name = "Phone"
        kind = "phone"
        headings = ["Phone"]
        [[tables.columns]]
        id = "address"
        name = "Address"
        kind = "address"
        headings = ["Street"]
        rest = [["City"], ["State"], ["ZIP"]]"#,
    );
    let expected = cells(&[
        ("employer", "Bright Works"),
        ("phone", "555-010-9999"),
        ("address", "12 Elm St, Springfield, IL 62701"),
    ]);
    assert_eq!(rows(&extract(&[drawn(EMPLOYERS)], &definition), "further"), [expected]);
}

#[test]
fn a_tick_belongs_to_the_heading_it_stands_under_or_beside() {
    let definition = definition(
        r#"
        [[fields]]
        id = "now"
        name = "Now"
        kind = "enum"
        labels = ["Current Address"]
        find = ["check_box"]
        choices = [{ value = "Own" }, { value = "Rent" }]
        [[fields]]
        id = "before"
        name = "Before"
        kind = "enum"
        labels = ["Former Address"]
        find = ["check_box"]
        choices = [{ value = "Own" }, { value = "Rent" }]
        [[fields]]
        id = "race"
        name = "Race"
        kind = "text"
        labels = ["Race"]
        find = ["check_box"]
        choices = [{ value = "Asian" }, { value = "White" }, { value = "Not provided" }]"#,
    );
    let page = "
Current Address   ☐ Own  ☒ Rent
Former Address    ☐ Own  ☐ Rent

Race
☒ Asian
☒ White
☐ Not provided
";
    let found = extract(&[drawn(page)], &definition);
    assert_eq!(value(&found, "now"), Some("Rent"));
    assert_eq!(value(&found, "before"), None, "nothing is ticked there");
    assert_eq!(value(&found, "race"), Some("Asian, White"), "all that is ticked");
}

#[test]
fn numbered_paragraphs_go_on_over_lines_and_pages() {
    let definition = definition(
        r#"
        [[tables]]
        id = "findings"
        name = "Findings"
        layout = "numbered"
        [[tables.columns]]
        id = "number"
        name = "Number"
        kind = "integer"
        [[tables.columns]]
        id = "text"
        name = "Text"
        kind = "text""#,
    );
    let pages = [
        "RISK\n\n1 The loan is\neligible.\n\n2 Close by the date.\n\nPage 1",
        "3. Verify assets.\n\n\n2024 is no number",
    ];
    let pages: Vec<_> = crate::support::drawn_pages(&pages);
    let expected = [
        cells(&[("number", "1"), ("text", "The loan is eligible.")]),
        cells(&[("number", "2"), ("text", "Close by the date.")]),
        cells(&[("number", "3"), ("text", "Verify assets.")]),
    ];
    assert_eq!(rows(&extract(&pages, &definition), "findings"), expected);
}
