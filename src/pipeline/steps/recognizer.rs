//! RECOGNIZER: settles what of the document's pages could be read.
//!
//! The pages were read once, before the file was split; what is left is to say which of them have no words, and to
//! give the document a digest of what they show. A document of which nothing could be read fails here.

use super::failed;
use crate::error::Result;
use crate::model::{Finding, Stage, digest_of_parts};
use crate::pipeline::{Commit, Engines, Step, StepError, Subject};
use crate::store::{FindingOrigin, PageOutcome, Reader};
use crate::validate;
use serde_json::json;

/// Settles what of the document's pages could be read.
pub struct Recognizer;

/// What of a document could be read.
pub struct Recognition {
    pages: u32,
    content_digest: Option<String>,
    findings: Vec<Finding>,
}

impl Step for Recognizer {
    const STAGE: Stage = Stage::Recognizer;
    type Input = Vec<PageOutcome>;
    type Output = Recognition;

    fn load(reader: &Reader<'_>, _engines: &Engines<'_>, subject: &Subject) -> Result<Vec<PageOutcome>> {
        let document = &subject.document;
        reader.page_outcomes(subject.tenant, document.source_file, document.first_page, document.last_page)
    }

    fn run(_engines: &Engines<'_>, subject: &Subject, pages: Vec<PageOutcome>) -> Result<Recognition, StepError> {
        if let Some((code, message)) = pages.first().and_then(|page| page.failure.clone())
            && pages.iter().all(|page| page.failure.is_some())
        {
            return Err(failed(Stage::Recognizer, &code, format!("none of its pages could be read: {message}")));
        }
        let in_document = |page: &PageOutcome| page.number + 1 - subject.document.first_page;
        let unreadable: Vec<(u32, String)> = pages
            .iter()
            .filter_map(|page| page.failure.as_ref().map(|(_, message)| (in_document(page), message.clone())))
            .collect();
        Ok(Recognition {
            pages: subject.document.page_count(),
            content_digest: content_digest(&pages),
            findings: validate::unreadable_pages(&unreadable),
        })
    }

    fn save(commit: &mut Commit<'_, '_>, recognition: Recognition) -> Result<()> {
        let unreadable = recognition.findings.len();
        commit.summarize(json!({ "pageCount": recognition.pages, "unreadablePages": unreadable }));
        commit.document.content_digest = recognition.content_digest;
        commit.document.copied_content = None;
        commit.writer.replace_findings(
            commit.tenant,
            commit.document.id,
            FindingOrigin::Stage(Stage::Recognizer),
            &recognition.findings,
        )
    }
}

/// Blank pages and pages nobody could read make no two documents alike.
fn content_digest(pages: &[PageOutcome]) -> Option<String> {
    let readable = pages.iter().all(|page| page.failure.is_none());
    let shown: Vec<&str> = pages.iter().filter_map(|page| page.content_digest.as_deref()).collect();
    (readable && !shown.is_empty()).then(|| digest_of_parts(shown))
}
