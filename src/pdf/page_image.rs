//! The one image that makes up a scanned page, with its own pixels.
//!
//! Invariant: nothing is rasterised; the image is only turned, flipped and cut so that it lies as the page is shown.

use super::file::PageAccess;
use super::outline::rect_of;
use super::render::{PIXEL_LIMIT, luma};
use super::{Pdf, PdfError};
use crate::page::Rect;
use hayro_interpret::font::GlyphRun;
use hayro_interpret::kurbo::{Affine, BezPath, Rect as DrawnRect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageData, ImageDrawProps, InterpreterSettings,
    Paint, RasterImage, SoftMask, StencilImage, TransformExt, interpret_page,
};
use image::{GrayImage, imageops};

/// An image makes up the page when it covers more than this share of it.
const WHOLE_PAGE: f32 = 0.85;
/// A second image that covers more than this share of the page says that the page is not one image.
const SECOND_IMAGE: f32 = 0.01;
/// So many drawn shapes besides the image say that the page is not one image.
const SHAPES: u32 = 40;
/// Images with more pixels than this are not decoded here.
const DECODE_LIMIT: u64 = 120_000_000;

/// The image that makes up a page.
#[derive(Debug, Clone)]
pub struct PageImage {
    /// Its own pixels in gray, lying as the page is shown.
    pub pixels: GrayImage,
    /// Its resolution on the page.
    pub dots_per_inch: f32,
    /// Where it lies on the page as shown, in points; a pixel's place follows from the ratio of the sides.
    pub rect: Rect,
}

impl Pdf {
    /// Returns the image of a page that consists of one image, or `None` for any other page.
    ///
    /// Text may lie over the image; other drawings may not.
    ///
    /// # Errors
    /// `page_missing` or `damaged`.
    pub fn page_image(&self, page: u32) -> Result<Option<PageImage>, PdfError> {
        self.with_page(page, |access| {
            let mut finder = Finder::new(access.page.render_dimensions());
            interpret(&access, &mut finder);
            finder.found()
        })
    }
}

fn interpret(access: &PageAccess<'_>, finder: &mut Finder) {
    let (width, height) = access.page.render_dimensions();
    let bounds = DrawnRect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let transform = access.page.initial_transform(true).to_kurbo();
    let settings = InterpreterSettings::default();
    let mut context = Context::new(transform, bounds, access.interpreter, access.page.xref(), settings);
    interpret_page(access.page, &mut context, finder);
}

/// Keeps the decoded image that covers the page and counts everything else.
struct Finder {
    page: Rect,
    clips: Vec<Rect>,
    plain: Vec<bool>,
    image: Option<PageImage>,
    images: u32,
    shapes: u32,
    unknown_letters: bool,
}

impl Finder {
    fn new((width, height): (f32, f32)) -> Self {
        let page = Rect::new(0.0, 0.0, width, height);
        Self { page, clips: vec![page], plain: vec![true], image: None, images: 0, shapes: 0, unknown_letters: false }
    }

    fn found(self) -> Option<PageImage> {
        let alone = self.images == 1 && self.shapes <= SHAPES && !self.unknown_letters;
        self.image.filter(|_| alone)
    }

    fn clip(&self) -> Rect {
        self.clips.last().copied().unwrap_or(self.page)
    }

    fn is_plain(&self) -> bool {
        self.plain.last().copied().unwrap_or(true)
    }
}

impl<'a> Device<'a> for Finder {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, draw_mode: &DrawMode) {
        let seen =
            rect_of(props.transform.transform_rect_bbox(path.bounding_box())).intersection(&self.clip()).is_some();
        let light = match &props.paint {
            Paint::Color(color) => {
                let [red, green, blue, alpha] = color.to_rgba().to_rgba8();
                alpha == 0 || luma(red, green, blue) > 240
            }
            Paint::Pattern(_) => false,
        };
        if seen && !light && !matches!(draw_mode, DrawMode::Invisible) {
            self.shapes += 1;
        }
    }

    fn push_clip_path(&mut self, clip_path: &ClipPath) {
        let clip = rect_of(clip_path.path.bounding_box()).intersection(&self.clip()).unwrap_or_default();
        self.clips.push(clip);
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, _: BlendMode) {
        self.plain.push(self.is_plain() && opacity > 0.99 && mask.is_none());
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, _: DrawProps<'a>, draw_mode: &DrawMode) {
        if !matches!(draw_mode, DrawMode::Invisible) && !self.unknown_letters {
            self.unknown_letters = run.glyphs().iter().any(|glyph| glyph.as_unicode().is_none());
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let (width, height) = (image.width(), image.height());
        let size = DrawnRect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let Some(seen) = rect_of(props.transform.transform_rect_bbox(size)).intersection(&self.clip()) else { return };
        let share = seen.area() / self.page.area();
        if share > SECOND_IMAGE {
            self.images += 1;
        }
        let decodable = u64::from(width) * u64::from(height) <= DECODE_LIMIT;
        if share > WHOLE_PAGE && self.images == 1 && self.is_plain() && decodable {
            self.image = pixels_of(&image).and_then(|picture| picture.placed(props.transform, seen));
        }
    }

    fn pop_clip(&mut self) {
        if self.clips.len() > 1 {
            self.clips.pop();
        }
    }

    fn pop_transparency_group(&mut self) {
        if self.plain.len() > 1 {
            self.plain.pop();
        }
    }
}

