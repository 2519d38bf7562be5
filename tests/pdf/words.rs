//! Words of the text layer: grouping, characters, places, what can be seen.

use super::building::{Building, assert_near, layer, layer_with, line, numbers, place, texts, unseen};
use loanfile::model::Source;
use lopdf::dictionary;

#[test]
fn spaces_and_wide_gaps_part_words() {
    let cases = [
        ("a space", "(gross pay) Tj", vec!["gross", "pay"]),
        ("kerning", "[(gr) 40 (oss) -60 (es)] TJ", vec!["grosses"]),
        ("a gap", "[(gross) -300 (pay)] TJ", vec!["gross", "pay"]),
        ("a hard space", "(gross\\240pay) Tj", vec!["gross", "pay"]),
        ("parts of one word", "(gro) Tj (ss) Tj", vec!["gross"]),
        ("letters at wide distances", "5 Tc (ab) Tj", vec!["a", "b"]),
        ("a step of the baseline", "(gross) Tj 4 Ts (2) Tj", vec!["gross", "2"]),
        ("no letters", "(   ) Tj", vec![]),
    ];
    for (name, shown, expected) in cases {
        let layer = layer(&format!("BT /F1 10 Tf 100 700 Td {shown} ET"));
        assert_eq!(texts(&layer), expected, "{name}");
    }
}

#[test]
fn a_word_is_where_it_is_drawn() {
    let layer = layer(&line("Wages", 100.0, 700.0, 10.0));
    // The baseline is 92 points below the top; Helvetica is 28.34 wide for these letters.
    assert_near(place(&layer, "Wages"), [100.0, 84.5, 129.5, 94.1]);
    assert_eq!((layer.width, layer.height), (612.0, 792.0));
    assert_eq!(layer.words[0].source, Source::TextLayer);
    assert!((layer.words[0].size - 10.0).abs() < 0.1);
}

#[test]
fn turned_pages_and_cut_pages_are_read_as_shown() {
    let content = line("Wages", 100.0, 700.0, 10.0);
    let turned = |turn: i64| layer_with(&content, dictionary! { "Rotate" => turn });
    let quarter = turned(90);
    assert_eq!((quarter.width, quarter.height), (792.0, 612.0));
    assert_near(place(&quarter, "Wages"), [697.9, 100.0, 707.5, 129.5]);
    assert_near(place(&turned(180), "Wages"), [482.5, 697.9, 512.0, 707.5]);
    assert_near(place(&turned(270), "Wages"), [84.5, 482.5, 94.1, 512.0]);
    let cut = layer_with(&content, dictionary! { "CropBox" => numbers(&[50.0, 400.0, 450.0, 750.0]) });
    assert_eq!((cut.width, cut.height), (400.0, 350.0));
    assert_near(place(&cut, "Wages"), [50.0, 42.5, 79.5, 52.1]);
}

#[test]
fn upright_text_is_one_word_along_its_own_direction() {
    let layer = layer("BT /F1 10 Tf 0 1 -1 0 100 300 Tm (Form W-2) Tj ET");
    assert_eq!(texts(&layer), ["Form", "W-2"]);
    assert_near(place(&layer, "Form"), [92.5, 468.0, 102.1, 492.0]);
}

#[test]
fn bold_type_is_known_by_its_strokes() {
    let layer = layer("BT /F1 10 Tf 100 700 Td (plain) Tj /F2 10 Tf 50 0 Td (heavy) Tj ET");
    let bold: Vec<bool> = layer.words.iter().map(|word| word.bold).collect();
    assert_eq!(bold, [false, true]);
}

#[test]
fn text_drawn_twice_counts_once() {
    let shadow = format!("{}{}", line("Total", 100.0, 700.0, 12.0), line("Total", 100.4, 699.6, 12.0));
    assert_eq!(texts(&layer(&shadow)), ["Total"]);
    let twice = format!("{}{}", line("Total", 100.0, 700.0, 12.0), line("Total", 100.0, 650.0, 12.0));
    assert_eq!(texts(&layer(&twice)), ["Total", "Total"]);
}

#[test]
fn what_a_reader_cannot_see_is_kept_apart() {
    let text = line("secret", 100.0, 700.0, 10.0);
    let cases = [
        ("invisible", format!("3 Tr {text}")),
        ("off the page", line("secret", 700.0, 700.0, 10.0)),
        ("cut off", format!("q 0 0 50 50 re W n {text} Q")),
        ("white on paper", format!("1 g {text}")),
        ("blackened", format!("{text} 0 g 90 690 80 20 re f")),
        ("painted over", format!("{text} 1 g 90 690 80 20 re f")),
    ];
    for (name, content) in cases {
        let layer = layer(&format!("{content} 0 g 0 Tr {}", line("open", 100.0, 600.0, 10.0)));
        assert_eq!((texts(&layer), unseen(&layer)), (vec!["open"], vec!["secret"]), "{name}");
    }
}

