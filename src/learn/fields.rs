//! Which of the shared phrases are labels of values, and what kind of values stand where.
//!
//! Each phrase is tried as a label at each place by the extractor itself, first for any text and then for the kind that
//! the texts suggest: a field that is kept here is read in every sample.

use super::form::SharedPhrase;
use super::kinds::{Guess, guess};
use crate::extract::{ExtractedField, extract};
use crate::library::{DocumentType, FieldDefinition, Relation};
use crate::model::ValueKind;
use crate::page::{Layout, Page, Rect, key};
use std::collections::HashSet;

/// The places that are tried, best first.
const PLACES: [Relation; 4] = [Relation::Right, Relation::Cell, Relation::Below, Relation::Above];
/// Longer phrases label nothing.
const MOST_LABEL_WORDS: usize = 7;
/// A phrase that is printed more often than this on a sample heads parts or rows.
const MOST_OFTEN: usize = 2;
/// A text of more words than this is running text and no value.
const MOST_TEXT_WORDS: usize = 8;
/// A text may follow its label without a gap when it is so short.
const MOST_CLOSE_WORDS: usize = 3;
/// A label is read so surely at least.
const LEAST_SURE: f32 = 0.5;
/// At most so many fields are learned, and so many labels without a field kept.
const MOST_FIELDS: usize = 60;
const MOST_IGNORED: usize = 80;
/// The longest id that a label gives.
const LONGEST_ID: usize = 48;

/// A label with the kind of its value and the place where it stands.
struct Found<'p> {
    phrase: &'p SharedPhrase,
    guess: Guess,
    relation: Relation,
    /// What was read in each sample.
    values: Vec<ExtractedField>,
}

impl Found<'_> {
    fn sureness(&self) -> f32 {
        let sure = self.values.iter().map(|value| value.confidence.value()).fold(1.0, f32::min);
        let colon = if self.phrase.ends_label && self.relation == Relation::Right { 0.3 } else { 0.0 };
        let telling = if self.guess.is_telling() { 0.1 } else { 0.0 };
        let above = if self.relation == Relation::Above { -0.5 } else { 0.0 };
        sure + colon + telling + above
    }
}

/// Adds the fields that all samples have to a definition whose anchors are chosen.
pub fn learn(definition: &mut DocumentType, phrases: &[SharedPhrase], samples: &[Vec<Page>]) {
    let titles: HashSet<String> =
        definition.anchors.iter().filter(|anchor| anchor.weight >= 3.0).map(|anchor| key(&anchor.text)).collect();
    let usable: Vec<&SharedPhrase> = phrases
        .iter()
        .filter(|phrase| phrase.words <= MOST_LABEL_WORDS && !titles.contains(&phrase.key))
        .filter(|phrase| phrase.is_heading() && (phrase.ends_label || !is_running(phrase)))
        .collect();
    let (signed, labels): (Vec<&SharedPhrase>, Vec<&SharedPhrase>) =
        usable.into_iter().partition(|phrase| phrase.key.ends_with("SIGNATURE"));
    definition.ignored = labels
        .iter()
        .filter(|phrase| !phrase.key.contains(char::is_numeric))
        .map(|phrase| phrase.text.clone())
        .collect();
    let tried: Vec<&SharedPhrase> =
        labels.iter().copied().filter(|phrase| phrase.places.iter().all(|places| places.len() <= MOST_OFTEN)).collect();
    let mut found: Vec<Found<'_>> = supposed(definition, &tried, samples);
    let layouts: Vec<Vec<Layout<'_>>> = samples.iter().map(|pages| pages.iter().map(Layout::new).collect()).collect();
    let own: HashSet<&str> = phrases.iter().map(|phrase| phrase.key.as_str()).collect();
    found.retain(|found| !heads_column(found, &layouts, &own));
    found.sort_by(|a, b| b.sureness().total_cmp(&a.sureness()));
    let mut fields: Vec<Found<'_>> = Vec::new();
    for candidate in found {
        let known =
            fields.iter().any(|field| field.phrase.key == candidate.phrase.key || share_words(field, &candidate));
        if !known && fields.len() < MOST_FIELDS {
            fields.push(candidate);
        }
    }
    fields.sort_by_key(|field| phrases.iter().position(|phrase| phrase.key == field.phrase.key));
    add(definition, &fields);
    add_signatures(definition, &signed);
    confirm(definition, samples);
    let named: HashSet<String> =
        definition.fields.iter().flat_map(|field| field.labels.iter().map(|label| key(label))).collect();
    definition.ignored.retain(|label| !named.contains(&key(label)));
    definition.ignored.truncate(MOST_IGNORED);
}

