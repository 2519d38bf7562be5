//! A page's image set upright and straight, with what is known of its ink.

use super::raster::Raster;
use crate::ocr::imaging::{self, Greys, Ink, TextDirection};
use crate::ocr::{OcrError, PixelBox, Recognizer, Segmentation};
use crate::page::{Frame, Rect};
use image::{GrayImage, imageops};

/// Resolution at which direction, skew and lines of text are looked for.
const OVERVIEW: f32 = 100.0;
/// Slopes up to this do no harm to recognition, and turning costs sharpness.
const HARMLESS_SKEW: f32 = 0.3;
/// From here on the shape of the lines alone says whether they stand on their heads.
const CLEARLY_UPRIGHT: f32 = 0.2;
/// Lines that are read both ways up when their shape does not tell.
const PROBED_LINES: usize = 3;

/// A page ready to be recognised.
pub(super) struct Sheet {
    /// The image in the reading frame: upright, straight, even, without specks.
    pub(super) image: GrayImage,
    /// Resolution of the print.
    pub(super) dots_per_inch: f32,
    /// Points of the page for each pixel.
    points: f32,
    /// How the reading frame lies on the page.
    pub(super) frame: Frame,
    /// The ink at the image's resolution.
    pub(super) ink: Ink,
    /// Lines of text, in pixels of the image, longest first.
    pub(super) lines: Vec<PixelBox>,
}

impl Sheet {
    /// Turns a page so that its lines run from side to side, and sets it straight.
    pub(super) fn levelled(raster: Raster) -> Self {
        let greys = Greys::of(&raster.image);
        let ink = Ink::below(&raster.image, greys.threshold);
        let overview = overview(&ink, raster.dots_per_inch);
        let sideways = imaging::text_direction(&overview) == TextDirection::Vertical;
        let overview = if sideways { overview.turned_clockwise() } else { overview };
        let skew = imaging::skew_degrees(&overview);
        let skew = if skew.abs() > HARMLESS_SKEW { skew } else { 0.0 };
        let ink = if sideways { ink.turned_clockwise() } else { ink };
        let raster = Raster { image: imaging::turned(raster.image, u8::from(sideways)), ..raster };
        Self::straight(raster, greys, ink, u8::from(sideways), skew)
    }

    /// Takes a page as it is shown.
    pub(super) fn as_shown(raster: Raster) -> Self {
        let greys = Greys::of(&raster.image);
        let ink = Ink::below(&raster.image, greys.threshold);
        Self::straight(raster, greys, ink, 0, 0.0)
    }

    /// Turns a levelled page over when it stands on its head.
    ///
    /// That is told from the shape of the lines; only where it says little, a few lines are recognised both ways.
    ///
    /// # Errors
    /// What the recognizer answers to the lines it is shown.
    pub(super) fn stand_up(&mut self, recognizer: &mut dyn Recognizer) -> Result<(), OcrError> {
        if self.is_upside_down(recognizer)? {
            self.turn_over();
        }
        Ok(())
    }

    /// `greys` and `ink` are those of the raster.
    fn straight(raster: Raster, greys: Greys, ink: Ink, quarter_turns: u8, skew_degrees: f32) -> Self {
        let Raster { image, dots_per_inch, points, size } = raster;
        let (image, ink) = if skew_degrees == 0.0 {
            (image, ink)
        } else {
            let image = imaging::straightened(&image, skew_degrees, greys.paper);
            let ink = Ink::below(&image, greys.threshold);
            (image, ink)
        };
        let (image, ink, paper) = match imaging::evened(&image, greys) {
            Some(even) => {
                let ink = Ink::of(&even);
                (even, ink, 255)
            }
            None => (image, ink, greys.paper),
        };
        let specks = imaging::specks(&ink, dots_per_inch);
        let image = imaging::without_specks(image, &specks, paper);
        let ink = ink.without(&specks);
        let lines = text_lines(&ink, dots_per_inch);
        let (width, height) = if quarter_turns.is_multiple_of(2) { size } else { (size.1, size.0) };
        let frame = Frame { width, height, quarter_turns, skew_degrees };
        Self { image, dots_per_inch, points, frame, ink, lines }
    }

