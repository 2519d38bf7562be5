//! Decides the type of a document over all its pages.
//!
//! Invariant: pure; the confidence is that of the type, whatever the boundaries.

use crate::calibration::Calibration;
use crate::library::{Library, OTHER};
use crate::model::{Confidence, DocumentTypeId};
use crate::page::Page;
use crate::split::{Segment, TypeScore, type_scores};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A decided type with its rivals and reasons.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Classification {
    /// The type.
    pub document_type: DocumentTypeId,
    /// How sure that is.
    pub confidence: Confidence,
    /// The next best types, best first.
    pub runners_up: Vec<(DocumentTypeId, Confidence)>,
    /// What speaks for the type, for people.
    pub evidence: Vec<String>,
}

/// Support that a type needs to be believed over `other`.
const ENOUGH: f32 = 3.0;

/// Decides the type of the pages of one segment.
pub fn classify(pages: &[Page], segment: &Segment, library: &Library) -> Classification {
    let evidence: Vec<Vec<TypeScore>> = pages.iter().map(|page| type_scores(page, library)).collect();
    let mut support: HashMap<&str, f32> = HashMap::new();
    let mut phrases: HashMap<&str, Vec<(String, f32)>> = HashMap::new();
    for (index, scores) in evidence.iter().enumerate() {
        for score in scores {
            let value = if index == 0 { score.first } else { score.later.min(2.0) * 0.5 };
            *support.entry(&score.document_type).or_default() += value;
            phrases.entry(&score.document_type).or_default().extend(score.phrases.iter().cloned());
        }
    }
    // The sequence decision has seen the neighbours; its type counts as a little more support.
    if segment.document_type.as_str() != OTHER && library.is_active(&segment.document_type) {
        *support.entry(segment.document_type.as_str()).or_default() += 1.0;
    }
    let mut ranked: Vec<(&str, f32)> = support.into_iter().collect();
    ranked.push((OTHER, ENOUGH - 0.5));
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let (best, score) = ranked[0];
    let rival = ranked.get(1).map_or(0.0, |(_, score)| *score);
    let mut reasons = phrases.remove(best).unwrap_or_default();
    reasons.retain(|(_, weight)| *weight > 0.0);
    reasons.sort_by(|a, b| b.1.total_cmp(&a.1));
    reasons.dedup_by(|a, b| a.0 == b.0);
    Classification {
        document_type: DocumentTypeId::new(best),
        confidence: calibrated(best, score, rival),
        runners_up: ranked[1..]
            .iter()
            .take(3)
            .filter(|(_, value)| *value > 0.0)
            .map(|(id, value)| (DocumentTypeId::new(*id), calibrated(id, *value, score)))
            .collect(),
        evidence: reasons.iter().take(8).map(|(phrase, weight)| format!("\"{phrase}\" (+{weight:.1})")).collect(),
    }
}

fn calibrated(id: &str, score: f32, rival: f32) -> Confidence {
    Calibration::standard().of_type(confidence(id, score, rival))
}

/// Confidence grows with the support and with its distance to the best rival.
fn confidence(id: &str, score: f32, rival: f32) -> Confidence {
    let margin = score - rival.max(0.0);
    if id == OTHER {
        // Nothing speaks for a known type: that itself is weak evidence.
        return Confidence::new(0.45 + 0.1 * margin.clamp(0.0, 2.5));
    }
    let logistic = |x: f32| 1.0 / (1.0 + (-x).exp());
    Confidence::new(logistic(0.9 * margin + 0.25 * (score - ENOUGH)).min(0.995))
}
