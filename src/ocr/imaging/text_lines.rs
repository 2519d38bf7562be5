//! Where the lines of text are, good enough to take samples of them.

use super::Ink;
use crate::ocr::PixelBox;

/// Gap between words of one line that is bridged, in inches.
const WORD_GAP: f32 = 0.11;
/// Lowest and highest line, in inches.
const HEIGHTS: (f32, f32) = (0.055, 0.3);
/// Shortest line, in inches.
const SHORTEST: f32 = 0.5;

/// Returns boxes around lines of text that run from side to side, longest first.
///
/// `dots_per_inch` should be about 100. Bars, ruled lines and pictures are left out.
pub fn text_lines(ink: &Ink, dots_per_inch: f32) -> Vec<PixelBox> {
    let text = ink.without_long_runs((0.4 * dots_per_inch) as u32);
    let (lowest, highest) = (HEIGHTS.0 * dots_per_inch, HEIGHTS.1 * dots_per_inch);
    let mut lines: Vec<PixelBox> = smeared_parts(&text, (WORD_GAP * dots_per_inch) as u32)
        .into_iter()
        .filter(|part| {
            let (width, height) = (part.width() as f32, part.height() as f32);
            let density = text.count(part) as f32 / (width * height).max(1.0);
            height >= lowest
                && height <= highest
                && width >= SHORTEST * dots_per_inch
                && width >= height * 3.0
                && (0.1..0.7).contains(&density)
        })
        .collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.width()));
    lines
}

/// Returns boxes around the connected parts after bridging gaps of at most `gap` pixels in each row.
fn smeared_parts(ink: &Ink, gap: u32) -> Vec<PixelBox> {
    let mut parts: Vec<PixelBox> = Vec::new();
    // For each part the part that it was merged into; itself while it stands.
    let mut merged_into: Vec<usize> = Vec::new();
    let mut above: Vec<(u32, u32, usize)> = Vec::new();
    for y in 0..ink.height() {
        let mut here = Vec::new();
        for (left, right) in bridged_runs(ink.row(y), gap) {
            let mut part = None;
            for &(_, _, touching) in above.iter().filter(|run| run.0 < right && left < run.1) {
                let touching = root(&merged_into, touching);
                part = Some(match part {
                    None => touching,
                    Some(own) if own == touching => own,
                    Some(own) => {
                        parts[own] = around(&parts[own], &parts[touching]);
                        merged_into[touching] = own;
                        own
                    }
                });
            }
            let run = PixelBox::new(left, y, right, y + 1);
            let part = part.unwrap_or_else(|| {
                parts.push(run);
                merged_into.push(merged_into.len());
                parts.len() - 1
            });
            parts[part] = around(&parts[part], &run);
            here.push((left, right, part));
        }
        above = here;
    }
    parts.iter().enumerate().filter(|(index, _)| merged_into[*index] == *index).map(|(_, part)| *part).collect()
}

fn root(merged_into: &[usize], mut part: usize) -> usize {
    while merged_into[part] != part {
        part = merged_into[part];
    }
    part
}

fn bridged_runs(row: &[u8], gap: u32) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    let mut x = 0;
    while let Some(offset) = row[x..].iter().position(|&bit| bit == 1) {
        let left = x + offset;
        let right = row[left..].iter().position(|&bit| bit == 0).map_or(row.len(), |length| left + length);
        match runs.last_mut() {
            Some(last) if left as u32 - last.1 <= gap => last.1 = right as u32,
            _ => runs.push((left as u32, right as u32)),
        }
        x = right;
    }
    runs
}

fn around(a: &PixelBox, b: &PixelBox) -> PixelBox {
    PixelBox::new(a.left.min(b.left), a.top.min(b.top), a.right.max(b.right), a.bottom.max(b.bottom))
}