#[test]
fn light_text_on_a_dark_band_is_seen() {
    let layer = layer(&format!("0.2 g 90 690 200 20 re f 1 g {}", line("heading", 100.0, 697.0, 10.0)));
    assert_eq!(texts(&layer), ["heading"]);
}

#[test]
fn a_picture_covers_the_text_below_it() {
    let mut building = Building::new();
    let picture = dictionary! {
        "Type" => "XObject", "Subtype" => "Image", "Width" => 1, "Height" => 1, "BitsPerComponent" => 8,
        "ColorSpace" => "DeviceGray",
    };
    let picture = building.add(lopdf::Stream::new(picture, vec![200]));
    let content = format!(
        "{} q 612 0 0 792 0 0 cm /Im Do Q {}",
        line("lies", 100.0, 700.0, 10.0),
        line("footer", 100.0, 30.0, 10.0)
    );
    let resources = dictionary! { "XObject" => dictionary! { "Im" => picture } };
    building.page_with(content.into_bytes(), resources, dictionary! {});
    let layer = building.open().layer(1).unwrap();
    assert_eq!((texts(&layer), unseen(&layer)), (vec!["footer"], vec!["lies"]));
    assert_eq!(layer.images.len(), 1);
}

#[test]
fn characters_come_in_the_form_in_which_people_type_them() {
    let mut building = Building::new();
    let names: Vec<lopdf::Object> =
        ["fi", "fl", "sfthyphen", "quoteright"].map(|name| lopdf::Object::Name(name.as_bytes().to_vec())).to_vec();
    let mut differences = vec![lopdf::Object::Integer(65)];
    differences.extend(names);
    let font = dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
        "Encoding" => dictionary! { "Type" => "Encoding", "Differences" => differences },
    };
    let font = building.add(font);
    let content = b"BT /G 10 Tf 100 700 Td (oAce rBat 555C1212 itDs endC) Tj ET".to_vec();
    building.page_with(content, dictionary! { "Font" => dictionary! { "G" => font } }, dictionary! {});
    let layer = building.open().layer(1).unwrap();
    assert_eq!(texts(&layer), ["ofice", "rflat", "555-1212", "it\u{2019}s", "end"]);
}

#[test]
fn a_font_without_characters_is_guessed_only_when_nothing_else_is_there() {
    let drawn = |others: &str| {
        let mut building = Building::new();
        let glyph = building.add(lopdf::Stream::new(dictionary! {}, b"500 0 0 0 400 700 d1 0 0 400 700 re f".to_vec()));
        let codes: Vec<lopdf::Object> = std::iter::once(lopdf::Object::Integer(0))
            .chain((0..128).map(|code| lopdf::Object::Name(format!("odd{code}").into_bytes())))
            .collect();
        let glyphs: lopdf::Dictionary =
            (0..128).map(|code| (format!("odd{code}").into_bytes(), glyph.into())).collect();
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type3", "FontBBox" => numbers(&[0.0, 0.0, 500.0, 700.0]),
            "FontMatrix" => numbers(&[0.001, 0.0, 0.0, 0.001, 0.0, 0.0]), "FirstChar" => 0, "LastChar" => 127,
            "Widths" => vec![lopdf::Object::Integer(500); 128],
            "Encoding" => dictionary! { "Type" => "Encoding", "Differences" => codes }, "CharProcs" => glyphs,
        };
        let font = building.add(font);
        let content = format!("BT /T 10 Tf 100 700 Td (Total 125) Tj ET {others}");
        building.page_with(content.into_bytes(), dictionary! { "Font" => dictionary! { "T" => font } }, dictionary! {});
        building.open().layer(1).unwrap()
    };
    let alone = drawn("");
    assert_eq!(texts(&alone), ["Total", "125"]);
    assert!(alone.words.iter().all(|word| word.confidence.value() < 0.65));
    assert_eq!(alone.undecoded_glyphs, 0);
    let among_others = drawn(&line("a page full of other words that are known well", 100.0, 600.0, 10.0));
    assert!(!texts(&among_others).contains(&"Total"));
    assert_eq!(among_others.undecoded_glyphs, 9);
}

#[test]
fn a_blank_page_has_no_ink() {
    assert!(!layer("").ink);
    assert!(!layer("1 g 0 0 612 792 re f").ink);
    assert!(!layer(&line("   ", 100.0, 700.0, 10.0)).ink);
    assert!(layer(&line("x", 100.0, 700.0, 10.0)).ink);
    assert!(layer("10 10 m 100 100 l S").ink);
}

#[test]
fn a_page_that_never_ends_is_cut_short() {
    let endless = format!("BT /F1 1 Tf {} ET", "(abcdefghijklmnopqrst) Tj ".repeat(15_000));
    let layer = layer(&endless);
    let letters: usize = layer.words.iter().chain(&layer.invisible_words).map(|word| word.text.len()).sum();
    assert!((100_000..=200_100).contains(&letters), "{letters}");
}
