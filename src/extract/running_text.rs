//! All words of a page as one text, in which clauses are looked for.

use super::value::Run;
use crate::page::Layout;

/// The text of a page, made once for all clauses.
pub struct RunningText {
    run: Run,
    folded: String,
}

impl RunningText {
    /// Joins the words of a page.
    pub fn new(layout: &Layout<'_>) -> Self {
        let words: Vec<usize> = (0..layout.words.len()).collect();
        let run = Run::new(layout, &words);
        let folded = run.text().chars().map(folded).collect();
        Self { run, folded }
    }

    /// Returns the words and their text.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Tells whether a word without capitals and accents stands somewhere in the text, in any case.
    pub fn holds(&self, word: &str) -> bool {
        self.folded.contains(word)
    }
}

/// The small letter that a pattern which ignores case takes for the same: two letters beyond ASCII have one within it.
fn folded(letter: char) -> char {
    match letter {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        _ => letter.to_ascii_lowercase(),
    }
}
