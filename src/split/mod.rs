//! Cuts a file into documents: one decision over all its pages.
//!
//! Each page gives its [`PageEvidence`]; [`segments`] chooses the sequence of documents that the evidence of all
//! pages together supports best. Invariant: pure, and small in memory: the words of the pages are not needed here.

mod counter;
mod evidence;
mod sequence;

pub use evidence::{PageEvidence, TypeScore, evidence, type_scores};
pub use sequence::{Alternative, Segment, segments};
