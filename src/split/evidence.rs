//! What one page says about the document it belongs to.

use super::counter::{self, Counter};
use crate::library::{AnchorPage, AnchorPlace, Library};
use crate::model::Source;
use crate::page::{LabelKey, Layout, Page, find_label};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a page says, small enough to keep for every page of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageEvidence {
    /// The number of the page in its source file.
    pub number: u32,
    /// How many words it has.
    pub words: u32,
    /// What it says about types, best first; types it says nothing about are absent.
    pub scores: Vec<TypeScore>,
    /// Its page counter.
    pub counter: Option<Counter>,
    /// Numbers that identify a loan, an account, a person or an employer, as printed digits.
    pub identifiers: BTreeSet<String>,
    /// Keys of the lines in the head of the page: pages of one paper repeat them.
    pub head: BTreeSet<String>,
    /// Width and height as shown, in whole points.
    pub size: (u32, u32),
    /// The version of the library whose types it speaks of; empty for the standard library.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub library: String,
}

/// What a page says about one type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TypeScore {
    /// The type's id.
    pub document_type: String,
    /// Support for being the first page of such a document.
    pub first: f32,
    /// Support for being a later page of one.
    pub later: f32,
    /// Support by phrases that only a first page has.
    pub opening: f32,
    /// The phrases that spoke, with their weights.
    pub phrases: Vec<(String, f32)>,
}

/// A phrase in the middle of running text is a mention, and says this much of what a title says.
const MENTION: f32 = 0.25;

/// Collects the evidence of a page.
pub fn evidence(page: &Page, library: &Library) -> PageEvidence {
    let layout = Layout::new(page);
    let (width, height) = page.frame.shown_size();
    PageEvidence {
        number: page.number,
        words: u32::try_from(layout.words.len()).unwrap_or(u32::MAX),
        scores: scores(&layout, library),
        counter: counter::find(&layout),
        identifiers: identifiers(&layout),
        head: head(&layout),
        size: (width.round() as u32, height.round() as u32),
        library: library.version().to_owned(),
    }
}

/// Returns only what a page says about types, best first.
pub fn type_scores(page: &Page, library: &Library) -> Vec<TypeScore> {
    scores(&Layout::new(page), library)
}

fn scores(layout: &Layout<'_>, library: &Library) -> Vec<TypeScore> {
    let mut by_type: HashMap<usize, TypeScore> = HashMap::new();
    for (phrase, found) in phrases_on(layout, library) {
        for anchor in library.anchors().uses(phrase) {
            let emphasis = match anchor.place {
                AnchorPlace::Title if found.title => 1.0,
                AnchorPlace::Title => MENTION,
                AnchorPlace::Footer if found.footer => 1.0,
                AnchorPlace::Footer => MENTION,
                AnchorPlace::Anywhere if found.mention => MENTION,
                AnchorPlace::Anywhere => 1.0,
            };
            let weight = anchor.weight * emphasis;
            let score = by_type.entry(anchor.document_type).or_insert_with(|| TypeScore {
                document_type: library.types()[anchor.document_type].id.to_string(),
                first: 0.0,
                later: 0.0,
                opening: 0.0,
                phrases: Vec::new(),
            });
            match anchor.page {
                AnchorPage::Any => {
                    score.first += weight;
                    score.later += weight;
                }
                AnchorPage::First => {
                    score.first += weight;
                    score.opening += weight;
                }
                AnchorPage::Continuation => score.later += weight,
            }
            score.phrases.push((found.text.clone(), weight));
        }
    }
    let mut scores: Vec<TypeScore> = by_type.into_values().collect();
    let best = |score: &TypeScore| score.first.max(score.later);
    scores.sort_by(|a, b| best(b).total_cmp(&best(a)).then_with(|| a.document_type.cmp(&b.document_type)));
    scores.retain(|score| best(score) > 0.0);
    scores.truncate(8);
    scores
}

/// A phrase where it speaks loudest.
struct Found {
    text: String,
    title: bool,
    footer: bool,
    mention: bool,
}

impl Found {
    fn loudness(&self) -> u8 {
        u8::from(self.title) * 2 + u8::from(self.footer) + u8::from(!self.mention)
    }
}

