//! Straight lines drawn on a page.

use super::Ink;
use crate::ocr::PixelBox;
use image::GrayImage;

/// Shortest horizontal line, in inches: longer than any stroke of writing.
const SHORTEST_ACROSS: f32 = 0.33;
/// Shortest vertical line, in inches: the side of a form's cell.
const SHORTEST_DOWN: f32 = 0.22;
/// Thickest line, in inches; thicker ones are bars.
const THICKEST: f32 = 0.055;
/// Lines up to this thickness, in inches, may be light; small print, blurred into a stripe, is thicker.
const THIN: f32 = 0.021;
/// How far from a hairline the paper is looked at, in inches.
const HAIRLINE: f32 = 0.022;
/// How much darker than the paper on both sides a hairline is.
const CONTRAST: u16 = 15;
/// Length from which a line may have print close to it on both sides, in inches; shorter ones may be print.
const LONG: f32 = 1.2;
/// How much a line may climb for its length: what is left of the page's slope.
const CLIMB: f32 = 0.012;
/// Share of dark pixels around a line from which it is part of a dark area.
const DARK_AREA: f32 = 0.6;
/// Share of a run that must be dark.
const DENSITY: f32 = 0.85;

/// A straight line on an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuledLine {
    /// The box around it.
    pub pixels: PixelBox,
    /// Whether it runs from left to right.
    pub horizontal: bool,
}

/// Returns the horizontal and vertical lines of a straightened page, whose ink is `ink`.
///
/// A line may have small gaps, may climb by a pixel here and there as lines of scans do, and may be of a light grey.
pub fn ruled_lines(image: &GrayImage, ink: &Ink, dots_per_inch: f32) -> Vec<RuledLine> {
    // Fine scans are looked at in half their resolution: it is plenty, and takes a quarter of the time.
    let factor = if dots_per_inch >= 250.0 { 2 } else { 1 };
    let reach = (HAIRLINE * dots_per_inch).round().max(3.0) as u32;
    let across = ink.joined_with(&hairlines_across(image, reach)).reduced(factor);
    let down = ink.joined_with(&hairlines_down(image, reach)).reduced(factor).transposed();
    let (dark, dots_per_inch) = (ink.reduced(factor), dots_per_inch / factor as f32);
    let across = lines_across(&across, &dark, dots_per_inch, SHORTEST_ACROSS);
    let down = lines_across(&down, &dark.transposed(), dots_per_inch, SHORTEST_DOWN);
    let across = across.into_iter().map(|pixels| RuledLine { pixels: pixels.multiplied(factor), horizontal: true });
    let down = down.into_iter().map(|pixels| RuledLine {
        pixels: PixelBox::new(pixels.top, pixels.left, pixels.bottom, pixels.right).multiplied(factor),
        horizontal: false,
    });
    across.chain(down).collect()
}

/// Returns the pixels that are darker than what lies `reach` rows above and below, however light they are.
fn hairlines_across(image: &GrayImage, reach: u32) -> Ink {
    let (width, height) = image.dimensions();
    let mut ink = Ink::none(width, height);
    let row = |y: u32| &image.as_raw()[y as usize * width as usize..(y as usize + 1) * width as usize];
    for y in reach..height.saturating_sub(reach) {
        let (above, here, below) = (row(y - reach), row(y), row(y + reach));
        for (x, bit) in ink.row_mut(y).iter_mut().enumerate() {
            *bit = u8::from(u16::from(here[x]) + CONTRAST <= u16::from(above[x].min(below[x])));
        }
    }
    ink
}

/// Returns the pixels that are darker than what lies `reach` columns to the left and right.
fn hairlines_down(image: &GrayImage, reach: u32) -> Ink {
    let (width, height) = image.dimensions();
    let (mut ink, reach) = (Ink::none(width, height), reach as usize);
    for y in 0..height {
        let row = &image.as_raw()[y as usize * width as usize..(y as usize + 1) * width as usize];
        let bits = ink.row_mut(y);
        for x in reach..row.len().saturating_sub(reach) {
            bits[x] = u8::from(u16::from(row[x]) + CONTRAST <= u16::from(row[x - reach].min(row[x + reach])));
        }
    }
    ink
}

/// A stretch of dark pixels in one row.
#[derive(Debug, Clone, Copy)]
struct Run {
    left: u32,
    right: u32,
    dark: u32,
}

/// Runs of neighbouring rows that touch.
#[derive(Debug, Clone, Copy)]
struct Stroke {
    pixels: PixelBox,
    dark: u32,
    /// The last row's part, which the next row must touch.
    last: (u32, u32),
}

impl Stroke {
    fn thickness(&self) -> f32 {
        self.dark as f32 / self.pixels.width().max(1) as f32
    }
}

