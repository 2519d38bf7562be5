//! Columns over time: a column a month.

use super::MonthOfDeposits;
use super::chart::{Anchor, Chart, Fill, WIDTH, scale_end};
use super::text::{amount, counted, short_amount};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

const LEFT: f64 = 70.0;
const TOP: f64 = 18.0;
const BOTTOM: f64 = 178.0;
const HEIGHT: f64 = 222.0;
const WIDEST: f64 = 56.0;

/// Above each column its figure stands while there are no more.
const MOST_FIGURES: usize = 12;

/// Draws deposits by month.
pub(super) fn draw(months: &[MonthOfDeposits]) -> String {
    let words: Vec<String> = months.iter().map(in_words).collect();
    let mut chart = Chart::new("deposits", (WIDTH, HEIGHT), "Deposits by month", &words.join(" "));
    let number = |amount: Decimal| amount.to_f64().unwrap_or_default();
    let most = months.iter().map(|month| number(month.usual + month.large)).fold(0.0, f64::max);
    let end = scale_end(most);
    let scale = (BOTTOM - TOP) / end;
    for part in 0..=4 {
        let value = end * f64::from(part) / 4.0;
        let y = BOTTOM - value * scale;
        chart.line((LEFT, y), (WIDTH, y), if part == 0 { "axis" } else { "grid" });
        let shown = Decimal::from_f64_retain(value).unwrap_or_default();
        chart.text((LEFT - 6.0, y + 4.0), Anchor::End, "small", &amount(shown));
    }
    let step = (WIDTH - LEFT) / months.len().max(1) as f64;
    let width = (step * 0.72).min(WIDEST);
    // Every so manieth month is named, so that names do not touch.
    let every = (58.0 / step).ceil().max(1.0) as usize;
    for (index, month) in months.iter().enumerate() {
        let middle = LEFT + step * (index as f64 + 0.5);
        let (usual, large) = (number(month.usual) * scale, number(month.large) * scale);
        chart.bar((middle - width / 2.0, BOTTOM - usual), (width, usual), Fill::Plain);
        chart.bar((middle - width / 2.0, BOTTOM - usual - large), (width, large), Fill::Striped);
        if months.len() <= MOST_FIGURES {
            let y = BOTTOM - usual - large - 4.0;
            chart.text((middle, y), Anchor::Middle, "small", &short_amount(month.usual + month.large));
        }
        if index.is_multiple_of(every) {
            chart.text((middle, BOTTOM + 14.0), Anchor::Middle, "small", &month.month);
        }
    }
    chart.legend((LEFT, HEIGHT - 6.0), &[(Fill::Plain, "deposits"), (Fill::Striped, "large deposits")]);
    chart.finish()
}

fn in_words(month: &MonthOfDeposits) -> String {
    let all = counted(month.count, "deposit", "deposits");
    let large = if month.large_count > 0 {
        format!(", {} of them large ({})", month.large_count, amount(month.large))
    } else {
        String::new()
    };
    format!("{}: {all}, {} in all{large}.", month.month, amount(month.usual + month.large))
}
