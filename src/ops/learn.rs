//! Learns a document type from samples.

use super::Caller;
use super::document_types::{NewType, add_document_type, check_id, own_type};
use crate::error::{Error, ErrorKind, Result};
use crate::learn::{self, Lesson};
use crate::model::DocumentTypeId;
use crate::page::Page;
use crate::views::{LearnedTypeView, SampleView};
use crate::worker::{OpenFile, WorkerError, WorkerPool};
use crate::workspace::Workspace;
use std::path::Path;

/// A PDF that is one document of the type.
#[derive(Debug, Clone)]
pub struct SampleFile<'s> {
    /// Where it lies.
    pub path: &'s Path,
    /// What it is called in messages.
    pub name: String,
}

/// What to learn from, and what to do with it.
pub struct Learn<'l> {
    /// The type's name for people.
    pub name: &'l str,
    /// Its id; made of the name when `None`.
    pub id: Option<&'l str>,
    /// The group it is listed under.
    pub group: &'l str,
    /// The samples.
    pub samples: &'l [SampleFile<'l>],
    /// The processes that open PDFs.
    pub workers: &'l WorkerPool,
    /// Whether to keep the type.
    pub add: bool,
    /// Whether it may take the place of the tenant's own type of the same id.
    pub replace: bool,
}

/// Learns a type from what its samples have in common, tries it on them, and adds it when it recognises them all.
///
/// # Errors
/// `InvalidInput` when a sample cannot be read or the samples say too little, `Conflict` when the tenant has a type of
/// the id.
pub fn learn_document_type(workspace: &Workspace, caller: &Caller, input: &Learn<'_>) -> Result<LearnedTypeView> {
    if input.name.trim().is_empty() {
        return Err(Error::invalid_input("a document type has a name"));
    }
    let id = DocumentTypeId::new(input.id.map_or_else(|| learn::slug(input.name), str::to_owned));
    check_id(&id)?;
    let taken = workspace.store.read(|reader| own_type(reader, caller, &id))?.is_some();
    if taken && input.add && !input.replace {
        return Err(Error::conflict(format!("there is a document type {id} already"))
            .hint("give --replace to put this one in its place, or --id for another id"));
    }
    let samples =
        input.samples.iter().map(|sample| read(workspace, input.workers, sample)).collect::<Result<Vec<_>>>()?;
    let library = workspace.library(caller.tenant.id)?;
    let lesson = Lesson { id, name: input.name.trim(), group: input.group, samples: &samples, library: &library };
    let learned = learn::learn(&lesson).map_err(|reason| unlearnable(reason, input.samples))?;
    let known = learn::with_type(&library, &learned.definition);
    let trials =
        input.samples.iter().zip(&samples).zip(&learned.trials).map(|((file, pages), trial)| {
            SampleView::new(&file.name, pages.len(), trial, &known, &learned.definition.id)
        });
    let mut view = LearnedTypeView::new(&learned.definition, trials.collect());
    if input.add && learned.recognises_all() {
        let sample_count = u32::try_from(samples.len()).unwrap_or(u32::MAX);
        let new = NewType { origin: "what was learned", text: &view.text, sample_count, replace: input.replace };
        view.document_type = add_document_type(workspace, caller, new)?;
        view.added = true;
    }
    Ok(view)
}

/// Reads a sample as the pipeline reads the pages of a source file.
fn read(workspace: &Workspace, workers: &WorkerPool, sample: &SampleFile<'_>) -> Result<Vec<Page>> {
    let open = OpenFile::plain(sample.path.to_path_buf());
    let failed = |error: WorkerError| match error.code.as_str() {
        WorkerError::INTERRUPTED => Error::new(ErrorKind::Interrupted, "stopped"),
        WorkerError::UNAVAILABLE => Error::new(ErrorKind::Unavailable, error.message),
        _ => Error::invalid_input(format!("{}: {}", sample.name, error.message)),
    };
    let pages = workers.facts(&open).map_err(failed)?.page_count;
    let most = workspace.settings.limits.document_pages;
    if pages > most {
        let message = format!("{} has {pages} pages; a sample is one document of at most {most}", sample.name);
        return Err(Error::invalid_input(message).hint("\"loanfile extract-pdf\" cuts a document out of a file"));
    }
    (1..=pages).map(|number| workers.read_page(&open, number).map(|reading| reading.page).map_err(failed)).collect()
}

fn unlearnable(reason: learn::Unlearnable, samples: &[SampleFile<'_>]) -> Error {
    let name = |at: usize| samples.get(at).map(|sample| sample.name.clone()).unwrap_or_default();
    match reason {
        learn::Unlearnable::TooFewSamples => Error::invalid_input(reason.to_string())
            .hint("what two of them have in common is the form; the rest was filled in"),
        learn::Unlearnable::Empty(at) => Error::invalid_input(format!("nothing can be read of {}", name(at))),
        learn::Unlearnable::Alike(one, other) => {
            Error::invalid_input(format!("{} and {} say the same", name(one), name(other)))
                .hint("give samples that were filled in with different values")
        }
        learn::Unlearnable::NothingInCommon => {
            Error::invalid_input(reason.to_string()).hint("check that all samples are of one type")
        }
    }
}
