//! How far the lines of a page slope.

use super::Ink;

/// The largest slope that is looked for, in degrees either way.
const LARGEST: f32 = 6.0;
/// Fewer edge pixels than this say nothing about a slope.
const FEWEST_EDGES: usize = 200;

/// Returns how far the lines slope: degrees clockwise, positive when they fall to the right; 0 when unclear.
///
/// Works on the lower edges of the ink, where text stands on its line, so a page of 100 dots an inch is enough for a
/// tenth of a degree. The text must run from left to right or upside down, not sideways.
pub fn skew_degrees(ink: &Ink) -> f32 {
    let edges = lower_edges(ink);
    if edges.len() < FEWEST_EDGES {
        return 0.0;
    }
    let sharpness = |degrees: f32| profile_sharpness(&edges, ink, degrees);
    let coarse: Vec<(f32, f64)> = steps(-LARGEST, LARGEST, 0.25).map(|degrees| (degrees, sharpness(degrees))).collect();
    let mean = coarse.iter().map(|(_, score)| score).sum::<f64>() / coarse.len() as f64;
    let Some(&(rough, best)) = coarse.iter().max_by(|a, b| a.1.total_cmp(&b.1)) else { return 0.0 };
    // Without a peak there are no lines: a photograph, a signature, dirt.
    if best < mean * 1.15 {
        return 0.0;
    }
    finest(rough, sharpness)
}

fn finest(rough: f32, sharpness: impl Fn(f32) -> f64) -> f32 {
    let fine: Vec<(f32, f64)> =
        steps(rough - 0.25, rough + 0.25, 0.05).map(|degrees| (degrees, sharpness(degrees))).collect();
    // The peak is flat within the width of a pixel: take the middle of what is nearly as good as the best.
    let best = fine.iter().map(|(_, score)| *score).fold(0.0, f64::max);
    let (sum, weight) = fine
        .iter()
        .filter(|(_, score)| *score > best * 0.97)
        .fold((0.0, 0.0), |(sum, weight), (degrees, score)| (sum + f64::from(*degrees) * score, weight + score));
    let degrees = (sum / weight) as f32;
    (degrees * 100.0).round() / 100.0
}

fn steps(from: f32, to: f32, step: f32) -> impl Iterator<Item = f32> {
    let count = ((to - from) / step).round() as usize;
    (0..=count).map(move |index| from + index as f32 * step)
}

/// Returns the places where ink ends downwards.
fn lower_edges(ink: &Ink) -> Vec<(f32, f32)> {
    let mut edges = Vec::new();
    for y in 0..ink.height().saturating_sub(1) {
        let (row, next) = (ink.row(y), ink.row(y + 1));
        edges.extend((0..row.len()).filter(|&x| row[x] == 1 && next[x] == 0).map(|x| (x as f32, y as f32)));
    }
    edges
}

/// Returns the sum of squares of the edges' profile when the page is turned back by `degrees`.
fn profile_sharpness(edges: &[(f32, f32)], ink: &Ink, degrees: f32) -> f64 {
    let slope = degrees.to_radians().tan();
    let margin = (slope.abs() * ink.width() as f32).ceil() + 1.0;
    let mut profile = vec![0u32; (ink.height() as f32 + 2.0 * margin) as usize + 2];
    for (x, y) in edges {
        profile[(y - x * slope + margin) as usize] += 1;
    }
    profile.iter().map(|&count| f64::from(count) * f64::from(count)).sum()
}
