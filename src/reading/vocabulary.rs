//! Which runs of characters look like words of the papers that are read here.
//!
//! Invariant: knows general English, the language of loans, and how words are built; no names.

use std::collections::HashSet;
use std::sync::LazyLock;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::new(include_str!("words.txt")));

/// How a run of characters looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// A word of the list.
    Known,
    /// A figure, an amount, a date, a number with its letters, an address of the net.
    Figure,
    /// Built like a word: a name, perhaps.
    Pronounceable,
    /// Too short to say.
    Short,
    /// None of these.
    Strange,
}

struct Vocabulary {
    words: HashSet<&'static str>,
    /// Pairs of letters that occur in the words.
    pairs: HashSet<[u8; 2]>,
}

impl Vocabulary {
    fn new(text: &'static str) -> Self {
        let words: HashSet<&str> = text.split_whitespace().collect();
        let pairs = words.iter().flat_map(|word| word.as_bytes().windows(2).map(|pair| [pair[0], pair[1]])).collect();
        Self { words, pairs }
    }

    fn looks_built(&self, letters: &[u8]) -> bool {
        let pairs = letters.len() - 1;
        let familiar = letters.windows(2).filter(|pair| self.pairs.contains(&[pair[0], pair[1]])).count();
        let vowels = letters.iter().filter(|letter| b"aeiouy".contains(letter)).count();
        familiar * 10 >= pairs * 8 && vowels * 6 >= letters.len()
    }
}

/// Tells how a run of characters looks.
pub(super) fn look(text: &str) -> Look {
    let core = text.trim_matches(|character: char| !character.is_alphanumeric());
    let letters = core.chars().filter(|character| character.is_alphabetic()).count();
    let digits = core.chars().filter(char::is_ascii_digit).count();
    if letters + digits == 0 || (letters < 3 && digits == 0) {
        return if text.chars().count() > 4 && !is_filler(text) { Look::Strange } else { Look::Short };
    }
    if digits > 0 {
        return if is_figure(core, letters, digits) { Look::Figure } else { Look::Strange };
    }
    letters_look(core)
}

/// Rows of dots, dashes and the like, which lead the eye or stand for something left out.
fn is_filler(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next();
    characters.all(|character| Some(character) == first)
}

/// Figures with at most a few letters, such as `84,250.00`, `W-2`, `12/31/2024`, `3rd`, `XXX-XX-1234`, `1A2B-77`.
fn is_figure(core: &str, letters: usize, digits: usize) -> bool {
    let orderly = core.chars().all(|character| character.is_alphanumeric() || ".,-/:#%$()*@_'&+".contains(character));
    let small = core.chars().any(|character| character.is_ascii_lowercase());
    let large = core.chars().any(|character| character.is_ascii_uppercase());
    // Codes are written in capitals, ordinals and units in small letters: a mixture of three kinds is a muddle.
    let muddled = small && large && digits > 0 && changes_of_kind(core) > 3;
    let letters_fit = letters <= 3 || !small || core.contains(['@', '.', '-', '/']);
    orderly && letters_fit && !muddled
}

fn changes_of_kind(core: &str) -> usize {
    let kind = |character: char| (character.is_ascii_digit(), character.is_uppercase(), character.is_alphanumeric());
    core.chars().zip(core.chars().skip(1)).filter(|(a, b)| kind(*a) != kind(*b)).count()
}

fn letters_look(core: &str) -> Look {
    let parts = core.split(|character: char| !character.is_alphabetic()).filter(|part| !part.is_empty());
    let looks: Vec<Look> = parts.map(part_look).collect();
    let strange = looks.iter().filter(|look| **look == Look::Strange).count();
    if strange * 2 > looks.len() || looks.len() > 6 {
        Look::Strange
    } else if looks.contains(&Look::Known) {
        Look::Known
    } else if looks.contains(&Look::Pronounceable) {
        Look::Pronounceable
    } else {
        Look::Short
    }
}

fn part_look(part: &str) -> Look {
    let lower = part.to_lowercase();
    if VOCABULARY.words.contains(lower.as_str()) {
        return Look::Known;
    }
    let letters = lower.as_bytes();
    if letters.len() < 3 {
        return Look::Short;
    }
    // Capitals inside a word are the mark of a broken encoding; of names such as McDonald they are few.
    let inner_capitals = part.chars().skip(1).filter(|character| character.is_uppercase()).count();
    let all_capitals = part.chars().all(char::is_uppercase);
    if !all_capitals && inner_capitals > 1 {
        return Look::Strange;
    }
    // Short runs of capitals are abbreviations.
    if all_capitals && letters.len() <= 5 {
        return Look::Pronounceable;
    }
    if VOCABULARY.looks_built(letters) { Look::Pronounceable } else { Look::Strange }
}
