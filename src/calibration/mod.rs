//! Maps the scores of decisions to the share of right ones among decisions of such a score.
//!
//! The map is data, fitted by measuring the program on papers whose truth is known (`tests/scripts/calibrate`).
//! Invariant: a higher score never maps to a lower confidence.

use crate::model::{Confidence, Source};
use serde::Deserialize;
use std::sync::LazyLock;

/// The fitted map.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The version of the fit, counted up by each.
    pub version: u32,
    single_values: BySource,
    cells: BySource,
    types: Knots,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct BySource {
    /// What software wrote: text layers, form fields, and values that follow from them.
    written: Knots,
    /// What was recognised on scans.
    recognised: Knots,
}

/// Points of a line that rises from left to right: score and share of right values.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
struct Knots(Vec<(f32, f32)>);

impl Calibration {
    /// Returns the map that the program was built with.
    ///
    /// # Panics
    /// When the embedded file is no map: a fault of the build, caught by the first test that reads a value.
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<Calibration> = LazyLock::new(|| {
            serde_json::from_str(include_str!("fitted.json"))
                .unwrap_or_else(|error| panic!("src/calibration/fitted.json: {error}"))
        });
        &STANDARD
    }

    /// Returns the confidence of a single value, or of a table's cell, with a score.
    pub fn of_value(&self, score: Confidence, source: Source, cell: bool) -> Confidence {
        let group = if cell { &self.cells } else { &self.single_values };
        let knots = if source == Source::Ocr { &group.recognised } else { &group.written };
        knots.at(score)
    }

    /// Returns the confidence of a document's type with a score.
    pub fn of_type(&self, score: Confidence) -> Confidence {
        self.types.at(score)
    }
}

impl Knots {
    /// Interpolates between the neighbouring points; outside of them the last one holds.
    fn at(&self, score: Confidence) -> Confidence {
        let score = score.value();
        let after = self.0.partition_point(|(known, _)| *known <= score);
        let (Some(&(left, low)), Some(&(right, high))) = (self.0.get(after.wrapping_sub(1)), self.0.get(after)) else {
            let end = if after == 0 { self.0.first() } else { self.0.last() };
            return end.map_or(Confidence::new(score), |(_, share)| Confidence::new(*share));
        };
        Confidence::new(low + (high - low) * (score - left) / (right - left))
    }
}
