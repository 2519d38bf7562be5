//! Words and numbers of a page.

use rust_decimal::Decimal;
use std::fmt;

/// Text that stands in a page, whatever characters are in it.
pub(super) struct Escaped<'t>(pub &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                '"' => formatter.write_str("&quot;")?,
                '\'' => formatter.write_str("&#39;")?,
                // Neither may stand in a page, nor turn the direction of what follows around.
                '\u{0}'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => formatter.write_str("\u{fffd}")?,
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => formatter.write_str("\u{fffd}")?,
                other => write!(formatter, "{other}")?,
            }
        }
        Ok(())
    }
}

/// Returns a text of at most so many characters, with an ellipsis where it was cut.
pub(super) fn clipped(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}\u{2026}", kept.trim_end())
}

/// Returns a whole number with commas between thousands.
pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// Returns an amount of money: whole dollars with commas.
pub fn amount(amount: Decimal) -> String {
    let whole = amount.round_dp_with_strategy(0, rust_decimal::RoundingStrategy::MidpointAwayFromZero);
    let digits = grouped(&whole.abs().to_string());
    if whole.is_sign_negative() && !whole.is_zero() { format!("-${digits}") } else { format!("${digits}") }
}

/// Returns an amount of money as it fits above a narrow column: `$9,800`, `$470k`, `$12M`.
pub(super) fn short_amount(whole: Decimal) -> String {
    let thousand = Decimal::ONE_THOUSAND;
    match whole.abs() {
        small if small < Decimal::from(10_000) => amount(whole),
        middle if middle < Decimal::from(10_000_000) => format!("{}k", amount(whole / thousand)),
        _ => format!("{}M", amount(whole / thousand / thousand)),
    }
}

fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a time as people say it: `420 ms`, `12.3 s`, `14 min`, `3.2 h`, `4.0 days`.
pub fn duration(seconds: f64) -> String {
    match seconds {
        short if short < 0.9995 => format!("{:.0} ms", short * 1000.0),
        short if short < 99.95 => format!("{short:.1} s"),
        minutes if minutes < 5400.0 => format!("{:.0} min", minutes / 60.0),
        hours if hours < 48.0 * 3600.0 => format!("{:.1} h", hours / 3600.0),
        days if days < 20.0 * 86_400.0 => format!("{:.1} days", days / 86_400.0),
        days => format!("{:.0} days", days / 86_400.0),
    }
}

/// Returns a share as a percentage with one decimal.
pub(super) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_string() } else { format!("{:.1}%", part as f64 * 100.0 / whole as f64) }
}

/// Returns a number and a noun in its number.
pub(super) fn counted(number: u64, one: &str, more: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { more })
}
