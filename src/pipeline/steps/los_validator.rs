//! LOS VALIDATOR: checks what was read before it may go to the LOS.

use crate::error::Result;
use crate::model::{EventType, Finding, Severity, Stage};
use crate::pipeline::{Commit, Engines, Step, StepError, Subject};
use crate::review;
use crate::store::Reader;
use crate::validate::{self, Signature};
use serde_json::json;

/// Checks what was read before it may go to the LOS.
pub struct LosValidator;

impl Step for LosValidator {
    const STAGE: Stage = Stage::LosValidator;
    type Input = ();
    type Output = Vec<Finding>;

    fn load(_reader: &Reader<'_>, _engines: &Engines<'_>, _subject: &Subject) -> Result<()> {
        Ok(())
    }

    fn run(_engines: &Engines<'_>, subject: &Subject, (): ()) -> Result<Vec<Finding>, StepError> {
        let document = &subject.document;
        let expected = document.signature_expected.unwrap_or(false);
        Ok(validate::check_signature(Signature { expected, found: document.signature_found }))
    }

    fn save(commit: &mut Commit<'_, '_>, findings: Vec<Finding>) -> Result<()> {
        commit.writer.replace_findings(commit.tenant, commit.document.id, Stage::LosValidator, &findings)?;
        let all = commit.writer.findings(commit.tenant, commit.document.id)?;
        commit.document.validation = validate::status(&all);
        for finding in all.iter().filter(|finding| finding.severity == Severity::Error) {
            commit.event(
                EventType::ValidationError,
                json!({
                    "code": finding.code,
                    "severity": finding.severity,
                    "message": finding.message,
                    "page": finding.page,
                }),
            );
        }
        commit.summarize(json!({ "findings": all.len(), "status": commit.document.validation }));
        commit.propose(review::of_findings(&all))
    }
}
