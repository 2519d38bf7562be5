//! Records what a page draws: glyphs with places, lines, filled areas and images, in drawing order.
//!
//! Invariant: nothing is rasterised and no image is decoded. Coordinates are points on the page as shown. A page that
//! draws beyond the limits is stopped; what was recorded until then stays.

use super::glyphs::{self, Glyph, KnownGlyphs};
use super::outline::{LINE_THICKNESS, Outline, Shape, is_small, outlines, rect_of, scale_of, straight, thin};
use crate::page::Rect;
use hayro_interpret::font::GlyphRun;
use hayro_interpret::hayro_syntax::object::dict::keys::{MASK, SMASK, SMASK_IN_DATA};
use hayro_interpret::kurbo::{Affine, BezPath, Rect as DrawnRect, Shape as _};
use hayro_interpret::{BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask};
use std::panic::resume_unwind;

/// Most glyphs of one page; a sheet of dense small print has under 20,000.
const GLYPH_LIMIT: usize = 200_000;
/// Most drawing operations of one page.
const OPERATION_LIMIT: u32 = 3_000_000;
/// Most lines, marks and areas that are kept of one page.
const SHAPE_LIMIT: usize = 60_000;
/// Most opaque areas and backgrounds that are kept of one page: each is compared with many glyphs.
const AREA_LIMIT: usize = 1_500;
/// Paint lighter than this does not show on white paper.
const LIGHT: f32 = 0.94;

/// The panic payload that ends a page which draws too much.
pub(super) struct TooMuch;

/// A straight line, horizontal or vertical, drawn dark enough to be seen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) rect: Rect,
}

/// A closed shape: a rectangle, or anything small; its outline or its filled area.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) rect: Rect,
    pub(super) sequence: u32,
    pub(super) filled: bool,
    pub(super) shape: Shape,
    /// From 0 for black to 1 for white.
    pub(super) luma: f32,
}

/// A small stroke that is neither a line along the page's sides nor a closed shape.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) rect: Rect,
}

/// An image on the page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placement {
    pub(super) rect: Rect,
}

/// What a page draws.
#[derive(Default)]
pub(super) struct Recording {
    pub(super) glyphs: Vec<Glyph>,
    pub(super) text: String,
    pub(super) lines: Vec<Line>,
    pub(super) areas: Vec<Area>,
    pub(super) marks: Vec<Mark>,
    /// Where curves and slanted lines lie, dark enough to be seen: drawn writing among others.
    pub(super) curves: Vec<Rect>,
    pub(super) images: Vec<Placement>,
    /// Opaque areas: what was drawn there before is covered.
    pub(super) covers: Vec<(u32, Rect)>,
    /// Areas on which light text can be read.
    pub(super) backgrounds: Vec<(u32, Rect)>,
    /// Whether anything that can be seen was drawn, text aside.
    pub(super) ink: bool,
}

impl Recording {
    /// Counts a letter that imitates writing by hand among the curves, besides being print.
    pub(super) fn curve_of_script(&mut self, rect: Rect) {
        if self.curves.len() < AREA_LIMIT {
            self.curves.push(rect);
        }
    }
}

/// The device that fills a [`Recording`].
pub(super) struct Recorder<'c> {
    pub(super) recording: Recording,
    /// Whether annotations are being drawn, not the page itself.
    pub(super) annotations: bool,
    page: Rect,
    clips: Vec<Clip>,
    groups: Vec<Group>,
    sequence: u32,
    known_glyphs: &'c KnownGlyphs,
}

#[derive(Clone, Copy)]
struct Clip {
    rect: Rect,
    rectangular: bool,
}

#[derive(Clone, Copy)]
struct Group {
    visible: bool,
    opaque: bool,
}

impl<'c> Recorder<'c> {
    pub(super) fn new(width: f32, height: f32, known_glyphs: &'c KnownGlyphs) -> Self {
        let page = Rect::new(0.0, 0.0, width, height);
        Self {
            recording: Recording::default(),
            annotations: false,
            page,
            clips: vec![Clip { rect: page, rectangular: true }],
            groups: vec![Group { visible: true, opaque: true }],
            sequence: 0,
            known_glyphs,
        }
    }

    /// Forgets clips and groups that the page left open, before the annotations are drawn.
    pub(super) fn begin_annotations(&mut self) {
        self.annotations = true;
        self.clips.truncate(1);
        self.groups.truncate(1);
    }

