//! Where an image is dark: one bit a pixel, kept as bytes for speed of access.

use crate::ocr::PixelBox;
use image::GrayImage;

/// The dark pixels of an image: 1 where there is ink, 0 where there is paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ink {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Ink {
    /// Makes the ink of an image: every pixel at or below `threshold`.
    pub fn below(image: &GrayImage, threshold: u8) -> Self {
        let pixels = image.as_raw().iter().map(|&grey| u8::from(grey <= threshold)).collect();
        Self { width: image.width(), height: image.height(), pixels }
    }

    /// Makes an image without any ink.
    pub(super) fn none(width: u32, height: u32) -> Self {
        Self { width, height, pixels: vec![0; width as usize * height as usize] }
    }

    /// Returns the ink of both of two images of the same size.
    #[must_use]
    pub(super) fn joined_with(&self, other: &Self) -> Self {
        let pixels = self.pixels.iter().zip(&other.pixels).map(|(a, b)| a | b).collect();
        Self { pixels, ..*self }
    }

    /// Makes the ink of an image by Otsu's threshold.
    pub fn of(image: &GrayImage) -> Self {
        Self::below(image, otsu_threshold(image))
    }

    /// Returns the number of columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns one row, a byte a pixel.
    pub fn row(&self, y: u32) -> &[u8] {
        let start = y as usize * self.width as usize;
        &self.pixels[start..start + self.width as usize]
    }

    pub(super) fn row_mut(&mut self, y: u32) -> &mut [u8] {
        let start = y as usize * self.width as usize;
        &mut self.pixels[start..start + self.width as usize]
    }

    /// Tells whether there is ink; false outside the image.
    pub fn at(&self, x: u32, y: u32) -> bool {
        x < self.width && y < self.height && self.pixels[y as usize * self.width as usize + x as usize] == 1
    }

    /// Returns the number of dark pixels in a box, which is cut to the image.
    pub fn count(&self, part: &PixelBox) -> u64 {
        let (left, right) = (part.left.min(self.width) as usize, part.right.min(self.width) as usize);
        if left >= right {
            return 0;
        }
        (part.top.min(self.height)..part.bottom.min(self.height))
            .map(|y| self.row(y)[left..right].iter().map(|&bit| u64::from(bit)).sum::<u64>())
            .sum()
    }

    /// Returns the smallest box around all ink, or `None` when there is none.
    pub fn bounds(&self) -> Option<PixelBox> {
        let rows: Vec<u32> = (0..self.height).filter(|&y| self.row(y).contains(&1)).collect();
        let (&top, &bottom) = (rows.first()?, rows.last()?);
        let left = rows.iter().filter_map(|&y| self.row(y).iter().position(|&bit| bit == 1)).min()?;
        let right = rows.iter().filter_map(|&y| self.row(y).iter().rposition(|&bit| bit == 1)).max()?;
        Some(PixelBox::new(left as u32, top, right as u32 + 1, bottom + 1))
    }

    /// Returns the image made `factor` times smaller; a pixel is dark when a good part of its block is.
    #[must_use]
    pub fn reduced(&self, factor: u32) -> Self {
        if factor <= 1 {
            return self.clone();
        }
        let (width, height) = (self.width.div_ceil(factor), self.height.div_ceil(factor));
        // A hairline of one pixel in a block of `factor` rows must survive; a speck must not.
        let needed = (factor * factor / 4).clamp(1, factor) as u16;
        let mut pixels = Vec::with_capacity(width as usize * height as usize);
        let mut sums = vec![0u16; width as usize];
        for block in 0..height {
            sums.fill(0);
            for y in block * factor..((block + 1) * factor).min(self.height) {
                for (sum, bits) in sums.iter_mut().zip(self.row(y).chunks(factor as usize)) {
                    *sum += bits.iter().map(|&bit| u16::from(bit)).sum::<u16>();
                }
            }
            pixels.extend(sums.iter().map(|&sum| u8::from(sum >= needed)));
        }
        Self { width, height, pixels }
    }

    /// Returns the image with rows and columns exchanged (mirrored at the falling diagonal).
    #[must_use]
    pub fn transposed(&self) -> Self {
        let (width, height) = (self.width as usize, self.height as usize);
        let mut pixels = vec![0; self.pixels.len()];
        // In tiles, so that both sides stay in the cache.
        for tile_y in (0..height).step_by(32) {
            for tile_x in (0..width).step_by(32) {
                for y in tile_y..(tile_y + 32).min(height) {
                    for x in tile_x..(tile_x + 32).min(width) {
                        pixels[x * height + y] = self.pixels[y * width + x];
                    }
                }
            }
        }
        Self { width: self.height, height: self.width, pixels }
    }

    /// Returns the image turned clockwise by a quarter.
    #[must_use]
    pub fn turned_clockwise(&self) -> Self {
        let mut turned = self.transposed();
        for row in turned.pixels.chunks_exact_mut(self.height.max(1) as usize) {
            row.reverse();
        }
        turned
    }

    /// Returns the image turned by half.
    #[must_use]
    pub fn turned_over(&self) -> Self {
        let pixels = self.pixels.iter().rev().copied().collect();
        Self { pixels, ..*self }
    }

    /// Returns the ink outside of the boxes.
    #[must_use]
    pub fn without(mut self, boxes: &[PixelBox]) -> Self {
        let (width, height) = (self.width, self.height);
        for part in boxes.iter().map(|part| part.within(width, height)) {
            for y in part.top..part.bottom {
                self.row_mut(y)[part.left as usize..part.right as usize].fill(0);
            }
        }
        self
    }

    /// Returns the ink without horizontal and vertical runs longer than `length`, and without thin leftovers of them.
    #[must_use]
    pub fn without_long_runs(&self, length: u32) -> Self {
        let mut kept = self.clone();
        erase_long_runs(self, &mut kept, length);
        let mut turned = kept.transposed();
        erase_long_runs(&self.transposed(), &mut turned, length);
        turned.transposed()
    }
}

fn erase_long_runs(source: &Ink, target: &mut Ink, length: u32) {
    for y in 0..source.height() {
        let mut start = 0;
        let row = source.row(y);
        for x in 0..=row.len() {
            if x < row.len() && row[x] == 1 {
                continue;
            }
            if x - start > length as usize {
                target.row_mut(y)[start..x].fill(0);
            }
            start = x + 1;
        }
    }
}

/// Returns the grey that parts ink from paper best: the darker of the two classes ends with it.
///
/// Source: N. Otsu, "A threshold selection method from gray-level histograms", 1979.
pub fn otsu_threshold(image: &GrayImage) -> u8 {
    let mut histogram = [0u64; 256];
    for &grey in image.as_raw() {
        histogram[usize::from(grey)] += 1;
    }
    let total: u64 = histogram.iter().sum();
    let weighted: f64 = histogram.iter().enumerate().map(|(grey, &count)| grey as f64 * count as f64).sum();
    let (mut dark, mut dark_weighted, mut best, mut threshold) = (0u64, 0f64, 0f64, 127u8);
    for (grey, &count) in histogram.iter().enumerate().take(255) {
        dark += count;
        dark_weighted += grey as f64 * count as f64;
        let light = total - dark;
        if dark == 0 || light == 0 {
            continue;
        }
        let between = dark_weighted / dark as f64 - (weighted - dark_weighted) / light as f64;
        let variance = dark as f64 * light as f64 * between * between;
        if variance > best {
            best = variance;
            threshold = grey as u8;
        }
    }
    threshold
}
