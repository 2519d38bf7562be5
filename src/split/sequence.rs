//! The decision over all pages: which sequence of documents the evidence supports best.
//!
//! Every page either begins a document of some type or continues the one before it. The best sequence is found by
//! dynamic programming (Viterbi) over (type, begins or continues), so that a doubtful page is decided by its
//! neighbours. Weights are in the units of the anchors' weights.

use super::evidence::PageEvidence;
use crate::library::{Library, OTHER};
use crate::model::DocumentTypeId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A run of pages that is one document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// Its first page in the source file, from 1.
    pub first: u32,
    /// Its last page in the source file.
    pub last: u32,
    /// The type that the sequence decision gave it.
    pub document_type: DocumentTypeId,
    /// What speaks for a document beginning here, for people.
    pub evidence: Vec<String>,
    /// The next best thing its first page could be; `None` when there is no other.
    #[serde(default)]
    pub runner_up: Option<Alternative>,
    /// How much better the decision is than the runner-up, in anchor weights.
    pub margin: f32,
}

/// What else a page could have been.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    /// Whether a document would begin there; otherwise the one before would go on.
    pub begins: bool,
    /// The type of that document.
    pub document_type: DocumentTypeId,
}

/// A document of unknown type begins with this much support: a type needs more than this to be believed.
const OTHER_FIRST: f32 = 2.4;
/// Beginning a document costs this much.
const BEGIN: f32 = -1.0;
/// Continuing without any sign of it costs this much.
const CONTINUE: f32 = -1.2;
/// A page of few words is a separator, a blank or a back side.
const FEW_WORDS: u32 = 12;

/// Cuts a file's pages into documents; they cover all pages in order.
pub fn segments(pages: &[PageEvidence], library: &Library) -> Vec<Segment> {
    if pages.is_empty() {
        return Vec::new();
    }
    let types: Vec<String> = candidate_types(pages, library);
    let path = best_path(pages, &types);
    let mut segments: Vec<Segment> = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        let step = &path[index];
        if step.begins || index == 0 {
            segments.push(Segment {
                first: page.number,
                last: page.number,
                document_type: DocumentTypeId::new(types[step.state].clone()),
                evidence: reasons(page, &types[step.state]),
                runner_up: step.runner_up.as_ref().map(|(begins, state)| Alternative {
                    begins: *begins,
                    document_type: DocumentTypeId::new(types[*state].clone()),
                }),
                margin: step.margin,
            });
        } else if let Some(segment) = segments.last_mut() {
            segment.last = page.number;
        }
    }
    segments
}

fn candidate_types(pages: &[PageEvidence], library: &Library) -> Vec<String> {
    let mut types: BTreeSet<String> =
        pages.iter().flat_map(|page| page.scores.iter().map(|score| score.document_type.clone())).collect();
    types.retain(|id| library.is_active(&DocumentTypeId::new(id.as_str())));
    types.insert(OTHER.to_owned());
    types.into_iter().collect()
}

/// Where the best path stands at a page.
#[derive(Debug, Clone)]
struct Step {
    state: usize,
    begins: bool,
    /// The next best decision about this page (whether a document begins, and its state), and how far behind it is.
    runner_up: Option<(bool, usize)>,
    margin: f32,
}

/// The ways to arrive at a page.
struct Ways {
    /// Begin a document of each type, after the best that came before.
    begin: Vec<f32>,
    /// Go on with a document of each type; `None` on the first page.
    stay: Option<Vec<f32>>,
    /// The state that the best way before ends in.
    best_before: usize,
}

impl Ways {
    fn score(&self, state: usize) -> f32 {
        let stay = self.stay.as_ref().map_or(f32::MIN, |stay| stay[state]);
        self.begin[state].max(stay)
    }

    fn begins(&self, state: usize) -> bool {
        self.stay.as_ref().is_none_or(|stay| self.begin[state] > stay[state])
    }
}

fn best_path(pages: &[PageEvidence], types: &[String]) -> Vec<Step> {
    let count = types.len();
    let begin = types.iter().map(|id| begin_score(&pages[0], None, id)).collect();
    let mut ways = vec![Ways { begin, stay: None, best_before: 0 }];
    for index in 1..pages.len() {
        let (before, page) = (&pages[index - 1], &pages[index]);
        let last = &ways[index - 1];
        let best_before = best_state(count, |state| last.score(state));
        let best = last.score(best_before);
        let link = link(before, page);
        let begin = types.iter().map(|id| best + begin_score(page, Some(before), id)).collect();
        let stay = |(state, id): (usize, &String)| last.score(state) + continue_score(page, id) + link;
        let stay = types.iter().enumerate().map(stay).collect();
        ways.push(Ways { begin, stay: Some(stay), best_before });
    }
    let mut path: Vec<Step> = Vec::with_capacity(pages.len());
    let mut state = best_state(count, |state| ways[pages.len() - 1].score(state));
    for way in ways.iter().rev() {
        let begins = way.begins(state);
        path.push(step(way, state, begins));
        state = if begins { way.best_before } else { state };
    }
    path.reverse();
    path
}

