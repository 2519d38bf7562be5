//! Pages as images.

use super::{Pdf, PdfError};
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderSettings, render};
use hayro_interpret::InterpreterSettings;
use image::{GrayImage, RgbImage};

/// Most pixels of a rendered page: a page of any size is rendered, a huge one at a lower resolution.
pub(super) const PIXEL_LIMIT: f32 = 40_000_000.0;
/// Most pixels of a side, which the renderer counts in 16 bits.
const SIDE_LIMIT: f32 = 32_000.0;

impl Pdf {
    /// Renders a page as shown, on white, in gray.
    ///
    /// A page too large for the resolution is rendered at a lower one: the scale is the image's width by the page's.
    ///
    /// # Errors
    /// `page_missing` or `damaged`.
    pub fn render(&self, page: u32, dots_per_inch: f32) -> Result<GrayImage, PdfError> {
        let pixmap = self.pixmap(page, dots_per_inch)?;
        let (width, height) = (u32::from(pixmap.width()), u32::from(pixmap.height()));
        let gray = pixmap.data().iter().map(|pixel| luma(pixel.r, pixel.g, pixel.b)).collect();
        GrayImage::from_raw(width, height, gray)
            .ok_or_else(|| PdfError::damaged(format!("page {page} cannot be drawn")))
    }

    /// Renders a page as shown, on white, in colour; see [`Pdf::render`].
    ///
    /// # Errors
    /// `page_missing` or `damaged`.
    pub fn render_color(&self, page: u32, dots_per_inch: f32) -> Result<RgbImage, PdfError> {
        let pixmap = self.pixmap(page, dots_per_inch)?;
        let (width, height) = (u32::from(pixmap.width()), u32::from(pixmap.height()));
        let colors = pixmap.data().iter().flat_map(|pixel| [pixel.r, pixel.g, pixel.b]).collect();
        RgbImage::from_raw(width, height, colors)
            .ok_or_else(|| PdfError::damaged(format!("page {page} cannot be drawn")))
    }

    fn pixmap(&self, page: u32, dots_per_inch: f32) -> Result<Pixmap, PdfError> {
        self.with_page(page, |access| {
            let (width, height) = access.page.render_dimensions();
            let scale = scale_within_limits(width, height, dots_per_inch);
            // Sides are cut to whole pixels by the renderer: aim at whole ones.
            let whole = |side: f32| (side * scale).round().clamp(1.0, SIDE_LIMIT);
            let settings = PixmapSettings {
                x_scale: (whole(width) + 0.01) / width,
                y_scale: (whole(height) + 0.01) / height,
                bg_color: WHITE,
            };
            let interpreter = InterpreterSettings::default();
            render(access.page, access.renderer, &interpreter, &RenderSettings::default(), &settings)
        })
    }
}

fn scale_within_limits(width: f32, height: f32, dots_per_inch: f32) -> f32 {
    let wanted = if dots_per_inch.is_finite() { dots_per_inch.clamp(1.0, 2400.0) / 72.0 } else { 1.0 };
    let by_area = (PIXEL_LIMIT / (width * height)).sqrt();
    let by_side = SIDE_LIMIT / width.max(height);
    wanted.min(by_area).min(by_side)
}

pub(super) fn luma(red: u8, green: u8, blue: u8) -> u8 {
    ((u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114 + 500) / 1000) as u8
}
