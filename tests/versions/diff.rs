//! What differs between two documents.

use super::naming::field;
use loanfile::model::{Field, FieldTypeId};
use loanfile::versions::{Changed, Difference, diff};

#[test]
fn values_change_come_and_go() {
    let before =
        [single("rate", "6.500"), single("term", "360"), single("points", "0.5"), single("lender", "Tollgate, Inc")];
    let after =
        [single("rate", "6.250"), single("term", "360"), single("lock", "true"), single("lender", "TOLLGATE INC.")];
    let found = diff(&before, &after);
    assert_eq!(told(&found.values), ["rate 6.500 > 6.250", "points 0.5 > ", "lock  > true"]);
    assert_eq!(found.unchanged, 2, "case and punctuation of words do not count");
}

#[test]
fn a_sign_and_a_decimal_point_count() {
    for (one, two) in [("-5.00", "5.00"), ("610.00", "6100.0"), ("2024-01-02", "2024-10-02")] {
        assert_eq!(diff(&[single("a", one)], &[single("a", two)]).values.len(), 1, "{one} and {two}");
    }
}

#[test]
fn values_of_two_types_are_matched_by_name() {
    let before = [field(&FieldTypeId::new("loan_estimate.apr"), None, "6.6")];
    let after = [field(&FieldTypeId::new("closing_disclosure.apr"), None, "6.7")];
    assert_eq!(told(&diff(&before, &after).values), ["apr 6.6 > 6.7"]);
}

#[test]
fn a_row_put_in_at_the_top_does_not_make_the_others_differ() {
    let rows = [("Appraisal", "500.00"), ("Credit report", "35.00"), ("Flood", "12.00")];
    let before = table(&rows);
    let after = table(&[("Survey", "300.00"), rows[0], rows[1], rows[2]]);
    assert_eq!(rows_told(&diff(&before, &after)), ["+0: Survey 300.00"]);
    assert_eq!(rows_told(&diff(&after, &before)), ["-0: Survey 300.00"]);
}

#[test]
fn rows_are_matched_by_what_stands_in_them() {
    let before =
        table(&[("Appraisal", "500.00"), ("Credit report", "35.00"), ("Flood", "12.00"), ("Courier", "20.00")]);
    let after =
        table(&[("Flood", "12.00"), ("Appraisal fee", "500.00"), ("Credit report", "65.00"), ("Attorney", "20.00")]);
    let told = rows_told(&diff(&before, &after));
    assert_eq!(
        told,
        [
            "~0>1: Appraisal > Appraisal fee",
            "~1>2: 35.00 > 65.00",
            // The same amount for another thing is another row.
            "+3: Attorney 20.00",
            "-3: Courier 20.00",
        ]
    );
}

#[test]
fn equal_rows_are_told_apart_by_their_number() {
    let fee = ("Wire fee", "15.00");
    let (two, three) = (table(&[fee, fee]), table(&[fee, fee, fee]));
    let found = diff(&two, &three);
    assert_eq!(rows_told(&found).len(), 1);
    assert_eq!(found.unchanged, 2);
    assert!(diff(&two, &two).tables.is_empty());
}

#[test]
fn many_rows_are_compared_quickly() {
    let rows = |shift: u32| -> Vec<Field> {
        let row = |row: u32| {
            [cell("name", row, &format!("Store {row}")), cell("amount", row, &format!("{}.10", row + shift))]
        };
        (0..400).flat_map(row).collect()
    };
    let started = std::time::Instant::now();
    let (before, after) = (rows(0), rows(1000));
    let found = diff(&before, &after);
    assert_eq!(found.tables[0].rows.len(), 400);
    assert!(found.tables[0].rows.iter().all(|row| row.before == row.after));
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

fn single(name: &str, value: &str) -> Field {
    field(&FieldTypeId::new(format!("sheet.{name}")), None, value)
}

fn cell(column: &str, row: u32, value: &str) -> Field {
    field(&FieldTypeId::new(format!("sheet.fees.{column}")), Some(row), value)
}

fn table(rows: &[(&str, &str)]) -> Vec<Field> {
    (0..).zip(rows).flat_map(|(row, (name, amount))| [cell("name", row, name), cell("amount", row, amount)]).collect()
}

fn value(field: Option<&Field>) -> &str {
    field.map_or("", |field| field.value.as_str())
}

fn told(values: &[Changed<'_>]) -> Vec<String> {
    let name = |changed: &Changed<'_>| {
        let id = changed.before.or(changed.after).unwrap().field_type.to_string();
        id.rsplit('.').next().unwrap().to_string()
    };
    values
        .iter()
        .map(|changed| format!("{} {} > {}", name(changed), value(changed.before), value(changed.after)))
        .collect()
}

fn rows_told(difference: &Difference<'_>) -> Vec<String> {
    let rows = difference.tables.iter().flat_map(|table| &table.rows);
    rows.map(|row| match (row.before, row.after) {
        (Some(before), Some(after)) => {
            let changed = row.cells.iter().filter(|cell| !cell.is_same());
            let changed = changed.map(|cell| format!("{} > {}", value(cell.before), value(cell.after)));
            format!("~{before}>{after}: {}", changed.collect::<Vec<_>>().join(", "))
        }
        (Some(before), None) => format!("-{before}: {}", whole(row.cells.iter().map(|cell| value(cell.before)))),
        (None, Some(after)) => format!("+{after}: {}", whole(row.cells.iter().map(|cell| value(cell.after)))),
        (None, None) => panic!("a row on neither side"),
    })
    .collect()
}

fn whole<'v>(values: impl Iterator<Item = &'v str>) -> String {
    values.collect::<Vec<_>>().join(" ")
}
