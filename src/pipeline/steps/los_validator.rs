//! LOS VALIDATOR: checks what was read before it may go to the LOS.

use crate::error::Result;
use crate::model::{EventType, Finding, Stage, TaskKind};
use crate::pipeline::checks::Checked;
use crate::pipeline::settlement::validation_errors;
use crate::pipeline::{Commit, Engines, Step, StepError, Subject};
use crate::review;
use crate::store::{FindingOrigin, Reader};
use crate::validate;
use serde_json::json;

/// Checks what was read before it may go to the LOS.
pub struct LosValidator;

impl Step for LosValidator {
    const STAGE: Stage = Stage::LosValidator;
    type Input = Checked;
    type Output = Vec<Finding>;

    fn load(reader: &Reader<'_>, _engines: &Engines<'_>, subject: &Subject) -> Result<Checked> {
        Checked::load(reader, subject.tenant, &subject.document)
    }

    fn run(engines: &Engines<'_>, subject: &Subject, input: Checked) -> Result<Vec<Finding>, StepError> {
        Ok(input.findings(engines.library, &subject.document, subject.started))
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
