//! Light or uneven print made even.

use super::otsu_threshold;
use image::GrayImage;

/// Side of the tiles in which the paper's grey is measured, in pixels.
const TILE: u32 = 32;

/// Returns the mean grey of the paper and of the ink.
pub fn paper_and_ink(image: &GrayImage) -> (u8, u8) {
    let threshold = otsu_threshold(image);
    let (mut light, mut lights, mut dark, mut darks) = (0u64, 0u64, 0u64, 0u64);
    for &grey in image.as_raw() {
        if grey <= threshold {
            dark += u64::from(grey);
            darks += 1;
        } else {
            light += u64::from(grey);
            lights += 1;
        }
    }
    let mean = |sum: u64, count: u64| sum.checked_div(count).unwrap_or(255) as u8;
    (mean(light, lights), mean(dark, darks))
}

/// Returns the image with its paper made white and its ink dark, or `None` when it is good as it is.
///
/// Good means: dark ink on paper of one grey. The paper's grey is measured tile by tile, so a shadow over half the page
/// goes; dark bands much larger than a tile stay dark.
pub fn evened(image: &GrayImage) -> Option<GrayImage> {
    let (paper, ink) = paper_and_ink(image);
    let tiles = PaperTiles::measured(image);
    let faint = u32::from(ink) * 100 > u32::from(paper) * 45;
    if paper <= ink || !(faint || tiles.uneven()) {
        return None;
    }
    let darkest = f32::from(ink) / f32::from(paper) * if faint { 0.9 } else { 0.5 };
    let scale = 255.0 / (1.0 - darkest.min(0.8));
    let mut even = image.clone();
    let width = image.width();
    for (y, row) in even.chunks_exact_mut(width as usize).enumerate() {
        for (tile, pixels) in row.chunks_mut(TILE as usize).enumerate() {
            let paper = f32::from(tiles.at(tile as u32, y as u32 / TILE));
            for grey in pixels {
                let share = (f32::from(*grey) / paper - darkest).max(0.0);
                *grey = (share * scale).min(255.0) as u8;
            }
        }
    }
    Some(even)
}

/// The paper's grey in each tile.
struct PaperTiles {
    across: u32,
    down: u32,
    grey: Vec<u8>,
}

impl PaperTiles {
    fn measured(image: &GrayImage) -> Self {
        let (across, down) = (image.width().div_ceil(TILE), image.height().div_ceil(TILE));
        let grey = (0..across * down).map(|tile| bright_grey(image, tile % across, tile / across)).collect();
        let tiles = Self { across, down, grey };
        tiles.brightest_near().smoothed()
    }

    fn at(&self, x: u32, y: u32) -> u8 {
        self.grey[(y * self.across + x) as usize]
    }

    /// Tells whether the paper's grey differs across the page by more than thresholding bears.
    fn uneven(&self) -> bool {
        let mut sorted = self.grey.clone();
        sorted.sort_unstable();
        let at = |share: f32| sorted.get((sorted.len() as f32 * share) as usize).copied().unwrap_or(255);
        at(0.97).saturating_sub(at(0.03)) > 40
    }

    /// Lets each tile take the brightest of its neighbours, so that tiles full of print count as paper too.
    fn brightest_near(&self) -> Self {
        self.mapped(2, |near| near.max().unwrap_or(255).max(90))
    }

    fn smoothed(&self) -> Self {
        self.mapped(1, |near| {
            let (sum, count) = near.fold((0u32, 0u32), |(sum, count), grey| (sum + u32::from(grey), count + 1));
            (sum / count.max(1)) as u8
        })
    }

    fn mapped(&self, reach: u32, of: impl Fn(&mut dyn Iterator<Item = u8>) -> u8) -> Self {
        let mut grey = Vec::with_capacity(self.grey.len());
        for y in 0..self.down {
            for x in 0..self.across {
                let (top, bottom) = (y.saturating_sub(reach), (y + reach).min(self.down - 1));
                let (left, right) = (x.saturating_sub(reach), (x + reach).min(self.across - 1));
                let mut near = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row)));
                grey.push(of(&mut near.by_ref().map(|(column, row)| self.at(column, row))));
            }
        }
        Self { across: self.across, down: self.down, grey }
    }
}

/// Returns the grey that nine tenths of a tile's pixels do not exceed.
fn bright_grey(image: &GrayImage, tile_x: u32, tile_y: u32) -> u8 {
    let mut histogram = [0u32; 256];
    let mut count = 0;
    for y in tile_y * TILE..((tile_y + 1) * TILE).min(image.height()) {
        let start = y as usize * image.width() as usize;
        let (left, right) = (tile_x * TILE, ((tile_x + 1) * TILE).min(image.width()));
        for &grey in &image.as_raw()[start + left as usize..start + right as usize] {
            histogram[usize::from(grey)] += 1;
            count += 1;
        }
    }
    let mut above = 0;
    for grey in (0..256usize).rev() {
        above += histogram[grey];
        if above * 10 > count {
            return grey as u8;
        }
    }
    255
}
