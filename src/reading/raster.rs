//! A page as an image to recognise, at a resolution that recognition likes.

use crate::page::Rect;
use crate::pdf::PageImage;
use image::imageops::{self, FilterType};
use image::{GrayImage, Luma};

/// Resolution at which pages are drawn.
const DRAWN: f32 = 200.0;
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

/// Sides, in inches, between which the longer side of a sheet of paper lies.
const SHEETS: (f32, f32) = (6.5, 18.0);
/// What the longer side of a sheet is taken to be when the file gives an impossible one.
const USUAL_SHEET: f32 = 11.0;

/// An image of a whole page as shown.
#[derive(Debug, Clone)]
pub(super) struct Raster {
    pub(super) image: GrayImage,
    /// Resolution of the print: how many pixels an inch of the paper has, which is not what every file says.
    pub(super) dots_per_inch: f32,
    /// Points of the page for each pixel.
    pub(super) points: f32,
    /// Width and height of the page as shown, in points.
    pub(super) size: (f32, f32),
}

/// Returns the resolution at which a page of this size in points is drawn to be recognised.
pub(super) fn drawing_resolution(size: (f32, f32)) -> f32 {
    let inches = size.0.max(size.1) / 72.0;
    if is_sheet(inches) { DRAWN } else { DRAWN * USUAL_SHEET / inches.max(0.1) }
}

impl Raster {
    /// Takes a page that was drawn at its [`drawing_resolution`].
    pub(super) fn drawn(image: GrayImage, size: (f32, f32)) -> Self {
        let points = size.0 / image.width().max(1) as f32;
        Self { dots_per_inch: print_resolution(&image, 72.0 / points), image, points, size }
    }

    /// Takes a page's own image; paper is added where it does not reach the page's edge.
    pub(super) fn scanned(page_image: PageImage, size: (f32, f32)) -> Self {
        let PageImage { pixels, dots_per_inch, rect } = page_image;
        let image = on_whole_page(pixels, dots_per_inch, &rect, size);
        let points = size.0 / image.width().max(1) as f32;
        Self { dots_per_inch: print_resolution(&image, dots_per_inch), image, points, size }.adapted()
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
        Self { image, dots_per_inch: self.dots_per_inch * scale, points: self.points / scale, size: self.size }
    }
}

/// Returns the resolution that the print on a scan has.
///
/// Programs that put pictures into PDFs often invent the size of the page: a photographed form fills a page of 80
/// inches or of three. Letters are then not of the size that the file says.
fn print_resolution(image: &GrayImage, dots_per_inch: f32) -> f32 {
    let longer = image.width().max(image.height()) as f32;
    let inches = longer / dots_per_inch;
    if is_sheet(inches) { dots_per_inch } else { longer / USUAL_SHEET }
}

fn is_sheet(longer_side_inches: f32) -> bool {
    (SHEETS.0..=SHEETS.1).contains(&longer_side_inches)
}

fn on_whole_page(pixels: GrayImage, dots_per_inch: f32, rect: &Rect, size: (f32, f32)) -> GrayImage {
    let scale = dots_per_inch / 72.0;
    let [left, top] = [rect.left, rect.top].map(|side| (side * scale).round() as i64);
    let [width, height] = [size.0, size.1].map(|side| (side * scale).round().max(1.0) as u32);
    let close = |a: u32, b: u32| a.abs_diff(b) <= 2;
    if left.abs() <= 1 && top.abs() <= 1 && close(width, pixels.width()) && close(height, pixels.height()) {
        return pixels;
    }
    let mut page = GrayImage::from_pixel(width, height, Luma([255]));
    imageops::replace(&mut page, &pixels, left, top);
    page
}
