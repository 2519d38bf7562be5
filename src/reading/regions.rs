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

/// How far around unread lines is looked for more, in points.
const AROUND_LINES: f32 = 30.0;

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

/// How many lines of text a drawing of a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lines {
    /// Those that the layer has words for.
    pub(super) read: usize,
    /// Those that it has none for.
    pub(super) unread: usize,
}

/// Counts the lines of text on a drawing of a page, at about 100 dots an inch.
pub(super) fn lines(image: &GrayImage, layer: &Layer) -> Lines {
    let points = layer.width / image.width().max(1) as f32;
    let lines = text_lines(&Ink::of(image), 72.0 / points);
    let read = lines.iter().filter(|line| is_read(&scaled(line, points), layer)).count();
    Lines { read, unread: lines.len() - read }
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
        pictures.iter().filter_map(|picture| self.unread_part(picture, layer)).collect()
    }

    /// Returns the part of a picture around its unread lines; all of it when no other text lies on the picture.
    fn unread_part(&self, picture: &Rect, layer: &Layer) -> Option<PixelBox> {
        let inside = picture.grown(3.0);
        let unread = self
            .sheet
            .lines
            .iter()
            .map(|line| self.sheet.rect(line))
            .filter(|line| inside.contains(line.center_x(), line.center_y()) && !is_read(line, layer))
            .reduce(|a, b| a.union(&b))?;
        let bare = !layer.words.iter().any(|word| picture.contains(word.rect.center_x(), word.rect.center_y()));
        let part = if bare { *picture } else { unread.grown(AROUND_LINES).intersection(&inside)? };
        let scale = self.sheet.pixels_per_point();
        let [left, top, right, bottom] =
            [part.left, part.top, part.right, part.bottom].map(|side| (side * scale).max(0.0));
        let (width, height) = self.sheet.image.dimensions();
        Some(PixelBox::new(left as u32, top as u32, right.ceil() as u32, bottom.ceil() as u32).within(width, height))
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
