//! CLASSIFIER: decides the document's type over all its pages.

use super::searched_pages;
use crate::classify::{self, Classification};
use crate::error::Result;
use crate::model::{Confidence, DocumentTypeId, EventType, Stage, TaskKind};
use crate::page::Page;
use crate::pipeline::{Commit, Engines, Step, StepError, Subject};
use crate::review;
use crate::split::Segment;
use crate::store::{ClassificationRecord, Reader};
use serde_json::json;

/// Decides the document's type over all its pages.
pub struct Classifier;

/// The pages with what the splitter thought of them.
pub struct Pages {
    pages: Vec<Page>,
    segment: Option<Segment>,
    threshold: Confidence,
}

impl Step for Classifier {
    const STAGE: Stage = Stage::Classifier;
    type Input = Pages;
    type Output = (Classification, Confidence);

    fn load(reader: &Reader<'_>, engines: &Engines<'_>, subject: &Subject) -> Result<Pages> {
        let readings = searched_pages(reader, engines, subject)?;
        Ok(Pages {
            pages: readings.into_iter().map(|reading| reading.page).collect(),
            segment: reader.segment(subject.tenant, subject.document.id)?,
            threshold: reader.tenant_settings(subject.tenant)?.review_threshold,
        })
    }

    fn run(engines: &Engines<'_>, subject: &Subject, input: Pages) -> Result<Self::Output, StepError> {
        let segment = input.segment.unwrap_or_else(|| whole(subject));
        Ok((classify::classify(&input.pages, &segment, engines.library), input.threshold))
    }

    fn save(commit: &mut Commit<'_, '_>, (decision, threshold): Self::Output) -> Result<()> {
        let (document_type, confidence) = (decision.document_type.clone(), decision.confidence);
        commit.document.signature_expected =
            Some(commit.library.get(&document_type).is_some_and(|definition| definition.signature_expected));
        commit.document.document_type = Some(document_type.clone());
        commit.document.document_type_confidence = Some(confidence);
        let record = ClassificationRecord {
            document_type: decision.document_type,
            confidence,
            runners_up: decision.runners_up,
            evidence: decision.evidence,
        };
        commit.writer.save_classification(commit.tenant, commit.document.id, &record)?;
        commit.event(
            EventType::ClassificationResult,
            json!({ "documentTypeId": document_type, "documentTypeConfidence": confidence.rounded() }),
        );
        commit.document.classification_manually_corrected = false;
        commit.settle_task(TaskKind::Classification, review::of_classification(&document_type, confidence, threshold))
    }
}

fn whole(subject: &Subject) -> Segment {
    Segment {
        first: subject.document.first_page,
        last: subject.document.last_page,
        document_type: DocumentTypeId::new(crate::library::OTHER),
        evidence: Vec::new(),
        runner_up: None,
        margin: 0.0,
    }
}
