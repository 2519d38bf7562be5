//! The way from the reading frame back to the page as shown.

use crate::support::Random;
use loanfile::page::{Frame, Rect};

fn frame(quarter_turns: u8, skew_degrees: f32) -> Frame {
    Frame { width: 612.0, height: 792.0, quarter_turns, skew_degrees }
}

/// Turns a point of a page of the given size by one clockwise quarter turn, as a viewer does.
fn turned((x, y): (f32, f32), height: f32) -> (f32, f32) {
    (height - y, x)
}

#[test]
fn an_upright_page_is_shown_as_it_is() {
    let rect = Rect::new(72.0, 100.0, 144.0, 112.0);
    assert_eq!(frame(0, 0.0).shown(&rect), rect);
    assert_eq!(frame(0, 0.0).shown_size(), (612.0, 792.0));
}

#[test]
fn the_top_left_corner_goes_where_the_page_lies() {
    let corner = Rect::new(0.0, 0.0, 60.0, 10.0);
    // (quarter turns that make the page upright, size as shown, where its top left corner is shown)
    let cases = [
        (0, (612.0, 792.0), Rect::new(0.0, 0.0, 60.0, 10.0)),
        (1, (792.0, 612.0), Rect::new(0.0, 552.0, 10.0, 612.0)),
        (2, (612.0, 792.0), Rect::new(552.0, 782.0, 612.0, 792.0)),
        (3, (792.0, 612.0), Rect::new(782.0, 0.0, 792.0, 60.0)),
    ];
    for (quarter_turns, size, expected) in cases {
        let frame = frame(quarter_turns, 0.0);
        assert_eq!(frame.shown_size(), size, "{quarter_turns} quarter turns");
        assert_eq!(frame.shown(&corner), expected, "{quarter_turns} quarter turns");
    }
}

#[test]
fn turning_what_is_shown_makes_it_upright_again() {
    let mut random = Random::new(7);
    for quarter_turns in 0..4 {
        let frame = frame(quarter_turns, 0.0);
        for _ in 0..50 {
            let (x, y) = (random.share() * frame.width, random.share() * frame.height);
            let shown = frame.shown(&Rect::new(x, y, x, y));
            let (mut point, (mut width, mut height)) = ((shown.left, shown.top), frame.shown_size());
            for _ in 0..quarter_turns {
                point = turned(point, height);
                (width, height) = (height, width);
            }
            assert_eq!((width, height), (frame.width, frame.height), "{quarter_turns} quarter turns");
            let off = (point.0 - x).abs() + (point.1 - y).abs();
            assert!(off < 0.01, "{quarter_turns} quarter turns: {x} {y} came back as {point:?}");
        }
    }
}

#[test]
fn skew_turns_about_the_middle() {
    let middle = Rect::new(306.0, 396.0, 306.0, 396.0);
    for quarter_turns in 0..4 {
        let shown = frame(quarter_turns, 3.0).shown(&middle);
        let (width, height) = frame(quarter_turns, 3.0).shown_size();
        let off = (shown.left - width / 2.0).abs() + (shown.top - height / 2.0).abs();
        assert!(off < 0.01, "{quarter_turns} quarter turns: the middle is shown at {shown:?}");
    }
}

#[test]
fn lines_of_a_page_with_positive_skew_fall_to_the_right() {
    let frame = frame(0, 2.0);
    let left = frame.shown(&Rect::new(100.0, 396.0, 100.0, 396.0));
    let right = frame.shown(&Rect::new(500.0, 396.0, 500.0, 396.0));
    let fall = (right.top - left.top) / (right.left - left.left);
    assert!((fall - 2f32.to_radians().tan()).abs() < 1e-4, "falls by {fall}");
}

#[test]
fn a_slanted_rectangle_is_shown_within_the_rectangle_around_it() {
    let rect = Rect::new(100.0, 100.0, 300.0, 112.0);
    let shown = frame(0, 2.0).shown(&rect);
    let (sin, cos) = 2f32.to_radians().sin_cos();
    assert!((shown.width() - (200.0 * cos + 12.0 * sin)).abs() < 0.01, "{shown:?}");
    assert!((shown.height() - (200.0 * sin + 12.0 * cos)).abs() < 0.01, "{shown:?}");
}

#[test]
fn skewing_back_gives_the_place_again() {
    let mut random = Random::new(11);
    for _ in 0..50 {
        let (x, y) = (random.share() * 612.0, random.share() * 792.0);
        let skew = random.share() * 8.0 - 4.0;
        let there = frame(0, skew).shown(&Rect::new(x, y, x, y));
        let back = frame(0, -skew).shown(&there);
        let off = (back.left - x).abs() + (back.top - y).abs();
        assert!(off < 0.01, "{skew} degrees: {x} {y} came back as {back:?}");
    }
}
