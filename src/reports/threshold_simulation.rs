//! Threshold Simulation: how much would be reviewed at other thresholds, and how many of the corrected values that
//! would have caught.

use super::column::Cell;
use super::declare::{Declared, RecordSink, number};
use super::received::each_received;
use super::{ReportFilter, ReportSource};
use crate::error::Result;
use rust_decimal::Decimal;
use std::ops::ControlFlow;

/// The thresholds that are tried, in percent.
const THRESHOLDS: [u32; 9] = [65, 70, 75, 80, 85, 90, 95, 98, 100];

/// What would happen at a threshold.
#[derive(Clone, Default)]
pub(super) struct Simulated {
    percent: u32,
    documents: u64,
    documents_to_review: u64,
    fields: u64,
    fields_to_review: u64,
    corrected: u64,
    caught: u64,
}

pub(super) const THRESHOLD_SIMULATION: Declared<Simulated> = Declared {
    id: "threshold-simulation",
    name: "Threshold Simulation",
    about: "What each review threshold would send to people, and how many corrected values it would have caught",
    columns: &[
        number("threshold", "Threshold", |row| Cell::Number(Decimal::new(row.percent.into(), 2))),
        number("documents", "Documents", |row| row.documents.into()),
        number("documentsToReview", "To review", |row| row.documents_to_review.into()),
        number("touchlessRate", "Touchless", |row| share(row.documents - row.documents_to_review, row.documents)),
        number("fields", "Fields", |row| row.fields.into()),
        number("fieldsToReview", "To review", |row| row.fields_to_review.into()),
        number("correctedFields", "Corrected", |row| row.corrected.into()),
        number("correctedFieldsCaught", "Caught", |row| row.caught.into()),
        number("recall", "Recall", |row| share(row.caught, row.corrected)),
    ],
    records,
};

/// A share with four decimals; nothing of nothing.
fn share(part: u64, whole: u64) -> Cell {
    if whole == 0 { Cell::Empty } else { Cell::float(part as f64 / whole as f64, 4) }
}

/// What a person set counts by what the program had read: its confidence is kept.
fn records(source: &ReportSource<'_>, filter: &ReportFilter, sink: &mut RecordSink<'_, Simulated>) -> Result<()> {
    let start = |percent| Simulated { percent, ..Simulated::default() };
    let mut all: Vec<Simulated> = THRESHOLDS.into_iter().map(start).collect();
    each_received(source, filter, None, |document| {
        if !document.counts {
            return Ok(ControlFlow::Continue(()));
        }
        let mut read: Vec<(f32, bool)> = Vec::new();
        source.reader.confidences(source.tenant, document.key.document, |confidence, corrected| {
            read.push((confidence.value(), corrected));
        })?;
        for simulated in &mut all {
            let threshold = simulated.percent as f32 / 100.0;
            let below = read.iter().filter(|(confidence, _)| *confidence < threshold).count() as u64;
            let typed = document.document_type_confidence.is_some_and(|share| share.value() < threshold);
            simulated.documents += 1;
            simulated.documents_to_review += u64::from(below > 0 || typed);
            simulated.fields += read.len() as u64;
            simulated.fields_to_review += below;
            simulated.corrected += read.iter().filter(|(_, corrected)| *corrected).count() as u64;
            simulated.caught +=
                read.iter().filter(|(share, corrected)| *corrected && *share < threshold).count() as u64;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    all.into_iter().try_for_each(sink)
}
