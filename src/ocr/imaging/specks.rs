//! Dirt taken off a page: dots that stand alone.

use super::Ink;
use crate::ocr::PixelBox;
use image::GrayImage;

/// Largest side of a speck, in inches.
const LARGEST: f32 = 0.021;
/// Paper around a speck, in inches: full stops and the dots of letters are nearer to their letters.
const LONELY: f32 = 0.035;

/// Returns where single dots lie that belong to no writing.
pub fn specks(ink: &Ink, dots_per_inch: f32) -> Vec<PixelBox> {
    let side = (LARGEST * dots_per_inch).round().max(2.0) as u32;
    let lonely = (LONELY * dots_per_inch).round().max(3.0) as u32;
    let mut found = Vec::new();
    for y in 0..ink.height() {
        let row = ink.row(y);
        let mut x = 0;
        while let Some(offset) = row[x..].iter().position(|&bit| bit == 1) {
            let left = (x + offset) as u32;
            let length = row[left as usize..].iter().position(|&bit| bit == 0).unwrap_or(row.len() - left as usize);
            x = left as usize + length;
            if length as u32 <= side && is_top(ink, left, x as u32, y) {
                found.extend(speck_at(ink, left, y, side, lonely));
            }
        }
    }
    found
}

/// Tells whether no ink touches a run from above.
fn is_top(ink: &Ink, left: u32, right: u32, y: u32) -> bool {
    y == 0 || !(left.saturating_sub(1)..=right).any(|x| ink.at(x, y - 1))
}

fn speck_at(ink: &Ink, left: u32, top: u32, side: u32, lonely: u32) -> Option<PixelBox> {
    let core = PixelBox::new(left.saturating_sub(side / 2), top, left + side, top + side);
    let around = PixelBox::new(
        core.left.saturating_sub(lonely),
        core.top.saturating_sub(lonely),
        core.right + lonely,
        core.bottom + lonely,
    );
    // The row above is looked at first: most candidates are letters, and those end the search there.
    let above = PixelBox::new(around.left, around.top, around.right, core.top);
    (ink.count(&above) == 0 && ink.count(&around) == ink.count(&core)).then_some(core)
}

/// Returns the image with the boxes filled with the grey `paper`.
pub fn without_specks(mut image: GrayImage, specks: &[PixelBox], paper: u8) -> GrayImage {
    let (width, height) = image.dimensions();
    let pixels: &mut [u8] = &mut image;
    for speck in specks {
        // A pixel of blur around the speck goes with it.
        for y in speck.top.saturating_sub(1)..(speck.bottom + 1).min(height) {
            let row = y as usize * width as usize;
            let (left, right) = (speck.left.saturating_sub(1) as usize, (speck.right + 1).min(width) as usize);
            pixels[row + left..row + right].fill(paper);
        }
    }
    image
}