/// Returns the phrases in the library's order: the sums and reasons made of them are the same in every run.
fn phrases_on(layout: &Layout<'_>, library: &Library) -> BTreeMap<usize, Found> {
    let mut all: BTreeMap<usize, Found> = BTreeMap::new();
    let mut keep = |phrase: usize, found: Found| {
        let known = all.get(&phrase).map_or(0, Found::loudness);
        if !all.contains_key(&phrase) || found.loudness() > known {
            all.insert(phrase, found);
        }
    };
    let (stream, starts) = stream_of(layout);
    for (phrase, start, end) in library.anchors().find(&stream) {
        let first = starts.binary_search_by_key(&start, |&(at, _)| at);
        let after = starts.binary_search_by_key(&end, |&(at, _)| at);
        // A phrase begins and ends where words do: NOTE is not found in NOTES.
        if let (Ok(first), Ok(after)) = (first, after) {
            let words: Vec<usize> = starts[first..after].iter().map(|&(_, word)| word).collect();
            keep(phrase, describe(layout, &words));
        }
    }
    if layout.words.iter().any(|placed| placed.word.source == Source::Ocr) {
        for (phrase, text) in library.anchors().phrases().filter(|(_, text)| text.len() >= 8) {
            for place in find_label(layout, &LabelKey::new(text)).into_iter().filter(|place| place.score > 0.6) {
                // A letter may be misread; another number is another form.
                let number = digits(text);
                if !number.is_empty() && digits(&layout.text(&place.words)) != number {
                    continue;
                }
                keep(phrase, describe(layout, &place.words));
            }
        }
    }
    all
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Joins the keys of all words and tells where each word begins, with the end of the stream last. Words without
/// letters, such as a dash between two parts of a title, have no place in it.
fn stream_of(layout: &Layout<'_>) -> (String, Vec<(usize, usize)>) {
    let mut stream = String::new();
    let mut starts = Vec::with_capacity(layout.words.len() + 1);
    for (word, placed) in layout.words.iter().enumerate().filter(|(_, placed)| !placed.key.is_empty()) {
        starts.push((stream.len(), word));
        stream.push_str(&placed.key);
    }
    starts.push((stream.len(), layout.words.len()));
    (stream, starts)
}

fn describe(layout: &Layout<'_>, words: &[usize]) -> Found {
    let rect = layout.rect_around(words);
    let height = layout.page.frame.height;
    let line = &layout.lines[layout.words[words[0]].line];
    let phrase_words = phrase_length(layout, &line.words, words);
    let size = words.iter().map(|&word| layout.words[word].word.size).fold(0.0, f32::max);
    let large = size > layout.usual_size() * 1.15 || words.iter().all(|&word| layout.words[word].word.bold);
    let alone = phrase_words <= words.len() + 3;
    Found {
        text: layout.text(words),
        title: rect.top < height * 0.35 && alone && (large || phrase_words <= words.len() + 1),
        footer: rect.top > height * 0.85,
        mention: phrase_words > words.len() + 7,
    }
}

fn phrase_length(layout: &Layout<'_>, line: &[usize], words: &[usize]) -> usize {
    layout
        .phrases(line)
        .iter()
        .find(|phrase| words.iter().any(|word| phrase.words.contains(word)))
        .map_or(words.len(), |phrase| phrase.words.len())
}

/// Long numbers in the upper half of the page: account, loan, employer and social security numbers.
fn identifiers(layout: &Layout<'_>) -> BTreeSet<String> {
    layout
        .words
        .iter()
        .filter(|placed| placed.word.rect.top < layout.page.frame.height * 0.5)
        .filter(|placed| !placed.word.text.contains(['.', '/', '$']))
        .map(|placed| placed.key.chars().filter(char::is_ascii_digit).collect::<String>())
        .filter(|digits| (7..=20).contains(&digits.len()))
        .take(24)
        .collect()
}

/// The first lines of a page without their figures.
fn head(layout: &Layout<'_>) -> BTreeSet<String> {
    layout
        .lines
        .iter()
        .take_while(|line| line.rect.top < layout.page.frame.height * 0.15)
        .flat_map(|line| layout.phrases(&line.words))
        .map(|phrase| phrase.words.iter().map(|&word| layout.words[word].key.as_str()).collect::<String>())
        .filter(|text| text.chars().filter(|c| c.is_alphabetic()).count() >= 5)
        .take(8)
        .collect()
}