fn best_state(count: usize, score: impl Fn(usize) -> f32) -> usize {
    (0..count).fold(0, |best, state| if score(state) > score(best) { state } else { best })
}

/// Compares a decision with everything else that the page could have been.
fn step(ways: &Ways, state: usize, begins: bool) -> Step {
    let chosen = if begins { ways.begin[state] } else { ways.stay.as_ref().map_or(0.0, |stay| stay[state]) };
    let others_begin = ways.begin.iter().enumerate().map(|(other, score)| (true, other, *score));
    let others_stay = ways.stay.iter().flatten().enumerate().map(|(other, score)| (false, other, *score));
    let runner_up = others_begin
        .chain(others_stay)
        .filter(|(other_begins, other, _)| (*other_begins, *other) != (begins, state))
        .max_by(|(_, _, a), (_, _, b)| a.total_cmp(b));
    match runner_up {
        Some((begins_instead, other, score)) => {
            Step { state, begins, runner_up: Some((begins_instead, other)), margin: (chosen - score).max(0.0) }
        }
        None => Step { state, begins, runner_up: None, margin: 0.0 },
    }
}

fn begin_score(page: &PageEvidence, before: Option<&PageEvidence>, id: &str) -> f32 {
    let counter = match page.counter.map(|counter| counter.number) {
        Some(1) => 2.0,
        // A counter that goes on is the strongest sign that the document does.
        Some(_) if before.is_some_and(|before| counts_on(before, page)) => -8.0,
        Some(_) if before.is_some() => -2.5,
        _ => 0.0,
    };
    let support = if id == OTHER {
        OTHER_FIRST
    } else {
        page.scores.iter().find(|score| score.document_type == id).map_or(-2.0, |score| score.first.min(12.0))
    };
    // A nearly empty page begins a document only when it says what it begins.
    let empty = if page.words < FEW_WORDS && before.is_some() { -2.0 } else { 0.0 };
    BEGIN + support + counter + empty
}

fn continue_score(page: &PageEvidence, id: &str) -> f32 {
    let score = page.scores.iter().find(|score| score.document_type == id);
    let own = score.map_or(0.0, |score| score.later.min(4.0) - 0.5 * score.opening.clamp(0.0, 8.0));
    // A rival that says less for itself than the page says for going on is a mention.
    let rivals = page.scores.iter().filter(|score| score.document_type != id).map(|score| score.opening);
    let rival = rivals.fold(0.0, f32::max) - own.max(0.0);
    let blank = if page.words < FEW_WORDS { 3.0 } else { 0.0 };
    let unknown = if id == OTHER { 0.6 } else { 0.0 };
    CONTINUE + own + blank + unknown - 0.3 * rival.clamp(0.0, 6.0)
}

fn counts_on(before: &PageEvidence, page: &PageEvidence) -> bool {
    match (before.counter, page.counter) {
        (Some(a), Some(b)) => b.number == a.number + 1 && (a.of == b.of || a.of.is_none() || b.of.is_none()),
        _ => false,
    }
}

/// What binds a page to the one before it, whatever their type.
fn link(before: &PageEvidence, page: &PageEvidence) -> f32 {
    let counters = match (before.counter, page.counter) {
        _ if counts_on(before, page) => 5.0,
        (_, Some(b)) if b.number == 1 => -5.0,
        (Some(a), Some(_)) if a.of == Some(a.number) => -3.0,
        (Some(_), Some(_)) => -1.5,
        (Some(a), None) if a.of == Some(a.number) => -1.0,
        (None, Some(b)) if b.number == 2 => 2.0,
        _ => 0.0,
    };
    let shared = before.identifiers.intersection(&page.identifiers).count();
    let identifiers = (shared as f32).min(2.0);
    let heads = before.head.intersection(&page.head).count();
    let head = (heads as f32 * 0.8).min(2.0);
    let size = if same_size(before.size, page.size) { 0.0 } else { -1.0 };
    counters + identifiers + head + size
}

/// Scans of one paper differ by some points.
fn same_size(a: (u32, u32), b: (u32, u32)) -> bool {
    const SLACK: u32 = 8;
    a.0.abs_diff(b.0) <= SLACK && a.1.abs_diff(b.1) <= SLACK
}

fn reasons(page: &PageEvidence, id: &str) -> Vec<String> {
    let mut reasons: Vec<String> = page
        .scores
        .iter()
        .find(|score| score.document_type == id)
        .into_iter()
        .flat_map(|score| score.phrases.iter().filter(|(_, weight)| *weight >= 1.0))
        .map(|(phrase, weight)| format!("\"{phrase}\" (+{weight:.1})"))
        .take(6)
        .collect();
    if let Some(counter) = page.counter {
        reasons.push(match counter.of {
            Some(of) => format!("page counter {} of {of}", counter.number),
            None => format!("page counter {}", counter.number),
        });
    }
    reasons
}
