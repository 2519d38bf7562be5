//! Amounts of money, with the ways in which they are printed and misread.

use super::{Reading, Run, pattern};

pattern!(
    AMOUNT,
    r"(?x)
    (?P<open>\(\s?)?
    (?P<minus>[-−–]\s?)?
    (?P<sign>(?:USD|US\$|U\.S\.|[$§])\s?)?
    \**(?P<minus2>[-−–])?
    (?P<number>
        [0-9OoIlSB]{1,3}(?:\s?[.,]\s?[0-9OoIlSB]{3})+(?:\s?[.,]\s?[0-9OoIlSB]{2}|(?P<lost>\s[0-9]{2}))?\b
      | [0-9OoIlSB]{1,9}\s?[.,]\s?[0-9OoIlSB]{2,4}
      | [0-9]{1,9}\.[0-9]
      | [.,][0-9]{2}
      | [0-9]{1,9}
    )
    (?P<close>[.,]?\s?\))?
    (?P<trailing>[-−–])?
    "
);

pub(super) fn first_amount(run: &Run) -> Option<Reading> {
    let all = all_amounts(run);
    // A well-shaped amount wins over a bare integer that happens to stand before it (a box number, a count).
    all.iter().find(|reading| reading.quality >= 0.9).or_else(|| all.first()).cloned()
}

pub(super) fn all_amounts(run: &Run) -> Vec<Reading> {
    let text = run.text();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(captures) = AMOUNT.captures_at(text, from) {
        let Some(whole) = captures.get(0) else { break };
        let (start, mut end) = (whole.start(), whole.end());
        let mut number = captures.name("number").map_or("", |m| m.as_str());
        let mut bordered = is_bordered(text, start, end);
        if let Some(printed) = captures.name("number")
            && let Some(gap) = run.wide_gap(printed.start(), printed.end())
            && text[..gap].ends_with(['.', ','])
        {
            // A point before a column's gap ends whole dollars: `9,610.      205.`
            number = text[printed.start()..gap].trim_end_matches(['.', ',']);
            end = printed.start() + number.len();
            bordered = is_bordered(text, start, end);
        }
        if let Some(lost) = captures.name("lost").filter(|_| !bordered) {
            // What follows are no cents but the beginning of the next amount: `26,400 15,400`.
            number = number.strip_suffix(lost.as_str()).unwrap_or(number);
            end = lost.start();
            bordered = is_bordered(text, start, end);
        }
        let signed = captures.name("sign").is_some();
        let negative = (captures.name("open").is_some() && captures.name("close").is_some())
            || captures.name("minus").is_some()
            || captures.name("minus2").is_some()
            || captures.name("trailing").is_some();
        match canonical(number, signed).filter(|_| bordered) {
            Some((value, quality)) => {
                let value = if negative && value.bytes().any(|b| (b'1'..=b'9').contains(&b)) {
                    format!("-{value}")
                } else {
                    value
                };
                found.push(run.reading(start, end, value, quality));
                from = end;
            }
            None => from = next_word_start(text, whole.start()),
        }
        if from >= text.len() {
            break;
        }
    }
    found
}

fn next_word_start(text: &str, at: usize) -> usize {
    text[at..].find(' ').map_or(text.len(), |space| at + space + 1)
}

/// An amount is not a piece of a word, a date or a longer number.
fn is_bordered(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let mut following = text[end..].chars();
    let after = following.next();
    let goes_on = matches!(after, Some('.' | ',')) && following.next().is_some_and(|c| c.is_ascii_digit());
    let glued = |c: char| c.is_alphanumeric() || matches!(c, '/' | '-' | '.' | '%' | ',' | '#');
    !before.is_some_and(|c| glued(c) && c != '.')
        && !goes_on
        && !after.is_some_and(|c| glued(c) && !matches!(c, '.' | ','))
}

/// Returns the canonical form of printed digits and how well they have the shape of money.
fn canonical(number: &str, signed: bool) -> Option<(String, f32)> {
    let number = &with_point(number);
    let compact: String = number.chars().filter(|c| !c.is_whitespace()).collect();
    let misread = compact.chars().filter(|c| c.is_alphabetic()).count();
    let digits = compact.chars().filter(char::is_ascii_digit).count();
    if digits == 0 || misread > digits {
        return None;
    }
    let mended: String = compact.chars().map(mend_digit).collect();
    let (whole, cents) = split_cents(&mended);
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    if whole.len() > 12 {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let tenths = cents.is_some_and(|cents| cents.len() == 1);
    let grouped = mended.matches([',', '.']).count() > usize::from(cents.is_some());
    let shape = match (cents.is_some(), signed, grouped) {
        (true, ..) if tenths => 0.85,
        (true, ..) => 1.0,
        (false, true, _) => 0.95,
        (false, false, true) => 0.9,
        (false, false, false) => 0.55,
    };
    let spaced = if compact.len() == number.len() { 1.0 } else { 0.9 };
    let quality = shape * spaced * 0.9f32.powi(i32::try_from(misread).ok()?);
    Some((format!("{whole}.{:0<2}", cents.unwrap_or("00")), quality))
}

/// Puts the point back that was lost between dollars and cents: `46,361 73`, as in two columns of a form.
fn with_point(number: &str) -> String {
    match number.rsplit_once(' ') {
        Some((dollars, cents)) if cents.len() == 2 && !dollars.trim_end().ends_with(['.', ',']) => {
            format!("{dollars} .{cents}")
        }
        _ => number.to_owned(),
    }
}

fn mend_digit(c: char) -> char {
    match c {
        'O' | 'o' => '0',
        'I' | 'l' => '1',
        'S' => '5',
        'B' => '8',
        other => other,
    }
}

/// Splits the cents off: what follows the last point or comma when it has one or two digits, or four as in a rate.
fn split_cents(number: &str) -> (&str, Option<&str>) {
    let Some(at) = number.rfind(['.', ',']) else { return (number, None) };
    let cents = &number[at + 1..];
    let point = number.as_bytes()[at] == b'.';
    match cents.len() {
        1 if point => (&number[..at], Some(cents)),
        2 => (&number[..at], Some(cents)),
        3 if point && at <= 3 && number.matches(['.', ',']).count() == 1 => (&number[..at], Some(cents)),
        4 if point => (&number[..at], Some(cents)),
        _ => (number, None),
    }
}
