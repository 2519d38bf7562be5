//! Which greys of an image are ink and which are paper.

use image::GrayImage;

/// The two classes of an image's greys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Greys {
    /// The lightest grey of the ink.
    pub threshold: u8,
    /// The mean grey of the paper; 255 when there is none.
    pub paper: u8,
    /// The mean grey of the ink; 255 when there is none.
    pub ink: u8,
}

impl Greys {
    /// Parts ink from paper where the two classes differ most.
    ///
    /// Source: N. Otsu, "A threshold selection method from gray-level histograms", 1979.
    pub fn of(image: &GrayImage) -> Self {
        let histogram = histogram(image);
        let threshold = otsu_threshold(&histogram);
        let (ink, paper) = histogram.split_at(usize::from(threshold) + 1);
        Self { threshold, paper: mean(paper, usize::from(threshold) + 1), ink: mean(ink, 0) }
    }
}

/// Counts in four histograms at a time: neighbours are mostly equal, and would wait for each other's count.
fn histogram(image: &GrayImage) -> [u64; 256] {
    let mut parts = [[0u32; 256]; 4];
    let mut fours = image.as_raw().chunks_exact(4);
    for four in &mut fours {
        for (part, &grey) in parts.iter_mut().zip(four) {
            part[usize::from(grey)] += 1;
        }
    }
    for &grey in fours.remainder() {
        parts[0][usize::from(grey)] += 1;
    }
    std::array::from_fn(|grey| parts.iter().map(|part| u64::from(part[grey])).sum())
}

fn otsu_threshold(histogram: &[u64; 256]) -> u8 {
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

fn mean(counts: &[u64], first_grey: usize) -> u8 {
    let count: u64 = counts.iter().sum();
    let sum: u64 = counts.iter().enumerate().map(|(index, count)| (first_grey + index) as u64 * count).sum();
    sum.checked_div(count).unwrap_or(255) as u8
}
