//! Learns a document type from samples of it: what all of them print is the form, what differs is filled in.
//!
//! Phrases that the samples share and no other type has become anchors; shared labels with a value of a recognisable
//! kind beside or below become fields. Every guess is tried with the program's own search before it is kept.
//! Invariant: pure; the result is a definition like any other, to be read and changed by a person.

mod anchors;
mod correction;
mod fields;
mod form;
mod kinds;
mod trial;

pub use correction::{label, title, with_label, with_title};
pub use fields::slug;
pub use trial::{Trial, Verdict, judge, try_out, values};

use crate::library::{DocumentType, Library};
use crate::model::DocumentTypeId;
use crate::page::Page;
use std::fmt;

/// What to learn from.
pub struct Lesson<'l> {
    /// The type's id.
    pub id: DocumentTypeId,
    /// Its name for people.
    pub name: &'l str,
    /// The group it is listed under.
    pub group: &'l str,
    /// The pages of each sample, which is one document of the type.
    pub samples: &'l [Vec<Page>],
    /// The types that it has to be told from.
    pub library: &'l Library,
}

/// What was learned.
#[derive(Debug, Clone)]
pub struct Learned {
    /// The type.
    pub definition: DocumentType,
    /// How each sample fares with it, in their order.
    pub trials: Vec<Trial>,
}

impl Learned {
    /// Tells whether every sample is recognised by what was learned.
    pub fn recognises_all(&self) -> bool {
        self.trials.iter().all(|trial| trial.recognises(&self.definition.id))
    }
}

/// Why nothing can be learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unlearnable {
    /// One sample does not tell the form from what was filled in.
    TooFewSamples,
    /// Nothing could be read of a sample, by its place.
    Empty(usize),
    /// Two samples say the same, by their places.
    Alike(usize, usize),
    /// The samples share no phrase by which the type could be known.
    NothingInCommon,
}

impl fmt::Display for Unlearnable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewSamples => formatter.write_str("a type is learned from two samples or more"),
            Self::Empty(sample) => write!(formatter, "nothing can be read of sample {}", sample + 1),
            Self::Alike(one, other) => write!(formatter, "samples {} and {} say the same", one + 1, other + 1),
            Self::NothingInCommon => {
                formatter.write_str("the samples have no phrase in common that other types do not have")
            }
        }
    }
}

/// How often the anchors are made heavier when they do not suffice.
const ATTEMPTS: u8 = 4;

/// Makes a definition of what the samples have in common.
///
/// # Errors
/// When the samples say too little: see [`Unlearnable`].
pub fn learn(lesson: &Lesson<'_>) -> Result<Learned, Unlearnable> {
    tell_apart(lesson.samples)?;
    let samples: Vec<form::Sample<'_>> = lesson.samples.iter().map(|pages| form::Sample::new(pages)).collect();
    let phrases = form::shared_phrases(&samples);
    let mut definition = DocumentType::bare(lesson.id.clone(), lesson.name, lesson.group);
    definition.anchors = anchors::choose(&phrases, lesson);
    if definition.anchors.is_empty() {
        return Err(Unlearnable::NothingInCommon);
    }
    fields::learn(&mut definition, &phrases, lesson.samples);
    let mut learned = Learned { trials: trials(lesson, &definition), definition };
    for _ in 1..ATTEMPTS {
        // A sample that falls apart is not held together by heavier anchors.
        let named = learned.trials.iter().all(|trial| trial.after.decision.document_type == lesson.id);
        if named || !anchors::strengthen(&mut learned.definition.anchors) {
            break;
        }
        learned.trials = trials(lesson, &learned.definition);
    }
    Ok(learned)
}

fn trials(lesson: &Lesson<'_>, definition: &DocumentType) -> Vec<Trial> {
    let after = with_type(lesson.library, definition);
    lesson.samples.iter().map(|pages| try_out(pages, lesson.library, &after)).collect()
}

/// Returns a library to which a type is added, or in which it takes the place of the one of its id; it is active.
pub fn with_type(library: &Library, definition: &DocumentType) -> Library {
    let mut inactive = library.inactive().clone();
    inactive.remove(&definition.id);
    library.with(vec![definition.clone()], inactive, String::new())
}

/// Checks that the samples say something, and not all the same.
fn tell_apart(samples: &[Vec<Page>]) -> Result<(), Unlearnable> {
    if samples.len() < 2 {
        return Err(Unlearnable::TooFewSamples);
    }
    let said: Vec<Vec<&str>> = samples
        .iter()
        .map(|pages| pages.iter().flat_map(|page| page.words.iter().map(|word| word.text.as_str())).collect())
        .collect();
    for (at, own) in said.iter().enumerate() {
        if own.is_empty() {
            return Err(Unlearnable::Empty(at));
        }
        if let Some(other) = said.iter().take(at).position(|other| other == own) {
            return Err(Unlearnable::Alike(other, at));
        }
    }
    Ok(())
}
