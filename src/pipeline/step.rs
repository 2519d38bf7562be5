//! One stage of one document: load, run, and commit as one transaction.

use super::commit::Commit;
use super::steps::{Classifier, Converter, Extractor, LosValidator, Recognizer, Splitter, Versioner};
use crate::blobs::Blobs;
use crate::error::{Error, ErrorKind, Result};
use crate::library::Library;
use crate::model::{Document, Failure, SourceFile, Stage, TenantId, Timestamp};
use crate::settings::Settings;
use crate::store::{Claim, Reader};
use crate::worker::WorkerPool;
use crate::workspace::Workspace;

/// What a stage works with while it runs: no store and no clock.
pub struct Engines<'w> {
    /// The definitions of document types.
    pub library: &'w Library,
    /// The processes that open PDFs.
    pub workers: &'w WorkerPool,
    /// The files.
    pub blobs: &'w Blobs,
    /// The limits.
    pub settings: &'w Settings,
}

/// The document that a stage is about, as it stood when the stage began.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The owner.
    pub tenant: TenantId,
    /// The document.
    pub document: Document,
    /// The file it is a part of.
    pub source_file: SourceFile,
}

/// Why a stage gave no result.
#[derive(Debug)]
pub enum StepError {
    /// The document is to blame: it becomes FAILED and everything else goes on.
    Failed(Failure),
    /// The machine is to blame, or someone asked to stop: the stage is run again later.
    Broken(Error),
}

impl From<Error> for StepError {
    fn from(error: Error) -> Self {
        Self::Broken(error)
    }
}

/// A stage of the pipeline.
pub trait Step {
    /// Which stage it is.
    const STAGE: Stage;
    /// What it needs.
    type Input: Send;
    /// What it makes of it.
    type Output: Send;

    /// Reads what the stage needs.
    ///
    /// # Errors
    /// Any failure of the store.
    fn load(reader: &Reader<'_>, engines: &Engines<'_>, subject: &Subject) -> Result<Self::Input>;

    /// Does the work: the same output for the same input, without a database or a lock.
    ///
    /// # Errors
    /// `Failed` when the document can never pass this stage, `Broken` when the machine refused.
    fn run(engines: &Engines<'_>, subject: &Subject, input: Self::Input) -> Result<Self::Output, StepError>;

    /// Writes the result, within the transaction that makes the stage count.
    ///
    /// # Errors
    /// Any failure of the store; nothing counts then.
    fn save(commit: &mut Commit<'_, '_>, output: Self::Output) -> Result<()>;
}

/// How the execution of a stage ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepOutcome {
    /// It counted; the document waits for this stage next.
    Completed(Option<Stage>),
    /// The document failed.
    Failed,
    /// It did not count: another process took over or was faster.
    Refused,
}

/// Runs the stage that a document was claimed for and makes it count once.
///
/// # Errors
/// What the machine refuses; nothing counted then and the stage can be run again.
pub fn execute_step(
    workspace: &Workspace,
    engines: &Engines<'_>,
    tenant: TenantId,
    claim: &Claim,
) -> Result<StepOutcome> {
    match claim.stage {
        Stage::Splitter => execute::<Splitter>(workspace, engines, tenant, claim),
        Stage::Converter => execute::<Converter>(workspace, engines, tenant, claim),
        Stage::Recognizer => execute::<Recognizer>(workspace, engines, tenant, claim),
        Stage::Classifier => execute::<Classifier>(workspace, engines, tenant, claim),
        Stage::Extractor => execute::<Extractor>(workspace, engines, tenant, claim),
        Stage::LosValidator => execute::<LosValidator>(workspace, engines, tenant, claim),
        Stage::Versioner => execute::<Versioner>(workspace, engines, tenant, claim),
        Stage::Import | Stage::Export => {
            Err(Error::internal(format!("{} is not a stage that documents wait for here", claim.stage)))
        }
    }
}

fn execute<S: Step>(
    workspace: &Workspace,
    engines: &Engines<'_>,
    tenant: TenantId,
    claim: &Claim,
) -> Result<StepOutcome> {
    let started = workspace.now();
    let loaded = workspace.store.read(|reader| {
        let subject = subject(reader, tenant, claim)?;
        if subject.document.next_stage != Some(S::STAGE) || subject.document.revision != claim.revision {
            return Ok(None);
        }
        let input = S::load(reader, engines, &subject)?;
        Ok(Some((subject, input)))
    })?;
    let Some((subject, input)) = loaded else { return Ok(StepOutcome::Refused) };
    match S::run(engines, &subject, input) {
        Ok(output) => commit::<S>(workspace, engines, tenant, claim, started, Ok(output)),
        Err(StepError::Failed(failure)) => commit::<S>(workspace, engines, tenant, claim, started, Err(failure)),
        Err(StepError::Broken(error)) => Err(error),
    }
}

fn commit<S: Step>(
    workspace: &Workspace,
    engines: &Engines<'_>,
    tenant: TenantId,
    claim: &Claim,
    started: Timestamp,
    result: Result<S::Output, Failure>,
) -> Result<StepOutcome> {
    workspace.store.write(|writer| {
        if !writer.holds_lease(tenant, &claim.lease)? {
            return Ok(StepOutcome::Refused);
        }
        let subject = subject(writer, tenant, claim)?;
        let mut commit = Commit::begin(workspace, engines.library, writer, subject, started);
        if !commit.counts(S::STAGE, result.is_ok())? {
            return Ok(StepOutcome::Refused);
        }
        match result {
            Ok(output) => {
                S::save(&mut commit, output)?;
                commit.complete(&claim.lease)
            }
            Err(failure) => commit.fail(failure, &claim.lease),
        }
    })
}

fn subject(reader: &Reader<'_>, tenant: TenantId, claim: &Claim) -> Result<Subject> {
    let gone = || Error::new(ErrorKind::Integrity, format!("document {} or its file is gone", claim.document));
    let document = reader.document(tenant, claim.document)?.ok_or_else(gone)?;
    let source_file = reader.source_file(tenant, document.source_file)?.ok_or_else(gone)?;
    Ok(Subject { tenant, document, source_file })
}