    fn step(&mut self) -> u32 {
        self.sequence += 1;
        if self.sequence > OPERATION_LIMIT || self.recording.glyphs.len() > GLYPH_LIMIT {
            // There is no other way to end the interpretation of a page; the payload tells it from a fault.
            resume_unwind(Box::new(TooMuch));
        }
        self.sequence
    }

    fn clip(&self) -> Clip {
        self.clips.last().copied().unwrap_or(Clip { rect: self.page, rectangular: true })
    }

    fn group(&self) -> Group {
        self.groups.last().copied().unwrap_or(Group { visible: true, opaque: true })
    }

    fn push_clip(&mut self, rect: Rect, rectangular: bool) {
        let current = self.clip();
        let common = current.rect.intersection(&rect).unwrap_or_default();
        self.clips.push(Clip { rect: common, rectangular: rectangular && current.rectangular });
    }

    fn fill(&mut self, path: &BezPath, transform: Affine, look: Look, sequence: u32) {
        for outline in outlines(path, transform) {
            let around = outline.around();
            let Some(seen) = around.intersection(&self.clip().rect).or_else(|| thin(&around, &self.clip().rect)) else {
                continue;
            };
            if outline.is_rectangle() {
                self.filled_rectangle(seen, look, sequence);
            } else {
                if !look.light {
                    self.recording.ink = true;
                    self.background(seen, sequence);
                }
                if is_small(&seen) {
                    self.area(Area { rect: seen, sequence, filled: true, shape: outline.shape(), luma: look.luma });
                }
                match outline.bar() {
                    Some(bar) => self.line(bar, look),
                    None => self.curve(seen, &outline, look),
                }
            }
        }
    }

    fn filled_rectangle(&mut self, rect: Rect, look: Look, sequence: u32) {
        let (short, long) = (rect.width().min(rect.height()), rect.width().max(rect.height()));
        if short <= LINE_THICKNESS && long > 4.0 * short {
            self.line(rect, look);
        } else {
            self.area(Area { rect, sequence, filled: true, shape: Shape::Rectangle, luma: look.luma });
        }
        if !look.light {
            self.recording.ink = true;
            self.background(rect, sequence);
        }
        if look.opaque && self.clip().rectangular && rect.area() > 20.0 {
            self.cover(rect, sequence);
        }
    }

    fn stroke(&mut self, path: &BezPath, transform: Affine, look: Look, line_width: f32, sequence: u32) {
        let clip = self.clip().rect;
        for outline in outlines(path, transform) {
            let seen = outline.around().grown(line_width / 2.0);
            if look.light || seen.intersection(&clip.grown(0.01)).is_none() {
                continue;
            }
            self.recording.ink = true;
            let around = outline.around();
            if outline.is_rectangle() || (outline.curved && outline.ends_where_it_began() && is_small(&around)) {
                self.area(Area { rect: around, sequence, filled: false, shape: outline.shape(), luma: look.luma });
            } else if outline.curved {
                self.mark(around);
            }
            let mut slanted = false;
            for (from, to) in outline.segments() {
                match straight(from, to, line_width) {
                    Some(rect) => {
                        if let Some(seen) = rect.intersection(&clip).or_else(|| thin(&rect, &clip)) {
                            self.line(seen, look);
                        }
                    }
                    None => slanted = true,
                }
            }
            if slanted {
                self.mark(around);
            }
            if slanted || outline.curved {
                self.curve(around, &outline, look);
            }
        }
    }

    fn area(&mut self, area: Area) {
        if self.recording.areas.len() < SHAPE_LIMIT {
            self.recording.areas.push(area);
        }
    }

    fn line(&mut self, rect: Rect, look: Look) {
        if !look.light && self.recording.lines.len() < SHAPE_LIMIT {
            self.recording.ink = true;
            self.recording.lines.push(Line { rect });
        }
    }

    fn mark(&mut self, rect: Rect) {
        if is_small(&rect) && self.recording.marks.len() < SHAPE_LIMIT {
            self.recording.marks.push(Mark { rect });
        }
    }

    fn curve(&mut self, rect: Rect, outline: &Outline, look: Look) {
        if !look.light && !outline.is_frame() && self.recording.curves.len() < AREA_LIMIT {
            self.recording.curves.push(rect);
        }
    }

    fn background(&mut self, rect: Rect, sequence: u32) {
        if rect.width() > 4.0 && rect.height() > 4.0 && self.recording.backgrounds.len() < AREA_LIMIT {
            self.recording.backgrounds.push((sequence, rect));
        }
    }

    fn cover(&mut self, rect: Rect, sequence: u32) {
        if self.recording.covers.len() < AREA_LIMIT {
            self.recording.covers.push((sequence, rect));
        }
    }

