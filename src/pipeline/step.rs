//! One stage of one document: load, run, and commit as one transaction.

use super::commit::Commit;
use super::steps::{Classifier, Converter, Extractor, LosValidator, Recognizer, Splitter, Versioner};
use crate::blobs::Blobs;
use crate::error::{Error, ErrorKind, Result};
use crate::library::Library;
use crate::model::{Document, Failure, SourceFile, Stage, TenantId, Timestamp};
use crate::settings::Settings;
use crate::store::{Claim, Reader, Writer};
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
    /// When the stage began.
    pub started: Timestamp,
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

/// A stage that has run and waits to be committed.
pub struct Prepared<'w> {
    commit: CommitOnce<'w>,
}

type CommitOnce<'w> = Box<dyn FnOnce(&Writer<'_>) -> Result<StepOutcome> + 'w>;

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
    let prepared = prepare_step(workspace, engines, tenant, claim)?;
    Ok(commit_steps(workspace, vec![prepared])?.pop().unwrap_or(StepOutcome::Refused))
}

/// Runs the stage that a document was claimed for; it does not count yet.
///
/// # Errors
/// What the machine refuses.
pub fn prepare_step<'w>(
    workspace: &'w Workspace,
    engines: &'w Engines<'w>,
    tenant: TenantId,
    claim: &Claim,
) -> Result<Prepared<'w>> {
    match claim.stage {
        Stage::Splitter => prepare::<Splitter>(workspace, engines, tenant, claim),
        Stage::Converter => prepare::<Converter>(workspace, engines, tenant, claim),
        Stage::Recognizer => prepare::<Recognizer>(workspace, engines, tenant, claim),
        Stage::Classifier => prepare::<Classifier>(workspace, engines, tenant, claim),
        Stage::Extractor => prepare::<Extractor>(workspace, engines, tenant, claim),
        Stage::LosValidator => prepare::<LosValidator>(workspace, engines, tenant, claim),
        Stage::Versioner => prepare::<Versioner>(workspace, engines, tenant, claim),
        Stage::Import | Stage::Export => {
            Err(Error::internal(format!("{} is not a stage that documents wait for here", claim.stage)))
        }
    }
}

/// Makes stages of several documents count, in one transaction: waiting for the disk costs more than most stages.
///
/// # Errors
/// What the store refuses; none of them counted then.
pub fn commit_steps(workspace: &Workspace, prepared: Vec<Prepared<'_>>) -> Result<Vec<StepOutcome>> {
    workspace.store.write(|writer| prepared.into_iter().map(|step| (step.commit)(writer)).collect())
}

fn prepare<'w, S: Step + 'w>(
    workspace: &'w Workspace,
    engines: &'w Engines<'w>,
    tenant: TenantId,
    claim: &Claim,
) -> Result<Prepared<'w>> {
    let started = workspace.now();
    let loaded = workspace.store.read(|reader| {
        let subject = subject(reader, tenant, claim, started)?;
        if subject.document.next_stage != Some(S::STAGE) || subject.document.revision != claim.revision {
            return Ok(None);
        }
        let input = S::load(reader, engines, &subject)?;
        Ok(Some((subject, input)))
    })?;
    let Some((subject, input)) = loaded else {
        return Ok(Prepared { commit: Box::new(|_| Ok(StepOutcome::Refused)) });
    };
    let result = match S::run(engines, &subject, input) {
        Ok(output) => Ok(output),
        Err(StepError::Failed(failure)) => Err(failure),
        Err(StepError::Broken(error)) => return Err(error),
    };
    let claim = claim.clone();
    let commit = move |writer: &Writer<'_>| commit::<S>(workspace, engines, tenant, &claim, started, writer, result);
    Ok(Prepared { commit: Box::new(commit) })
}

fn commit<S: Step>(
    workspace: &Workspace,
    engines: &Engines<'_>,
    tenant: TenantId,
    claim: &Claim,
    started: Timestamp,
    writer: &Writer<'_>,
    result: Result<S::Output, Failure>,
) -> Result<StepOutcome> {
    if !writer.holds_lease(tenant, &claim.lease)? {
        return Ok(StepOutcome::Refused);
    }
    let subject = subject(writer, tenant, claim, started)?;
    if subject.document.revision != claim.revision {
        return Ok(StepOutcome::Refused);
    }
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
}

fn subject(reader: &Reader<'_>, tenant: TenantId, claim: &Claim, started: Timestamp) -> Result<Subject> {
    let gone = || Error::new(ErrorKind::Integrity, format!("document {} or its file is gone", claim.document));
    let document = reader.document(tenant, claim.document)?.ok_or_else(gone)?;
    let source_file = reader.source_file(tenant, document.source_file)?.ok_or_else(gone)?;
    Ok(Subject { tenant, document, source_file, started })
}
