//! Boxes to tick.

use super::drawing::{fill, outline, paper, text};
use image::GrayImage;
use loanfile::ocr::imaging::{Ink, SquareMark, check_boxes};

fn found(image: &GrayImage) -> Vec<SquareMark> {
    check_boxes(&Ink::of(image), 200.0)
}

fn cross(image: &mut GrayImage, left: u32, top: u32, size: u32) {
    for step in 0..size {
        fill(image, left + step, top + step, 3, 3, 0);
        fill(image, left + size - step, top + step, 3, 3, 0);
    }
}

#[test]
fn empty_and_ticked_boxes_of_all_sizes() {
    for side in [20, 25, 33, 44] {
        let mut image = paper(400, 200);
        outline(&mut image, 60, 80, side, side, 2);
        outline(&mut image, 200, 80, side, side, 2);
        cross(&mut image, 204, 84, side - 10);
        let marks = found(&image);
        let ticked: Vec<bool> = marks.iter().map(|mark| mark.ticked).collect();
        assert_eq!(ticked, [false, true], "side {side}: {marks:?}");
        assert!(marks.iter().all(|mark| mark.confidence.value() > 0.85), "side {side}: {marks:?}");
        assert_eq!((marks[0].pixels.left, marks[0].pixels.top), (60, 80), "side {side}");
    }
}

#[test]
fn a_mark_that_leaves_its_box_still_ticks_it() {
    let mut image = paper(200, 200);
    outline(&mut image, 60, 80, 30, 30, 2);
    for step in 0..36 {
        fill(&mut image, 66 + step, 102 - step, 3, 3, 0);
    }
    let marks = found(&image);
    assert!(marks.len() == 1 && marks[0].ticked, "{marks:?}");
}

#[test]
fn a_speck_inside_is_no_tick() {
    let mut image = paper(200, 200);
    outline(&mut image, 60, 80, 30, 30, 2);
    fill(&mut image, 74, 94, 2, 2, 0);
    let marks = found(&image);
    assert!(marks.len() == 1 && !marks[0].ticked, "{marks:?}");
}

#[test]
fn cells_of_a_table_and_letters_are_no_boxes() {
    let mut image = paper(600, 600);
    for line in 0..6 {
        fill(&mut image, 100, 100 + line * 36, 5 * 36, 2, 0);
        fill(&mut image, 100 + line * 36, 100, 2, 5 * 36, 0);
    }
    text(&mut image, 100, 400, 300, 4);
    assert_eq!(found(&image), []);
}
