//! What becomes of a document when the library changes.

use crate::classify::{Classification, classify};
use crate::extract::extract;
use crate::library::{Library, OTHER};
use crate::model::DocumentTypeId;
use crate::page::Page;
use crate::split::{Segment, evidence, segments};

/// A document judged by one library and by another.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// What it is with the one.
    pub before: Verdict,
    /// What it is with the other.
    pub after: Verdict,
    /// How many values the other would read.
    pub values: usize,
}

/// What the pages of one document are taken for.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The type of all pages together.
    pub decision: Classification,
    /// Of how many documents they would be.
    pub documents: usize,
}

impl Trial {
    /// Tells whether the document is taken as one, and for one of the type.
    pub fn recognises(&self, id: &DocumentTypeId) -> bool {
        self.after.decision.document_type == *id && self.after.documents == 1
    }
}

/// Judges the pages of one document, in order, by two libraries.
pub fn try_out(pages: &[Page], before: &Library, after: &Library) -> Trial {
    let (before, decided) = (judge(pages, before), judge(pages, after));
    Trial { before, values: values(pages, after, &decided), after: decided }
}

/// Returns how many values would be read of a document that was judged.
pub fn values(pages: &[Page], library: &Library, verdict: &Verdict) -> usize {
    let definition = library.get(&verdict.decision.document_type);
    definition.map_or(0, |definition| extract(pages, definition).fields.len())
}

/// Judges the pages of one document, in order.
pub fn judge(pages: &[Page], library: &Library) -> Verdict {
    let evidence: Vec<_> = pages.iter().map(|page| evidence(page, library)).collect();
    let found = segments(&evidence, library);
    let first = found.first().map(|segment| segment.document_type.clone());
    let whole = Segment {
        first: pages.first().map_or(1, |page| page.number),
        last: pages.last().map_or(1, |page| page.number),
        document_type: first.unwrap_or_else(|| DocumentTypeId::new(OTHER)),
        evidence: Vec::new(),
        runner_up: None,
        margin: 0.0,
    };
    Verdict { decision: classify(pages, &whole, library), documents: found.len() }
}
