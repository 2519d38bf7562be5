//! The table of stages: what follows each, and what a document's status is afterwards.

use crate::model::{ProcessingStatus, Stage};

/// What follows from the completion of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The stage.
    pub stage: Stage,
    /// The document's status afterwards.
    pub status_after: ProcessingStatus,
    /// The stage that the document waits for next; `None` when it leaves the pipeline.
    pub next: Option<Stage>,
}

/// Every stage in order. EXPORT is not run by the pipeline itself: a document that passed waits for a push to the LOS.
const RULES: [Rule; 9] = [
    Rule { stage: Stage::Import, status_after: ProcessingStatus::Uploading, next: Some(Stage::Splitter) },
    Rule { stage: Stage::Splitter, status_after: ProcessingStatus::Processing, next: Some(Stage::Converter) },
    Rule { stage: Stage::Converter, status_after: ProcessingStatus::Processing, next: Some(Stage::Recognizer) },
    Rule { stage: Stage::Recognizer, status_after: ProcessingStatus::Processing, next: Some(Stage::Classifier) },
    Rule { stage: Stage::Classifier, status_after: ProcessingStatus::Classified, next: Some(Stage::Extractor) },
    Rule { stage: Stage::Extractor, status_after: ProcessingStatus::Extracted, next: Some(Stage::LosValidator) },
    Rule { stage: Stage::LosValidator, status_after: ProcessingStatus::Extracted, next: Some(Stage::Versioner) },
    Rule { stage: Stage::Versioner, status_after: ProcessingStatus::Extracted, next: None },
    Rule { stage: Stage::Export, status_after: ProcessingStatus::Exported, next: None },
];

/// Returns what follows from the completion of a stage.
pub fn rule(stage: Stage) -> &'static Rule {
    &RULES[stage as usize]
}
