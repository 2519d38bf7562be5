//! LOS VALIDATOR: checks what was read before it may go to the LOS.

use crate::error::Result;
use crate::model::{Confidence, EventType, Field, Finding, Stage, TaskKind};
use crate::pipeline::settlement::validation_errors;
use crate::pipeline::{Commit, Engines, Step, StepError, Subject};
use crate::review::{self, is_doubtful};
use crate::split::PageEvidence;
use crate::store::{FindingOrigin, Reader};
use crate::validate::{self, PrintedCounter, Signature};
use serde_json::json;

/// Checks what was read before it may go to the LOS.
pub struct LosValidator;

/// What the checks look at.
pub struct Checked {
    counters: Vec<PrintedCounter>,
    fields: Vec<Field>,
    threshold: Confidence,
}

impl Step for LosValidator {
    const STAGE: Stage = Stage::LosValidator;
    type Input = Checked;
    type Output = Vec<Finding>;

    fn load(reader: &Reader<'_>, _engines: &Engines<'_>, subject: &Subject) -> Result<Checked> {
        let document = &subject.document;
        let pages = document.first_page..=document.last_page;
        let evidence: Vec<(u32, PageEvidence)> = reader.page_evidence(subject.tenant, document.source_file, pages)?;
        let counters = evidence.into_iter().filter_map(|(page, evidence)| {
            let counter = evidence.counter?;
            Some(PrintedCounter { page: page - document.first_page + 1, number: counter.number, of: counter.of })
        });
        Ok(Checked {
            counters: counters.collect(),
            fields: reader.fields(subject.tenant, document.id)?,
            threshold: reader.tenant_settings(subject.tenant)?.review_threshold,
        })
    }

    fn run(engines: &Engines<'_>, subject: &Subject, input: Checked) -> Result<Vec<Finding>, StepError> {
        let document = &subject.document;
        let expected = document.signature_expected.unwrap_or(false);
        let mut findings = validate::check_signature(Signature { expected, found: document.signature_found });
        findings.extend(validate::check_page_counters(document.page_count(), &input.counters));
        let sure = document.document_type_confidence.is_some_and(|type_is| !is_doubtful(type_is, input.threshold));
        let definition = document.document_type.as_ref().and_then(|id| engines.library.get(id)).filter(|_| sure);
        findings.extend(definition.and_then(|definition| validate::check_filled(definition, &input.fields)));
        Ok(findings)
    }

    fn save(commit: &mut Commit<'_, '_>, findings: Vec<Finding>) -> Result<()> {
        let before = commit.writer.findings(commit.tenant, commit.document.id)?;
        commit.writer.replace_findings(
            commit.tenant,
            commit.document.id,
            FindingOrigin::Stage(Stage::LosValidator),
            &findings,
        )?;
        let all = commit.writer.findings(commit.tenant, commit.document.id)?;
        commit.document.validation = validate::status(&all);
        for told in validation_errors(&before, &all) {
            commit.event(EventType::ValidationError, told);
        }
        commit.summarize(json!({ "findings": all.len(), "status": commit.document.validation }));
        commit.settle_task(TaskKind::Validation, review::of_findings(&all))
    }
}
