//! EXTRACTOR: reads the fields and rows of the document's type.

use super::searched_pages;
use crate::error::Result;
use crate::extract::{self, ExtractedField};
use crate::library::DocumentType;
use crate::model::{Confidence, EventType, Field, FieldPlace, Finding, PageId, Stage, TaskKind, Timestamp};
use crate::page::{Frame, Page};
use crate::pipeline::{Commit, Engines, Step, StepError, Subject, derive};
use crate::store::{FindingOrigin, Reader, StoredReading};
use crate::{corrections, review, validate, versions};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

/// Reads the fields and rows of the document's type.
pub struct Extractor;

/// The pages to read from.
pub struct Pages {
    readings: Vec<StoredReading>,
    threshold: Confidence,
}

/// What was read.
pub struct Extracted {
    fields: Vec<Field>,
    findings: Vec<Finding>,
    word_sketch: Option<Vec<u8>>,
    threshold: Confidence,
}

impl Step for Extractor {
    const STAGE: Stage = Stage::Extractor;
    type Input = Pages;
    type Output = Extracted;

    fn load(reader: &Reader<'_>, engines: &Engines<'_>, subject: &Subject) -> Result<Pages> {
        Ok(Pages {
            readings: searched_pages(reader, engines, subject)?,
            threshold: reader.tenant_settings(subject.tenant)?.review_threshold,
        })
    }

    fn run(engines: &Engines<'_>, subject: &Subject, input: Pages) -> Result<Extracted, StepError> {
        let definition = subject.document.document_type.as_ref().and_then(|id| engines.library.get(id));
        let pages = input.readings.iter().map(|reading| &reading.page);
        let word_sketch = versions::Sketch::of_pages(pages).map(|sketch| sketch.to_bytes());
        let mut output = match definition {
            Some(definition) => extracted(definition, input),
            None => {
                Extracted { fields: Vec::new(), findings: Vec::new(), word_sketch: None, threshold: input.threshold }
            }
        };
        let most = engines.settings.limits.document_pages;
        output.word_sketch = word_sketch;
        output.findings.extend(validate::pages_not_searched(most, subject.document.page_count()));
        Ok(output)
    }

    fn save(commit: &mut Commit<'_, '_>, output: Extracted) -> Result<()> {
        let Extracted { mut fields, findings, word_sketch, threshold } = output;
        commit.document.word_sketch = word_sketch;
        let corrections = commit.writer.corrections(commit.tenant, commit.document.id)?;
        for field in &mut fields {
            field.updated_at = commit.now;
        }
        let definition = commit.document.document_type.as_ref().and_then(|id| commit.library.get(id));
        if let Some(definition) = definition {
            corrections::replay(definition, &mut fields, &corrections);
        }
        derive(&mut commit.document, definition, &fields);
        commit.writer.replace_fields(commit.tenant, commit.document.id, &fields)?;
        commit.writer.replace_findings(
            commit.tenant,
            commit.document.id,
            FindingOrigin::Stage(Stage::Extractor),
            &findings,
        )?;
        commit.event(EventType::ExtractionResult, summary(&fields, threshold));
        commit.settle_task(TaskKind::Extraction, review::of_fields(&fields, threshold))
    }
}

fn extracted(definition: &DocumentType, input: Pages) -> Extracted {
    let (pages, ids): (Vec<Page>, Vec<PageId>) =
        input.readings.into_iter().map(|reading| (reading.page, reading.id)).unzip();
    let extraction = extract::extract(&pages, definition);
    let places: HashMap<u32, (PageId, Frame)> =
        pages.iter().zip(ids).map(|(page, id)| (page.number, (id, page.frame))).collect();
    let mut seen = BTreeSet::new();
    let fields = extraction
        .fields
        .into_iter()
        .filter(|field| seen.insert((field.field.clone(), field.row)))
        .filter_map(|field| places.get(&field.page).map(|(id, frame)| stored(field, *id, frame)))
        .collect();
    Extracted { fields, findings: Vec::new(), word_sketch: None, threshold: input.threshold }
}

fn stored(field: ExtractedField, page: PageId, frame: &Frame) -> Field {
    Field {
        field_type: field.field,
        row_index: field.row,
        value: field.value,
        raw_value: field.raw,
        confidence: field.confidence,
        source: field.source,
        manually_corrected: false,
        confirmed: false,
        extracted_value: None,
        place: Some(FieldPlace { page, page_number: field.page, bounding_box: frame.shown_fractions(&field.rect) }),
        updated_at: Timestamp::from_micros(0),
    }
}

fn summary(fields: &[Field], threshold: Confidence) -> Value {
    let rows: BTreeSet<(&str, u32)> = fields
        .iter()
        .filter_map(|field| {
            let table = field.field_type.as_str().rsplit_once('.').map_or("", |(table, _)| table);
            field.row_index.map(|row| (table, row))
        })
        .collect();
    let total: f32 = fields.iter().map(|field| field.confidence.value()).sum();
    let mean = (!fields.is_empty()).then(|| Confidence::new(total / fields.len() as f32).rounded());
    let doubtful = fields.iter().filter(|field| review::is_doubtful(field.confidence, threshold)).count();
    json!({ "fieldCount": fields.len(), "rowCount": rows.len(), "meanConfidence": mean, "belowThreshold": doubtful })
}
