//! What is drawn that is no print.

use super::building::{assert_near, layer, line};

#[test]
fn the_strokes_of_a_signature_are_one_mark() {
    let strokes = "100 500 m 110 520 115 480 125 505 c S 128 500 m 140 515 145 490 160 508 c S";
    let found = layer(&format!("{strokes} {}", line("Signature", 100.0, 480.0, 8.0)));
    assert_eq!(found.ink_marks.len(), 1);
    assert!(found.ink_marks[0].rect.width() > 55.0);
}

#[test]
fn print_lines_frames_and_boxes_are_no_marks() {
    let content =
        format!("{} 100 500 m 300 500 l S 100 400 200 40 re S 50 50 9 9 re S", line("Text", 100.0, 700.0, 10.0));
    assert!(layer(&content).ink_marks.is_empty());
    assert!(layer("1 G 100 500 m 110 520 115 480 125 505 c S").ink_marks.is_empty(), "white on white");
}

#[test]
fn curves_far_apart_are_two_marks() {
    let found = layer("100 500 m 110 520 115 480 125 505 c S 300 500 m 310 520 315 480 325 505 c S");
    assert_eq!(found.ink_marks.len(), 2);
    assert_near(found.ink_marks[1].rect, [300.0, 272.0, 325.0, 312.0]);
}
