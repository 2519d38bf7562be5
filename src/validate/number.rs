//! Numbers in their canonical forms, exactly: amounts, percentages, counts.

/// The parts into which one is divided.
const ONE: i128 = 1_000_000;

/// A number of millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(i128);

impl Number {
    /// Reads a canonical number such as `-1234.50`; `None` for anything else or more than six decimals.
    pub fn parse(text: &str) -> Option<Self> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits =
            |part: &str| !part.is_empty() && part.len() <= 18 && part.bytes().all(|byte| byte.is_ascii_digit());
        if !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > 6 {
            return None;
        }
        let whole: i128 = whole.parse().ok()?;
        let parts: i128 = format!("{fraction:0<6}").parse().ok()?;
        Some(Self(sign * (whole * ONE + parts)))
    }

    /// Returns the product, cut off behind the sixth decimal.
    #[must_use]
    pub fn times(self, factor: Self) -> Self {
        Self(self.0 * factor.0 / ONE)
    }

    /// Writes it with as many decimals as it needs, and an amount with two.
    pub fn shown(self, decimals: usize) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, parts) = (self.0.unsigned_abs() / ONE.unsigned_abs(), self.0.unsigned_abs() % ONE.unsigned_abs());
        let parts = format!("{parts:06}");
        let needed = parts.trim_end_matches('0').len().max(decimals).min(6);
        if needed == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{}", &parts[..needed]) }
    }
}
