//! The real engine, on a line of text.

use crate::reading::papers::{Paper, rendered};
use loanfile::ocr::imaging;
use loanfile::ocr::{Recognizer, Segmentation, Tesseract};

#[test]
fn a_line_is_read_with_boxes_and_confidence() {
    let page = rendered(&Paper::new(400.0, 60.0).text(20.0, 36.0, 14.0, "Gross pay 3,511.35 | 12/31/2024"), 200.0);
    let mut engine = Tesseract::new();
    let words = engine.recognize(&page, 200.0, Segmentation::Sparse).unwrap();
    let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    // The bar between the two is a piece of a ruled line as far as anyone can tell.
    assert_eq!(text, ["Gross", "pay", "3,511.35", "12/31/2024"]);
    assert!(words.iter().all(|word| word.confidence.value() > 0.8), "{words:?}");
    let amount = words[2].pixels;
    let ink = imaging::Ink::of(&page);
    assert!(ink.count(&amount) > 100, "no ink at {amount:?}");

    // The same engine reads the next image, in another way.
    let line = engine.recognize(&page, 200.0, Segmentation::Line).unwrap();
    assert!(line.iter().any(|word| word.text == "3,511.35"), "{line:?}");
    let nothing = engine.recognize(&super::drawing::paper(300, 100), 200.0, Segmentation::Sparse).unwrap();
    assert_eq!(nothing, []);
}
