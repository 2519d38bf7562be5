//! What a correction teaches: the label beside a value that was missed, the title of a paper that was taken for another.
//!
//! A phrase is learned only when the program's own search, made with it, finds what the person said.

use super::judge;
use crate::extract::extract;
use crate::extract::value::{Run, is_short_date, read};
use crate::library::{Anchor, AnchorPage, AnchorPlace, DocumentType, Library, Relation};
use crate::model::{DocumentTypeId, ValueKind};
use crate::page::{LabelKey, Layout, Page, Phrase, find_label, key};
use std::collections::BTreeSet;

/// A label has at most so many words, a title too.
const MOST_WORDS: usize = 8;
/// Fewer letters say nothing.
const LEAST_LETTERS: usize = 3;
/// A phrase in so large a part of the page, from the top, can be a title.
const TITLE_HEIGHT: f32 = 0.34;
/// So many phrases are tried for one correction.
const MOST_TRIALS: usize = 12;
/// How much a learned title says at first, and how much more with each correction that confirms it.
const FIRST_WEIGHT: f32 = 3.0;
const MORE_WEIGHT: f32 = 0.5;
const MOST_WEIGHT: f32 = 5.0;

/// Returns the label by which a field's value, as a person gave it, is found on the pages; `None` when no phrase beside
/// or above it leads there.
pub fn label(definition: &DocumentType, field: &str, value: &str, pages: &[Page]) -> Option<String> {
    let known = definition.field(field)?;
    let tried = candidates(definition, pages, known.kind, value);
    tried.into_iter().take(MOST_TRIALS).find(|label| {
        let is_known = known.labels.iter().any(|own| key(own) == key(label));
        !is_known && finds(&with_label(definition, field, label), field, value, pages)
    })
}

/// Returns the title by which pages are known as of a type; `None` when no phrase at the top of the first page leads
/// there, or another type has it.
pub fn title(id: &DocumentTypeId, pages: &[Page], library: &Library) -> Option<String> {
    let definition = library.get(id)?;
    let layout = Layout::new(pages.first()?);
    let anchored: BTreeSet<String> =
        library.types().iter().flat_map(|other| &other.anchors).map(|anchor| key(&anchor.text)).collect();
    let titles = layout.lines.iter().flat_map(|line| layout.phrases(&line.words));
    let titles = titles.filter(|phrase| phrase.rect.top < layout.page.frame.height * TITLE_HEIGHT);
    let titles = titles.map(|phrase| layout.text(&phrase.words)).filter(|text| is_phrase(text));
    titles.filter(|text| !anchored.contains(&key(text))).take(MOST_TRIALS).find(|text| {
        let taught = with_title(definition, text, 1);
        let library = library.with(vec![taught], library.inactive().clone(), String::new());
        judge(pages, &library).decision.document_type == *id
    })
}

/// Returns a type with a label added to one of its fields, after its own.
#[must_use]
pub fn with_label(definition: &DocumentType, field: &str, label: &str) -> DocumentType {
    let mut taught = definition.clone();
    if let Some(field) = taught.fields.iter_mut().find(|known| known.id == field) {
        field.labels.push(label.to_string());
        for relation in [Relation::Right, Relation::Below] {
            if !field.find.contains(&relation) {
                field.find.push(relation);
            }
        }
    }
    taught
}

/// Returns a type with a title added that so many corrections have taught.
#[must_use]
pub fn with_title(definition: &DocumentType, title: &str, seen: u32) -> DocumentType {
    let mut taught = definition.clone();
    let weight = (FIRST_WEIGHT + MORE_WEIGHT * (seen.saturating_sub(1)) as f32).min(MOST_WEIGHT);
    taught.anchors.push(Anchor { text: title.to_string(), weight, place: AnchorPlace::Title, page: AnchorPage::First });
    taught
}

fn finds(definition: &DocumentType, field: &str, value: &str, pages: &[Page]) -> bool {
    let id = definition.field_id(field);
    extract(pages, definition)
        .fields
        .iter()
        .any(|found| found.field == id && found.row.is_none() && found.value == value)
}

/// The phrases beside and above each place where the value is printed, the nearest first.
fn candidates(definition: &DocumentType, pages: &[Page], kind: ValueKind, value: &str) -> Vec<String> {
    let filled_in: BTreeSet<String> =
        extract(pages, definition).fields.iter().map(|field| key(&field.value)).filter(|key| !key.is_empty()).collect();
    let mut found = Vec::new();
    for page in pages {
        let layout = Layout::new(page);
        let lines: Vec<Vec<Phrase>> = layout.lines.iter().map(|line| layout.phrases(&line.words)).collect();
        for words in places(&layout, &lines, kind, value) {
            let Some(line) = words.first().map(|&word| layout.words[word].line) else { continue };
            let rect = layout.rect_around(&words);
            let before = lines[line].iter().filter(|phrase| phrase.rect.left < rect.left).rev();
            found.extend(before.map(|phrase| label_text(&layout, phrase, &words)));
            let above = lines.iter().take(line).rev().take(2).flatten();
            let above = above.filter(|phrase| phrase.rect.left < rect.right && phrase.rect.right > rect.left);
            found.extend(above.map(|phrase| layout.text(&phrase.words)));
        }
    }
    found.retain(|text| is_phrase(text) && !filled_in.contains(&key(text)));
    found.dedup();
    found
}

/// The words of a phrase that stand before the value, which may be in the same phrase.
fn label_text(layout: &Layout<'_>, phrase: &Phrase, value: &[usize]) -> String {
    let words: Vec<usize> = phrase.words.iter().copied().take_while(|word| !value.contains(word)).collect();
    layout.text(&words)
}

/// The words of each place where the value is printed, in whatever form.
fn places(layout: &Layout<'_>, lines: &[Vec<Phrase>], kind: ValueKind, value: &str) -> Vec<Vec<usize>> {
    if matches!(kind, ValueKind::Text | ValueKind::Name | ValueKind::Address) {
        return find_label(layout, &LabelKey::new(value)).into_iter().map(|place| place.words).collect();
    }
    let readings = lines.iter().flatten().filter_map(|phrase| read(kind, &Run::new(layout, &phrase.words)));
    readings.filter(|reading| reading.value == value).map(|reading| reading.words).collect()
}

/// Tells whether a text can be a label or a title: a few words that are not figures.
fn is_phrase(text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let words = text.split_whitespace().count();
    letters >= LEAST_LETTERS && digits < letters && (1..=MOST_WORDS).contains(&words) && !is_short_date(text)
}
