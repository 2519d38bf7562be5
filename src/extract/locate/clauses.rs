//! Sentences of definitions as patterns of their clauses.

use crate::extract::running_text::RunningText;
use regex::{Regex, escape};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock};

/// A value between two parts of a clause has at most so many characters.
const WITHIN: usize = 90;
/// What parts the two columns of a caption: no clause runs over it.
pub const CAPTION_BARS: &str = "§";
/// `*` stands for at most so many words.
const MOST_WORDS: usize = 8;

/// A sentence of a definition, ready for searching.
///
/// Invariant: a text that lacks one of the words fits the pattern nowhere. The pattern is thousands of states large and is
/// compiled for the first text that has all of them, which few pages do.
pub struct Clause {
    sentence: String,
    words: Vec<String>,
    pattern: OnceLock<Option<Regex>>,
}

/// The clauses of all libraries that a process met, by their sentences.
static CLAUSES: LazyLock<RwLock<HashMap<String, Arc<Clause>>>> = LazyLock::new(RwLock::default);

/// Returns the clause of a sentence.
pub fn clause(sentence: &str) -> Arc<Clause> {
    if let Some(known) = CLAUSES.read().unwrap_or_else(PoisonError::into_inner).get(sentence) {
        return Arc::clone(known);
    }
    let mut clauses = CLAUSES.write().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(clauses.entry(sentence.to_owned()).or_insert_with(|| Arc::new(Clause::new(sentence))))
}

impl Clause {
    fn new(sentence: &str) -> Self {
        let parts = without_ends(sentence).split_whitespace().filter(|part| !part.contains("{}"));
        let words = parts.map(|part| part.trim_matches(['{', '}']));
        let mut words: Vec<String> =
            words.filter(|word| !stands_for_words(word) && word.is_ascii()).map(str::to_ascii_lowercase).collect();
        // The longest word is the rarest.
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        Self { sentence: sentence.to_owned(), words, pattern: OnceLock::new() }
    }

    /// Returns the pattern when it may fit somewhere in a text.
    pub fn pattern_for(&self, text: &RunningText) -> Option<&Regex> {
        let may_fit = self.words.iter().all(|word| text.holds(word));
        if may_fit { self.pattern.get_or_init(|| compile(&self.sentence)).as_ref() } else { None }
    }
}

/// Tells whether a sentence is open at an end.
pub fn is_open(sentence: &str) -> bool {
    sentence.starts_with("{}") || sentence.ends_with("{}")
}

fn without_ends(sentence: &str) -> &str {
    sentence.trim_start_matches("{}").trim_end_matches("{}")
}

fn stands_for_words(word: &str) -> bool {
    word.trim_end_matches([',', ':']) == "*"
}

/// A sentence as a pattern: words with any space and punctuation between them, `{}` or `{words}` for the value, `*` for
/// a few other words. A `{}` at its end is left out.
fn compile(sentence: &str) -> Option<Regex> {
    let value = format!("[^{CAPTION_BARS}]{{1,{WITHIN}}}?");
    let clause = without_ends(sentence);
    let parts: Vec<String> = clause
        .split_whitespace()
        .map(|part| {
            if part.contains("{}") {
                return escape(part).replace(r"\{\}", &format!("(?P<value>{value})"));
            }
            let opens = if part.starts_with('{') { "(?P<value>" } else { "" };
            let closes = if part.ends_with('}') { ")" } else { "" };
            let word = part.trim_matches(['{', '}']);
            let word = match word.trim_end_matches([',', ':']) {
                "*" => format!(r"[^\s{CAPTION_BARS}]+(?:\s[^\s{CAPTION_BARS}]+){{0,{}}}?", MOST_WORDS - 1),
                _ if word.ends_with(|c: char| c.is_alphanumeric()) && closes.is_empty() => {
                    format!(r"{}[^\w\s]*", escape(word))
                }
                _ => escape(word),
            };
            format!("{opens}{word}{closes}")
        })
        .collect();
    let start = match () {
        () if clause.starts_with(' ') => r"\s+",
        () if sentence.starts_with("{}") => "",
        () => r"(?:^|\s|[(“\x22])",
    };
    let end = match () {
        () if clause.ends_with(' ') => r"\s+",
        () if sentence.ends_with(|c: char| c.is_alphanumeric()) => r"\b",
        () => "",
    };
    Regex::new(&format!("(?i){start}{}{end}", parts.join(r"\s+"))).ok()
}
