//! One search for the anchors of all types at once.

use super::definition::{AnchorPage, AnchorPlace, DocumentType};
use crate::model::DocumentTypeId;
use crate::page::key;
use aho_corasick::{AhoCorasick, MatchKind};
use std::collections::{BTreeSet, HashMap};

/// What a phrase says about types.
#[derive(Debug, Clone)]
pub struct AnchorUse {
    /// Index of the type in the library.
    pub document_type: usize,
    /// How much it says; negative for an exclusion.
    pub weight: f32,
    /// Where it counts.
    pub place: AnchorPlace,
    /// On which pages it stands.
    pub page: AnchorPage,
}

/// The anchors of a library, ready for searching.
#[derive(Debug, Clone, Default)]
pub struct AnchorIndex {
    phrases: Vec<String>,
    uses: Vec<Vec<AnchorUse>>,
    search: Option<AhoCorasick>,
}

/// What one mention of an exclusion takes away.
const EXCLUSION_WEIGHT: f32 = -3.0;

impl AnchorIndex {
    /// Collects the anchors and exclusions of types.
    pub fn new(types: &[DocumentType]) -> Self {
        Self::without(types, &BTreeSet::new())
    }

    /// Collects the anchors and exclusions of types, save those that documents may not get.
    pub fn without(types: &[DocumentType], inactive: &BTreeSet<DocumentTypeId>) -> Self {
        let mut index = Self::default();
        let mut known: HashMap<String, usize> = HashMap::new();
        let active = types.iter().enumerate().filter(|(_, definition)| !inactive.contains(&definition.id));
        for (document_type, definition) in active {
            let anchors =
                definition.anchors.iter().map(|anchor| (&anchor.text, anchor.weight, anchor.place, anchor.page));
            let exclusions = definition
                .exclusions
                .iter()
                .map(|text| (text, EXCLUSION_WEIGHT, AnchorPlace::Anywhere, AnchorPage::Any));
            for (text, weight, place, page) in anchors.chain(exclusions) {
                let phrase = key(text);
                let at = *known.entry(phrase.clone()).or_insert_with(|| {
                    index.phrases.push(phrase);
                    index.uses.push(Vec::new());
                    index.phrases.len() - 1
                });
                index.uses[at].push(AnchorUse { document_type, weight, place, page });
            }
        }
        index.search = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&index.phrases).ok();
        index
    }

    /// Returns every phrase with what it says.
    pub fn phrases(&self) -> impl Iterator<Item = (usize, &str)> {
        self.phrases.iter().map(String::as_str).enumerate()
    }

    /// Returns what a phrase says about types.
    pub fn uses(&self, phrase: usize) -> &[AnchorUse] {
        &self.uses[phrase]
    }

    /// Returns every place in a text of keys where a phrase stands, as phrase, start and end in bytes.
    pub fn find<'t>(&'t self, text: &'t str) -> impl Iterator<Item = (usize, usize, usize)> + 't {
        self.search
            .iter()
            .flat_map(move |search| search.find_overlapping_iter(text))
            .map(|found| (found.pattern().as_usize(), found.start(), found.end()))
    }
}