/// Tells whether the label heads a column: under its value stands another one of the kind.
fn heads_column(found: &Found<'_>, layouts: &[Vec<Layout<'_>>], own: &HashSet<&str>) -> bool {
    if !matches!(found.relation, Relation::Cell | Relation::Below) || found.guess.kind == ValueKind::Address {
        return false;
    }
    found.values.iter().zip(layouts).any(|(value, layouts)| {
        let Some(layout) = layouts.iter().find(|layout| layout.page.number == value.page) else { return false };
        let Some(under) = text_under(layout, value) else { return false };
        let same = guess(&found.phrase.text, &[under.as_str()]) == found.guess;
        same && !own.contains(key(&under).as_str()) && found.guess.kind != ValueKind::Name
    })
}

/// Returns what stands right under a value.
fn text_under(layout: &Layout<'_>, value: &ExtractedField) -> Option<String> {
    let height = value.rect.height().max(6.0);
    let region =
        Rect::new(value.rect.left - 2.0, value.rect.bottom, value.rect.right + 2.0, value.rect.bottom + 2.0 * height);
    let line = layout.lines_in(&region).into_iter().next()?;
    Some(layout.text(&line))
}

fn is_running(phrase: &SharedPhrase) -> bool {
    phrase.places.iter().any(|places| places.iter().all(|place| place.more_words > MOST_TEXT_WORDS))
}

/// Supposes a field for each label and place where every sample has a value.
fn supposed<'p>(bare: &DocumentType, labels: &[&'p SharedPhrase], samples: &[Vec<Page>]) -> Vec<Found<'p>> {
    let texts = read(bare, samples, labels, |_, relation| Some((Guess::text(), relation)));
    let guesses: Vec<[Option<Guess>; PLACES.len()]> = labels
        .iter()
        .enumerate()
        .map(|(label, phrase)| PLACES.map(|relation| guessed(phrase, relation, &values_of(&texts, label, relation)?)))
        .collect();
    let at = |relation: Relation| PLACES.iter().position(|known| *known == relation);
    let values = read(bare, samples, labels, |label, relation| {
        let guess = guesses.get(label).and_then(|places| places.get(at(relation)?).copied().flatten())?;
        Some((guess, relation))
    });
    let mut found = Vec::new();
    for (label, (phrase, places)) in labels.iter().zip(&guesses).enumerate() {
        for (relation, guess) in PLACES.into_iter().zip(places) {
            let (Some(guess), Some(values)) = (guess, values_of(&values, label, relation)) else { continue };
            let sure = values.iter().all(|value| value.confidence.value() >= LEAST_SURE);
            if sure && (guess.kind != ValueKind::Text || guess.is_telling() || differ(&values)) {
                found.push(Found { phrase, guess: *guess, relation, values });
            }
        }
    }
    found
}

/// Guesses what stands at a place of a label, unless it is running text.
fn guessed(phrase: &SharedPhrase, relation: Relation, values: &[ExtractedField]) -> Option<Guess> {
    let texts: Vec<&str> = values.iter().map(|value| value.raw.as_str()).collect();
    let guess = guess(&phrase.text, &texts);
    let short = texts.iter().all(|text| text.split_whitespace().count() <= MOST_TEXT_WORDS);
    let close = || phrase.places.iter().flatten().all(|place| place.more_words <= MOST_CLOSE_WORDS);
    let labelled = match relation {
        Relation::Right => phrase.ends_label || close(),
        // Over a label stands what belongs to the one above it, unless it is a date or the like on a line to fill in.
        Relation::Above => false,
        _ => true,
    };
    (guess.is_telling() || (short && labelled)).then_some(guess)
}

/// What each sample has for each field that was tried.
type Readings = Vec<Vec<ExtractedField>>;

