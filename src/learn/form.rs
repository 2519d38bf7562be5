//! What samples of a type have in common: the phrases that the form itself prints.
//!
//! Samples may be of one person or one firm. What stands in an address, behind a label or in a dated row was filled in,
//! be it the same in all of them.

use super::kinds::{is_city_line, is_street_line};
use crate::extract::value::is_short_date;
use crate::page::{LabelKey, Layout, Page, Phrase, find_label, key};
use std::collections::HashSet;

/// A document of the type, arranged for searching.
pub struct Sample<'p> {
    /// Its pages.
    pub layouts: Vec<Layout<'p>>,
}

impl SharedPhrase {
    /// Tells whether it looks like a heading or a label and not like a part of a sentence.
    pub fn is_heading(&self) -> bool {
        let begins = self.text.chars().next().is_some_and(|c| c.is_alphanumeric() && !c.is_lowercase());
        begins && (self.ends_label || !self.text.ends_with(['.', ',', ';']))
    }
}

impl<'p> Sample<'p> {
    /// Arranges the pages of a document.
    pub fn new(pages: &'p [Page]) -> Self {
        Self { layouts: pages.iter().map(Layout::new).collect() }
    }
}

/// A phrase that every sample prints.
#[derive(Debug, Clone)]
pub struct SharedPhrase {
    /// As it is printed in the first sample that has it.
    pub text: String,
    /// Its letters and digits.
    pub key: String,
    /// How many words it has.
    pub words: usize,
    /// Whether a colon ends it where it was found.
    pub ends_label: bool,
    /// Where it stands in each sample, in order.
    pub places: Vec<Vec<Place>>,
}

/// Where a phrase stands in a sample.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The page of the sample, from 0.
    pub page: usize,
    /// Its distance from the top as a share of the page's height.
    pub height: f32,
    /// Its distance from the left as a share of the page's width.
    pub across: f32,
    /// The size of its type next to what is usual on the page; bold print counts as larger.
    pub size: f32,
    /// How many more words stand in the same phrase.
    pub more_words: usize,
}

/// A phrase is found when it is printed so clearly.
const CLEAR: f32 = 0.75;
/// Longer phrases are running text, which breaks into lines elsewhere in the next document.
const MOST_WORDS: usize = 9;
/// Bold print stands out like print this much larger.
const BOLD: f32 = 1.2;
/// The most phrases that are looked for.
const MOST_PHRASES: usize = 4000;

/// Returns the phrases that all samples print, in the order of the first sample.
pub fn shared_phrases(samples: &[Sample<'_>]) -> Vec<SharedPhrase> {
    let mut seen = HashSet::new();
    let mut shared = Vec::new();
    for candidate in samples.iter().flat_map(candidates).take(MOST_PHRASES) {
        if !seen.insert(candidate.key.clone()) {
            continue;
        }
        let label = LabelKey::new(&candidate.text);
        let places: Vec<Vec<Place>> = samples.iter().map(|sample| places(sample, &label)).collect();
        if places.iter().all(|places| !places.is_empty()) {
            shared.push(SharedPhrase { places, ..candidate });
        }
    }
    shared.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap_or(std::cmp::Ordering::Equal));
    shared
}

fn order(phrase: &SharedPhrase) -> (usize, f32, f32) {
    let first = phrase.places.first().and_then(|places| places.first());
    first.map_or((0, 0.0, 0.0), |place| (place.page, place.height, place.across))
}

/// Returns what may be the form's own print in a sample.
fn candidates(sample: &Sample<'_>) -> Vec<SharedPhrase> {
    let addressed: HashSet<String> = sample.layouts.iter().flat_map(address_blocks).collect();
    let mut found: Vec<SharedPhrase> = sample.layouts.iter().flat_map(|layout| printed(layout)).collect();
    found.retain(|phrase| !addressed.contains(&phrase.key) && !is_place(&phrase.text) && !is_page_number(&phrase.key));
    found
}

/// Returns the phrases of a page that are neither behind a label nor in a dated row.
fn printed(layout: &Layout<'_>) -> Vec<SharedPhrase> {
    let mut found = Vec::new();
    for line in &layout.lines {
        let row = line.words.first().is_some_and(|&word| is_short_date(&layout.words[word].word.text));
        let mut labelled = row;
        for phrase in layout.phrases(&line.words) {
            for part in phrase.words.split_inclusive(|&word| layout.words[word].ends_label) {
                let labels = part.last().is_some_and(|&word| layout.words[word].ends_label);
                if labels || !labelled {
                    found.extend(candidate(layout, part));
                    found.extend(candidate(layout, before_figures(layout, part)));
                }
                labelled = labels || row;
            }
        }
    }
    found
}

