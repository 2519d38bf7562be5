//! Which of the shared phrases tell the type from all others, and how much each says.

use super::Lesson;
use super::form::{Place, SharedPhrase};
use crate::library::{Anchor, AnchorPage, AnchorPlace, DocumentType};
use crate::page::key;
use std::collections::{HashMap, HashSet};

/// At most so many titles and so many other phrases are kept.
const MOST_TITLES: usize = 2;
const MOST_OTHERS: usize = 8;
/// What a title says that no other type has, and one that another type knows.
const TITLE: f32 = 5.0;
const KNOWN_TITLE: f32 = 3.0;
/// What any other phrase says beside a title.
const OTHER_PHRASE: f32 = 0.75;
/// What all other phrases say together where there is no title, and one of them at most.
const WITHOUT_TITLE: f32 = 6.0;
const MOST_WITHOUT_TITLE: f32 = 2.0;
/// What a form's number in the footer says.
const FORM_NUMBER: f32 = 3.0;
/// An anchor is made no heavier than this.
const HEAVIEST: f32 = 10.0;
/// A title stands in this part of the page, and a footer in that.
const HEAD: f32 = 0.35;
const FOOT: f32 = 0.85;
/// Type this much larger than usual is a title's.
const LARGE: f32 = 1.15;
/// A phrase with so many other words beside it is running text.
const RUNNING: usize = 5;
/// Names of firms end with these: another firm's paper of the type does not have them.
const FIRMS: [&str; 14] =
    ["LLC", "INC", "CORP", "CORPORATION", "COMPANY", "CO", "BANK", "NA", "LP", "LLP", "LTD", "PLC", "FSB", "UNION"];

/// Chooses the anchors of a type; none when the samples share nothing of their own.
pub fn choose(phrases: &[SharedPhrase], lesson: &Lesson<'_>) -> Vec<Anchor> {
    let known = Known::of(lesson);
    let usable: Vec<&SharedPhrase> = phrases.iter().filter(|phrase| phrase.is_heading() && !is_firm(phrase)).collect();
    let titles = titles(&usable, lesson.name, &known);
    let mut others: Vec<(&SharedPhrase, f32)> = usable
        .iter()
        .filter(|phrase| !titles.iter().any(|title| title.key == phrase.key) && !known.phrases.contains(&phrase.key))
        .filter_map(|phrase| Some((*phrase, known.rarity(phrase)?)))
        .collect();
    others.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.key.cmp(&b.0.key)));
    let mut kept: Vec<&SharedPhrase> = Vec::new();
    for (phrase, _) in others {
        let repeats = |other: &&SharedPhrase| other.key.contains(&phrase.key) || phrase.key.contains(&other.key);
        if kept.len() < MOST_OTHERS && !titles.iter().chain(&kept).any(repeats) {
            kept.push(phrase);
        }
    }
    let weight = match (titles.is_empty(), kept.len()) {
        (false, _) => OTHER_PHRASE,
        (true, count) => (WITHOUT_TITLE / count.max(1) as f32).min(MOST_WITHOUT_TITLE),
    };
    let titles = titles.iter().map(|phrase| {
        let weight = if known.phrases.contains(&phrase.key) { KNOWN_TITLE } else { TITLE };
        anchor(phrase, weight, AnchorPlace::Title, AnchorPage::First)
    });
    let others = kept.into_iter().map(|phrase| match is_form_number(phrase) {
        true => anchor(phrase, FORM_NUMBER, AnchorPlace::Footer, AnchorPage::Any),
        false => anchor(phrase, quarter(weight), AnchorPlace::Anywhere, pages(phrase)),
    });
    titles.chain(others).collect()
}

/// Makes all anchors heavier; false when none can be.
pub fn strengthen(anchors: &mut [Anchor]) -> bool {
    let mut changed = false;
    for anchor in anchors {
        let weight = quarter(anchor.weight * 1.4).min(HEAVIEST);
        changed |= weight > anchor.weight;
        anchor.weight = weight;
    }
    changed
}

fn anchor(phrase: &SharedPhrase, weight: f32, place: AnchorPlace, page: AnchorPage) -> Anchor {
    Anchor { text: phrase.text.clone(), weight, place, page }
}

/// Weights are rounded to quarters: they are written down for people.
fn quarter(weight: f32) -> f32 {
    (weight * 4.0).round() / 4.0
}

/// Returns the phrases that stand as a title at the head of every sample, best first.
fn titles<'p>(phrases: &[&'p SharedPhrase], name: &str, known: &Known) -> Vec<&'p SharedPhrase> {
    let mut found: Vec<(&SharedPhrase, f32)> = Vec::new();
    let untitled = |phrase: &SharedPhrase| {
        phrase.ends_label || phrase.key.contains(char::is_numeric) || known.labels.contains(&phrase.key)
    };
    for phrase in phrases.iter().filter(|phrase| !untitled(phrase)) {
        let heads: Vec<Place> =
            phrase.places.iter().filter_map(|places| places.iter().copied().find(is_head)).collect();
        if heads.len() < phrase.places.len() {
            continue;
        }
        let size = heads.iter().map(|place| place.size).fold(f32::INFINITY, f32::min);
        let named = shared_words(&phrase.text, name);
        let leads = heads.iter().all(|place| place.height < 0.12) && phrase.words >= 2;
        if named >= 0.5 || leads || (size >= LARGE && phrase.words >= 2) {
            let common = if known.phrases.contains(&phrase.key) { 1.0 } else { 0.0 };
            found.push((phrase, 2.0 * named + size + f32::from(u8::from(leads)) * 0.5 - common));
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.key.cmp(&b.0.key)));
    let best = found.first().map_or(0.0, |(_, score)| *score);
    found.into_iter().filter(|(_, score)| *score >= best - 1.0).take(MOST_TITLES).map(|(phrase, _)| phrase).collect()
}

