//! Ink that no word or line accounts for.

use super::drawing::{fill, page_of_text, paper, text};
use loanfile::ocr::PixelBox;
use loanfile::ocr::imaging::{Ink, unexplained};

#[test]
fn writing_is_found_and_known_print_is_not() {
    let mut page = paper(850, 1100);
    text(&mut page, 80, 120, 600, 3);
    // A zigzag of strokes, as a hand writes.
    for step in 0..40 {
        fill(&mut page, 200 + step * 3, 600 + 6u32.abs_diff(step % 12) * 3, 3, 5, 0);
    }
    let print = PixelBox::new(70, 110, 700, 190);
    let marks = unexplained(&Ink::of(&page), &[print], 100.0);
    assert_eq!(marks.len(), 1);
    assert!(marks[0].left.abs_diff(200) < 3 && marks[0].right.abs_diff(320) < 3, "{:?}", marks[0]);
}

#[test]
fn dust_bars_and_bare_paper_are_no_writing() {
    let mut page = paper(850, 1100);
    fill(&mut page, 300, 300, 4, 4, 0);
    fill(&mut page, 100, 500, 120, 40, 0);
    fill(&mut page, 100, 700, 400, 2, 0);
    assert_eq!(unexplained(&Ink::of(&page), &[], 100.0), Vec::new());
    assert!(!unexplained(&Ink::of(&page_of_text()), &[], 100.0).is_empty(), "unread print is something");
}
