//! Ruled lines.

use super::drawing::{fill, page_of_text, paper};
use loanfile::ocr::imaging::{Ink, RuledLine, ruled_lines};

fn found(image: &image::GrayImage) -> Vec<RuledLine> {
    ruled_lines(image, &Ink::of(image), 200.0)
}

#[test]
fn lines_are_found_with_their_ends() {
    let mut image = paper(1700, 2200);
    fill(&mut image, 200, 300, 1200, 2, 0);
    fill(&mut image, 400, 300, 3, 500, 0);
    let lines = found(&image);
    assert_eq!(lines.len(), 2, "{lines:?}");
    let across = lines.iter().find(|line| line.horizontal).unwrap().pixels;
    assert_eq!((across.left, across.right, across.top), (200, 1400, 300));
    let down = lines.iter().find(|line| !line.horizontal).unwrap().pixels;
    assert_eq!((down.top, down.bottom, down.left, down.right), (300, 800, 400, 403));
}

#[test]
fn a_line_may_have_gaps_and_climb() {
    let mut image = paper(1700, 400);
    for step in 0..12 {
        fill(&mut image, 100 + step * 100, 200 + step / 4, 98, 2, 0);
    }
    let lines = found(&image);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].pixels.left <= 100 && lines[0].pixels.right >= 1290, "{lines:?}");
}

#[test]
fn writing_and_bars_are_no_lines() {
    let mut image = page_of_text();
    fill(&mut image, 100, 20, 600, 30, 0);
    assert_eq!(ruled_lines(&image, &Ink::of(&image), 100.0), []);
}

#[test]
fn light_lines_count_beside_dark_writing() {
    let mut image = page_of_text();
    fill(&mut image, 80, 500, 600, 2, 190);
    fill(&mut image, 700, 100, 2, 600, 190);
    let lines = ruled_lines(&image, &Ink::of(&image), 100.0);
    let horizontal: Vec<bool> = lines.iter().map(|line| line.horizontal).collect();
    assert_eq!(horizontal, [true, false], "{lines:?}");
}
