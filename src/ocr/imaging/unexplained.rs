//! Ink that nothing known accounts for: writing by hand, stamps, seals.

use super::Ink;
use crate::ocr::PixelBox;

/// Side of the cells in which ink is counted, in inches: strokes of one hand are nearer to each other.
const CELL: f32 = 0.05;
/// Dark pixels that make a cell count, as a share of its side: a stroke crosses it.
const STROKE: f32 = 0.5;
/// The smallest mark, in inches; less is dirt, or the rest of a line.
const SMALLEST: (f32, f32) = (0.15, 0.075);
/// The largest mark, in inches: more is a shadow or a picture.
const LARGEST: (f32, f32) = (5.0, 2.0);
/// Darker than this is a bar and no writing.
const SOLID: f32 = 0.6;

/// Returns boxes around the ink outside of what is known.
pub fn unexplained(ink: &Ink, known: &[PixelBox], dots_per_inch: f32) -> Vec<PixelBox> {
    let rest = ink.clone().without(known);
    let side = (CELL * dots_per_inch).round().max(3.0) as u32;
    let cells = Cells::of(&rest, side);
    let inches = |pixels: u32| pixels as f32 / dots_per_inch;
    let mut marks: Vec<PixelBox> = cells.groups().into_iter().filter_map(|group| tight(&rest, &group)).collect();
    marks.retain(|mark| {
        let (width, height) = (inches(mark.width()), inches(mark.height()));
        let area = (mark.width() * mark.height()).max(1) as f32;
        width >= SMALLEST.0
            && height >= SMALLEST.1
            && width <= LARGEST.0
            && height <= LARGEST.1
            && (rest.count(mark) as f32) < area * SOLID
    });
    marks
}

/// Cuts a box down to the ink within.
fn tight(ink: &Ink, part: &PixelBox) -> Option<PixelBox> {
    let part = part.within(ink.width(), ink.height());
    let rows: Vec<u32> =
        (part.top..part.bottom).filter(|&y| ink.row(y)[part.left as usize..part.right as usize].contains(&1)).collect();
    let (&top, &bottom) = (rows.first()?, rows.last()?);
    let column = |x: &u32| (top..=bottom).any(|y| ink.at(*x, y));
    let left = (part.left..part.right).find(column)?;
    let right = (part.left..part.right).rev().find(column)?;
    Some(PixelBox::new(left, top, right + 1, bottom + 1))
}

/// Which cells of a grid over the image hold strokes.
struct Cells {
    side: u32,
    columns: usize,
    dark: Vec<bool>,
}

impl Cells {
    fn of(ink: &Ink, side: u32) -> Self {
        let (columns, rows) = (ink.width().div_ceil(side) as usize, ink.height().div_ceil(side) as usize);
        let mut counts = vec![0u32; columns * rows];
        for y in 0..ink.height() {
            let row = (y / side) as usize * columns;
            for (x, &bit) in ink.row(y).iter().enumerate() {
                counts[row + x / side as usize] += u32::from(bit);
            }
        }
        let needed = (side as f32 * STROKE).max(2.0) as u32;
        Self { side, columns, dark: counts.into_iter().map(|count| count >= needed).collect() }
    }

    /// Returns the boxes around cells that touch, corners included.
    fn groups(&self) -> Vec<PixelBox> {
        let mut seen = vec![false; self.dark.len()];
        let mut groups = Vec::new();
        for start in 0..self.dark.len() {
            if self.dark[start] && !seen[start] {
                groups.push(self.group(start, &mut seen));
            }
        }
        groups
    }

    fn group(&self, start: usize, seen: &mut [bool]) -> PixelBox {
        let rows = self.dark.len() / self.columns.max(1);
        let (mut left, mut top, mut right, mut bottom) = (self.columns, rows, 0, 0);
        let mut open = vec![start];
        seen[start] = true;
        while let Some(cell) = open.pop() {
            let (x, y) = (cell % self.columns, cell / self.columns);
            (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1));
            for near_y in y.saturating_sub(1)..(y + 2).min(rows) {
                for near_x in x.saturating_sub(1)..(x + 2).min(self.columns) {
                    let near = near_y * self.columns + near_x;
                    if self.dark[near] && !seen[near] {
                        seen[near] = true;
                        open.push(near);
                    }
                }
            }
        }
        let [left, top, right, bottom] = [left, top, right, bottom].map(|cells| cells as u32 * self.side);
        PixelBox::new(left, top, right, bottom)
    }
}
