//! Whether lines of text stand on their heads, told from the shape of the lines.

use super::Ink;
use crate::ocr::PixelBox;

/// Returns how upright lines look: from -1, surely upside down, over 0, no idea, to 1, surely upright.
///
/// Most letters that leave the band of the small letters leave it upwards (b, d, h, l, t and all capitals; downwards
/// only g, j, p, q, y). Lines in capitals or figures alone say nothing.
pub fn uprightness(ink: &Ink, lines: &[PixelBox]) -> f32 {
    let (above, below) = lines.iter().map(|line| outside_of_band(ink, line)).fold((0, 0), |sum, (above, below)| {
        // One line one vote, weighed by its length: a single bold title must not decide.
        (sum.0 + above, sum.1 + below)
    });
    if above + below < 60 {
        return 0.0;
    }
    (above as f32 - below as f32) / (above + below) as f32
}

/// Returns the dark pixels above and below the band of the small letters of a line.
fn outside_of_band(ink: &Ink, line: &PixelBox) -> (u64, u64) {
    let profile: Vec<u64> =
        (line.top..line.bottom).map(|y| ink.count(&PixelBox::new(line.left, y, line.right, y + 1))).collect();
    let Some(&most) = profile.iter().max() else { return (0, 0) };
    let in_band = |count: &u64| *count * 2 >= most;
    let (Some(first), Some(last)) = (profile.iter().position(in_band), profile.iter().rposition(in_band)) else {
        return (0, 0);
    };
    (profile[..first].iter().sum(), profile[last + 1..].iter().sum())
}
