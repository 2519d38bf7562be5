//! Glyphs with their characters and places.
//!
//! Invariant: a glyph's character comes from the font's own tables; guessing from character codes is left to the
//! layer, which knows how much else the page holds.

use super::drawn_fonts::{self, Heights};
use super::recorder::Recording;
use crate::page::Rect;
use hayro_interpret::DrawProps;
use hayro_interpret::font::{Glyph as DrawnGlyph, GlyphIdentifier, GlyphRun, OutlineGlyph};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::kurbo::{self, Affine, BezPath, PathEl, Point, Shape, Vec2};
use std::cell::RefCell;
use std::collections::HashMap;

/// Heights of a word's box above and below its baseline, in parts of the type size.
const ASCENT: f32 = 0.75;
const DESCENT: f32 = 0.21;
/// Vertical strokes at least this thick, in thousandths of the type size, make a bold letter.
const BOLD_STEM: f32 = 108.0;

/// Parts of the names of fonts that imitate writing by hand: whoever signs by typing is given one of them.
const SCRIPTS: [&str; 18] = [
    "script",
    "signature",
    "handwriting",
    "handwritten",
    "brush",
    "cursive",
    "mistral",
    "vladimir",
    "zapfino",
    "greatvibes",
    "pacifico",
    "allura",
    "alexbrush",
    "sacramento",
    "caveat",
    "satisfy",
    "chancery",
    "kaushan",
];

/// What a character is to the words of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A printing character.
    Letter,
    /// White space.
    Space,
    /// A box to tick drawn as a character; true when the character shows a mark in it.
    TickBox(bool),
    /// A check mark or cross drawn as a character.
    Tick,
    /// No character is known; the code may be a printable ASCII one.
    Unknown(Option<u8>),
    /// A character that draws nothing and separates nothing.
    Nothing,
}

/// A drawn character.
#[derive(Debug, Clone, Copy)]
pub(super) struct Glyph {
    start: u32,
    length: u16,
    pub(super) kind: Kind,
    pub(super) origin: (f32, f32),
    /// From the origin to where the next glyph is expected.
    pub(super) advance: (f32, f32),
    /// From the baseline upwards, as long as the type size.
    pub(super) up: (f32, f32),
    pub(super) size: f32,
    pub(super) sequence: u32,
    pub(super) visible: bool,
    pub(super) light: bool,
    pub(super) annotation: bool,
    pub(super) bold: Option<bool>,
    /// Outline of a character that draws a box, on the page.
    pub(super) ink: Option<Rect>,
}

/// How a run of glyphs is drawn.
#[derive(Clone, Copy)]
pub(super) struct RunLook {
    pub(super) sequence: u32,
    pub(super) visible: bool,
    pub(super) light: bool,
    pub(super) annotation: bool,
}

/// What was found out about the glyphs of a file.
#[derive(Default)]
pub(super) struct KnownGlyphs {
    traits: RefCell<HashMap<GlyphIdentifier, GlyphTraits>>,
    heights: Heights,
}

/// What is the same for every use of a glyph of a font.
#[derive(Debug, Clone, Copy)]
struct GlyphTraits {
    bold: Option<bool>,
    symbols: bool,
    script: bool,
}

impl Glyph {
    /// Returns the characters.
    pub(super) fn text<'t>(&self, recording: &'t Recording) -> &'t str {
        let start = self.start as usize;
        recording.text.get(start..start + self.length as usize).unwrap_or_default()
    }

    /// Returns the box from a little below the baseline to the height of capitals.
    pub(super) fn rect(&self) -> Rect {
        let (x, y) = self.origin;
        let corner = |along: f32, rise: f32| {
            (x + self.advance.0 * along + self.up.0 * rise, y + self.advance.1 * along + self.up.1 * rise)
        };
        let corners = [corner(0.0, -DESCENT), corner(1.0, -DESCENT), corner(0.0, ASCENT), corner(1.0, ASCENT)];
        let mut around = Rect::new(f32::MAX, f32::MAX, f32::MIN, f32::MIN);
        for (x, y) in corners {
            around = around.union(&Rect::new(x, y, x, y));
        }
        around
    }
}

