//! Straight lines of a page.

use super::building::{assert_near, layer, layer_with};
use lopdf::dictionary;

#[test]
fn pieces_of_a_line_are_joined() {
    let layer = layer("100 500 m 200 500 l S 200.5 500 m 300 500 l S 400 500 m 450 500 l S");
    assert_eq!(layer.rules.len(), 2);
    assert_near(layer.rules[0].rect, [100.0, 292.0, 300.0, 292.0]);
    assert!(layer.rules[0].is_horizontal());
}

#[test]
fn thin_bars_and_sides_of_frames_are_lines() {
    assert_eq!(layer("100 500 200 0.7 re f").rules.len(), 1);
    assert_eq!(layer("100 500 200 40 re S").rules.len(), 4);
    assert_eq!(layer("100 500 200 40 re f").rules.len(), 0);
    assert_eq!(layer("1 G 100 500 m 200 500 l S").rules.len(), 0);
    assert_eq!(layer("100 500 m 200 560 l S").rules.len(), 0);
}

#[test]
fn lines_of_a_turned_page_are_turned() {
    let layer = layer_with("100 500 m 200 500 l S", dictionary! { "Rotate" => 90 });
    assert_eq!(layer.rules.len(), 1);
    assert!(!layer.rules[0].is_horizontal());
    assert_near(layer.rules[0].rect, [500.0, 100.0, 500.0, 200.0]);
}