/// Decoded pixels with the size that the drawing instructions speak of.
struct Picture {
    pixels: GrayImage,
    width: f64,
    height: f64,
}

fn pixels_of(image: &Image<'_, '_>) -> Option<Picture> {
    match image {
        Image::Raster(raster) => raster_pixels(raster),
        Image::Stencil(stencil) => stencil_pixels(stencil),
    }
}

fn raster_pixels(raster: &RasterImage<'_>) -> Option<Picture> {
    let mut picture = None;
    raster.with_rgba(
        |data, alpha| {
            let (scale_x, scale_y) = data.scale_factors();
            let (width, height) = (data.width(), data.height());
            let mut gray = match data {
                ImageData::Luma(luma) => luma.data,
                ImageData::Rgb(rgb) => {
                    rgb.data.chunks_exact(3).map(|pixel| luma(pixel[0], pixel[1], pixel[2])).collect()
                }
            };
            if let Some(alpha) = alpha.filter(|alpha| alpha.data.iter().any(|value| *value < 255)) {
                // A mask of another size would have to be scaled; such pages are rendered instead.
                if alpha.data.len() != gray.len() {
                    return;
                }
                for (value, alpha) in gray.iter_mut().zip(&alpha.data) {
                    *value = over_white(*value, *alpha);
                }
            }
            picture = Picture::new(width, height, gray, scale_x, scale_y);
        },
        None,
    );
    picture
}

fn stencil_pixels(stencil: &StencilImage<'_, '_>) -> Option<Picture> {
    let mut picture = None;
    stencil.with_stencil(
        |mask, paint| {
            let Paint::Color(color) = paint else { return };
            let [red, green, blue, alpha] = color.to_rgba().to_rgba8();
            let ink = over_white(luma(red, green, blue), alpha);
            let gray = mask.data.iter().map(|coverage| over_white(ink, *coverage)).collect();
            picture = Picture::new(mask.width, mask.height, gray, mask.scale_factors.0, mask.scale_factors.1);
        },
        None,
    );
    picture
}

fn over_white(value: u8, alpha: u8) -> u8 {
    let (value, alpha) = (u32::from(value), u32::from(alpha));
    ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
}

impl Picture {
    fn new(width: u32, height: u32, gray: Vec<u8>, scale_x: f32, scale_y: f32) -> Option<Self> {
        let pixels = GrayImage::from_raw(width, height, gray)?;
        let (width, height) = (f64::from(width) * f64::from(scale_x), f64::from(height) * f64::from(scale_y));
        Some(Self { pixels, width, height })
    }

    /// Turns, flips and cuts the picture to what is seen of it; `None` when it lies askew.
    fn placed(self, transform: Affine, seen: Rect) -> Option<PageImage> {
        let [a, b, c, d, _, _] = transform.as_coeffs();
        let whole = rect_of(transform.transform_rect_bbox(DrawnRect::new(0.0, 0.0, self.width, self.height)));
        let upright = (b * self.width).abs() < 1.0 && (c * self.height).abs() < 1.0;
        let lying = (a * self.width).abs() < 1.0 && (d * self.height).abs() < 1.0;
        let mut pixels = self.pixels;
        if upright {
            flip(&mut pixels, a < 0.0, d < 0.0);
        } else if lying {
            // Turning by a quarter sends columns to rows in the same order and rows to columns in reverse order.
            pixels = imageops::rotate90(&pixels);
            flip(&mut pixels, c > 0.0, b < 0.0);
        } else {
            return None;
        }
        Some(cut(pixels, whole, whole.intersection(&seen)?))
    }
}

fn flip(pixels: &mut GrayImage, horizontally: bool, vertically: bool) {
    if horizontally {
        imageops::flip_horizontal_in_place(pixels);
    }
    if vertically {
        imageops::flip_vertical_in_place(pixels);
    }
}

/// Cuts off what lies outside of `seen` and makes the resolution the same in both directions.
fn cut(pixels: GrayImage, whole: Rect, seen: Rect) -> PageImage {
    let (per_point_x, per_point_y) = (pixels.width() as f32 / whole.width(), pixels.height() as f32 / whole.height());
    let left = ((seen.left - whole.left) * per_point_x).round().max(0.0) as u32;
    let top = ((seen.top - whole.top) * per_point_y).round().max(0.0) as u32;
    let width = ((seen.width() * per_point_x).round() as u32).clamp(1, pixels.width().saturating_sub(left).max(1));
    let height = ((seen.height() * per_point_y).round() as u32).clamp(1, pixels.height().saturating_sub(top).max(1));
    let pixels = if (width, height) == pixels.dimensions() {
        pixels
    } else {
        imageops::crop_imm(&pixels, left, top, width, height).to_image()
    };
    let finest = per_point_x.max(per_point_y);
    let limited = finest.min((PIXEL_LIMIT / seen.area()).sqrt());
    let uneven = (per_point_x / per_point_y - 1.0).abs() > 0.1;
    let pixels = if uneven || limited < finest {
        let (width, height) = ((seen.width() * limited).round().max(1.0), (seen.height() * limited).round().max(1.0));
        imageops::resize(&pixels, width as u32, height as u32, imageops::FilterType::Triangle)
    } else {
        pixels
    };
    PageImage { dots_per_inch: pixels.width() as f32 * 72.0 / seen.width(), pixels, rect: seen }
}
