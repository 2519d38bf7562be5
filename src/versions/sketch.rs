//! A small sketch of the words of a document, by which papers that show nearly the same are found without reading them.
//!
//! Invariant: the same words in the same lines give the same sketch on every machine: it is stored.

use crate::page::{Page, group_lines, key};

/// How many hashes a sketch keeps: enough to tell papers that share half of their words from those that do not.
const HASHES: usize = 64;

/// Fewer pairs of words than this say too little.
const LEAST_PAIRS: usize = 12;

/// The least hash of all pairs of neighbouring words, for each of several ways of hashing (MinHash).
///
/// Two sketches agree in as large a share of their hashes as the papers share of their pairs of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch(Vec<u32>);

impl Sketch {
    /// Sketches the words of pages; `None` when they have too few.
    pub fn of_pages<'p>(pages: impl IntoIterator<Item = &'p Page>) -> Option<Self> {
        let mut least = vec![u32::MAX; HASHES];
        let mut pairs = 0;
        for page in pages {
            for pair in neighbours(page) {
                pairs += 1;
                for (way, least) in (1_u64..).zip(&mut least) {
                    *least = (*least).min((mixed(pair ^ mixed(way)) >> 32) as u32);
                }
            }
        }
        (pairs >= LEAST_PAIRS).then_some(Self(least))
    }

    /// Returns the share of pairs of words that two papers have in common, from 0 to 1, as their sketches tell it.
    pub fn similarity(&self, other: &Self) -> f32 {
        let same = self.0.iter().zip(&other.0).filter(|(one, two)| one == two).count();
        same as f32 / HASHES as f32
    }

    /// Returns the sketch as it is stored.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|hash| hash.to_le_bytes()).collect()
    }

    /// Reads a stored sketch; `None` when it is none.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (hashes, rest) = bytes.as_chunks::<4>();
        let whole = rest.is_empty() && hashes.len() == HASHES;
        whole.then(|| Self(hashes.iter().map(|hash| u32::from_le_bytes(*hash)).collect()))
    }
}

/// Returns a hash of each pair of words that stand beside each other.
fn neighbours(page: &Page) -> Vec<u64> {
    let mut pairs = Vec::new();
    for line in group_lines(&page.words) {
        let words = line.iter().filter_map(|&word| page.words.get(word)).map(|word| key(&word.text));
        let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
        // A word that stands alone on its line is a pair with the end of the line.
        let after = words.iter().skip(1).map(String::as_str).chain([""]);
        pairs.extend(words.iter().zip(after).map(|(one, two)| hash(&format!("{one} {two}"))));
    }
    pairs
}

/// FNV-1a: the hashes of the standard library may change between its releases.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The finish of SplitMix64: each bit of the result depends on all bits.
fn mixed(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
