//! The line in magnetic ink at the foot of a check: routing number, account number and the check's own number, with
//! symbols between them that readers render in many ways.

use super::Place;
use crate::extract::candidate::Candidate;
use crate::extract::value::{Reading, Run};
use crate::library::Part;

/// Weights of the digits of a routing number: their sum is a multiple of ten.
const WEIGHTS: [u32; 9] = [3, 7, 1, 3, 7, 1, 3, 7, 1];
/// Symbols between two numbers have at most so many characters.
const LONGEST_SYMBOL: usize = 5;

/// Groups of digits further apart than so many times the usual size of type are two numbers.
const GROUP_GAP: f32 = 1.2;

/// A run of digits in a line, by its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Digits {
    start: usize,
    end: usize,
}

/// The numbers of a line in magnetic ink.
#[derive(Debug, Default)]
struct Numbers {
    routing: Option<Digits>,
    account: Option<Digits>,
    check: Option<Digits>,
    proven: bool,
}

impl Place<'_, '_> {
    /// The number that the field's part names, from every line that looks like one in magnetic ink.
    pub(super) fn magnetic_ink(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        for line in &layout.lines {
            let run = Run::new(layout, &line.words);
            let near = |from: usize, to: usize| {
                let (before, after) = (run.words(from.saturating_sub(1), from), run.words(to, to + 1));
                layout.rect_around(&after).left - layout.rect_around(&before).right < GROUP_GAP * layout.usual_size()
            };
            let Some(numbers) = numbers_of(run.text(), near) else { continue };
            let part = match self.field.part {
                Part::RoutingNumber => numbers.routing,
                Part::AccountNumber => numbers.account,
                Part::CheckNumber => numbers.check,
                _ => None,
            };
            let Some(part) = part else { continue };
            let raw = run.text()[part.start..part.end].to_owned();
            let value: String = raw.chars().filter(char::is_ascii_digit).collect();
            let quality = if numbers.proven { 1.0 } else { 0.9 };
            self.push(Reading { value, raw, words: run.words(part.start, part.end), quality }, weight, found);
        }
    }
}

/// Reads a line that has a routing number and an account number, and no words.
fn numbers_of(text: &str, near: impl Fn(usize, usize) -> bool) -> Option<Numbers> {
    if text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 3) {
        return None;
    }
    let groups = digit_groups(text);
    let at = groups.iter().position(|group| group.end - group.start == WEIGHTS.len())?;
    let routing = groups[at];
    let proven = is_routing_number(&text[routing.start..routing.end]);
    let next = groups.get(at + 1)?;
    let behind = text[routing.end..next.start].trim();
    // Where a scan lost the symbol behind it a routing number is told by its check digit, or by nothing but figures on
    // the line.
    let bare = !text.chars().any(|c| c.is_alphabetic() || matches!(c, '.' | ',' | '/' | '$' | '-'));
    if behind.chars().count() > LONGEST_SYMBOL || (behind.is_empty() && !proven && !bare) {
        return None;
    }
    let mut account = *next;
    let mut last = at + 1;
    while let Some(further) = groups.get(last + 1) {
        let joined = matches!(text[account.end..further.start].trim(), "" | "-");
        if !joined || !near(account.end, further.start) {
            break;
        }
        account.end = further.end;
        last += 1;
    }
    let length = text[account.start..account.end].bytes().filter(u8::is_ascii_digit).count();
    let before = at.checked_sub(1).map(|before| groups[before]);
    let check = groups.get(last + 1).copied().or(before);
    (4..=17).contains(&length).then_some(Numbers { routing: Some(routing), account: Some(account), check, proven })
}

fn digit_groups(text: &str) -> Vec<Digits> {
    let mut groups: Vec<Digits> = Vec::new();
    for (at, _) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        match groups.last_mut() {
            Some(group) if group.end == at => group.end = at + 1,
            _ => groups.push(Digits { start: at, end: at + 1 }),
        }
    }
    groups
}

/// Tells whether nine digits have the check digit of a routing number.
fn is_routing_number(digits: &str) -> bool {
    let sum: u32 = digits.bytes().zip(WEIGHTS).map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    sum > 0 && sum.is_multiple_of(10)
}