/// Adds the glyphs of a run.
pub(super) fn record<'a>(
    run: &GlyphRun<'_, 'a>,
    props: &DrawProps<'a>,
    look: RunLook,
    clip: Rect,
    recording: &mut Recording,
    known: &KnownGlyphs,
) {
    let transform = props.transform;
    let scale = drawn_fonts::type_size(run, &props.paint, &known.heights).unwrap_or(1.0) as f32;
    let vertical = matches!(run.writing_mode(), hayro_interpret::hayro_cmap::WritingMode::Vertical);
    let stretch = Stretch::of(run);
    for glyph in run.glyphs() {
        let place = transform * glyph.transform();
        let origin = place * Point::ORIGIN;
        let up = place * Point::new(0.0, 1000.0) - origin;
        let size = up.hypot() as f32;
        if !(size.is_finite() && size > 0.0 && origin.x.is_finite() && origin.y.is_finite()) {
            continue;
        }
        let width = match &**glyph {
            DrawnGlyph::Outline(outline) => outline.advance_width(),
            DrawnGlyph::Type3(type3) => type3.advance_width(),
        };
        let width = f64::from(width.unwrap_or(500.0)) / stretch.factor(glyph.transform());
        let (advance, up) =
            if vertical { (-up, Vec2::new(-up.y, up.x)) } else { (place * Point::new(width, 0.0) - origin, up) };
        let (kind, letters) = characters(glyph, &known.traits, recording);
        let mut drawn = Glyph {
            start: letters.start,
            length: letters.length,
            kind,
            origin: (origin.x as f32, origin.y as f32),
            advance: (advance.x as f32, advance.y as f32),
            up: (up.x as f32, up.y as f32),
            size: size * scale,
            sequence: look.sequence,
            visible: look.visible,
            light: look.light,
            annotation: look.annotation,
            bold: letters.bold,
            ink: None,
        };
        drawn.up = (drawn.up.0 * scale, drawn.up.1 * scale);
        let around = drawn.rect();
        drawn.visible &= clip.grown(0.5).contains(around.center_x(), around.center_y());
        if letters.script && drawn.visible && kind == Kind::Letter {
            recording.curve_of_script(around);
        }
        if matches!(kind, Kind::TickBox(_)) {
            drawn.ink = outline_rect(glyph, place);
        }
        recording.glyphs.push(drawn);
    }
}

/// Where the substitute of a font that is not in the file was stretched to the widths of the missing one, the glyph's
/// own scale is not that of the text. It shows by differing between the glyphs of a run.
struct Stretch {
    stretched: bool,
}

impl Stretch {
    fn of(run: &GlyphRun<'_, '_>) -> Self {
        let mut aspects = run.glyphs().iter().map(|glyph| aspect(glyph.transform()));
        let first = aspects.next().unwrap_or(1.0);
        Self { stretched: aspects.any(|other| (other / first - 1.0).abs() > 0.01) }
    }

    fn factor(&self, transform: Affine) -> f64 {
        let aspect = aspect(transform);
        if self.stretched && aspect > 0.01 { aspect } else { 1.0 }
    }
}

fn aspect(transform: Affine) -> f64 {
    let [a, b, c, d, _, _] = transform.as_coeffs();
    let height = c.hypot(d);
    if height > 0.0 { a.hypot(b) / height } else { 1.0 }
}

struct Known {
    start: u32,
    length: u16,
    bold: Option<bool>,
    script: bool,
}

fn characters(
    glyph: &DrawnGlyph<'_>,
    traits: &RefCell<HashMap<GlyphIdentifier, GlyphTraits>>,
    recording: &mut Recording,
) -> (Kind, Known) {
    let code = glyph.char_code();
    let start = u32::try_from(recording.text.len()).unwrap_or(u32::MAX);
    let traits = match glyph {
        DrawnGlyph::Outline(outline) => Some(glyph_traits(outline, traits)),
        DrawnGlyph::Type3(_) => None,
    };
    let bold = traits.and_then(|traits| traits.bold);
    if traits.is_some_and(|traits| traits.symbols)
        && let Some(kind) = symbol(code as u8)
    {
        return (kind, Known { start, length: 0, bold, script: false });
    }
    let kind = match glyph.as_unicode() {
        Some(BfString::Char(character)) => push_character(&mut recording.text, character),
        Some(BfString::String(characters)) => push_all(&mut recording.text, &characters),
        None => Kind::Unknown(None),
    };
    let kind = match kind {
        Kind::Unknown(_) => Kind::Unknown(u8::try_from(code).ok().filter(|code| (0x20..=0x7e).contains(code))),
        known => known,
    };
    let length = u16::try_from(recording.text.len() - start as usize).unwrap_or(0);
    let script = traits.is_some_and(|traits| traits.script);
    (kind, Known { start, length, bold, script })
}

fn push_all(text: &mut String, characters: &str) -> Kind {
    let mut kind = Kind::Nothing;
    for character in characters.chars().take(16) {
        match push_character(text, character) {
            Kind::Nothing => {}
            Kind::Space if kind == Kind::Letter => {}
            other => kind = other,
        }
    }
    kind
}