/// Finds horizontal lines in `ink`; `dark` is the ink that is dark beyond doubt.
fn lines_across(ink: &Ink, dark: &Ink, dots_per_inch: f32, shortest: f32) -> Vec<PixelBox> {
    let gap = (dots_per_inch / 80.0).ceil() as u32;
    let shortest = (shortest * dots_per_inch) as u32;
    let mut open: Vec<Stroke> = Vec::new();
    let mut closed: Vec<Stroke> = Vec::new();
    for y in 0..ink.height() {
        let runs = runs(ink.row(y), gap, shortest * 2 / 3);
        let (going_on, ended) = open.into_iter().partition(|stroke: &Stroke| stroke.pixels.bottom >= y);
        open = going_on;
        closed.extend::<Vec<Stroke>>(ended);
        for run in runs {
            add_run(&mut open, run, y, gap);
        }
    }
    closed.extend(open);
    let thickest = (THICKEST * dots_per_inch).max(2.0);
    let thin = (THIN * dots_per_inch).max(2.0);
    closed.retain(|stroke| {
        let thickness = stroke.thickness();
        thickness <= thin || (thickness <= thickest && dark.count(&stroke.pixels) as f32 > stroke.dark as f32 * 0.92)
    });
    let is_line = |line: &PixelBox| {
        let (length, height) = (line.width() as f32, line.height() as f32);
        line.width() >= shortest
            && height <= thickest + length * CLIMB + 1.0
            && !in_dark_area(dark, line, dots_per_inch)
            && (length > LONG * dots_per_inch || !in_print(dark, line, dots_per_inch))
    };
    joined(closed, gap * 3).into_iter().filter(is_line).collect()
}

/// Tells whether a line has ink all around: it is then the ground between light letters.
fn in_dark_area(ink: &Ink, line: &PixelBox, dots_per_inch: f32) -> bool {
    let beside = (dots_per_inch / 20.0).ceil() as u32;
    let around = PixelBox::new(line.left, line.top.saturating_sub(beside), line.right, line.bottom + beside);
    let around = around.within(ink.width(), ink.height());
    let area = around.width() as f32 * around.height() as f32;
    ink.count(&around) as f32 > area * DARK_AREA
}

/// Tells whether a short line has print close to it: it is then the feet or the heads of letters.
fn in_print(ink: &Ink, line: &PixelBox, dots_per_inch: f32) -> bool {
    let near = (dots_per_inch / 60.0).ceil() as u32;
    let above = PixelBox::new(line.left, line.top.saturating_sub(near), line.right, line.top.saturating_sub(1));
    let below =
        PixelBox::new(line.left, line.bottom + 1, line.right, line.bottom + near).within(ink.width(), ink.height());
    [above, below].iter().any(|side| {
        let area = side.width() * side.height();
        (0.25..0.85).contains(&(ink.count(side) as f32 / area.max(1) as f32))
    })
}

/// Returns the dark stretches of a row, over gaps of at most `gap` pixels.
fn runs(row: &[u8], gap: u32, shortest: u32) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut current: Option<Run> = None;
    let mut finish = |run: Option<Run>| {
        if let Some(run) = run
            && run.right - run.left >= shortest
            && run.dark as f32 >= (run.right - run.left) as f32 * DENSITY
        {
            runs.push(run);
        }
    };
    let mut x = 0;
    while let Some(offset) = row[x..].iter().position(|&bit| bit == 1) {
        let left = x + offset;
        let right = row[left..].iter().position(|&bit| bit == 0).map_or(row.len(), |length| left + length);
        let (left, right, dark) = (left as u32, right as u32, (right - left) as u32);
        current = match current {
            Some(run) if left - run.right <= gap => Some(Run { right, dark: run.dark + dark, ..run }),
            other => {
                finish(other);
                Some(Run { left, right, dark })
            }
        };
        x = right as usize;
    }
    finish(current);
    runs
}

/// Adds a run to the stroke that it continues: below it, or beside it a pixel higher or lower.
fn add_run(open: &mut Vec<Stroke>, run: Run, y: u32, gap: u32) {
    let touches = |stroke: &Stroke| run.left <= stroke.last.1 + gap && stroke.last.0 <= run.right + gap;
    let Some(stroke) = open.iter_mut().find(|stroke| touches(stroke)) else {
        open.push(Stroke {
            pixels: PixelBox::new(run.left, y, run.right, y + 1),
            dark: run.dark,
            last: (run.left, run.right),
        });
        return;
    };
    stroke.pixels.left = stroke.pixels.left.min(run.left);
    stroke.pixels.right = stroke.pixels.right.max(run.right);
    // Two runs of one row may belong to one stroke: its reach is then both.
    stroke.last = if stroke.pixels.bottom == y + 1 {
        (stroke.last.0.min(run.left), stroke.last.1.max(run.right))
    } else {
        (run.left, run.right)
    };
    stroke.pixels.bottom = y + 1;
    stroke.dark += run.dark;
}

/// Joins strokes that continue one another across a small gap.
fn joined(mut strokes: Vec<Stroke>, gap: u32) -> Vec<PixelBox> {
    strokes.sort_by_key(|stroke| (stroke.pixels.left, stroke.pixels.top));
    let mut lines: Vec<PixelBox> = Vec::new();
    for stroke in strokes {
        let part = stroke.pixels;
        let before = lines.iter_mut().find(|line| {
            part.left <= line.right + gap
                && part.right + gap >= line.left
                && part.top <= line.bottom + 1
                && line.top <= part.bottom + 1
        });
        match before {
            Some(line) => {
                *line = PixelBox::new(
                    line.left.min(part.left),
                    line.top.min(part.top),
                    line.right.max(part.right),
                    line.bottom.max(part.bottom),
                );
            }
            None => lines.push(part),
        }
    }
    lines
}
