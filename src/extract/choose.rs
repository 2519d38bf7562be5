//! Chooses each field's value among its candidates.

use super::ExtractedField;
use super::candidate::Candidate;
use super::sheet::Sheet;
use crate::library::DocumentType;
use crate::model::{Confidence, Source, ValueKind};
use std::collections::{HashMap, HashSet};

/// Text where an address should be is worth this much of one.
const NO_ADDRESS: f32 = 0.4;
/// Words of the longest address.
const LONGEST_ADDRESS: usize = 24;

/// Returns the best-supported value of each field; a printed value serves one field unless it is shared.
pub fn choose(sheets: &[Sheet<'_>], definition: &DocumentType, mut candidates: Vec<Candidate>) -> Vec<ExtractedField> {
    for candidate in &mut candidates {
        prepare(definition, candidate);
    }
    let support = agreement(&candidates);
    candidates.sort_by(|a, b| rank(b, &support).total_cmp(&rank(a, &support)));
    let mut taken: HashSet<(usize, usize)> = HashSet::new();
    let mut chosen: HashMap<usize, Candidate> = HashMap::new();
    for candidate in &candidates {
        let field = &definition.fields[candidate.field];
        if chosen.contains_key(&candidate.field) {
            continue;
        }
        let used = candidate.words.iter().any(|&word| taken.contains(&(candidate.sheet, word)));
        if used && !field.shared {
            continue;
        }
        if !field.shared {
            taken.extend(candidate.words.iter().map(|&word| (candidate.sheet, word)));
        }
        chosen.insert(candidate.field, candidate.clone());
    }
    let mut fields: Vec<ExtractedField> =
        chosen.into_values().map(|candidate| to_field(sheets, definition, &candidates, &support, candidate)).collect();
    fields
        .sort_by_key(|field| definition.fields.iter().position(|known| definition.field_id(&known.id) == field.field));
    fields
}

/// Brings a candidate's value into the field's own form.
fn prepare(definition: &DocumentType, candidate: &mut Candidate) {
    let field = &definition.fields[candidate.field];
    if field.magnitude {
        candidate.value = candidate.value.trim_start_matches('-').to_owned();
    }
    if field.kind == ValueKind::Address && !looks_like_an_address(&candidate.value) {
        candidate.score *= NO_ADDRESS;
    }
}

/// An address has a number, of the house or the ZIP code, and is no paragraph.
fn looks_like_an_address(value: &str) -> bool {
    value.chars().any(|character| character.is_ascii_digit()) && value.split_whitespace().count() <= LONGEST_ADDRESS
}

type Support = HashMap<(usize, String), f32>;

/// Adds up how often each value of a field was found: copies of a form and repeated totals agree.
fn agreement(candidates: &[Candidate]) -> Support {
    type Place = (usize, f32, f32);
    let mut places: HashMap<(usize, String), Vec<Place>> = HashMap::new();
    for candidate in candidates {
        let seen = places.entry((candidate.field, candidate.value.clone())).or_default();
        let place = (candidate.sheet, candidate.rect.left, candidate.rect.top);
        if !seen.contains(&place) {
            seen.push(place);
        }
    }
    places.into_iter().map(|(key, seen)| (key, (seen.len() as f32 - 1.0).min(3.0) * 0.04)).collect()
}

fn rank(candidate: &Candidate, support: &Support) -> f32 {
    let agreed = support.get(&(candidate.field, candidate.value.clone())).copied().unwrap_or(0.0);
    candidate.score * (0.7 + 0.3 * candidate.reading) + agreed - candidate.sheet as f32 * 0.02
}

fn to_field(
    sheets: &[Sheet<'_>],
    definition: &DocumentType,
    candidates: &[Candidate],
    support: &Support,
    chosen: Candidate,
) -> ExtractedField {
    let rival = candidates
        .iter()
        .filter(|other| other.field == chosen.field && other.value != chosen.value)
        .map(|other| rank(other, support))
        .fold(0.0, f32::max);
    let margin = (rank(&chosen, support) - rival).clamp(0.0, 0.3) / 0.3;
    let page = sheets[chosen.sheet].layout.page;
    ExtractedField {
        field: definition.field_id(&definition.fields[chosen.field].id),
        row: None,
        confidence: confidence(chosen.score, margin, chosen.reading, chosen.source),
        value: chosen.value,
        raw: chosen.raw,
        page: page.number,
        rect: chosen.rect,
        source: chosen.source,
    }
}

/// Returns the confidence of a value from the support of its place, the distance to its best rival and the reading.
pub fn confidence(score: f32, margin: f32, reading: f32, source: Source) -> Confidence {
    let place = score.clamp(0.0, 1.0) * (0.9 + 0.1 * margin);
    let read = match source {
        Source::Ocr => 0.35 + 0.63 * reading,
        _ => 0.99 * reading.max(0.5),
    };
    Confidence::new(place.powf(0.6) * read)
}
