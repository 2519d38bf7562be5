//! Combs: boxes for one character each, as forms print them for a social security number.
//!
//! The characters of a comb stand apart at one pitch; they are one word, and nothing else on a page looks so.

use super::Word;

/// So many digits at one pitch make a comb.
const FEWEST_DIGITS: usize = 4;
/// Boxes are at most this wide, in points.
const WIDEST_PITCH: f32 = 26.0;
/// How far a step may be from the comb's own.
const TOLERANCE: f32 = 0.25;

/// Joins the characters of each comb of a line into one word. `line` holds indices of words, left to right.
pub fn join(words: &[Word], line: &[usize]) -> Vec<Word> {
    let mut joined = Vec::with_capacity(line.len());
    let mut at = 0;
    while at < line.len() {
        let length = comb_length(words, &line[at..]);
        let members = &line[at..at + length.max(1)];
        joined.push(if length > 1 { one_word(words, members) } else { words[line[at]].clone() });
        at += members.len();
    }
    joined
}

/// Returns how many words from the first on make one comb; 0 when they make none.
fn comb_length(words: &[Word], line: &[usize]) -> usize {
    let tooth = |at: usize| line.get(at).map(|&word| &words[word]).filter(|word| is_tooth(&word.text));
    let (Some(first), Some(second)) = (tooth(0), tooth(1)) else { return 0 };
    let pitch = step(first, second);
    let apart = pitch > 1.3 * first.rect.width().max(second.rect.width());
    if !apart || pitch > WIDEST_PITCH {
        return 0;
    }
    let mut length = 2;
    while let (Some(last), Some(next)) = (tooth(length - 1), tooth(length)) {
        if (step(last, next) - pitch).abs() > TOLERANCE * pitch {
            break;
        }
        length += 1;
    }
    let digits = line[..length].iter().filter(|&&word| words[word].text.chars().all(|c| c.is_ascii_digit())).count();
    if digits >= FEWEST_DIGITS { length } else { 0 }
}

fn is_tooth(text: &str) -> bool {
    let mut characters = text.chars();
    let one = characters.next().is_some_and(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | '—' | 'X' | 'x' | '*'));
    one && characters.next().is_none()
}

fn step(left: &Word, right: &Word) -> f32 {
    right.rect.center_x() - left.rect.center_x()
}

fn one_word(words: &[Word], members: &[usize]) -> Word {
    let mut word = words[members[0]].clone();
    for &member in &members[1..] {
        word.text.push_str(&words[member].text);
        word.rect = word.rect.union(&words[member].rect);
        word.confidence = word.confidence.min(words[member].confidence);
    }
    word
}
