//! What the program writes: every format has the same cells, nothing in them is taken for a formula, a file is whole.

use super::package::Package;
use crate::support::{Ran, text};
use serde_json::Value;

/// All reports with their column keys, each with what its column holds.
fn reports() -> Vec<(&'static str, Vec<(String, bool)>)> {
    let columns = |report: &&dyn loanfile::reports::Report| {
        let columns = report.columns();
        columns
            .into_iter()
            .map(|column| (column.key.to_string(), column.kind == loanfile::reports::ColumnKind::Number))
            .collect()
    };
    loanfile::reports::catalog().iter().map(|report| (report.name(), columns(report))).collect()
}

fn run(package: &Package, report: &str, format: &str) -> Ran {
    package.program.run(&["report", "run", report, "--loans", "L-1,L-2,L-3", "--format", format])
}

/// Returns the rows that JSON has, each cell as plain text; null is nothing.
fn of_json(printed: &str, columns: &[(String, bool)]) -> Vec<Vec<Option<String>>> {
    let all: Value = serde_json::from_str(printed).unwrap();
    let row = |row: &Value| -> Vec<Option<String>> {
        let object = row.as_object().unwrap();
        assert_eq!(object.len(), columns.len());
        columns.iter().map(|(key, is_number)| of_value(&object[key], *is_number)).collect()
    };
    all["data"].as_array().unwrap().iter().map(row).collect()
}

fn of_value(value: &Value, is_number: bool) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) if !is_number => Some(text.clone()),
        Value::Bool(truth) if !is_number => Some(truth.to_string()),
        Value::Number(number) if is_number => Some(plain(number.as_f64().unwrap())),
        other => panic!("{other} in a column of {}", if is_number { "numbers" } else { "text" }),
    }
}

fn plain(number: f64) -> String {
    number.to_string()
}

/// Waiting hours go on between two runs.
fn settled(mut rows: Vec<Vec<Option<String>>>, columns: &[(String, bool)]) -> Vec<Vec<Option<String>>> {
    if let Some(place) = columns.iter().position(|(key, _)| key == "waitingHours") {
        rows.iter_mut().for_each(|row| row[place] = None);
    }
    rows
}

#[test]
fn csv_and_json_lines_have_the_cells_of_json() {
    let package = Package::new();
    for (report, columns) in reports() {
        let json = settled(of_json(&run(&package, report, "json").stdout, &columns), &columns);
        assert!(!json.is_empty(), "{report}");
        let lines = run(&package, report, "jsonl").stdout;
        let whole = format!("{{\"data\":[{}]}}", lines.lines().collect::<Vec<_>>().join(","));
        assert_eq!(settled(of_json(&whole, &columns), &columns), json, "{report}");
        let csv = run(&package, report, "csv").stdout;
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let keys: Vec<String> = columns.iter().map(|(key, _)| key.clone()).collect();
        assert_eq!(reader.headers().unwrap().iter().collect::<Vec<_>>(), keys);
        let cell = |(cell, (_, is_number)): (&str, &(String, bool))| match (cell, is_number) {
            ("", _) => None,
            (cell, true) => Some(plain(cell.parse().unwrap())),
            // The apostrophe says that it is text.
            (cell, false) => Some(cell.strip_prefix('\'').unwrap_or(cell).to_string()),
        };
        let rows: Vec<Vec<Option<String>>> =
            reader.records().map(|row| row.unwrap().iter().zip(&columns).map(cell).collect()).collect();
        assert_eq!(settled(rows, &columns), json, "{report}");
    }
}

#[test]
fn no_cell_of_a_csv_file_is_taken_for_a_formula() {
    let package = Package::new();
    let csv = run(&package, "Bank Statement Analysis", "csv").stdout;
    assert!(csv.contains("'=2+3.pdf") && csv.contains("'-Harbor Payroll"), "{csv}");
    assert!(!csv.contains(",=") && !csv.contains(",-H"), "{csv}");
    assert!(csv.lines().next().unwrap().starts_with("loanNumber,externalLoanId,loanLink"));
}

