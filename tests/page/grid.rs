//! Pages from plain text.

use loanfile::model::Source;
use loanfile::page::{Page, Rect};

#[test]
fn each_word_stands_at_its_characters() {
    let page = Page::from_grid("Net Pay\n   1,204.10");
    let words: Vec<(&str, Rect)> = page.words.iter().map(|word| (word.text.as_str(), word.rect)).collect();
    assert_eq!(
        words,
        [
            ("Net", Rect::new(36.0, 36.0, 54.0, 46.0)),
            ("Pay", Rect::new(60.0, 36.0, 78.0, 46.0)),
            ("1,204.10", Rect::new(54.0, 48.0, 102.0, 58.0)),
        ]
    );
    assert!(page.words.iter().all(|word| word.source == Source::TextLayer && word.confidence.value() == 1.0));
}

#[test]
fn a_page_is_a_letter_sheet_unless_the_text_needs_more() {
    let small = Page::from_grid("x");
    assert_eq!(small.frame.shown_size(), (612.0, 792.0));
    let wide = Page::from_grid(&"x".repeat(120));
    assert_eq!(wide.frame.shown_size(), (792.0, 792.0));
    let long = Page::from_grid(&"x\n".repeat(70));
    assert_eq!(long.frame.shown_size(), (612.0, 912.0));
}

#[test]
fn an_empty_grid_is_an_empty_page() {
    assert!(Page::from_grid("").words.is_empty());
    assert!(Page::from_grid("   \n\n  ").words.is_empty());
}

#[test]
fn a_page_is_stored_and_read_back() {
    let page = Page::from_grid("Statement Period\n  July 1").numbered(4);
    let stored = serde_json::to_string(&page).unwrap();
    let read: Page = serde_json::from_str(&stored).unwrap();
    assert_eq!(read, page);
    assert_eq!(read.number, 4);
}
