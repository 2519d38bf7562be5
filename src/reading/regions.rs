//! Pictures on a page that otherwise has a good text layer: which of them hold text of their own.

use super::raster::Raster;
use super::recognition;
use super::sheet::Sheet;
use crate::ocr::imaging::{Ink, text_lines};
use crate::ocr::{OcrError, PixelBox, Recognizer};
use crate::page::{Rect, Word};
use crate::pdf::Layer;
use image::GrayImage;

/// Smallest picture that may hold text, in points.
const SMALLEST: (f32, f32) = (45.0, 10.0);

/// Returns the pictures that are large enough to hold text, without those inside others.
pub(super) fn worth_reading(layer: &Layer) -> Vec<Rect> {
    let page = Rect::new(0.0, 0.0, layer.width, layer.height);
    let mut pictures: Vec<Rect> = layer
        .images
        .iter()
        .filter_map(|image| image.intersection(&page))
        .filter(|image| image.width() >= SMALLEST.0 && image.height() >= SMALLEST.1)
        .collect();
    pictures.sort_by(|a, b| b.area().total_cmp(&a.area()));
    let mut apart: Vec<Rect> = Vec::new();
    for picture in pictures {
        // Scans are sometimes cut into strips: what touches is one picture.
        match apart.iter_mut().find(|other| other.grown(1.0).intersection(&picture).is_some()) {
            Some(other) => *other = other.union(&picture),
            None => apart.push(picture),
        }
    }
    apart
}

/// Tells whether a drawing of a page, at 100 dots an inch, shows lines of text that the layer does not have.
pub(super) fn has_unread_lines(image: &GrayImage, layer: &Layer) -> bool {
    let points = layer.width / image.width().max(1) as f32;
    let lines = text_lines(&Ink::of(image), 72.0 / points);
    let unread = lines.iter().map(|line| scaled(line, points)).filter(|line| !is_read(line, layer)).count();
    unread >= 2 || (unread == 1 && layer.words.is_empty())
}

/// A drawn page whose text layer is good.
pub(super) struct Drawn {
    sheet: Sheet,
}

impl Drawn {
    /// Takes a drawn page; it is neither turned nor straightened, since its words lie as shown.
    pub(super) fn new(raster: Raster) -> Self {
        Self { sheet: Sheet::as_shown(raster) }
    }

    /// Returns the parts of the pictures that show text which the layer does not have.
    pub(super) fn unread_parts(&self, pictures: &[Rect], layer: &Layer) -> Vec<PixelBox> {
        let scale = self.sheet.pixels_per_point();
        let (width, height) = self.sheet.image.dimensions();
        let unread = |picture: &&Rect| {
            let inside = picture.grown(3.0);
            self.sheet.lines.iter().any(|line| {
                let line = self.sheet.rect(line);
                inside.contains(line.center_x(), line.center_y()) && !is_read(&line, layer)
            })
        };
        let pixels = |picture: &Rect| {
            let sides = [picture.left, picture.top, picture.right, picture.bottom].map(|side| (side * scale).max(0.0));
            PixelBox::new(sides[0] as u32, sides[1] as u32, sides[2].ceil() as u32, sides[3].ceil() as u32)
                .within(width, height)
        };
        pictures.iter().filter(unread).map(pixels).collect()
    }

    /// Recognises the words in a part.
    ///
    /// # Errors
    /// What the recognizer answers.
    pub(super) fn words_in(&self, part: &PixelBox, recognizer: &mut dyn Recognizer) -> Result<Vec<Word>, OcrError> {
        recognition::words_in(&self.sheet, part, recognizer)
    }
}

/// Tells whether the layer has words along a third of a line at least.
fn is_read(line: &Rect, layer: &Layer) -> bool {
    let covered: f32 = layer
        .words
        .iter()
        .filter(|word| word.rect.overlap_y(line) > line.height() * 0.3)
        .map(|word| word.rect.overlap_x(line).max(0.0))
        .sum();
    covered > line.width() / 3.0
}

fn scaled(pixels: &PixelBox, points: f32) -> Rect {
    let [left, top, right, bottom] =
        [pixels.left, pixels.top, pixels.right, pixels.bottom].map(|side| side as f32 * points);
    Rect::new(left, top, right, bottom)
}