/// How far the lines of a block may begin from each other, in points.
const ALIGNED: f32 = 6.0;

/// Returns the keys of the lines of all addresses on a page: name, street, city.
fn address_blocks(layout: &Layout<'_>) -> Vec<String> {
    let phrases: Vec<Phrase> = layout.lines.iter().flat_map(|line| layout.phrases(&line.words)).collect();
    let mut keys = Vec::new();
    for (at, phrase) in phrases.iter().enumerate() {
        if !is_city_line(&layout.text(&phrase.words)) {
            continue;
        }
        let mut below = phrase;
        keys.push(key(&layout.text(&phrase.words)));
        for above in phrases[..at].iter().rev() {
            let gap = below.rect.top - above.rect.bottom;
            if (above.rect.left - below.rect.left).abs() > ALIGNED || gap < -1.0 {
                continue;
            }
            let labels = above.words.iter().any(|&word| layout.words[word].ends_label);
            if labels || gap > 1.5 * below.rect.height().max(6.0) {
                break;
            }
            let text = layout.text(&above.words);
            keys.push(key(&text));
            below = above;
            if !is_street_line(&text) {
                break;
            }
        }
    }
    keys
}

/// A town with its state, without the number that ends a city line.
fn is_place(text: &str) -> bool {
    text.rsplit_once(", ").is_some_and(|(_, state)| state.len() == 2 && state.bytes().all(|b| b.is_ascii_uppercase()))
}

fn is_page_number(key: &str) -> bool {
    key.strip_prefix("PAGE").is_some_and(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// A label may stand so close to its value that both are one phrase.
fn before_figures<'w>(layout: &Layout<'_>, words: &'w [usize]) -> &'w [usize] {
    let figures = words.iter().position(|&word| is_figure(&layout.words[word].word.text));
    &words[..figures.unwrap_or(words.len())]
}

fn is_figure(text: &str) -> bool {
    text.contains(['$', '%']) || text.chars().filter(char::is_ascii_digit).count() * 2 > text.chars().count()
}

fn candidate(layout: &Layout<'_>, words: &[usize]) -> Option<SharedPhrase> {
    let ends_label = layout.words[*words.last()?].ends_label;
    let text = layout.text(words);
    let text = without_open_bracket(&text).trim_end_matches([':', ' ']).to_owned();
    let key = key(&text);
    let letters = key.chars().filter(|c| c.is_alphabetic()).count();
    let digits = key.chars().filter(char::is_ascii_digit).count();
    let words = text.split_whitespace().count();
    let fits = letters >= 3 && digits * 2 <= letters && (1..=MOST_WORDS).contains(&words);
    fits.then(|| SharedPhrase { text, key, words, ends_label, places: Vec::new() })
}

/// A bracket that is closed only behind the figures, as in `Form 12 (Rev. 02/23)`, is no part of the phrase.
fn without_open_bracket(text: &str) -> &str {
    match text.rfind('(') {
        Some(open) if !text[open..].contains(')') => &text[..open],
        _ => text,
    }
}

fn places(sample: &Sample<'_>, label: &LabelKey) -> Vec<Place> {
    let mut places = Vec::new();
    for (page, layout) in sample.layouts.iter().enumerate() {
        let (usual, frame) = (layout.usual_size().max(1.0), &layout.page.frame);
        for found in find_label(layout, label).into_iter().filter(|found| found.score >= CLEAR) {
            let size = found.words.iter().map(|&word| layout.words[word].word.size).fold(0.0, f32::max) / usual;
            let bold = found.words.iter().all(|&word| layout.words[word].word.bold);
            places.push(Place {
                page,
                height: found.rect.top / frame.height.max(1.0),
                across: found.rect.left / frame.width.max(1.0),
                size: if bold { size * BOLD } else { size },
                more_words: more_words(layout, &found.words),
            });
        }
    }
    places
}

fn more_words(layout: &Layout<'_>, words: &[usize]) -> usize {
    let Some(&first) = words.first() else { return 0 };
    let line = &layout.lines[layout.words[first].line];
    let phrase = layout.phrases(&line.words).into_iter().find(|phrase| phrase.words.contains(&first));
    phrase.map_or(0, |phrase| phrase.words.len().saturating_sub(words.len()))
}
