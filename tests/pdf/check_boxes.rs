//! Boxes to tick, drawn in the ways that forms draw them.

use super::building::{layer, line};

#[test]
fn boxes_and_marks_are_found_however_they_are_drawn() {
    let square = "100 600 9 9 re S";
    let four_lines = "100 600 m 109 600 l S 100 609 m 109 609 l S 100 600 m 100 609 l S 109 600 m 109 609 l S";
    let circle = |x: f32, y: f32, radius: f32| {
        let bend = radius * 0.5523;
        format!(
            "{} {y} m {} {} {} {} {x} {} c {} {} {} {} {} {y} c {} {} {} {} {x} {} c {} {} {} {} {} {y} c",
            x - radius,
            x - radius,
            y + bend,
            x - bend,
            y + radius,
            y + radius,
            x + bend,
            y + radius,
            x + radius,
            y + bend,
            x + radius,
            x + radius,
            y - bend,
            x + bend,
            y - radius,
            y - radius,
            x - bend,
            y - radius,
            x - radius,
            y - bend,
            x - radius,
        )
    };
    let round = format!("{} S", circle(104.5, 604.5, 4.5));
    let cases = [
        ("empty square", square.to_owned(), false),
        ("four lines", four_lines.to_owned(), false),
        ("black with a white middle", "0 g 100 600 9 9 re f 1 g 101 601 7 7 re f 0 g".to_owned(), false),
        ("ring with a hole", "100 600 9 9 re 101 601 7 7 re f*".to_owned(), false),
        ("empty circle", round.clone(), false),
        ("letter", format!("{square} {}", line("X", 101.0, 601.3, 9.0)), true),
        ("two strokes", format!("{square} 101 601 m 108 608 l S 101 608 m 108 601 l S"), true),
        ("check mark", format!("{square} 101 604 m 104 601 l 108 608 l S"), true),
        ("filled middle", format!("{square} 102 602 5 5 re f"), true),
        ("dot in a circle", format!("{round} {} f", circle(104.5, 604.5, 2.0)), true),
        ("dingbat", format!("{square} BT /F3 9 Tf 101 601 Td (4) Tj ET"), true),
        ("circle in a square", format!("{square} {} S", circle(104.5, 604.5, 3.8)), false),
    ];
    for (name, content, ticked) in cases {
        let found = layer(&content).check_boxes;
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        assert_eq!(found[0].ticked, ticked, "{name}");
        assert!(
            (found[0].rect.center_x() - 104.5).abs() < 1.0 && (found[0].rect.center_y() - 187.5).abs() < 1.0,
            "{name}"
        );
    }
}

#[test]
fn a_box_may_be_a_character() {
    let layer = layer("BT /F3 10 Tf 100 600 Td (o) Tj ET BT /F1 10 Tf 115 600 Td (Single) Tj ET");
    assert_eq!(layer.check_boxes.len(), 1);
    assert!(!layer.check_boxes[0].ticked);
    assert_eq!(layer.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(), ["Single"]);
}

#[test]
fn what_looks_like_a_box_but_is_none() {
    let comb: String = (0..9).map(|cell| format!("{} 600 12 12 re S ", 100 + 12 * cell)).collect();
    let cases = [
        ("cells of a comb", comb),
        ("too large", "100 600 40 40 re S".to_owned()),
        ("too flat", "100 600 15 6 re S".to_owned()),
        ("shading", "0.9 g 100 600 9 9 re f".to_owned()),
        ("bullet", "0 g 100 600 9 9 re f".to_owned()),
    ];
    for (name, content) in cases {
        assert_eq!(layer(&content).check_boxes, [], "{name}");
    }
}