/// Reads the samples with a field for each label and place of which something is supposed.
fn read(
    bare: &DocumentType,
    samples: &[Vec<Page>],
    labels: &[&SharedPhrase],
    supposed: impl Fn(usize, Relation) -> Option<(Guess, Relation)>,
) -> Readings {
    let mut tried = bare.clone();
    for (index, phrase) in labels.iter().enumerate() {
        for (guess, relation) in PLACES.into_iter().filter_map(|relation| supposed(index, relation)) {
            let mut field = field_of(phrase, guess, relation, tried_id(index, relation));
            field.shared = true;
            tried.fields.push(field);
        }
    }
    samples.iter().map(|pages| extract(pages, &tried).fields).collect()
}

fn tried_id(label: usize, relation: Relation) -> String {
    format!("{label}_{relation:?}")
}

/// Returns what was read for a label at a place in each sample; `None` when a sample has nothing there.
fn values_of(readings: &Readings, label: usize, relation: Relation) -> Option<Vec<ExtractedField>> {
    let id = tried_id(label, relation);
    let own = |field: &&ExtractedField| field.field.as_str().rsplit_once('.').is_some_and(|(_, rest)| rest == id);
    readings.iter().map(|fields| fields.iter().find(own).cloned()).collect()
}

fn differ(values: &[ExtractedField]) -> bool {
    values.iter().skip(1).any(|value| values.first().is_some_and(|first| first.value != value.value))
}

/// Tells whether two fields would take the same printed value.
fn share_words(one: &Found<'_>, other: &Found<'_>) -> bool {
    let same = |a: &ExtractedField, b: &ExtractedField| a.page == b.page && a.rect.intersection(&b.rect).is_some();
    one.values.iter().zip(&other.values).any(|(a, b)| same(a, b))
}

fn field_of(phrase: &SharedPhrase, guess: Guess, relation: Relation, id: String) -> FieldDefinition {
    let mut field = FieldDefinition::bare(id, name_of(&phrase.text), guess.kind);
    field.labels = vec![phrase.text.clone()];
    field.find = vec![relation];
    field.shape = guess.shape;
    field
}

fn add(definition: &mut DocumentType, fields: &[Found<'_>]) {
    for found in fields {
        let id = unused_id(definition, &found.phrase.text);
        definition.fields.push(field_of(found.phrase, found.guess, found.relation, id));
    }
}

fn add_signatures(definition: &mut DocumentType, labels: &[&SharedPhrase]) {
    for phrase in labels {
        let id = unused_id(definition, &phrase.text);
        let mut field = FieldDefinition::bare(id, name_of(&phrase.text), ValueKind::Signature);
        field.labels = vec![phrase.text.clone()];
        definition.fields.push(field);
        definition.signature_expected = true;
    }
}

/// Keeps the fields that are read in every sample when all of them are looked for together.
fn confirm(definition: &mut DocumentType, samples: &[Vec<Page>]) {
    let read: Vec<HashSet<String>> = samples
        .iter()
        .map(|pages| extract(pages, definition).fields.into_iter().map(|field| field.field.to_string()).collect())
        .collect();
    let id = definition.id.clone();
    definition.fields.retain(|field| {
        field.kind == ValueKind::Signature || read.iter().all(|fields| fields.contains(&format!("{id}.{}", field.id)))
    });
}

/// Returns an id made of a label that no field has yet.
fn unused_id(definition: &DocumentType, label: &str) -> String {
    let slug = slug(label);
    let taken = |id: &String| definition.field(id).is_some();
    let numbered = (2..).map(|number| format!("{slug}_{number}"));
    std::iter::once(slug.clone()).chain(numbered).find(|id| !taken(id)).unwrap_or(slug)
}

/// Returns a text in lower-case letters, digits and underscores.
pub fn slug(text: &str) -> String {
    let text: String = text.to_lowercase().replace(['\'', '’'], "");
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut slug = String::new();
    for word in words {
        if !slug.is_empty() && slug.len() + word.len() > LONGEST_ID {
            break;
        }
        if !slug.is_empty() {
            slug.push('_');
        }
        slug.push_str(word);
    }
    if slug.is_empty() { "field".to_owned() } else { slug }
}

/// Returns a label as a name: a label all in capitals begins with one and goes on without.
fn name_of(label: &str) -> String {
    if label.chars().any(char::is_lowercase) {
        return label.to_owned();
    }
    let lower = label.to_lowercase();
    let mut letters = lower.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