#[test]
fn a_file_is_whole_or_not_there() {
    let package = Package::new();
    let path = package.program.file("out/rows.csv", b"as it was");
    let arguments = ["report", "run", "Loan Processing", "--format", "csv", "--output", text(&path)];
    package.program.ok(&arguments);
    let first = std::fs::read(&path).unwrap();
    package.program.ok(&arguments);
    assert_eq!(std::fs::read(&path).unwrap(), first, "the same rows in the same order");
    assert_eq!(first.iter().filter(|byte| **byte == b'\n').count(), 10);
    let left: Vec<_> = std::fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing is left beside it");

    let bad = [&arguments[..2], &["No Such Report"], &arguments[3..]].concat();
    let ran = package.program.run(&bad);
    assert_eq!(ran.code, Some(5), "{}", ran.stderr);
    assert!(ran.stderr.contains("No Such Report") && ran.stderr.contains("Loan Processing"), "{}", ran.stderr);
    assert_eq!(std::fs::read(&path).unwrap(), first, "a report that fails leaves the file alone");
}

#[test]
fn exit_codes_tell_rows_from_mistakes() {
    let package = Package::new();
    let run = |rest: &[&str]| package.program.run(&[&["report", "run"][..], rest].concat());
    let none = run(&["Loan Processing", "--from", "2027-01-01", "--format", "csv"]);
    assert_eq!((none.code, none.stdout.lines().count()), (Some(0), 1), "{}", none.stderr);
    let none = run(&["Loan Processing", "--loans", "L-99", "--format", "json"]);
    assert_eq!((none.code, of_json(&none.stdout, &[]).len()), (Some(0), 0), "{}", none.stderr);
    assert_eq!(run(&["loan processing", "--format", "csv"]).code, Some(5), "letter case counts");
    let wrong = run(&["Loan Processing", "--from", "yesterday"]);
    assert_eq!(wrong.code, Some(2), "{}", wrong.stderr);
    assert!(wrong.stderr.contains("yesterday"), "{}", wrong.stderr);
    let nowhere = run(&["Loan Processing", "--format", "csv", "--output", "no/such/folder/rows.csv"]);
    assert!(
        nowhere.code.is_some_and(|code| code != 0) && nowhere.stderr.contains("no/such/folder"),
        "{}",
        nowhere.stderr
    );
}

#[cfg(feature = "spreadsheets")]
mod spreadsheets {
    use super::{Package, of_json, plain, reports, run, settled};
    use crate::support::text;
    use calamine::{Data, Reader, Xlsx, open_workbook};
    use loanfile::reports::write::{RowWriter, WorkbookRows};
    use loanfile::reports::{Cell, Column, ColumnKind};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use std::io::{Cursor, Read};

    #[test]
    fn workbooks_have_the_cells_of_json() {
        let package = Package::new();
        for (number, (report, columns)) in reports().into_iter().enumerate() {
            let json = settled(of_json(&run(&package, report, "json").stdout, &columns), &columns);
            let path = package.program.file(&format!("{number}.xlsx"), b"");
            let loans = ["--loans", "L-1,L-2,L-3", "--output", text(&path)];
            package.program.ok(&[&["report", "run", report][..], &loans].concat());
            let mut workbook: Xlsx<_> = open_workbook(&path).unwrap();
            let range = workbook.worksheet_range("Sheet1").unwrap();
            let heads: Vec<String> = range.rows().next().unwrap().iter().map(ToString::to_string).collect();
            assert_eq!(heads, columns.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>());
            let cell = |(cell, (key, is_number)): (&Data, &(String, bool))| match cell {
                Data::Empty => None,
                Data::Float(value) if *is_number => Some(plain(*value)),
                Data::String(value) if !is_number => Some(value.clone()),
                Data::Bool(truth) if !is_number => Some(truth.to_string()),
                other => panic!("{report}, {key}: {other:?}"),
            };
            let rows: Vec<Vec<Option<String>>> =
                range.rows().skip(1).map(|row| row.iter().zip(&columns).map(cell).collect()).collect();
            assert_eq!(settled(rows, &columns), json, "{report}");
            assert!(workbook.worksheet_formula("Sheet1").unwrap().cells().all(|(_, _, formula)| formula.is_empty()));
        }
    }