    fn draw(&mut self, path: &BezPath, props: &DrawProps<'_>, mode: &DrawMode) {
        let sequence = self.step();
        let look = self.look(&props.paint, props.blend_mode, props.soft_mask.is_some());
        if !look.visible {
            return;
        }
        match mode {
            DrawMode::Fill(_) => self.fill(path, props.transform, look, sequence),
            DrawMode::Stroke(stroke) => {
                let width = stroke.line_width * scale_of(props.transform);
                self.stroke(path, props.transform, look, width, sequence);
            }
            DrawMode::FillAndStroke(_, stroke) => {
                let width = stroke.line_width * scale_of(props.transform);
                self.fill(path, props.transform, look, sequence);
                self.stroke(path, props.transform, look, width, sequence);
            }
            DrawMode::Invisible => {}
        }
    }

    fn look(&self, paint: &Paint<'_>, blend: BlendMode, masked: bool) -> Look {
        let group = self.group();
        let plain = blend == BlendMode::Normal && !masked && group.opaque;
        match paint {
            Paint::Color(color) => {
                let [red, green, blue, alpha] = color.to_rgba().to_rgba8().map(f32::from);
                let luma = (0.299 * red + 0.587 * green + 0.114 * blue) / 255.0;
                let visible = group.visible && alpha > 0.0;
                // Pale paint that is barely there counts as light, too.
                let shown = 1.0 - (1.0 - luma) * alpha / 255.0;
                Look { visible, light: shown > LIGHT, opaque: plain && alpha >= 254.0, luma: shown }
            }
            Paint::Pattern(_) => Look { visible: group.visible, light: false, opaque: false, luma: 0.7 },
        }
    }
}

/// How a drawing operation looks on white paper.
#[derive(Clone, Copy)]
struct Look {
    visible: bool,
    light: bool,
    opaque: bool,
    luma: f32,
}

impl<'a> Device<'a> for Recorder<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, draw_mode: &DrawMode) {
        self.draw(path, &props, draw_mode);
    }

    fn push_clip_path(&mut self, clip_path: &ClipPath) {
        let bounds = clip_path.path.bounding_box();
        let rectangular = outlines(&clip_path.path, Affine::IDENTITY).all(|outline| outline.is_rectangle());
        self.push_clip(rect_of(bounds), rectangular);
    }

    fn push_clip_rect(&mut self, rect: &DrawnRect) {
        self.push_clip(rect_of(*rect), true);
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, blend_mode: BlendMode) {
        let outer = self.group();
        let plain = opacity > 0.99 && mask.is_none() && blend_mode == BlendMode::Normal;
        self.groups.push(Group { visible: outer.visible && opacity > 0.01, opaque: outer.opaque && plain });
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, draw_mode: &DrawMode) {
        let sequence = self.step();
        let look = self.look(&props.paint, props.blend_mode, props.soft_mask.is_some());
        let run_look = glyphs::RunLook {
            sequence,
            visible: look.visible && !matches!(draw_mode, DrawMode::Invisible),
            light: look.light,
            annotation: self.annotations,
        };
        let clip = self.clip().rect;
        glyphs::record(run, &props, run_look, clip, &mut self.recording, self.known_glyphs);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let sequence = self.step();
        let size = DrawnRect::new(0.0, 0.0, f64::from(image.width()), f64::from(image.height()));
        let around = rect_of(props.transform.transform_rect_bbox(size));
        let Some(rect) = around.intersection(&self.clip().rect) else { return };
        let group = self.group();
        if !group.visible {
            return;
        }
        self.recording.ink = true;
        self.background(rect, sequence);
        if self.recording.images.len() < SHAPE_LIMIT {
            self.recording.images.push(Placement { rect });
        }
        if group.opaque && self.clip().rectangular && hides_what_is_below(&image) {
            self.cover(rect, sequence);
        }
    }

    fn pop_clip(&mut self) {
        if self.clips.len() > 1 {
            self.clips.pop();
        }
    }

    fn pop_transparency_group(&mut self) {
        if self.groups.len() > 1 {
            self.groups.pop();
        }
    }
}

fn hides_what_is_below(image: &Image<'_, '_>) -> bool {
    match image {
        Image::Stencil(_) => false,
        Image::Raster(raster) => {
            let entries = raster.stream();
            let entries = entries.dict();
            !entries.contains_key(SMASK) && !entries.contains_key(MASK) && !entries.contains_key(SMASK_IN_DATA)
        }
    }
}