fn is_head(place: &Place) -> bool {
    place.page == 0 && place.height < HEAD && place.more_words <= 1
}

/// Returns which share of the name's words stand in a text.
fn shared_words(text: &str, name: &str) -> f32 {
    let own: HashSet<String> = text.split_whitespace().map(key).collect();
    let named: Vec<String> = name.split_whitespace().map(key).collect();
    named.iter().filter(|word| own.contains(*word)).count() as f32 / named.len().max(1) as f32
}

fn is_firm(phrase: &SharedPhrase) -> bool {
    let last = phrase.text.split_whitespace().last().map(key).unwrap_or_default();
    !phrase.ends_label && phrase.words > 1 && FIRMS.contains(&last.as_str())
}

/// A code with a figure at the foot of the page.
fn is_form_number(phrase: &SharedPhrase) -> bool {
    phrase.key.contains(char::is_numeric) && phrase.places.iter().flatten().all(|place| place.height > FOOT)
}

/// On which pages a phrase stands: of papers of one page nothing can be said.
fn pages(phrase: &SharedPhrase) -> AnchorPage {
    let first = phrase.places.iter().all(|places| places.iter().any(|place| place.page == 0));
    let later = phrase.places.iter().any(|places| places.iter().any(|place| place.page > 0));
    if first || !later { AnchorPage::Any } else { AnchorPage::Continuation }
}

/// Returns the types that documents may get instead.
fn rivals<'l>(lesson: &'l Lesson<'_>) -> impl Iterator<Item = &'l DocumentType> {
    let library = lesson.library;
    library.types().iter().filter(|known| known.id != lesson.id && library.is_active(&known.id))
}

/// The phrases of all other types, and in how many types each of their words stands.
struct Known {
    phrases: HashSet<String>,
    /// Those that label a field.
    labels: HashSet<String>,
    types_with_word: HashMap<String, usize>,
    types: usize,
}

impl Known {
    fn of(lesson: &Lesson<'_>) -> Self {
        let (mut phrases, mut types_with_word) = (HashSet::new(), HashMap::new());
        for definition in rivals(lesson) {
            let anchors = definition.anchors.iter().map(|anchor| &anchor.text);
            let labels = definition.fields.iter().flat_map(|field| field.labels.iter().chain(&field.section));
            let tables = definition.tables.iter().flat_map(|table| {
                let headings = table.columns.iter().flat_map(|column| &column.headings);
                table.titles.iter().chain(&table.ends).chain(headings)
            });
            let texts = anchors.chain(&definition.exclusions).chain(&definition.ignored).chain(labels).chain(tables);
            let mut words: HashSet<String> = HashSet::new();
            for text in texts {
                phrases.insert(key(text));
                words.extend(text.split_whitespace().map(key));
            }
            words.into_iter().for_each(|word| *types_with_word.entry(word).or_default() += 1);
        }
        let fields = rivals(lesson).flat_map(|known| &known.fields);
        let labels = fields.flat_map(|field| field.labels.iter().map(|label| key(label))).collect();
        Self { phrases, labels, types_with_word, types: rivals(lesson).count() }
    }

    /// Returns how rare a phrase is, from the words of other types; `None` for one that is no anchor.
    fn rarity(&self, phrase: &SharedPhrase) -> Option<f32> {
        let letters = phrase.key.chars().filter(|c| c.is_alphabetic()).count();
        let words: Vec<String> = phrase.text.split_whitespace().map(key).collect();
        let figures = phrase.key.contains(char::is_numeric) && !is_form_number(phrase);
        let running = phrase.places.iter().any(|places| places.iter().all(|place| place.more_words > RUNNING));
        let fewest = if is_form_number(phrase) { 4 } else { 8 };
        if letters < fewest || figures || running {
            return None;
        }
        let mut rarities: Vec<f32> =
            words.iter().filter(|word| word.chars().count() > 2).map(|word| self.of_word(word)).collect();
        rarities.sort_by(|a, b| b.total_cmp(a));
        let rarest: f32 = rarities.iter().take(3).sum();
        // Words that many types have, in a new order, say little.
        (rarest >= 1.0).then_some(rarest)
    }

    /// From 0 for a word that every type has to 1 for one that none has.
    fn of_word(&self, word: &str) -> f32 {
        let count = self.types_with_word.get(word).copied().unwrap_or(0) as f32;
        1.0 - (1.0 + count).ln() / (2.0 + self.types as f32).ln()
    }
}
