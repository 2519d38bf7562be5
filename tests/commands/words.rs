//! `loanfile text` and `loanfile extract-pdf`.

use crate::support::{Program, pdf, text, w2};
use serde_json::Value;

fn processed() -> Program {
    let program = Program::new();
    let pages = [w2("Ada Moreno", "123-45-6789", 2024, "61,000.00"), w2("Ben Ortiz", "987-65-4321", 2023, "52,000.00")];
    program.ingest("L-1", "bundle.pdf", &pdf(&[&pages[0], &pages[1]]));
    program.ok(&["process", "--quiet"]);
    program
}

#[test]
fn words_come_as_lines_json_and_hocr() {
    let program = processed();
    let lines = program.ok(&["text", "L-1/2"]);
    assert!(lines.lines().any(|line| line == "Ben Ortiz"), "{lines}");
    assert!(lines.ends_with('\u{c}'), "a form feed ends the page");
    let json: Value = serde_json::from_str(&program.ok(&["text", "L-1/2", "--format", "json"])).unwrap();
    let page = &json["pages"][0];
    assert_eq!((page["pageNumber"].as_u64(), page["rotation"].as_u64()), (Some(1), Some(0)));
    assert_eq!((page["width"].as_f64(), page["height"].as_f64()), (Some(612.0), Some(792.0)));
    assert_eq!(page["source"], "text_layer");
    let words = page["words"].as_array().unwrap();
    let word = words.iter().find(|word| word["text"] == "Ortiz").unwrap();
    let before = words.iter().find(|word| word["text"] == "Ben").unwrap();
    assert_eq!((&word["line"], &word["block"]), (&before["line"], &before["block"]));
    assert!(word["boundingBox"]["left"].as_f64() > before["boundingBox"]["left"].as_f64());
    let hocr = program.ok(&["text", "L-1/2", "--format", "hocr"]);
    assert!(hocr.contains("class=\"ocr_page\"") && hocr.contains(">Ortiz</span>"), "{hocr}");
    assert!(hocr.contains("bbox 0 0 2550 3300"), "letter paper at 300 dots an inch: {hocr}");
    let opened = hocr.matches("<div").count() + hocr.matches("<span").count();
    let closed = hocr.matches("</div>").count() + hocr.matches("</span>").count();
    assert_eq!(opened, closed);
}

#[test]
fn a_page_can_be_chosen() {
    let program = processed();
    assert_eq!(program.ok(&["text", "L-1/1", "--page", "1"]), program.ok(&["text", "L-1/1"]));
    let ran = program.run(&["text", "L-1/1", "--page", "3"]);
    assert_eq!(ran.code, Some(5));
    assert!(ran.stderr.contains("has pages 1 to 1"), "{}", ran.stderr);
}

#[test]
fn a_document_is_written_as_a_pdf_of_its_own_pages() {
    let program = processed();
    let output = program.workspace().with_file_name("second.pdf");
    program.ok(&["extract-pdf", "L-1/2", "-o", text(&output)]);
    let written = lopdf::Document::load(&output).unwrap();
    assert_eq!(written.get_pages().len(), 1);
    let words = written.extract_text(&[1]).unwrap();
    assert!(words.contains("Ben Ortiz") && !words.contains("Ada Moreno"), "{words}");
    let searchable = program.workspace().with_file_name("searchable.pdf");
    program.ok(&["extract-pdf", "L-1/2", "--searchable", "-o", text(&searchable)]);
    assert_eq!(lopdf::Document::load(&searchable).unwrap().get_pages().len(), 1);
    let piped = program.command(&["extract-pdf", "L-1/2", "-o", "-"]).output().unwrap();
    assert_eq!(piped.stdout, std::fs::read(&output).unwrap());
    let nowhere = program.run(&["extract-pdf", "L-1/2", "-o", "/nowhere/at/all.pdf"]);
    assert_eq!(nowhere.code, Some(2), "{}", nowhere.stderr);
}

#[test]
fn a_file_that_is_one_document_keeps_its_bytes() {
    let program = Program::new();
    let bytes = pdf(&[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]);
    program.ingest("L-1", "w2.pdf", &bytes);
    program.ok(&["process", "--quiet"]);
    let piped = program.command(&["extract-pdf", "L-1/1", "-o", "-"]).output().unwrap();
    assert_eq!(piped.stdout, bytes);
}
