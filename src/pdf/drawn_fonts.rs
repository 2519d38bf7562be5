//! Type sizes of fonts whose letters are small drawings and whose scale says nothing.
//!
//! Invariant: a letter is measured once per file; its drawing is never shown.

use hayro_interpret::font::{Glyph, GlyphRun, Type3Glyph};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::kurbo::{Affine, BezPath, Rect, Shape};
use hayro_interpret::{
    BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};
use std::cell::RefCell;
use std::collections::HashMap;

/// Heights of capitals and of small letters without ascender, in parts of the type size.
const CAPITAL: f64 = 0.72;
const SMALL: f64 = 0.52;

/// Heights of the letters that were measured, in thousandths of the font's unit.
pub(super) type Heights = RefCell<HashMap<u128, Option<f64>>>;

/// Returns the type size of a run in parts of the font's unit, or `None` when its letters are not drawings.
pub(super) fn type_size<'a>(run: &GlyphRun<'_, 'a>, paint: &Paint<'a>, heights: &Heights) -> Option<f64> {
    let letters: Vec<(&Type3Glyph<'a>, Option<f64>)> = run
        .glyphs()
        .iter()
        .filter_map(|glyph| match &**glyph {
            Glyph::Type3(drawn) => Some((&**drawn, share_of_size(glyph.as_unicode()?))),
            Glyph::Outline(_) => None,
        })
        .collect();
    let sizes = letters.iter().filter_map(|(letter, share)| Some(height(letter, paint, heights)? / (*share)? / 1000.0));
    sizes.max_by(f64::total_cmp).or_else(|| size_by_width(&letters))
}

/// A letter is about half as wide as its type is high; used when the letters have no drawing.
fn size_by_width(letters: &[(&Type3Glyph<'_>, Option<f64>)]) -> Option<f64> {
    let widths: Vec<f64> = letters.iter().filter_map(|(letter, _)| letter.advance_width()).map(f64::from).collect();
    let mean = widths.iter().sum::<f64>() / widths.len().max(1) as f64 / 1000.0;
    (mean > 0.0 && !(0.2..=1.1).contains(&mean)).then_some(mean / 0.5)
}

fn share_of_size(characters: BfString) -> Option<f64> {
    match characters {
        BfString::Char(letter) => letter_share(letter),
        BfString::String(letters) => letters.chars().filter_map(letter_share).reduce(f64::max),
    }
}

fn letter_share(letter: char) -> Option<f64> {
    match letter {
        'A'..='Z' | '0'..='9' | 'b' | 'd' | 'f' | 'h' | 'i' | 'j' | 'k' | 'l' | 't' => Some(CAPITAL),
        'a'..='z' => Some(SMALL),
        _ => None,
    }
}

fn height<'a>(glyph: &Type3Glyph<'a>, paint: &Paint<'a>, heights: &Heights) -> Option<f64> {
    let key = glyph.cache_key();
    if let Some(known) = heights.borrow().get(&key) {
        return *known;
    }
    let mut extent = Extent(None);
    glyph.interpret(&mut extent, Affine::IDENTITY, Affine::IDENTITY, paint);
    // The baseline is at 0, and fonts may be drawn upside down.
    let height = extent.0.map(|rect| rect.y1.max(-rect.y0)).filter(|height| height.is_finite() && *height > 0.0);
    heights.borrow_mut().insert(key, height);
    height
}

/// A device that only keeps how far the drawing reaches.
struct Extent(Option<Rect>);

impl Extent {
    fn add(&mut self, rect: Rect) {
        self.0 = Some(self.0.map_or(rect, |known| known.union(rect)));
    }
}

impl<'a> Device<'a> for Extent {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, _: &DrawMode) {
        self.add(props.transform.transform_rect_bbox(path.bounding_box()));
    }

    fn push_clip_path(&mut self, _: &ClipPath) {}

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}

    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {}

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let size = Rect::new(0.0, 0.0, f64::from(image.width()), f64::from(image.height()));
        self.add(props.transform.transform_rect_bbox(size));
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}
