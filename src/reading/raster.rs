//! A page as an image to recognise, at a resolution that recognition likes.

use crate::page::Rect;
use crate::pdf::PageImage;
use image::imageops::{self, FilterType};
use image::{GrayImage, Luma};

/// Resolution at which pages are drawn.
pub(super) const DRAWN: f32 = 200.0;
/// Scans up to this resolution are taken as they are; finer ones only cost time.
const FINEST: f32 = 330.0;
/// What finer scans are brought down to.
const REDUCED: f32 = 300.0;
/// Scans below this resolution have letters too small to recognise.
const COARSEST: f32 = 150.0;
/// What coarser scans are brought up to.
const ENLARGED: f32 = 220.0;
/// Most pixels of a page: beyond it the resolution falls, however large the sheet.
const MOST_PIXELS: f32 = 24_000_000.0;

/// An image of a whole page as shown.
#[derive(Debug, Clone)]
pub(super) struct Raster {
    pub(super) image: GrayImage,
    pub(super) dots_per_inch: f32,
}

impl Raster {
    /// Takes a page that was drawn.
    pub(super) fn drawn(image: GrayImage, page_width: f32) -> Self {
        let dots_per_inch = image.width() as f32 * 72.0 / page_width.max(1.0);
        Self { image, dots_per_inch }
    }

    /// Takes a page's own image; paper is added where it does not reach the page's edge.
    pub(super) fn scanned(page_image: PageImage, page_width: f32, page_height: f32) -> Self {
        let PageImage { pixels, dots_per_inch, rect } = page_image;
        Self { image: on_whole_page(pixels, dots_per_inch, &rect, page_width, page_height), dots_per_inch }.adapted()
    }

    fn adapted(self) -> Self {
        let (width, height) = (self.image.width() as f32, self.image.height() as f32);
        let wanted = match self.dots_per_inch {
            fine if fine > FINEST => REDUCED,
            coarse if coarse < COARSEST => ENLARGED,
            fitting => fitting,
        };
        let by_size = self.dots_per_inch * (MOST_PIXELS / (width * height)).sqrt();
        let scale = wanted.min(by_size) / self.dots_per_inch;
        if (scale - 1.0).abs() < 0.01 {
            return self;
        }
        let filter = if scale < 1.0 { FilterType::Triangle } else { FilterType::CatmullRom };
        let (width, height) = ((width * scale).round().max(1.0), (height * scale).round().max(1.0));
        let image = imageops::resize(&self.image, width as u32, height as u32, filter);
        Self { image, dots_per_inch: self.dots_per_inch * scale }
    }
}

fn on_whole_page(pixels: GrayImage, dots_per_inch: f32, rect: &Rect, width: f32, height: f32) -> GrayImage {
    let scale = dots_per_inch / 72.0;
    let [left, top] = [rect.left, rect.top].map(|side| (side * scale).round() as i64);
    let [width, height] = [width, height].map(|side| (side * scale).round().max(1.0) as u32);
    let close = |a: u32, b: u32| a.abs_diff(b) <= 2;
    if left.abs() <= 1 && top.abs() <= 1 && close(width, pixels.width()) && close(height, pixels.height()) {
        return pixels;
    }
    let mut page = GrayImage::from_pixel(width, height, Luma([255]));
    imageops::replace(&mut page, &pixels, left, top);
    page
}
