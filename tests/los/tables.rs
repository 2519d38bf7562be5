//! The CSV tables: nothing in them can start a formula, and they can be read back.

use super::packages::{document, field, package};
use loanfile::los::{Folder, LoanFolders, Los, Stacking};
use loanfile::model::{ValueKind, text_cell};

#[test]
fn text_that_looks_like_a_formula_gets_an_apostrophe() {
    for dangerous in ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "=HYPERLINK(\"x\")", "＝1", "\0=1"] {
        assert!(text_cell(dangerous).starts_with('\''), "{dangerous:?}");
    }
    for harmless in ["", "Granite", "12-3456789", "a=b", "1-2", "'quoted", "(12.00)"] {
        assert_eq!(text_cell(harmless), harmless);
    }
}

#[test]
fn figures_stay_figures_and_the_table_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let values = [
        (ValueKind::Money, "-12.50", "-12.50"),
        (ValueKind::Money, "=1+1", "'=1+1"),
        (ValueKind::Money, "-", "'-"),
        (ValueKind::Integer, "-3", "-3"),
        (ValueKind::Integer, "-3+4", "'-3+4"),
        (ValueKind::Text, "-12.50", "'-12.50"),
        (ValueKind::Text, "=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        (ValueKind::Text, "a \"quoted\", comma\nand line", "a \"quoted\", comma\nand line"),
        (ValueKind::Name, "@home", "'@home"),
    ];
    let fields = values.iter().map(|(kind, value, _)| field("w2.some", *kind, value)).collect();
    let mut packed = document(folder.path(), 1, "w2", "1", fields);
    packed.record.source_file_name = "=evil.pdf".to_string();
    let los = LoanFolders::new(Folder::new(folder.path().join("los")), "", Stacking::standard().clone());
    los.push(&package("L-1", vec![packed]), &mut |_| Ok(())).unwrap();
    let mut table = csv::Reader::from_path(folder.path().join("los/L-1~89abcdef/fields.csv")).unwrap();
    let column = table.headers().unwrap().iter().position(|heading| heading == "value").unwrap();
    let found: Vec<String> = table.records().map(|row| row.unwrap()[column].to_string()).collect();
    let expected: Vec<&str> = values.iter().map(|(_, _, cell)| *cell).collect();
    assert_eq!(found, expected);
    let documents = std::fs::read_to_string(folder.path().join("los/L-1~89abcdef/documents.csv")).unwrap();
    assert!(documents.contains(",'=evil.pdf,"), "{documents}");
}
