//! How sure readings are: columns from unsure to sure, with the threshold between.

use super::chart::{Anchor, Chart, Fill};
use super::text::{count, counted, percent};
use super::{BINS, Confidences};

const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 200.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 148.0;
const STEP: f64 = WIDTH / BINS as f64;

/// Draws confidences of `what`: types, values.
pub(super) fn draw(name: &'static str, what: &str, confidences: &Confidences) -> String {
    let (all, below) = confidences.totals();
    let threshold = format!("{:.0}%", confidences.threshold * 100.0);
    let title = format!("How sure {what} are");
    let words = format!(
        "{} of {}, {}, lie below the review threshold of {threshold}. {}",
        count(below),
        count(all),
        percent(below, all),
        in_words(confidences)
    );
    let mut chart = Chart::new(name, (WIDTH, HEIGHT), &title, &words);
    let most = confidences.bins.iter().map(|(below, above)| below + above).max().unwrap_or(0).max(1);
    let scale = (BOTTOM - TOP) / most as f64;
    for (index, (below, above)) in confidences.bins.iter().enumerate() {
        let x = STEP * index as f64 + 2.0;
        let height = |number: u64| if number > 0 { (number as f64 * scale).max(1.5) } else { 0.0 };
        let (low, high) = (height(*below), height(*above));
        chart.bar((x, BOTTOM - low), (STEP - 4.0, low), Fill::Striped);
        chart.bar((x, BOTTOM - low - high), (STEP - 4.0, high), Fill::Plain);
        if below + above > 0 {
            let y = BOTTOM - low - high - 4.0;
            chart.text((x + STEP / 2.0 - 2.0, y), Anchor::Middle, "small", &short(below + above));
        }
        chart.text((x + STEP / 2.0 - 2.0, BOTTOM + 12.0), Anchor::Middle, "small", &edge(index));
    }
    chart.line((0.0, BOTTOM), (WIDTH, BOTTOM), "axis");
    let at = place(confidences.threshold);
    chart.line((at, 14.0), (at, BOTTOM), "threshold");
    let (anchor, beside) = if at > WIDTH / 2.0 { (Anchor::End, at - 5.0) } else { (Anchor::Start, at + 5.0) };
    chart.text((beside, 11.0), anchor, "small", &format!("review below {threshold}"));
    chart.text((WIDTH / 2.0, BOTTOM + 24.0), Anchor::Middle, "small", "confidence in %, from");
    let looked = format!("below: {}", count(below));
    let passed = format!("not below: {}", count(all - below));
    chart.legend((20.0, HEIGHT - 3.0), &[(Fill::Striped, &looked), (Fill::Plain, &passed)]);
    chart.finish()
}

/// Where a confidence lies from left to right.
fn place(confidence: f64) -> f64 {
    if confidence < 0.5 { STEP * confidence * 2.0 } else { STEP * (1.0 + (confidence - 0.5) * 20.0) }
}

/// Where a step begins.
fn edge(index: usize) -> String {
    if index == 0 { "0".to_string() } else { (45 + 5 * index).to_string() }
}

/// A count that fits above a narrow column.
fn short(number: u64) -> String {
    match number {
        small if small < 10_000 => small.to_string(),
        thousands if thousands < 10_000_000 => format!("{}k", thousands / 1000),
        millions => format!("{}M", millions / 1_000_000),
    }
}

fn in_words(confidences: &Confidences) -> String {
    let step = |(index, (below, above)): (usize, &(u64, u64))| {
        let number = counted(below + above, "is", "are");
        if index == 0 { format!("{number} below 50%") } else { format!("{number} from {}% on", edge(index)) }
    };
    let there = confidences.bins.iter().enumerate().filter(|(_, (below, above))| below + above > 0);
    let parts: Vec<String> = there.map(step).collect();
    if parts.is_empty() { String::new() } else { format!("{}.", parts.join(", ")) }
}
