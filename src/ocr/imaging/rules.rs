//! Straight lines drawn on a page.

use super::Ink;
use crate::ocr::PixelBox;

/// Shortest horizontal line, in inches: longer than any stroke of writing.
const SHORTEST_ACROSS: f32 = 0.33;
/// Shortest vertical line, in inches: the side of a form's cell.
const SHORTEST_DOWN: f32 = 0.22;
/// Thickest line, in inches; thicker ones are bars.
const THICKEST: f32 = 0.055;
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

/// Returns the horizontal and vertical lines of a straightened page.
///
/// A line may have small gaps and may climb by a pixel here and there, as lines of scans do.
pub fn ruled_lines(ink: &Ink, dots_per_inch: f32) -> Vec<RuledLine> {
    let across = lines_across(ink, dots_per_inch, SHORTEST_ACROSS);
    let down = lines_across(&ink.transposed(), dots_per_inch, SHORTEST_DOWN);
    let across = across.into_iter().map(|pixels| RuledLine { pixels, horizontal: true });
    let down = down.into_iter().map(|pixels| RuledLine {
        pixels: PixelBox::new(pixels.top, pixels.left, pixels.bottom, pixels.right),
        horizontal: false,
    });
    across.chain(down).collect()
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

fn lines_across(ink: &Ink, dots_per_inch: f32, shortest: f32) -> Vec<PixelBox> {
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
    closed.retain(|stroke| stroke.thickness() <= thickest);
    joined(closed, gap * 3)
        .into_iter()
        .filter(|line| line.width() >= shortest && line.width() > line.height() * 6)
        .collect()
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
