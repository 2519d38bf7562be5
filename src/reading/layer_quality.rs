//! Whether a page's text layer reads like text at all.

use super::vocabulary::{Look, look};
use crate::page::Word;

/// Of fewer words than this, half may be strange: a name and a number can be all that a page says.
const FEW: usize = 12;

/// How a page's words look, as shares of those that can be judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayerQuality {
    /// The words that could be judged: longer than two letters.
    pub judged: usize,
    /// Share of words of the list.
    pub known: f32,
    /// Share of words that are neither known, nor figures, nor built like words.
    pub strange: f32,
    /// Share of characters that no paper of this kind shows: replacement signs, private and control codes.
    pub garbage: f32,
}

impl LayerQuality {
    /// Measures words.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a Word>) -> Self {
        let (mut known, mut strange, mut letters, mut judged) = (0, 0, 0, 0);
        let (mut characters, mut garbage) = (0, 0);
        for word in words {
            characters += word.text.chars().count();
            garbage += word.text.chars().filter(|character| is_garbage(*character)).count();
            match look(&word.text) {
                Look::Short => continue,
                Look::Known => known += 1,
                Look::Strange => strange += 1,
                Look::Figure => {}
                Look::Pronounceable => letters += 1,
            }
            judged += 1;
        }
        let lettered = known + letters + strange;
        let share = |part: usize, whole: usize| part as f32 / whole.max(1) as f32;
        Self {
            judged,
            known: share(known, lettered),
            strange: share(strange, judged),
            garbage: share(garbage, characters),
        }
    }

    /// Tells whether this reads like text: few strange words, no garbage, and in a longer text some known words.
    pub fn is_readable(&self) -> bool {
        if self.judged < FEW {
            return self.garbage < 0.2 && self.strange < 0.5;
        }
        self.garbage < 0.05 && self.strange < 0.3 && self.known >= 0.12
    }
}

fn is_garbage(character: char) -> bool {
    matches!(character, '\u{fffd}' | '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{e000}'..='\u{f8ff}')
        || ('\u{370}'..'\u{1e00}').contains(&character)
        || ('\u{2e80}'..'\u{fb00}').contains(&character)
}