    #[test]
    fn parquet_files_have_the_cells_of_json_and_their_types() {
        let package = Package::new();
        for (number, (report, columns)) in reports().into_iter().enumerate() {
            let json = settled(of_json(&run(&package, report, "json").stdout, &columns), &columns);
            let path = package.program.file(&format!("{number}.parquet"), b"");
            let loans = ["--loans", "L-1,L-2,L-3", "--output", text(&path)];
            package.program.ok(&[&["report", "run", report][..], &loans].concat());
            let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
            let cell = |((name, field), (key, is_number)): ((&String, &Field), &(String, bool))| {
                assert_eq!(name, key);
                match field {
                    Field::Null => None,
                    Field::Double(value) if *is_number => Some(plain(*value)),
                    Field::Str(value) if !is_number => Some(value.clone()),
                    other => panic!("{report}, {key}: {other:?}"),
                }
            };
            let rows = reader.get_row_iter(None).unwrap();
            let rows: Vec<Vec<Option<String>>> =
                rows.map(|row| row.unwrap().get_column_iter().zip(&columns).map(cell).collect()).collect();
            assert_eq!(settled(rows, &columns), json, "{report}");
        }
    }

    const COLUMNS: [Column; 2] = [
        Column { key: "words", label: "Words", kind: ColumnKind::Text },
        Column { key: "figure", label: "Figure", kind: ColumnKind::Number },
    ];

    fn workbook(rows: &[&[Cell]], rows_of_sheet: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Box::new(WorkbookRows::with_rows(&COLUMNS, &mut bytes, rows_of_sheet).unwrap());
        rows.iter().for_each(|row| writer.row(row).unwrap());
        writer.finish().unwrap();
        bytes
    }

    fn part(bytes: &[u8], name: &str) -> String {
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut text = String::new();
        archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn the_heading_of_a_workbook_is_bold_and_stays() {
        let sheet = part(&workbook(&[&["=1+1".into(), 2_u32.into()]], 10), "xl/worksheets/sheet1.xml");
        assert!(sheet.contains("ySplit=\"1\"") && sheet.contains("state=\"frozen\""), "{sheet}");
        assert!(sheet.contains("<autoFilter ref=\"A1:B2\""), "{sheet}");
        assert!(!sheet.contains("<f>"), "{sheet}");
        let bold = sheet.split("<c r=\"A1\" s=\"").nth(1).unwrap().split('"').next().unwrap().parse::<usize>().unwrap();
        assert_eq!(bold, 1, "the heading has a style of its own");
        let styles = part(&workbook(&[], 10), "xl/styles.xml");
        assert!(styles.contains("<b/>"), "{styles}");
    }

    #[test]
    fn what_a_sheet_cannot_hold_goes_on_the_next() {
        let rows: Vec<Vec<Cell>> =
            (0..5_u32).map(|number| vec![format!("row {number}").into(), number.into()]).collect();
        let rows: Vec<&[Cell]> = rows.iter().map(Vec::as_slice).collect();
        let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(workbook(&rows, 3))).unwrap();
        let sheets: Vec<Vec<String>> = workbook
            .worksheets()
            .into_iter()
            .map(|(_, range)| range.rows().map(|row| row[0].to_string()).collect())
            .collect();
        assert_eq!(sheets, [vec!["words", "row 0", "row 1"], vec!["words", "row 2", "row 3"], vec!["words", "row 4"]]);
    }

    #[test]
    fn hostile_text_stays_text() {
        let long = "ä".repeat(40_000);
        let texts =
            ["=HYPERLINK(\"http://example.com\")", "+1", "@x", "<b>&\"'", "a\u{1}b\n\tc", "_x0041_", " led ", &long];
        let rows: Vec<[Cell; 2]> = texts.iter().map(|text| [(*text).into(), Cell::Empty]).collect();
        let rows: Vec<&[Cell]> = rows.iter().map(|row| &row[..]).collect();
        let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(workbook(&rows, 100))).unwrap();
        let range = workbook.worksheet_range("Sheet1").unwrap();
        for (row, text) in range.rows().skip(1).zip(texts) {
            let Data::String(found) = &row[0] else { panic!("{:?}", row[0]) };
            if text.len() > 1000 {
                assert_eq!(found.chars().count(), 32_767);
                assert!(found.ends_with("ä…"));
            } else {
                assert_eq!(found, text);
            }
        }
        assert!(workbook.worksheet_formula("Sheet1").unwrap().cells().all(|(_, _, formula)| formula.is_empty()));
    }
}
