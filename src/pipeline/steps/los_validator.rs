//! LOS VALIDATOR: checks what was read before it may go to the LOS.

use crate::error::Result;
use crate::model::{Finding, Stage};
use crate::pipeline::checks::Checked;
use crate::pipeline::{Commit, Engines, Step, StepError, Subject};
use crate::store::Reader;
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
        let count = commit.keep_findings(&findings)?;
        commit.summarize(json!({ "findings": count, "status": commit.document.validation }));
        Ok(())
    }
}
