//! Direction, slope and uprightness of lines of text.

use super::drawing::{page_of_text, paper};
use loanfile::ocr::imaging::{self, Ink, TextDirection};

#[test]
fn slope_is_found_to_a_tenth_of_a_degree() {
    for degrees in [-5.5, -2.0, -1.1, -0.4, 0.0, 0.3, 0.9, 2.5, 5.0_f32] {
        let slanted = imaging::straightened(&page_of_text(), -degrees, 255);
        let found = imaging::skew_degrees(&Ink::of(&slanted));
        assert!((found - degrees).abs() <= 0.1, "drawn {degrees}, found {found}");
    }
}

#[test]
fn a_straightened_page_slopes_no_more() {
    let slanted = imaging::straightened(&page_of_text(), -3.0, 255);
    let straight = imaging::straightened(&slanted, imaging::skew_degrees(&Ink::of(&slanted)), 255);
    assert!(imaging::skew_degrees(&Ink::of(&straight)).abs() <= 0.1);
}

#[test]
fn a_page_without_lines_has_no_slope() {
    assert_eq!(imaging::skew_degrees(&Ink::of(&paper(850, 1100))), 0.0);
}

#[test]
fn direction_follows_the_turn_of_the_page() {
    for (quarter_turns, expected) in [
        (0, TextDirection::Horizontal),
        (1, TextDirection::Vertical),
        (2, TextDirection::Horizontal),
        (3, TextDirection::Vertical),
    ] {
        let page = imaging::turned(page_of_text(), quarter_turns);
        assert_eq!(imaging::text_direction(&Ink::of(&page)), expected, "{quarter_turns} quarter turns");
    }
    assert_eq!(imaging::text_direction(&Ink::of(&paper(850, 1100))), TextDirection::Unclear);
}

#[test]
fn stems_tell_upright_from_upside_down() {
    let ink = Ink::of(&page_of_text());
    let upright = imaging::uprightness(&ink, &imaging::text_lines(&ink, 100.0));
    let over = ink.turned_over();
    let turned_over = imaging::uprightness(&over, &imaging::text_lines(&over, 100.0));
    assert!(upright > 0.2, "upright page: {upright}");
    assert!(turned_over < -0.2, "page on its head: {turned_over}");
}

#[test]
fn every_line_of_text_is_found_and_no_bar() {
    let mut page = page_of_text();
    super::drawing::fill(&mut page, 60, 40, 700, 40, 0);
    let lines = imaging::text_lines(&Ink::of(&page), 100.0);
    assert_eq!(lines.len(), 27);
    assert!(lines.iter().all(|line| line.top >= 115 && line.height() <= 20), "{lines:?}");
}

#[test]
fn turning_ink_matches_turning_the_image() {
    let page = page_of_text();
    let ink = Ink::of(&page);
    assert_eq!(ink.turned_clockwise(), Ink::of(&imaging::turned(page.clone(), 1)));
    assert_eq!(ink.turned_over(), Ink::of(&imaging::turned(page, 2)));
}
