//! Page counters: `Page 2 of 6`, `2/6`, `PAGE: 2`.

use crate::page::Layout;
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A printed page counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// The number of the page within its document.
    pub number: u32,
    /// The number of pages of the document, where it is printed.
    pub of: Option<u32>,
}

static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\bpages?\s*[:#]?\s*(\d{1,3})(?:\s*(?:of|/)\s*(\d{1,3}))?\b|(?:^|\s)(\d{1,3})\s+of\s+(\d{1,3})$|^(\d{1,2})\s*/\s*(\d{1,2})$)").ok()
});

/// Returns the counter printed in the head or foot of a page; of several the lowest on the page.
pub fn find(layout: &Layout<'_>) -> Option<Counter> {
    let pattern = PATTERN.as_ref()?;
    let height = layout.page.frame.height;
    let margin = |y: f32| y < height * 0.16 || y > height * 0.84;
    layout.lines.iter().rev().filter(|line| margin(line.rect.center_y())).find_map(|line| {
        // `PAGE:   1` is set with a gap that parts phrases, so the words after PAGE are read together as well.
        let whole = line.words.iter().position(|&word| layout.words[word].key == "PAGE");
        let refers = |at: &usize| at.checked_sub(1).is_some_and(|at| is_reference(&layout.words[line.words[at]].key));
        let after =
            whole.filter(|at| !refers(at)).map(|at| layout.text(&line.words[at..(at + 4).min(line.words.len())]));
        let phrases = layout.phrases(&line.words).into_iter().map(|phrase| layout.text(&phrase.words));
        phrases.chain(after).find_map(|text| read(pattern, &text))
    })
}

fn read(pattern: &Regex, text: &str) -> Option<Counter> {
    let captures = pattern.captures(text)?;
    let before = captures.get(0).and_then(|found| text[..found.start()].split_whitespace().next_back());
    let names_line = captures.get(0).is_some_and(|found| text[found.end()..].to_lowercase().starts_with(", line"));
    if names_line || before.is_some_and(|word| is_reference(&word.to_uppercase())) {
        return None;
    }
    let number = |index: usize| captures.get(index).and_then(|m| m.as_str().parse::<u32>().ok());
    let (number, of) = match (number(1), number(3), number(5)) {
        (Some(page), ..) => (page, number(2)),
        (_, Some(page), _) => (page, number(4)),
        (_, _, Some(page)) => (page, number(6)),
        _ => return None,
    };
    let sensible = number >= 1 && of.is_none_or(|of| number <= of);
    sensible.then_some(Counter { number, of })
}

/// A word before `page 2` by which the page is another one: `the total on line 41 on page 2`.
fn is_reference(word: &str) -> bool {
    matches!(word, "ON" | "SEE" | "TO" | "FROM" | "AND" | "IN" | "THROUGH")
}