/// Adds a character in the form in which words hold it.
fn push_character(text: &mut String, character: char) -> Kind {
    let ligature = match character {
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fb05}' | '\u{fb06}' => "st",
        '\u{2010}' | '\u{2011}' => "-",
        _ => "",
    };
    if !ligature.is_empty() {
        text.push_str(ligature);
        return Kind::Letter;
    }
    match character {
        '\u{2610}' | '\u{25a1}' | '\u{25a2}' | '\u{274f}'..='\u{2752}' | '\u{25fb}' | '\u{25fd}' => {
            Kind::TickBox(false)
        }
        '\u{2611}' | '\u{2612}' | '\u{1f5f9}' | '\u{1f5f5}' => Kind::TickBox(true),
        '\u{2713}'..='\u{2718}' => Kind::Tick,
        '\u{fffd}' => Kind::Unknown(None),
        // Symbol encodings of ordinary fonts keep the ASCII codes in their last byte.
        '\u{f020}' => Kind::Space,
        '\u{f021}'..='\u{f07e}' => {
            text.extend(char::from_u32(u32::from(character) - 0xf000));
            Kind::Letter
        }
        '\u{e000}'..='\u{f8ff}' => Kind::Unknown(None),
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => Kind::Nothing,
        _ if character.is_whitespace() => Kind::Space,
        _ if character.is_control() => Kind::Nothing,
        _ => {
            text.push(character);
            Kind::Letter
        }
    }
}

/// Boxes and ticks of the Wingdings family by character code.
fn symbol(code: u8) -> Option<Kind> {
    match code {
        0x6f | 0x70 | 0x71 | 0x72 | 0xa8 => Some(Kind::TickBox(false)),
        0x78 | 0xfd | 0xfe => Some(Kind::TickBox(true)),
        0xfb | 0xfc => Some(Kind::Tick),
        _ => None,
    }
}

fn glyph_traits(glyph: &OutlineGlyph, known: &RefCell<HashMap<GlyphIdentifier, GlyphTraits>>) -> GlyphTraits {
    let identifier = glyph.identifier();
    if let Some(traits) = known.borrow().get(&identifier) {
        return *traits;
    }
    let named = glyph.font_data().and_then(|font| Some((font.postscript_name?, font.weight)));
    let traits = match named {
        Some((name, weight)) => {
            let name = name.to_ascii_lowercase();
            let bold =
                ["bold", "black", "heavy", "demi"].iter().any(|part| name.contains(part)) || name.ends_with("-bd");
            let symbols = name.contains("wingdings");
            let script = SCRIPTS.iter().any(|part| name.contains(part));
            GlyphTraits { bold: Some(bold || weight.is_some_and(|weight| weight >= 600)), symbols, script }
        }
        None => {
            GlyphTraits { bold: stem(&glyph.outline()).map(|stem| stem >= BOLD_STEM), symbols: false, script: false }
        }
    };
    known.borrow_mut().insert(identifier, traits);
    traits
}

/// Measures the thickest vertical stroke a little below the middle of a letter, in thousandths of the type size.
fn stem(outline: &BezPath) -> Option<f32> {
    let bounds = outline.bounding_box();
    // Dots, dashes and commas say nothing.
    if bounds.height() < 400.0 || bounds.height() > 1200.0 {
        return None;
    }
    let height = bounds.y0 + bounds.height() * 0.42;
    let mut crossings = Vec::new();
    let mut last = Point::ORIGIN;
    let mut first = Point::ORIGIN;
    kurbo::flatten(outline.elements().iter().copied(), 8.0, |element| match element {
        PathEl::MoveTo(to) => (first, last) = (to, to),
        PathEl::LineTo(to) => {
            crossings.extend(crossing(last, to, height));
            last = to;
        }
        PathEl::ClosePath => {
            crossings.extend(crossing(last, first, height));
            last = first;
        }
        _ => {}
    });
    crossings.sort_by(f64::total_cmp);
    let strokes = crossings.chunks_exact(2).map(|pair| (pair[1] - pair[0]) as f32);
    strokes.filter(|width| (20.0..=260.0).contains(width)).max_by(f32::total_cmp)
}

fn crossing(from: Point, to: Point, height: f64) -> Option<f64> {
    let crosses = (from.y <= height) != (to.y <= height);
    crosses.then(|| from.x + (to.x - from.x) * (height - from.y) / (to.y - from.y))
}

fn outline_rect(glyph: &DrawnGlyph<'_>, place: Affine) -> Option<Rect> {
    let DrawnGlyph::Outline(outline) = glyph else { return None };
    let path = place * outline.outline();
    let bounds = path.bounding_box();
    (bounds.area() > 0.0).then(|| Rect::new(bounds.x0 as f32, bounds.y0 as f32, bounds.x1 as f32, bounds.y1 as f32))
}
