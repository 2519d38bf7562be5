//! Whether the lines of text on a page run across it or along it.

use super::Ink;

/// How the lines of text run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextDirection {
    /// From side to side: upright or upside down.
    Horizontal,
    /// From bottom to top or top to bottom: the page lies on its side.
    Vertical,
    /// Too little text to tell.
    Unclear,
}

/// Width of the strips over which profiles are taken, in pixels: narrow enough that skew does not blur lines.
const STRIP: usize = 64;
/// Rows that are taken together: about half the distance of lines of small print.
const STEP: usize = 5;

/// Returns how the lines of text run on a page of about 100 dots an inch.
///
/// Ruled lines are taken out first, since they run both ways. In a narrow strip across lines of text the profile
/// jumps at each line; along the lines it is nearly even.
pub fn text_direction(ink: &Ink) -> TextDirection {
    let text = ink.without_long_runs(40);
    let across = profile_jumps(&text);
    let along = profile_jumps(&text.transposed());
    let count: u64 = (0..text.height()).map(|y| text.row(y).iter().map(|&bit| u64::from(bit)).sum::<u64>()).sum();
    if count < 300 {
        return TextDirection::Unclear;
    }
    match across as f64 / (along as f64).max(1.0) {
        ratio if ratio > 1.6 => TextDirection::Horizontal,
        ratio if ratio < 1.0 / 1.6 => TextDirection::Vertical,
        _ => TextDirection::Unclear,
    }
}

/// Returns the squared jumps of the row profiles of all strips together.
///
/// A jump is the difference between a few rows and the few rows before: letters of equal width that stand below one
/// another make columns too, but finer ones than lines make rows.
fn profile_jumps(ink: &Ink) -> u64 {
    let strips = (ink.width() as usize).div_ceil(STRIP);
    let profiles: Vec<Vec<i64>> = (0..ink.height())
        .map(|y| ink.row(y).chunks(STRIP).map(|bits| bits.iter().map(|&bit| i64::from(bit)).sum()).collect())
        .collect();
    let sums = |rows: &[Vec<i64>], strip: usize| rows.iter().map(|row| row[strip]).sum::<i64>();
    profiles
        .windows(2 * STEP)
        .flat_map(|rows| (0..strips).map(move |strip| (rows, strip)))
        .map(|(rows, strip)| (sums(&rows[STEP..], strip) - sums(&rows[..STEP], strip)).pow(2) as u64)
        .sum()
}
