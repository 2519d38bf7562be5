//! The invisible text that makes a scanned page searchable.
//!
//! Invariant: only words that were recognised by OCR are laid over the page; its look does not change.

use super::closure::Copy;
use super::page_tree::{Placing, dictionary, resolve};
use crate::model::Source;
use crate::page::{Page, Rect, Word};
use lopdf::{Dictionary, Object, Stream};
use std::fmt::Write;

/// The name of the text layer's font among the page's fonts.
const FONT: &str = "LoanfileText";
/// Depth of letters below the baseline, in parts of the box's height.
const DESCENT: f32 = 0.21;

/// Returns the text layer of a page as a stream, or `None` when no word of it was recognised by OCR.
pub(super) fn stream(placing: &Placing, page: &Page) -> Option<Stream> {
    let words = page.words.iter().filter(|word| word.source == Source::Ocr);
    let shown: String = words.filter_map(|word| show(placing, page, word)).collect();
    if shown.is_empty() {
        return None;
    }
    let mut stream = Stream::new(Dictionary::new(), format!("q BT 3 Tr\n{shown}ET Q\n").into_bytes());
    // Compression can only make it smaller; without it the layer is as good.
    let _ = stream.compress();
    Some(stream)
}

/// Gives a page the text layer besides the content and resources of the page it was copied from.
pub(super) fn add(copy: &mut Copy<'_>, entries: &mut Dictionary, original: &Dictionary, layer: Stream) {
    let from = copy.from;
    let font = match copy.text_font {
        Some(font) => font,
        None => copy.to.add_object(font_entries()),
    };
    copy.text_font = Some(font);
    // The page's resources may be shared with other pages; this page gets its own.
    let old_resources = original.get(b"Resources").ok().and_then(|resources| dictionary(from, resources));
    let old_fonts =
        old_resources.and_then(|resources| resources.get(b"Font").ok()).and_then(|fonts| dictionary(from, fonts));
    let mut resources = Dictionary::new();
    for (key, value) in old_resources.into_iter().flat_map(Dictionary::iter).filter(|(key, _)| *key != b"Font") {
        resources.set(key.clone(), copy.object(value, 0));
    }
    let mut fonts = old_fonts.map(|fonts| copy.dictionary(fonts, 0)).unwrap_or_default();
    fonts.set(FONT, font);
    resources.set("Font", Object::Dictionary(fonts));
    entries.set("Resources", Object::Dictionary(resources));
    // First, so that no state that the page's own content leaves open can move it.
    let mut contents = vec![Object::Reference(copy.to.add_object(layer))];
    if let Ok(content) = original.get(b"Contents") {
        match resolve(from, content) {
            Object::Array(streams) => contents.extend(streams.iter().map(|stream| copy.object(stream, 0))),
            Object::Stream(_) => contents.push(copy.object(content, 0)),
            _ => {}
        }
    }
    entries.set("Contents", Object::Array(contents));
}

/// Returns the entries of the text layer's font.
pub(super) fn font_entries() -> Dictionary {
    let mut font = Dictionary::new();
    for (key, value) in
        [("Type", "Font"), ("Subtype", "Type1"), ("BaseFont", "Helvetica"), ("Encoding", "WinAnsiEncoding")]
    {
        font.set(key, Object::Name(value.as_bytes().to_vec()));
    }
    font
}

/// Returns the name of the text layer's font.
pub(super) fn font_name() -> &'static str {
    FONT
}

/// Returns the operators that show a word invisibly: matrix, stretch to its width, characters.
fn show(placing: &Placing, page: &Page, word: &Word) -> Option<String> {
    let characters: Vec<u8> = word.text.chars().filter_map(win_ansi).collect();
    let width: f32 = characters.iter().map(|character| f32::from(width_of(*character)) / 1000.0).sum();
    if width <= 0.0 {
        return None;
    }
    let rect = &word.rect;
    let deep = word.text.contains(['g', 'j', 'p', 'q', 'y', 'Q', ',', ';', '(', ')', '$']);
    let baseline = if deep { rect.bottom - rect.height() * DESCENT } else { rect.bottom };
    let point = |x: f32, y: f32| {
        let shown = page.frame.shown(&Rect::new(x, y, x, y));
        placing.own_point((shown.left, shown.top))
    };
    let (start, end) = (point(rect.left, baseline), point(rect.right, baseline));
    let along = (end.0 - start.0, end.1 - start.1);
    let length = along.0.hypot(along.1);
    let size = if word.size > 0.0 { word.size } else { rect.height() };
    if !(length.is_finite() && length > 0.1 && size.is_finite() && size > 0.1) {
        return None;
    }
    let (cos, sin) = (along.0 / length, along.1 / length);
    let stretch = (100.0 * length / (width * size)).clamp(5.0, 2000.0);
    let mut operators = format!(
        "/{FONT} {size:.2} Tf {cos:.5} {sin:.5} {:.5} {cos:.5} {:.2} {:.2} Tm {stretch:.2} Tz <",
        -sin, start.0, start.1
    );
    for character in characters {
        write!(operators, "{character:02x}").ok()?;
    }
    operators.push_str("> Tj\n");
    Some(operators)
}

/// Returns the character's code in WinAnsiEncoding; others cannot be written.
fn win_ansi(character: char) -> Option<u8> {
    const HIGH: [(char, u8); 27] = [
        ('\u{20ac}', 0x80),
        ('\u{201a}', 0x82),
        ('\u{192}', 0x83),
        ('\u{201e}', 0x84),
        ('\u{2026}', 0x85),
        ('\u{2020}', 0x86),
        ('\u{2021}', 0x87),
        ('\u{2c6}', 0x88),
        ('\u{2030}', 0x89),
        ('\u{160}', 0x8a),
        ('\u{2039}', 0x8b),
        ('\u{152}', 0x8c),
        ('\u{17d}', 0x8e),
        ('\u{2018}', 0x91),
        ('\u{2019}', 0x92),
        ('\u{201c}', 0x93),
        ('\u{201d}', 0x94),
        ('\u{2022}', 0x95),
        ('\u{2013}', 0x96),
        ('\u{2014}', 0x97),
        ('\u{2dc}', 0x98),
        ('\u{2122}', 0x99),
        ('\u{161}', 0x9a),
        ('\u{203a}', 0x9b),
        ('\u{153}', 0x9c),
        ('\u{17e}', 0x9e),
        ('\u{178}', 0x9f),
    ];
    match u32::from(character) {
        code @ (0x20..=0x7e | 0xa1..=0xff) => u8::try_from(code).ok(),
        _ => HIGH.iter().find(|(known, _)| *known == character).map(|(_, code)| *code),
    }
}

/// Returns the width of a Helvetica character in thousandths of the type size.
fn width_of(character: u8) -> u16 {
    // From the font's published metrics, for the codes 0x20 to 0x7e and for marks of very different widths.
    const WIDTHS: [u16; 95] = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667,
        556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556,
        556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
        500, 500, 500, 334, 260, 334, 584,
    ];
    match character {
        0x82 | 0x91 | 0x92 => 222,
        0x84 | 0x8b | 0x93 | 0x94 | 0x9b => 333,
        0x85 | 0x89 | 0x97 | 0x99 => 1000,
        0x95 => 350,
        // The letters with accents are about as wide as most letters.
        _ => WIDTHS.get(usize::from(character).wrapping_sub(0x20)).copied().unwrap_or(556),
    }
}