    fn is_upside_down(&self, recognizer: &mut dyn Recognizer) -> Result<bool, OcrError> {
        let (overview, factor) = (overview(&self.ink, self.dots_per_inch), overview_factor(self.dots_per_inch));
        let lines: Vec<PixelBox> = self.lines.iter().map(|line| line.divided(factor)).collect();
        let uprightness = imaging::uprightness(&overview, &lines);
        if self.lines.is_empty() || uprightness > CLEARLY_UPRIGHT {
            return Ok(false);
        }
        let (mut upright, mut turned) = (0.0, 0.0);
        for line in self.lines.iter().take(PROBED_LINES) {
            let image = self.cut(line, 4);
            upright += self.legibility(&image, recognizer)?;
            turned += self.legibility(&imageops::rotate180(&image), recognizer)?;
        }
        Ok(turned > upright)
    }

    fn legibility(&self, line: &GrayImage, recognizer: &mut dyn Recognizer) -> Result<f32, OcrError> {
        let words = recognizer.recognize(line, self.dots_per_inch, Segmentation::Line)?;
        let letters = |text: &str| text.chars().filter(|character| character.is_alphanumeric()).count() as f32;
        Ok(words.iter().map(|word| word.confidence.value().powi(2) * letters(&word.text)).sum())
    }

    fn turn_over(&mut self) {
        imageops::rotate180_in_place(&mut self.image);
        self.ink = self.ink.turned_over();
        let (width, height) = self.image.dimensions();
        for line in &mut self.lines {
            *line = PixelBox::new(width - line.right, height - line.bottom, width - line.left, height - line.top);
        }
        self.frame.quarter_turns += 2;
    }

    /// Returns a part of the image with `margin` pixels around it.
    pub(super) fn cut(&self, part: &PixelBox, margin: u32) -> GrayImage {
        let (left, top) = (part.left.saturating_sub(margin), part.top.saturating_sub(margin));
        let right = (part.right + margin).min(self.image.width());
        let bottom = (part.bottom + margin).min(self.image.height());
        imageops::crop_imm(&self.image, left, top, right.saturating_sub(left), bottom.saturating_sub(top)).to_image()
    }

    /// Returns the pixels for each point of the page.
    pub(super) fn pixels_per_point(&self) -> f32 {
        1.0 / self.points
    }

    /// Returns where a box of pixels lies in the reading frame, in points.
    pub(super) fn rect(&self, pixels: &PixelBox) -> Rect {
        let [left, top, right, bottom] =
            [pixels.left, pixels.top, pixels.right, pixels.bottom].map(|side| side as f32 * self.points);
        Rect::new(left, top, right, bottom)
    }

    /// Returns the box of pixels that a place in the reading frame, in points, takes up.
    pub(super) fn pixels(&self, rect: &Rect) -> PixelBox {
        let scale = self.pixels_per_point();
        let [left, top, right, bottom] = [rect.left, rect.top, rect.right, rect.bottom].map(|side| side * scale);
        let box_of =
            PixelBox::new(left.max(0.0) as u32, top.max(0.0) as u32, right.ceil() as u32, bottom.ceil() as u32);
        box_of.within(self.image.width(), self.image.height())
    }

    /// Tells whether there is nothing on the page but dirt, holes and the shadow of its edge.
    pub(super) fn is_blank(&self) -> bool {
        let (width, height) = (self.image.width(), self.image.height());
        let (margin_x, margin_y) = (width / 16, height / 20);
        let inner = PixelBox::new(margin_x, margin_y, width - margin_x, height - margin_y);
        let area = u64::from(inner.width()) * u64::from(inner.height());
        let all = self.ink.count(&PixelBox::new(0, 0, width, height));
        self.lines.is_empty() && (self.ink.count(&inner) * 10_000 < area || all == 0)
    }

    /// Returns the share of the page that is dark.
    pub(super) fn ink_share(&self) -> f32 {
        let (width, height) = self.image.dimensions();
        let area = (u64::from(width) * u64::from(height)).max(1);
        self.ink.count(&PixelBox::new(0, 0, width, height)) as f32 / area as f32
    }
}

fn overview_factor(dots_per_inch: f32) -> u32 {
    (dots_per_inch / OVERVIEW).round().max(1.0) as u32
}

fn overview(ink: &Ink, dots_per_inch: f32) -> Ink {
    ink.reduced(overview_factor(dots_per_inch))
}

/// Returns the lines of text in pixels of the ink itself, longest first.
fn text_lines(ink: &Ink, dots_per_inch: f32) -> Vec<PixelBox> {
    let factor = overview_factor(dots_per_inch);
    let lines = imaging::text_lines(&ink.reduced(factor), dots_per_inch / factor as f32);
    lines.into_iter().map(|line| line.multiplied(factor).within(ink.width(), ink.height())).collect()
}
